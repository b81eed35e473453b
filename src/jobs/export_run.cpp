#include "jobs/export_run.h"

#include <algorithm>
#include <utility>

#include "base/fault.h"
#include "storage/files/zip_writer.h"
#include "storage/stores/jobs/export_store.h"

namespace tradewind::jobs {

using storage::PartFile;
using storage::Transaction;

namespace {

// Of a planted fault: keeps them in memory for as long as this thread runs.
void hoard_rows(const ExportSlice& slice) {
    thread_local std::vector<std::string> hoard;
    hoard.insert(hoard.end(), slice.texts.begin(), slice.texts.end());
}

}  // namespace

LeasedWork::Dependencies lease_dependencies(const ExportDependencies& dependencies) {
    return {.database = dependencies.database,
            .clock = dependencies.sources.clock,
            .log = dependencies.log,
            .kind = storage::LeaseKind::Export,
            .holder = dependencies.holder};
}

base::Result<void> change_export(LeasedWork& work, base::Id id,
                                 const std::function<void(domain::Export& current)>& make_change,
                                 storage::Space space) {
    return work.write(
        [&](Transaction& transaction) -> base::Result<void> {
            auto current = storage::find_export_for_change(transaction, id);
            if (!current || current->has_ended()) { return base::conflict("The export is gone or has ended."); }
            make_change(*current);
            storage::update_export(transaction, *current);
            return {};
        },
        space);
}

ExportRun::ExportRun(const ExportDependencies& dependencies, LeasedWork& work, domain::Export wanted)
    : dependencies_(dependencies),
      work_(work),
      wanted_(std::move(wanted)),
      part_(wanted_.id.text() + "-" + dependencies.holder),
      source_(make_export_source({.database = dependencies.database,
                                  .clock = dependencies.sources.clock,
                                  .definitions = dependencies.definitions},
                                 wanted_)),
      saved_at_(dependencies.sources.clock.steady_now()) {}

base::Result<void> ExportRun::run() {
    auto made = make();
    parts_.clear();
    if (made) {
        remove_parts(part_);
    } else if (made.error().kind == base::ErrorKind::Conflict) {
        remove_traces();
    }
    return made;
}

base::Result<void> ExportRun::make() {
    TRY(open_parts());
    if (wanted_.total == 0) { TRY(count()); }
    TRY(walk());
    storage::UnfinishedFile file(dependencies_.files.unfinished(part_));
    TRY(zip(file.path()));
    // Held for some time to come, so that nobody else puts the file there at the same moment.
    TRY(change_export(work_, wanted_.id, [](domain::Export&) {}));
    dependencies_.files.keep(std::move(file), domain::export_file(wanted_.id));
    return finish();
}

base::Result<void> ExportRun::open_parts() {
    auto& checkpoint = wanted_.checkpoint;
    if (auto parts = resumed_parts()) {
        parts_ = std::move(*parts);
        if (*checkpoint.part != part_) { others_part_ = checkpoint.part; }
    } else {
        if (checkpoint.part) {
            dependencies_.log.warning("an export starts over: a part of its file is missing",
                                      {{"export", wanted_.id.text()}});
        }
        checkpoint = {};
        const auto header = source_->header();
        for (std::size_t index = 0; index < source_->endings().size(); ++index) {
            const auto path = dependencies_.files.path_of(domain::export_part_file(part_, index));
            parts_.push_back(PartFile::create(path));
            TRY(parts_.back().append(header.texts[index]));
        }
    }
    checkpoint.part = part_;
    wanted_.progress = checkpoint.rows;
    return {};
}

// Files that another process may still be writing to are copied.
std::optional<std::vector<PartFile>> ExportRun::resumed_parts() const {
    const auto& checkpoint = wanted_.checkpoint;
    if (!checkpoint.part) { return std::nullopt; }
    std::vector<PartFile> parts;
    for (std::size_t index = 0; index < source_->endings().size(); ++index) {
        const auto theirs = dependencies_.files.path_of(domain::export_part_file(*checkpoint.part, index));
        const auto ours = dependencies_.files.path_of(domain::export_part_file(part_, index));
        const auto bytes = checkpoint.bytes[index];
        auto part = theirs == ours ? PartFile::resume(ours, bytes) : PartFile::copy(theirs, ours, bytes);
        if (!part) { return std::nullopt; }
        parts.push_back(std::move(*part));
    }
    return parts;
}

base::Result<void> ExportRun::count() {
    ExportCount counted;
    std::int64_t total = 0;
    while (!counted.is_last) {
        counted = TRY(source_->count(counted.place));
        total += counted.rows;
        TRY(pause());
    }
    // Not before: whoever goes on after a kill counts again unless all were counted.
    wanted_.total = total;
    return {};
}

base::Result<void> ExportRun::walk() {
    auto& checkpoint = wanted_.checkpoint;
    bool has_ended = false;
    while (!has_ended) {
        const auto slice = TRY(source_->next(checkpoint.place));
        for (std::size_t index = 0; index < parts_.size(); ++index) { TRY(parts_[index].append(slice.texts[index])); }
        if (base::is_planted(base::Fault::HoardMemory)) { hoard_rows(slice); }
        checkpoint.place = slice.place;
        checkpoint.rows += slice.rows;
        dependencies_.figures.exported_rows.add(static_cast<std::uint64_t>(slice.rows));
        wanted_.progress = checkpoint.rows;
        wanted_.total = std::max(wanted_.total, wanted_.progress);
        has_ended = slice.is_last;
        TRY(pause());
    }
    // Whoever is killed from here on need not walk again.
    if (wanted_.status == domain::ExportStatus::InProgress) { return save(); }
    return {};
}

base::Result<void> ExportRun::zip(const std::filesystem::path& path) {
    std::vector<storage::ZipEntry> entries;
    for (std::size_t index = 0; index < parts_.size(); ++index) {
        entries.push_back({.name = domain::export_name(wanted_) + std::string(source_->endings()[index]),
                           .path = parts_[index].path()});
    }
    base::Result<void> paused;
    const bool is_whole = TRY(storage::write_zip(path, entries, dependencies_.sources.clock.now(), [&] {
        paused = pause();
        return paused.ok();
    }));
    return is_whole ? base::Result<void>() : paused;
}

base::Result<void> ExportRun::finish() {
    TRY(change_export(work_, wanted_.id, [&](domain::Export& current) {
        current.status = domain::ExportStatus::Finished;
        current.total = wanted_.checkpoint.rows;
        current.progress = wanted_.checkpoint.rows;
        current.file = domain::export_file(wanted_.id);
        current.checkpoint = {};
        current.finished_at = dependencies_.sources.clock.now();
    }));
    dependencies_.log.info("an export is finished", {{"export", wanted_.id.text()}});
    return {};
}

base::Result<void> ExportRun::fail() {
    TRY(change_export(
        work_, wanted_.id,
        [&](domain::Export& current) {
            current.status = domain::ExportStatus::Error;
            current.checkpoint = {};
            current.finished_at = dependencies_.sources.clock.now();
        },
        storage::Space::GivesBack));
    remove_parts(part_);
    return {};
}

base::Result<void> ExportRun::pause() {
    if (work_.is_stopped()) { return base::unavailable(base::Outcome::None, "the service stops"); }
    if (!dependencies_.files.has_room()) {
        return base::Error{.kind = base::ErrorKind::StorageFull, .detail = "The disk is full."};
    }
    if (dependencies_.sources.clock.steady_now() - saved_at_ < checkpoint_interval) { return {}; }
    return save();
}

base::Result<void> ExportRun::save() {
    auto& checkpoint = wanted_.checkpoint;
    for (std::size_t index = 0; index < parts_.size(); ++index) {
        parts_[index].sync();
        checkpoint.bytes[index] = parts_[index].bytes();
    }
    wanted_.status = domain::ExportStatus::InProgress;
    TRY(change_export(work_, wanted_.id, [&](domain::Export& current) {
        current.status = wanted_.status;
        current.total = wanted_.total;
        current.progress = wanted_.progress;
        current.checkpoint = checkpoint;
    }));
    saved_at_ = dependencies_.sources.clock.steady_now();
    if (const auto part = std::exchange(others_part_, std::nullopt)) { remove_parts(*part); }
    return {};
}

void ExportRun::remove_parts(const std::string& part) const {
    for (std::size_t index = 0; index < source_->endings().size(); ++index) {
        dependencies_.files.remove(domain::export_part_file(part, index));
    }
}

void ExportRun::remove_traces() const {
    using MaybeExport = std::optional<domain::Export>;
    const auto found = storage::read_and_wait(
        dependencies_.database,
        [id = wanted_.id](Transaction& transaction) -> base::Result<MaybeExport> {
            return storage::find_export(transaction, id);
        },
        storage::ReadCost::Point);
    // Where it is still there, another process may need what is here; if not, it is swept away one day.
    if (!found || found.value()) { return; }
    remove_parts(part_);
    dependencies_.files.remove(domain::export_file(wanted_.id));
}

}  // namespace tradewind::jobs
