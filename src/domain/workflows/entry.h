#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "domain/workflows/decide.h"
#include "domain/workflows/definition.h"
#include "domain/workflows/happening.h"
#include "domain/workflows/run.h"

namespace tradewind::domain {

inline constexpr std::int64_t open_runs_max = 20;  // Of a contact in a workflow.
inline constexpr std::int64_t depth_max = 10;      // What has this depth starts nothing.
inline constexpr std::int64_t starts_per_day_default = 50;

// What kept a contact out, in the order in which it is looked for.
enum class EntryRefusal {
    None,
    Ended,  // The workflow takes nobody in any more.
    Paused,
    NoTrigger,   // No trigger is about this.
    FromImport,  // It came from a file, a build, or asked to start nothing.
    TooOld,      // Longer ago than `lateness`, or over an hour ahead.
    TooDeep,     // A circle of workflows.
    NotInAudience,
    ExitWhen,  // It would leave at once.
    NoKey,     // The trigger has no value to tell runs apart by.
    Inside,    // A run of this key is open.
    TooManyOpen,
    Before,   // It was in it before, and may not come again,
    TooSoon,  // or not yet.
    TooManyToday,
};

inline constexpr std::array<std::string_view, 15> entry_refusal_words{"",
                                                                      "ended",
                                                                      "paused",
                                                                      "no trigger",
                                                                      "from an import",
                                                                      "too old",
                                                                      "too deep",
                                                                      "not in the audience",
                                                                      "exit",
                                                                      "no key",
                                                                      "already inside",
                                                                      "too many runs",
                                                                      "was in it before",
                                                                      "too soon",
                                                                      "too often today"};
static_assert(entry_refusal_words.size() == static_cast<std::size_t>(EntryRefusal::TooManyToday) + 1);

constexpr std::string_view word_of(EntryRefusal refusal) {
    return entry_refusal_words[static_cast<std::size_t>(refusal)];
}

// The same for people.
inline constexpr std::array<std::string_view, 15> entry_refusal_sentences{
    "",
    "The workflow takes nobody in any more.",
    "The workflow is paused.",
    "None of its triggers is about it.",
    "It came from an import or a build, or asked to start nothing.",
    "It was longer ago than the workflow allows, or lies ahead.",
    "Workflows started one another in a circle.",
    "The contact is not in the audience.",
    "The contact fulfils exitWhen, and would leave at once.",
    "It has no value for the key by which runs are told apart.",
    "A run of the contact is open.",
    "As many runs of the contact are open as there may be.",
    "The contact was in it before, and may not come again.",
    "The contact was in it before, and may not come again yet.",
    "The contact came in as often as it may on one day."};
static_assert(entry_refusal_sentences.size() == entry_refusal_words.size());

constexpr std::string_view sentence_of(EntryRefusal refusal) {
    return entry_refusal_sentences[static_cast<std::size_t>(refusal)];
}

// What is remembered of a contact in a workflow.
struct PastRuns {
    std::int64_t entries = 0;                           // In all, whatever the key.
    std::optional<base::Instant> last_started_at = {};  // Of the key.
    bool has_open_run = false;                          // Of the key.
    std::int64_t open_runs = 0;
    std::int64_t started_today = 0;
};

class EntryHistory {
  public:
    virtual ~EntryHistory() = default;
    [[nodiscard]] virtual PastRuns past_runs(const std::string& key) = 0;
};

struct Entry {
    EntryRefusal refusal = EntryRefusal::None;
    std::optional<std::size_t> trigger = {};  // The first that fits.
    std::string key = {};
    bool restarts = false;  // The open run of the same key ends.
    std::int64_t number = 1;

    [[nodiscard]] bool starts() const { return refusal == EntryRefusal::None; }
};

// Whether what happened starts a run. Without anything that happened: whether the contact may come in by the start
// itself. `starts_per_day` is the store's.
Entry find_entry(const RunSituation& situation, const Happening* happening, RunFacts& facts, EntryHistory& history,
                 const EvaluationTime& time, std::int64_t starts_per_day = starts_per_day_default);

// The tests that decided when it was a filter of the definition that kept the contact out; none otherwise.
std::vector<FilterReason> explain_entry(const RunSituation& situation, const Entry& entry, const Happening* happening,
                                        RunFacts& facts, const EvaluationTime& time);

// By what the run is told apart from others of the contact, where the definition has a key; empty without a value.
std::string run_key(const RunSituation& situation, const Run& run, RunFacts& facts);

// The run that begins then, before its first node.
Run begin_run(const RunSituation& situation, const Entry& entry, const Happening* happening, std::int64_t number,
              base::Instant now);

}  // namespace tradewind::domain
