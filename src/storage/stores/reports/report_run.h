#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>

#include "base/instant.h"
#include "base/result.h"
#include "base/time_zone.h"
#include "domain/reports/report_fold.h"
#include "domain/reports/report_plan.h"
#include "storage/database/transaction.h"

namespace tradewind::storage {

// A report while it is made, by one short read after the other, so that no read keeps anybody waiting. What was there
// throughout is counted once. For whoever reads and waits:
//
//     ReportRun run(plan, zone, range);
//     while (!run.is_done()) {
//         const auto slice = TRY(read_and_wait(database, run.next_slice()));
//         TRY(run.take(slice));
//     }
//     return run.table();
class ReportRun {
  public:
    // Where a walk goes on: after this record, or at this moment where the database counts.
    struct Place {
        base::Instant at;
        std::int64_t id;
    };
    struct Slice {
        domain::ReportFold fold;
        std::optional<Place> next;  // Nothing: that was all.
        bool is_large = false;      // Fewer records at once would do.
    };
    using Read = std::function<base::Result<Slice>(Transaction&)>;

    ReportRun(std::shared_ptr<const domain::ReportPlan> plan, base::TimeZone zone, domain::ReportRange range);

    [[nodiscard]] bool is_done() const { return !place_; }
    // What reads the next part. It may run several times, and be kept longer than the run.
    [[nodiscard]] Read next_slice() const;
    // Adds what was read. Invalid when the report becomes too large to be made.
    base::Result<void> take(const Slice& slice);

    // All that was taken so far. Takes a while when there are many rows.
    [[nodiscard]] domain::ReportTable table() { return fold_.table(); }

  private:
    std::shared_ptr<const domain::ReportPlan> plan_;
    base::TimeZone zone_;
    domain::ReportRange range_;
    domain::ReportRange walked_;
    std::optional<Place> place_;
    domain::ReportFold fold_;
    std::int64_t large_records_;  // That the next slice reads at most.
};

}  // namespace tradewind::storage
