#pragma once

#include <optional>
#include <utility>

#include "base/result.h"
#include "domain/files/export.h"
#include "jobs/export_run.h"
#include "jobs/leased_work.h"

namespace tradewind::jobs {

// Makes the files that were asked for, one after the other. Each export has a lease.
class ExportJob final : public LeasedJob {
  public:
    explicit ExportJob(ExportDependencies dependencies)
        : dependencies_(std::move(dependencies)), work_(lease_dependencies(dependencies_)) {}

    void run() override;
    void stop() override { work_.stop(); }

  private:
    // The export that is next, with its lease taken; nothing when there is none.
    [[nodiscard]] base::Result<std::optional<domain::Export>> claim_next();
    // False when it is better to wait before anything else is tried.
    bool make(domain::Export wanted);

    const ExportDependencies dependencies_;
    LeasedWork work_;
};

}  // namespace tradewind::jobs
