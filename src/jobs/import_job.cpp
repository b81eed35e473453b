#include "jobs/import_job.h"

#include <algorithm>
#include <utility>

#include "domain/json_fields.h"
#include "operations/purchase_operations.h"
#include "storage/import_store.h"

namespace tradewind::jobs {
namespace {

using storage::Transaction;

// What a record asks for, or why it is refused before the database is asked.
base::Result<domain::NewPurchase> read_record(const domain::ImportRecord& record) {
    if (!record.problem.empty()) { return base::bad_request(record.problem); }
    const auto document = TRY(domain::read_object(record.json));
    std::vector<base::Problem> problems;
    auto purchase = domain::read_purchase(document.root(), problems);
    if (!problems.empty()) { return base::invalid(std::move(problems)); }
    return purchase;
}

}  // namespace

void ImportJob::run() {
    while (!is_stopped_) {
        const auto import = next_import();
        if (!import || !import.value() || !take_in(*import.value())) { return; }
    }
}

base::Result<std::optional<domain::Import>> ImportJob::next_import() const {
    using MaybeImport = std::optional<domain::Import>;
    return storage::read_and_wait(
        surroundings_.database,
        [](Transaction& transaction) -> base::Result<MaybeImport> {
            const auto id = storage::next_import(transaction);
            return id ? storage::find_import(transaction, *id) : MaybeImport();
        },
        storage::ReadCost::Point);
}

bool ImportJob::take_in(const domain::Import& import) {
    const auto file = import.file ? ImportFile::open(surroundings_.files.path_of(*import.file), import) : nullptr;
    if (!file) {
        surroundings_.log.error("the file of an import is missing or damaged", {{"import", import.id.text()}});
        return fail(import.id);
    }
    auto from = import.next;
    while (!is_stopped_) {
        file->fill(records_max_);
        auto slice = prepare(import, from, *file);
        const auto outcome = write(slice);
        if (!outcome && outcome.error().kind == base::ErrorKind::Invalid) {
            // A record was refused after it had begun to write, and the slice was undone. It is found by itself.
            if (slice.records.size() == 1) {
                slice.records.front().record->problem = domain::import_error_reason(outcome.error());
            }
            records_max_ = 1;
            continue;
        }
        if (!outcome || !outcome.value().is_ours) { return false; }
        auto& records = file->records();
        const auto done = records.begin() + static_cast<std::ptrdiff_t>(outcome.value().records);
        if (done != records.begin()) { from = std::prev(done)->end; }
        records.erase(records.begin(), done);
        records_max_ = std::min(records_max_ * 2, records_per_slice);
        if (outcome.value().has_ended) {
            surroundings_.log.info("an import is finished", {{"import", import.id.text()}});
            return true;
        }
    }
    return false;
}

ImportJob::Slice ImportJob::prepare(const domain::Import& import, const base::FilePlace& from, ImportFile& file) const {
    Slice slice{.import = import.id, .from = from, .records = {}, .is_last = false};
    auto& records = file.records();
    const auto count = std::min(records_max_, records.size());
    slice.is_last = file.has_ended() && count == records.size();
    slice.records.reserve(count);
    for (std::size_t index = 0; index < count; ++index) {
        auto purchase = read_record(records[index]);
        Prepared prepared{.record = &records[index], .purchase = {}, .problem = {}};
        if (purchase) {
            prepared.purchase = std::move(purchase).take();
        } else {
            prepared.problem = domain::import_error_reason(purchase.error());
        }
        slice.records.push_back(std::move(prepared));
    }
    return slice;
}

base::Result<ImportJob::Outcome> ImportJob::write(const Slice& slice) const {
    if (surroundings_.moves_place_apart && !slice.records.empty()) {
        const auto moved = storage::write_and_wait(
            surroundings_.database,
            [&](Transaction& transaction) -> base::Result<void> {
                auto import = storage::find_import_for_change(transaction, slice.import).value();
                import.next = slice.records.back().record->end;
                storage::update_import(transaction, import);
                return {};
            },
            storage::Priority::Bulk);
        if (!moved) { return moved.error(); }
    }
    return storage::write_and_wait(
        surroundings_.database, [&](Transaction& transaction) { return write_in(transaction, slice); },
        storage::Priority::Bulk);
}

base::Result<ImportJob::Outcome> ImportJob::write_in(Transaction& transaction, const Slice& slice) const {
    const auto& clock = surroundings_.outside.clock;
    const auto now = clock.now();
    auto import = storage::find_import_for_change(transaction, slice.import);
    const bool is_there = import && (import->next == slice.from || surroundings_.moves_place_apart);
    if (!is_there || import->has_ended() ||
        !storage::take_import_lease(
            transaction, import->id,
            {.holder = surroundings_.holder, .now = now, .until = {now.milliseconds + lease_time.count()}})) {
        return Outcome{};
    }
    const auto definitions = storage::definitions_in(transaction, surroundings_.definitions.current());
    const auto begun = clock.steady_now();
    Outcome outcome{.is_ours = true};
    for (const auto& prepared : slice.records) {
        if (outcome.records > 0 && clock.steady_now() - begun > slice_time_max) { break; }
        TRY(take_in_record(transaction, *definitions, prepared, *import));
        import->next = prepared.record->end;
        ++outcome.records;
    }
    outcome.has_ended = slice.is_last && outcome.records == slice.records.size();
    if (!import->started_at) { import->started_at = now; }
    import->status = outcome.has_ended ? domain::ImportStatus::Finished : domain::ImportStatus::InProgress;
    if (outcome.has_ended) { import->finished_at = now; }
    storage::update_import(transaction, *import);
    return outcome;
}

// Invalid when the record may have written something already.
base::Result<void> ImportJob::take_in_record(Transaction& transaction, const storage::Definitions& definitions,
                                             const Prepared& prepared, domain::Import& import) const {
    auto reason = prepared.problem;
    if (reason.empty()) {
        const auto made = operations::create_purchase(transaction, surroundings_.outside, definitions,
                                                      prepared.purchase, operations::Wakes::No);
        // One that is there already is left alone, so that a file may come twice.
        if (made || made.error().kind == base::ErrorKind::Conflict) {
            ++import.success;
            return {};
        }
        if (made.error().kind == base::ErrorKind::Invalid) { return made.error(); }
        reason = domain::import_error_reason(made.error());
    }
    ++import.errors;
    storage::insert_import_error(transaction, import.id,
                                 {.line = static_cast<std::int64_t>(prepared.record->place.line),
                                  .reason = std::move(reason),
                                  .cells = prepared.record->cells});
    return {};
}

bool ImportJob::fail(base::Id id) const {
    const auto failed = storage::write_and_wait(
        surroundings_.database,
        [&](Transaction& transaction) -> base::Result<void> {
            auto import = storage::find_import_for_change(transaction, id);
            if (!import || import->has_ended()) { return {}; }
            import->status = domain::ImportStatus::Error;
            import->finished_at = surroundings_.outside.clock.now();
            storage::update_import(transaction, *import);
            return {};
        },
        storage::Priority::Bulk);
    return failed.ok();
}

}  // namespace tradewind::jobs
