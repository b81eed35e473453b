#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "base/log.h"
#include "base/result.h"
#include "base/sources.h"
#include "domain/filters/evaluate.h"
#include "engine/engine_figures.h"
#include "engine/segment_index.h"
#include "storage/database/database.h"
#include "storage/stores/engine/segment_store.h"
#include "storage/stores/engine/segment_time_store.h"
#include "storage/stores/settings/definitions.h"

namespace tradewind::engine {

// Finds the members of segments whose filter is new, one slice of contacts after the other, in the order of their ids,
// and tells the differences once the set of a changed filter has taken the place of the one before. Whatever happens to
// a contact from the moment on at which its segment waits to be built is in the queue of changes, and the pump puts it
// right; a build begins once all writes are over that began before that moment. A kill loses at most one slice. Of
// processes that share a database one builds a segment, by a lease.
//
// For the thread of the engine.
class SegmentBuilds {
  public:
    // Of contacts a slice looks at, and of those of whom the database alone does not tell that they do not belong to
    // it.
    static constexpr std::int64_t contacts_per_slice = 8'000;
    static constexpr std::int64_t found_per_slice = 2'000;
    static constexpr std::size_t bytes_per_slice = std::size_t{4} << 20;
    // A slice ends after so long, once one contact was looked at.
    static constexpr std::chrono::milliseconds slice_time_max{50};
    static constexpr std::int64_t differences_per_slice = 50;
    // So often a contact that cannot be looked at is tried, before a build goes on without it.
    static constexpr int attempts_max = 3;
    static constexpr std::chrono::milliseconds lease_time{10'000};

    struct Dependencies {
        storage::Database& database;
        base::Sources& sources;
        const storage::DefinitionsCache& definitions;
        base::Log& log;
        EngineFigures& figures;
        CurrentSegmentIndex& index;
        std::string holder;  // The name of this process among those that share the database.
    };

    explicit SegmentBuilds(Dependencies dependencies) : dependencies_(std::move(dependencies)) {}

    // Has every segment built anew: after the clock went back, what its times say is not to be trusted.
    void distrust_times() { distrusts_times_ = true; }
    // Until all of them wait to be built.
    [[nodiscard]] bool distrusts_times() const { return distrusts_times_; }
    // Does one slice of one segment. False when nothing is to be built or told, or other processes do it.
    base::Result<bool> run_once();

  private:
    // Somebody for whom the filter holds, or whose answer changes by time.
    struct Looked {
        std::int64_t contact;
        std::int64_t number;  // Of the newest entry of its journal, where several processes write.
        bool holds;
        std::optional<base::Instant> changes_at;
    };
    struct Slice {
        std::int64_t version = 0;  // Of the definitions.
        base::Id after = {};
        base::Id last = {};          // Contacts behind the one up to the other were looked at:
        std::int64_t looked_at = 0;  // so many.
        std::vector<Looked> contacts = {};
        bool is_cut = false;
    };
    // What this process knows of a build, by its set.
    struct Progress {
        std::optional<std::set<std::string>> older_writes = {};  // Those that may not know of it; empty when all ended.
        std::string calendar = {};                               // By which it was begun.
        std::optional<base::Id> newest = {};  // Of the contacts; the pump looks at those who come later.
        bool is_single = false;               // The next slice is of one contact: something happens to it all the time.
    };

    // Each says whether something was done.
    base::Result<bool> work_on(const storage::KnownSegment& segment);
    // Has those built anew whose answers may be others by the calendar of today, or by the clock. How many there were.
    base::Result<std::int64_t> rebuild_outdated();
    base::Result<bool> begin(const storage::KnownSegment& segment);
    // Whether every write is over that began before the build was queued: nobody told it that this segment waits for
    // what it changes.
    base::Result<bool> are_older_writes_over(Progress& progress);
    base::Result<bool> build_slice(const storage::KnownSegment& segment, const domain::Filter& filter);
    base::Result<Slice> read_slice(const storage::KnownSegment& segment, const domain::Filter& filter);
    // Puts somebody who was found into the slice, if the rest of the filter says so.
    void look_at(storage::Transaction& transaction, const domain::Contact& contact,
                 const std::optional<domain::Filter>& rest, const domain::EvaluationTime& time, Slice& slice);
    // False when something happened to the first of those who are to be written.
    base::Result<bool> write_slice(storage::Transaction& transaction, const storage::KnownSegment& segment,
                                   const Slice& slice) const;
    // Puts aside whom nothing can be found out about, after some attempts, and tells of it.
    base::Result<void> blame(const storage::KnownSegment& segment, const base::Error& error);
    base::Result<bool> finish(const storage::KnownSegment& segment, const domain::Filter& filter);
    base::Result<bool> fail(const storage::KnownSegment& segment);
    base::Result<bool> tell_slice(const storage::KnownSegment& segment);
    // Whether this process is the one that works on the segment; it is for a while from then on.
    [[nodiscard]] bool claim(storage::Transaction& transaction, base::Id segment) const;
    // A write that is undone when another process works on the segment.
    template <class Work>
    base::Result<bool> write(base::Id segment, Work work);

    const Dependencies dependencies_;
    std::shared_ptr<const SegmentIndex> index_;  // As of this round.
    bool distrusts_times_ = false;
    std::map<std::int64_t, Progress> progress_;  // By set.
    std::map<std::int64_t, std::chrono::steady_clock::time_point>
        others_;                                            // Segments that another process builds, until then.
    std::set<std::pair<std::int64_t, std::string>> asked_;  // Segments built anew for a calendar.
    std::optional<base::Id> at_;                            // Who is being looked at; left when that fails.
    std::map<std::int64_t, int> failures_;                  // By contact.
    std::set<std::int64_t> left_out_;                       // Contacts that builds go on without.
    std::int64_t checked_version_ = -1;                     // Of the definitions, for segments that are outdated.
};

}  // namespace tradewind::engine
