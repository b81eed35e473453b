#pragma once

#ifdef TRADEWIND_FAULTS
#include <optional>
#include <string_view>
#endif

namespace tradewind::base {

// Mistakes that test builds (TRADEWIND_FAULTS) make when they are told to, so that tests can prove that they notice
// them. The code that makes one asks for it on the spot, by is_planted(); in other builds that is false at compile time
// and nothing of it is left.
enum class Fault {
    AnswerBeforeCommit,
    SynchronousOff,   // Commits do not wait for the disk.
    KeepDeleted,      // SQLite neither overwrites what is deleted nor wipes its files of it.
    KeepGaps,         // Pages of SQLite keep what is left in them of rows that were moved.
    KeepCache,        // SQLite goes on with the many pages it has in memory after its files were wiped.
    PlainBackup,      // A backup is written as SQLite would by itself.
    MovePlaceApart,   // An import moves its place in a transaction of its own.
    KeepTail,         // A part file is not cut back to what was noted of it.
    TrustBackup,      // A backup is not held against its manifest.
    ForgetErasures,   // A restore leaves the log of erasures behind.
    SpoilTransfer,    // A row is changed on its way to PostgreSQL.
    KeepReserve,      // The disk reserve is never given up.
    SwallowErrors,    // SQLite takes every commit for done.
    ForgetDamage,     // A page that cannot be read stops nothing but who reads it.
    FollowClock,      // Ids go back with the clock.
    ForgetNewestId,   // A start does not look for the newest id.
    TimesFromIds,     // What is made has the time of its id, which may be ahead of the clock.
    OneLine,          // All requests count as those of one sender.
    SlowRecovery,     // A start takes longer than it may.
    HoardMemory,      // SQLite commits and exports keep memory for ever.
    IgnoreScopes,     // Every key may do everything.
    LogRequests,      // Whole requests are in the log.
    ReadAgain,        // The time for a body grows with the square of its size.
    CutShort,         // A stop does not wait for requests in flight.
    NoteScoresFirst,  // Scores count as made before they are.
    TrustDisk,        // Files are not synced before they get their name.
    DropTimeRow,      // The engine forgets when somebody enters or leaves a segment by time alone.
    OuterFirst,       // Segments that name others are looked at before those.
    SilentImports,    // What an import changes is not queued.
    LostWake,         // A change that is queued wakes nobody.
    LostChange,       // A change of fields leaves no row in the queue.
    EffectFirst,      // What a node does is written before its run.
    TrustLeases,      // A process writes without looking whether its leases went to another one.
    DropRunTimer,     // The engine forgets when a run is to go on.
    TimersFirst,      // Runs whose time has come go on before what happened is looked at.
    RunsFirst,        // Workflows are looked at before segments.
    CountApart,       // How often a node may act is asked for in one transaction and counted in another.
    LoseCause,        // That somebody entered a segment by an import is not handed on.
    LoseDepth,        // What a run changes counts as if it came from outside.
    RenderTwice,      // The body of a call that is repeated is made anew.
    SpendAttempts,    // A call that waits because its receiver is down counts as tried.
    CopyTexts,        // Each answer has a copy of the page or document that it shows.
};

#ifdef TRADEWIND_FAULTS

#ifdef NDEBUG
#error "TRADEWIND_FAULTS is for test builds alone"
#endif

// Thread-safe, as is plant().
[[nodiscard]] bool is_planted(Fault fault);
// From now on the whole process makes this mistake, in the place of the one before; none: no more.
void plant(std::optional<Fault> fault);
// By its word in TRADEWIND_FAULT.
[[nodiscard]] std::optional<Fault> find_fault(std::string_view word);

// For unit tests: a fault that is planted for as long as this object is there. One at a time.
class PlantedFault {
  public:
    explicit PlantedFault(Fault fault) { plant(fault); }
    ~PlantedFault() { plant({}); }
    PlantedFault(const PlantedFault&) = delete;
    PlantedFault& operator=(const PlantedFault&) = delete;
};

#else

[[nodiscard]] constexpr bool is_planted(Fault /*fault*/) {
    return false;
}

#endif

}  // namespace tradewind::base
