#pragma once

#include <chrono>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/log.h"
#include "base/result.h"
#include "base/sources.h"
#include "domain/files/export.h"
#include "jobs/export_source.h"
#include "jobs/job_figures.h"
#include "jobs/leased_work.h"
#include "storage/database/database.h"
#include "storage/files/files_directory.h"
#include "storage/files/part_file.h"
#include "storage/stores/settings/definitions.h"

namespace tradewind::jobs {

// What makes exports: ExportJob and the ExportRun of each of them.
struct ExportDependencies {
    storage::Database& database;
    base::Sources& sources;
    const storage::DefinitionsCache& definitions;
    const storage::FilesDirectory& files;
    base::Log& log;
    JobFigures& figures;
    std::string holder;  // The name of this process among those that share the database.
};

[[nodiscard]] LeasedWork::Dependencies lease_dependencies(const ExportDependencies& dependencies);

// Changes an export whose lease is held. Conflict when the export is gone or has ended, or the lease is lost.
base::Result<void> change_export(LeasedWork& work, base::Id id,
                                 const std::function<void(domain::Export& current)>& make_change,
                                 storage::Space space = storage::Space::Takes);

// Makes one export, on the thread of the job. Rows go to part files in slices. Every second what is there becomes
// durable, then the row says how far it is; the next run after a kill cuts the part files back to that. At last they
// become a ZIP, which is durable before the row says so. One that takes less than a second is never seen in progress.
class ExportRun {
  public:
    static constexpr std::chrono::milliseconds checkpoint_interval{1'000};

    // `work` holds the lease on `wanted`. Both others outlive this.
    ExportRun(const ExportDependencies& dependencies, LeasedWork& work, domain::Export wanted);

    // Makes the file, or goes on with it. Conflict when the export is gone or somebody else has it; then nothing of
    // this is left but what somebody else may need. StorageFull when there is no room on the disk. Anything else: it
    // may be tried again.
    base::Result<void> run();
    // Ends it without a file.
    base::Result<void> fail();

  private:
    base::Result<void> make();
    base::Result<void> open_parts();
    [[nodiscard]] std::optional<std::vector<storage::PartFile>> resumed_parts() const;
    base::Result<void> count();
    base::Result<void> walk();
    base::Result<void> zip(const std::filesystem::path& path);
    base::Result<void> finish();
    // Between two steps: makes what is done durable when it is time.
    base::Result<void> pause();
    base::Result<void> save();
    void remove_parts(const std::string& part) const;
    // After a deletion.
    void remove_traces() const;

    const ExportDependencies& dependencies_;
    LeasedWork& work_;
    domain::Export wanted_;   // With how far it is, durable or not.
    const std::string part_;  // The name of our part files.
    std::unique_ptr<ExportSource> source_;
    std::vector<storage::PartFile> parts_;
    std::optional<std::string> others_part_;  // Files of whoever was at it before, until ours are durable.
    std::chrono::steady_clock::time_point saved_at_;
};

}  // namespace tradewind::jobs
