#include "base/fault.h"

#ifdef TRADEWIND_FAULTS

#include <algorithm>
#include <array>
#include <atomic>

namespace tradewind::base {
namespace {

struct NamedFault {
    std::string_view word;
    Fault fault;
};

constexpr std::array named_faults{
    NamedFault{"answer-before-commit", Fault::AnswerBeforeCommit},
    NamedFault{"synchronous-off", Fault::SynchronousOff},
    NamedFault{"keep-deleted", Fault::KeepDeleted},
    NamedFault{"move-place-apart", Fault::MovePlaceApart},
    NamedFault{"keep-tail", Fault::KeepTail},
    NamedFault{"trust-backup", Fault::TrustBackup},
    NamedFault{"forget-erasures", Fault::ForgetErasures},
    NamedFault{"spoil-transfer", Fault::SpoilTransfer},
    NamedFault{"keep-reserve", Fault::KeepReserve},
    NamedFault{"swallow-errors", Fault::SwallowErrors},
    NamedFault{"forget-damage", Fault::ForgetDamage},
    NamedFault{"follow-clock", Fault::FollowClock},
    NamedFault{"forget-newest-id", Fault::ForgetNewestId},
    NamedFault{"times-from-ids", Fault::TimesFromIds},
    NamedFault{"one-line", Fault::OneLine},
    NamedFault{"slow-recovery", Fault::SlowRecovery},
    NamedFault{"hoard-memory", Fault::HoardMemory},
    NamedFault{"ignore-scopes", Fault::IgnoreScopes},
    NamedFault{"log-requests", Fault::LogRequests},
    NamedFault{"read-again", Fault::ReadAgain},
    NamedFault{"cut-short", Fault::CutShort},
    NamedFault{"note-scores-first", Fault::NoteScoresFirst},
    NamedFault{"trust-disk", Fault::TrustDisk},
    NamedFault{"lost-change", Fault::LostChange},
    NamedFault{"effect-first", Fault::EffectFirst},
    NamedFault{"trust-leases", Fault::TrustLeases},
    NamedFault{"drop-run-timer", Fault::DropRunTimer},
    NamedFault{"timers-first", Fault::TimersFirst},
    NamedFault{"runs-first", Fault::RunsFirst},
    NamedFault{"count-apart", Fault::CountApart},
    NamedFault{"lose-cause", Fault::LoseCause},
    NamedFault{"lose-depth", Fault::LoseDepth},
    NamedFault{"render-twice", Fault::RenderTwice},
    NamedFault{"spend-attempts", Fault::SpendAttempts},
    NamedFault{"copy-texts", Fault::CopyTexts},
};

std::atomic<std::optional<Fault>> planted_fault;

}  // namespace

bool is_planted(Fault fault) {
    return planted_fault.load(std::memory_order_relaxed) == fault;
}

void plant(std::optional<Fault> fault) {
    planted_fault.store(fault, std::memory_order_relaxed);
}

std::optional<Fault> find_fault(std::string_view word) {
    const auto* const named = std::ranges::find(named_faults, word, &NamedFault::word);
    return named == named_faults.end() ? std::nullopt : std::optional(named->fault);
}

}  // namespace tradewind::base

#endif
