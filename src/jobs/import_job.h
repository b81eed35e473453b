#pragma once

#include <chrono>
#include <cstddef>
#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/id.h"
#include "base/log.h"
#include "base/result.h"
#include "base/secret.h"
#include "base/sources.h"
#include "domain/files/import.h"
#include "jobs/import_file.h"
#include "jobs/job_figures.h"
#include "jobs/leased_work.h"
#include "operations/import_kind.h"
#include "storage/database/database.h"
#include "storage/files/files_directory.h"
#include "storage/stores/settings/definitions.h"

namespace tradewind::jobs {

// Takes in the files that wait, one after the other, in slices. A slice is one transaction, which makes what the
// records ask for, counts them and moves the place from which the next slice goes on: a process that is killed in
// between neither loses nor repeats a record. While one slice is written, the next one is read. Each import has a
// lease.
class ImportJob final : public LeasedJob {
  public:
    static constexpr std::size_t records_per_slice = 1'000;
    // How long a slice may keep the writer, once it has done one record. Elsewhere it keeps the rows of its own people
    // alone, and a commit costs more; people who are there already cost so little that it ends sooner.
    static constexpr std::chrono::milliseconds slice_time_max{4};
    static constexpr std::chrono::milliseconds slice_time_elsewhere_max{100};

    struct Dependencies {
        storage::Database& database;
        base::Sources& sources;
        const storage::DefinitionsCache& definitions;
        const storage::FilesDirectory& files;
        const base::SecretKey& secret_key;
        base::Log& log;
        JobFigures& figures;
        std::string holder;  // The name of this process among those that share the database.
    };

    explicit ImportJob(Dependencies dependencies)
        : dependencies_(std::move(dependencies)),
          work_({.database = dependencies_.database,
                 .clock = dependencies_.sources.clock,
                 .log = dependencies_.log,
                 .kind = storage::LeaseKind::Import,
                 .holder = dependencies_.holder}) {}

    void run() override;
    void stop() override { work_.stop(); }

  private:
    // A record and what can be said of it without the database.
    struct Prepared {
        domain::ImportRecord record;
        operations::ImportChange change;  // Makes nothing when there is a problem.
        std::string problem;
        std::shared_ptr<const storage::Definitions> definitions;  // What it was read by.
    };
    // An import that is being worked on.
    struct Work {
        base::Id import;
        std::shared_ptr<const operations::ImportFacts> facts;
        std::unique_ptr<ImportFile> file;
        base::FilePlace from;                         // Of the next slice.
        std::deque<Prepared> ready;                   // For the slices to come.
        std::size_t records_max = records_per_slice;  // Of the next slice.
    };
    struct Slice {
        base::Id import;
        std::shared_ptr<const operations::ImportFacts> facts;
        base::FilePlace from;
        std::vector<Prepared> records;
        bool is_last = false;
    };
    struct Outcome {
        std::size_t records = 0;
        bool has_ended = false;
    };

    [[nodiscard]] base::Result<std::optional<base::Id>> next_import() const;
    // Takes the lease. Conflict when it has ended meanwhile or another process has it.
    base::Result<domain::Import> claim(base::Id import);
    // Until it has ended, well or not, or the job is to stop.
    base::Result<void> take_in(const domain::Import& import);
    void prepare(Work& work) const;
    [[nodiscard]] std::shared_ptr<Slice> next_slice(Work& work) const;
    void settle(Work& work, Slice& slice, const base::Result<Outcome>& outcome) const;
    void move_place_apart(const Slice& slice) const;
    // Conflict when the import has ended or moved on.
    base::Result<Outcome> write_in(storage::Transaction& transaction, const Slice& slice) const;
    base::Result<void> take_in_record(operations::ImportSlice& open,
                                      const std::shared_ptr<const storage::Definitions>& definitions,
                                      const Slice& slice, const Prepared& prepared, domain::Import& import) const;
    // Whether it tells of somebody who was erased after the file came.
    bool tells_of_erased(storage::Transaction& transaction, const Slice& slice, const Prepared& prepared) const;
    base::Result<void> fail(base::Id import, std::string_view reason);

    const Dependencies dependencies_;
    LeasedWork work_;
};

}  // namespace tradewind::jobs
