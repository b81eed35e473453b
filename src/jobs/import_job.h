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
#include "base/wakeup.h"
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
//
// A server works on two slices at once. The second is begun early: it names nobody whom the first names, and is
// committed only when the first is. Where it could not do what it was asked for, it may be for what the first has not
// committed yet, and it is made again in its turn.
class ImportJob final : public LeasedJob {
  public:
    static constexpr std::size_t records_per_slice = 1'000;
    // How long a slice may keep the writer, once it has done one record. Elsewhere it keeps the rows of its own people
    // alone, and a commit costs more; people who are there already cost so little that it ends sooner.
    static constexpr std::chrono::milliseconds slice_time_max{4};
    static constexpr std::chrono::milliseconds slice_time_elsewhere_max{250};
    // How long a slice that was begun early waits at its end for the one before it. That one may wait for a person whom
    // this one keeps.
    static constexpr std::chrono::milliseconds turn_wait_max = slice_time_elsewhere_max;
    // How many slices are made in their turn, at most, after one that was begun early for nothing.
    static constexpr std::size_t slices_in_turn_max = 64;

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
    struct Claimed {
        domain::Import import;
        bool may_overlap = false;  // Slices at once.
    };
    struct Slice {
        base::Id import;
        std::shared_ptr<const operations::ImportFacts> facts;
        base::FilePlace from;
        std::vector<Prepared> records;
        std::vector<std::size_t> people = {};  // Hashes of the keys in the records, in order.
        bool is_last = false;
        // Of a slice that is begun early: raised once the one before it holds the import or has ended.
        std::shared_ptr<base::Wakeup> turn = {};
        // Raised for the slice that is begun early behind this one.
        std::shared_ptr<base::Wakeup> next_turn = std::make_shared<base::Wakeup>();
    };
    struct Outcome {
        std::size_t records = 0;
        std::int64_t success = 0;
        std::int64_t errors = 0;
        bool has_ended = false;
    };
    // A slice on its way.
    struct UnderWay {
        UnderWay(ImportJob& job, std::shared_ptr<Slice> what)
            : slice(std::move(what)),
              writing(job.work_.begin_write(
                  [&job, slice = slice](auto& transaction) { return job.write_in(transaction, *slice); },
                  slice->turn ? LeaseCheck::Last : LeaseCheck::First)) {}
        std::shared_ptr<Slice> slice;
        LeasedWork::Writing<base::Result<Outcome>> writing;
    };
    // An import that is being worked on.
    struct Work {
        base::Id import;
        std::shared_ptr<const operations::ImportFacts> facts;
        std::unique_ptr<ImportFile> file;
        base::FilePlace from;                         // Of the next slice.
        std::deque<Prepared> ready;                   // For the slices to come.
        std::size_t records_max = records_per_slice;  // Of the next slice.
        bool was_cut = false;                         // Whether a slice ever was.
        std::deque<UnderWay> under_way = {};          // One, or one and another that was begun early.
        std::shared_ptr<const Slice> done = {};       // Thrown away once the next one is begun.
        bool may_overlap = false;                     // Whether slices are begun early at all.
        std::size_t slices_in_turn = 0;               // So many of the next ones are not,
        std::size_t slices_in_turn_next = 1;          // and so many after the next one that was begun for nothing.
    };

    [[nodiscard]] base::Result<std::optional<base::Id>> next_import() const;
    // Takes the lease. Conflict when it has ended meanwhile or another process has it.
    base::Result<Claimed> claim(base::Id import);
    // Until it has ended, well or not, or the job is to stop.
    base::Result<void> take_in(const Claimed& claimed);
    void prepare(Work& work) const;
    [[nodiscard]] std::shared_ptr<Slice> next_slice(Work& work) const;
    void begin(Work& work);
    // Behind the first slice under way, if they have nothing to do with each other.
    void begin_early(Work& work);
    // Of the first slice under way, as settled.
    base::Result<Outcome> finish(Work& work) const;
    void settle(Work& work, Slice& slice, const base::Result<Outcome>& outcome) const;
    static std::size_t next_records_max(Work& work, std::size_t done, bool was_cut);
    static void give_back(Work& work, Slice& slice, std::size_t done);
    static std::vector<std::size_t> people_in(const std::vector<Prepared>& records);
    static bool share_people(const Slice& one, const Slice& other);
    void move_place_apart(const Slice& slice) const;
    // Conflict when the import has ended or moved on.
    base::Result<Outcome> write_in(storage::Transaction& transaction, const Slice& slice) const;
    static base::Result<domain::Import> hold_import(storage::Transaction& transaction, const Slice& slice);
    // Once the slice before it holds the import or has ended.
    static base::Result<domain::Import> hold_import_in_turn(storage::Transaction& transaction, const Slice& slice);
    base::Result<void> take_in_record(operations::ImportSlice& open,
                                      const std::shared_ptr<const storage::Definitions>& definitions,
                                      const Slice& slice, const Prepared& prepared, Outcome& outcome) const;
    // Whether it tells of somebody who was erased after the file came.
    bool tells_of_erased(storage::Transaction& transaction, const Slice& slice, const Prepared& prepared) const;
    base::Result<void> fail(base::Id import, std::string_view reason);

    const Dependencies dependencies_;
    LeasedWork work_;
};

}  // namespace tradewind::jobs
