#pragma once

#include <atomic>
#include <optional>
#include <utility>

#include "base/result.h"
#include "domain/files/export.h"
#include "jobs/export_run.h"

namespace tradewind::jobs {

// Makes the files that were asked for, one after the other. Processes that share a database take turns by a lease on
// the export.
class ExportJob {
  public:
    explicit ExportJob(ExportDependencies dependencies) : dependencies_(std::move(dependencies)) {}

    // Works until nothing waits, somebody else is at it, or the database refuses.
    void run();
    // From any thread: run() returns soon.
    void stop() { is_stopped_ = true; }

  private:
    // The export that is next, held from now on; nothing when there is none or somebody else holds it.
    [[nodiscard]] base::Result<std::optional<domain::Export>> claim_next() const;
    // False when it is better to wait before anything else is tried.
    bool make(domain::Export wanted);
    void release(base::Id id) const;
    // It is tried again every moment.
    void tell_once(base::Id id, const std::string& cause);

    const ExportDependencies dependencies_;
    std::atomic<bool> is_stopped_{false};
    base::Id told_;  // Whose waiting the log knows of.
};

}  // namespace tradewind::jobs
