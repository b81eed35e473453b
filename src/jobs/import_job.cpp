#include "jobs/import_job.h"

#include <algorithm>
#include <functional>
#include <iterator>
#include <utility>

#include "base/fault.h"
#include "operations/contact_operations.h"
#include "storage/stores/contacts/erasure_store.h"
#include "storage/stores/jobs/import_store.h"

namespace tradewind::jobs {
namespace {

using storage::Transaction;

constexpr std::string_view erased_person = "tells of somebody who was erased after the file was uploaded";
constexpr std::string_view lost_file = "The file of the import is missing or damaged.";

// The cells of a row for its report, unless they are too many to be kept there. A purchase may have several rows; what
// reads it has seen to that.
std::vector<std::string> reported_cells(domain::ImportType type, const domain::ImportRecord& record) {
    const bool is_told =
        type == domain::ImportType::Purchases || record.end.offset - record.place.offset <= domain::told_row_bytes_max;
    return is_told ? record.cells : std::vector<std::string>();
}

// Whether a slice failed for what one of its records asks, and not for the state of the world. What the database cannot
// do with a record is our mistake, and in the log; the others go in all the same.
bool is_about_a_record(const base::Error& error) {
    return error.kind == base::ErrorKind::Invalid || error.kind == base::ErrorKind::Internal;
}

std::string reason_of(const base::Error& error) {
    return error.kind == base::ErrorKind::Invalid ? domain::import_error_reason(error) : "could not be taken in";
}

base::Error import_moved_on() {
    return base::conflict("The import has ended, or another process moved on with it.");
}

void note_error(Transaction& transaction, base::Id import, const domain::ImportRecord& record, std::string reason,
                std::vector<std::string> cells) {
    storage::insert_import_error(
        transaction, import,
        {.line = static_cast<std::int64_t>(record.place.line), .reason = std::move(reason), .cells = std::move(cells)});
}

}  // namespace

void ImportJob::run() {
    while (!work_.is_stopped()) {
        const auto next = next_import();
        if (!next || !next.value()) { return; }
        const auto id = *next.value();
        const auto import = claim(id);
        const auto taken_in = import ? take_in(import.value()) : base::Result<void>(import.error());
        if (!taken_in) {
            work_.say_once("an import has to wait", id, taken_in.error());
            break;
        }
    }
    if (work_.is_stopped()) { work_.release(); }
}

base::Result<std::optional<base::Id>> ImportJob::next_import() const {
    return storage::read_and_wait(
        dependencies_.database,
        [](Transaction& transaction) { return base::Result(storage::next_import(transaction)); },
        storage::ReadCost::Point);
}

base::Result<ImportJob::Claimed> ImportJob::claim(base::Id id) {
    return work_.claim(id, [id](Transaction& transaction) -> base::Result<Claimed> {
        auto import = storage::find_import_for_change(transaction, id);
        if (!import || import->has_ended()) { return import_moved_on(); }
        // Whoever deletes the segment that it fills waits for a moment in which no slice holds that one.
        const bool may_overlap = transaction.is_elsewhere() && !import->options.segment &&
                                 operations::import_kind_of(import->type).slices_may_overlap &&
                                 !base::is_planted(base::Fault::MovePlaceApart);
        return Claimed{.import = std::move(*import), .may_overlap = may_overlap};
    });
}

base::Result<void> ImportJob::take_in(const Claimed& claimed) {
    const auto& import = claimed.import;
    Work work{.import = import.id,
              .facts = {},
              .file = import.file ? ImportFile::open(dependencies_.files.path_of(*import.file), import) : nullptr,
              .from = import.next,
              .ready = {},
              .may_overlap = claimed.may_overlap};
    if (!work.file) {
        dependencies_.log.error("the file of an import is missing or damaged", {{"import", import.id.text()}});
        return fail(import.id, lost_file);
    }
    work.facts =
        std::make_shared<const operations::ImportFacts>(operations::ImportFacts{.type = import.type,
                                                                                .options = import.options,
                                                                                .header = work.file->header(),
                                                                                .created_at = import.created_at});
    prepare(work);
    while (!work_.is_stopped()) {
        if (work.under_way.empty()) { begin(work); }
        begin_early(work);
        work.done.reset();
        prepare(work);
        const bool was_early = work.under_way.front().slice->turn != nullptr;
        const auto outcome = finish(work);
        const bool is_unknown = !outcome && outcome.error().outcome == base::Outcome::Unknown;
        if (!outcome && !is_unknown && (was_early || is_about_a_record(outcome.error()))) { continue; }
        if (!outcome) { return outcome.error(); }
        work_.has_worked();
        dependencies_.figures.imported_rows.add(outcome.value().records);
        if (outcome.value().has_ended) {
            dependencies_.log.info("an import is finished", {{"import", import.id.text()}});
            return {};
        }
    }
    return {};
}

void ImportJob::begin(Work& work) {
    auto slice = next_slice(work);
    if (base::is_planted(base::Fault::MovePlaceApart)) { move_place_apart(*slice); }
    work.under_way.emplace_back(*this, std::move(slice));
}

void ImportJob::begin_early(Work& work) {
    const auto& first = *work.under_way.front().slice;
    if (!work.may_overlap || work.slices_in_turn > 0 || first.is_last) { return; }
    prepare(work);
    auto slice = next_slice(work);
    if (slice->records.empty() || share_people(first, *slice)) { return give_back(work, *slice, 0); }
    slice->from = first.records.back().record.end;
    slice->turn = first.next_turn;
    work.under_way.emplace_back(*this, std::move(slice));
}

base::Result<ImportJob::Outcome> ImportJob::finish(Work& work) const {
    const auto slice = work.under_way.front().slice;
    auto outcome = work.under_way.front().writing.wait();
    work.under_way.pop_front();
    slice->next_turn->raise();
    const bool is_whole = outcome && outcome.value().records == slice->records.size();
    const bool was_early = slice->turn != nullptr;
    const bool is_in_vain = !is_whole && (was_early || !work.under_way.empty());
    // Where it was not done as a whole, the one behind it cannot be.
    if (!is_whole && !work.under_way.empty()) {
        const auto behind = work.under_way.front().slice;
        work.under_way.pop_front();
        give_back(work, *behind, 0);
    }
    if (is_in_vain) {
        work.slices_in_turn = work.slices_in_turn_next;
        work.slices_in_turn_next = std::min(2 * work.slices_in_turn_next, slices_in_turn_max);
    } else if (was_early) {
        work.slices_in_turn_next = 1;
    } else if (work.slices_in_turn > 0) {
        --work.slices_in_turn;
    }
    if (was_early && !outcome) {
        give_back(work, *slice, 0);
    } else {
        settle(work, *slice, outcome);
    }
    work.done = slice;
    return outcome;
}

// Reads on until the next slice can be made.
void ImportJob::prepare(Work& work) const {
    if (work.ready.size() >= work.records_max) { return; }
    work.file->fill(work.records_max - work.ready.size());
    const auto definitions = dependencies_.definitions.current();
    auto& records = work.file->records();
    std::vector<const domain::ImportRecord*> readable;
    for (const auto& record : records) {
        if (record.problem.empty()) { readable.push_back(&record); }
    }
    auto changes = operations::import_kind_of(work.facts->type).read(*work.facts, readable, *definitions);
    auto change = changes.begin();
    for (auto& record : records) {
        Prepared prepared{.record = {}, .change = {}, .problem = record.problem, .definitions = definitions};
        if (record.problem.empty()) {
            if (*change) {
                prepared.change = std::move(*change).take();
            } else {
                prepared.problem = domain::import_error_reason(change->error());
            }
            ++change;
        }
        prepared.record = std::move(record);
        work.ready.push_back(std::move(prepared));
    }
    records.clear();
}

std::shared_ptr<ImportJob::Slice> ImportJob::next_slice(Work& work) const {
    auto slice =
        std::make_shared<Slice>(Slice{.import = work.import, .facts = work.facts, .from = work.from, .records = {}});
    const auto count = std::min(work.records_max, work.ready.size());
    const auto end = work.ready.begin() + static_cast<std::ptrdiff_t>(count);
    slice->records.assign(std::make_move_iterator(work.ready.begin()), std::make_move_iterator(end));
    work.ready.erase(work.ready.begin(), end);
    slice->is_last = work.file->has_ended() && work.ready.empty();
    if (work.may_overlap) { slice->people = people_in(slice->records); }
    return slice;
}

void ImportJob::settle(Work& work, Slice& slice, const base::Result<Outcome>& outcome) const {
    auto& records = slice.records;
    std::size_t done = 0;
    if (outcome) {
        done = outcome.value().records;
        if (done > 0) { work.from = records[done - 1].record.end; }
        work.records_max = next_records_max(work, done, done < records.size());
    } else if (is_about_a_record(outcome.error())) {
        // A record was refused after it had begun to write, and the slice was undone. It is found by itself.
        if (records.size() == 1) { records.front().problem = reason_of(outcome.error()); }
        work.records_max = 1;
    }
    give_back(work, slice, done);
}

// Alone, a slice may always be cut. Where others are begun behind it they are begun for nothing then, so that slices
// stay below what was too much once.
std::size_t ImportJob::next_records_max(Work& work, std::size_t done, bool was_cut) {
    work.was_cut = work.was_cut || was_cut;
    const bool goes_slowly = work.may_overlap && work.was_cut;
    const auto after_a_cut = goes_slowly ? std::max<std::size_t>(1, done - done / 8) : done + done / 4 + 1;
    const auto after_a_whole = goes_slowly ? work.records_max + work.records_max / 8 + 1 : work.records_max * 2;
    return std::min(was_cut ? after_a_cut : after_a_whole, records_per_slice);
}

// What was not done of a slice is done again, before what comes behind it.
void ImportJob::give_back(Work& work, Slice& slice, std::size_t done) {
    const auto rest = slice.records.begin() + static_cast<std::ptrdiff_t>(done);
    work.ready.insert(work.ready.begin(), std::make_move_iterator(rest), std::make_move_iterator(slice.records.end()));
}

std::vector<std::size_t> ImportJob::people_in(const std::vector<Prepared>& records) {
    std::vector<std::size_t> people;
    for (const auto& prepared : records) {
        for (const auto& key : prepared.change.people) { people.push_back(std::hash<std::string>()(text_of(key))); }
    }
    std::ranges::sort(people);
    return people;
}

// Perhaps: two keys may have one hash.
bool ImportJob::share_people(const Slice& one, const Slice& other) {
    std::vector<std::size_t> shared;
    std::ranges::set_intersection(one.people, other.people, std::back_inserter(shared));
    return !shared.empty();
}

void ImportJob::move_place_apart(const Slice& slice) const {
    if (slice.records.empty()) { return; }
    const auto moved = storage::write_and_wait(
        dependencies_.database,
        [&](Transaction& transaction) -> base::Result<void> {
            auto import = storage::find_import_for_change(transaction, slice.import).value();
            import.next = slice.records.back().record.end;
            storage::update_import(transaction, import);
            return {};
        },
        storage::BulkSender::Imports);
    if (!moved) { dependencies_.log.error("the planted fault could not be made"); }
}

base::Result<ImportJob::Outcome> ImportJob::write_in(Transaction& transaction, const Slice& slice) const {
    const auto& clock = dependencies_.sources.clock;
    std::optional<domain::Import> import;
    if (!slice.turn) { import = TRY(hold_import(transaction, slice)); }
    auto now = clock.now();
    const auto definitions = storage::definitions_in(transaction, dependencies_.definitions.current());
    const auto has_erasures = [&] { return storage::has_erasure_after(transaction, slice.import); };
    const bool had_erasures = has_erasures();
    std::vector<const Prepared*> taken_in;
    const auto time_max = transaction.is_elsewhere() ? slice_time_elsewhere_max : slice_time_max;
    const auto people = [&slice] {
        std::vector<domain::ContactKey> keys;
        for (const auto& prepared : slice.records) {
            keys.insert(keys.end(), prepared.change.people.begin(), prepared.change.people.end());
        }
        return keys;
    };
    auto open_slice = operations::open_import_slice(transaction, dependencies_.sources, *slice.facts, people);
    const auto begun = clock.steady_now();
    Outcome outcome;
    auto next = slice.from;
    for (const auto& prepared : slice.records) {
        if (outcome.records > 0 && clock.steady_now() - begun > time_max) { break; }
        if (had_erasures && tells_of_erased(transaction, slice, prepared)) {
            note_error(transaction, slice.import, prepared.record, std::string(erased_person), {});
            ++outcome.errors;
        } else {
            TRY(take_in_record(open_slice, definitions, slice, prepared, outcome));
            taken_in.push_back(&prepared);
        }
        next = prepared.record.end;
        ++outcome.records;
    }
    if (slice.turn) {
        import = TRY(hold_import_in_turn(transaction, slice));
        now = clock.now();
    }
    // PostgreSQL lets somebody be erased meanwhile. Then the slice is undone, and each record taken in by itself.
    const auto is_erased = [&](const Prepared* prepared) { return tells_of_erased(transaction, slice, *prepared); };
    if (has_erasures() && std::ranges::any_of(taken_in, is_erased)) {
        return base::invalid("", std::string(erased_person));
    }
    // All that was asked for is done by now: nothing waits for anybody but the next one.
    slice.next_turn->raise();
    outcome.has_ended = slice.is_last && outcome.records == slice.records.size();
    import->next = next;
    import->success += outcome.success;
    import->errors += outcome.errors;
    if (!import->started_at) { import->started_at = now; }
    import->status = outcome.has_ended ? domain::ImportStatus::Finished : domain::ImportStatus::InProgress;
    if (outcome.has_ended) { import->finished_at = now; }
    if (outcome.has_ended && import->success + import->errors != import->total) {
        import->status = domain::ImportStatus::Error;
        import->error_reason = std::string(lost_file);
    }
    storage::update_import(transaction, *import);
    return outcome;
}

base::Result<domain::Import> ImportJob::hold_import(Transaction& transaction, const Slice& slice) {
    auto import = storage::find_import_for_change(transaction, slice.import);
    const bool is_there = import && (import->next == slice.from || base::is_planted(base::Fault::MovePlaceApart));
    if (!is_there || import->has_ended()) { return import_moved_on(); }
    return std::move(*import);
}

base::Result<domain::Import> ImportJob::hold_import_in_turn(Transaction& transaction, const Slice& slice) {
    // What is still unsent goes with this, and not only when the turn has come.
    const auto import = storage::find_import(transaction, slice.import);
    if (!import || import->has_ended()) { return import_moved_on(); }
    if (!slice.turn->wait_for(turn_wait_max)) { return base::conflict("The slice before this one is not done."); }
    slice.turn->raise();  // For when this has to run again.
    return hold_import(transaction, slice);
}

// Invalid when the record may have written something already.
base::Result<void> ImportJob::take_in_record(operations::ImportSlice& open,
                                             const std::shared_ptr<const storage::Definitions>& definitions,
                                             const Slice& slice, const Prepared& prepared, Outcome& outcome) const {
    auto reason = prepared.problem;
    if (reason.empty()) {
        const bool is_read_by_them = prepared.definitions->version == definitions->version;
        auto made = base::Result<void>();
        if (is_read_by_them) {
            made = prepared.change.make(open, *prepared.definitions);
        } else {
            const domain::ImportRecord* const record = &prepared.record;
            const auto changes =
                operations::import_kind_of(slice.facts->type).read(*slice.facts, {&record, 1}, *definitions);
            made = changes.front()
                       ? changes.front().value().make(open, *definitions)
                       : base::Result<void>(base::bad_request(domain::import_error_reason(changes.front().error())));
        }
        if (made) {
            ++outcome.success;
            return {};
        }
        if (made.error().kind == base::ErrorKind::Invalid) { return made.error(); }
        if (slice.turn) { return base::conflict("What the slice before this one does may change this."); }
        reason = domain::import_error_reason(made.error());
    }
    ++outcome.errors;
    note_error(open.transaction, slice.import, prepared.record, std::move(reason),
               reported_cells(slice.facts->type, prepared.record));
    return {};
}

bool ImportJob::tells_of_erased(Transaction& transaction, const Slice& slice, const Prepared& prepared) const {
    return std::ranges::any_of(prepared.change.people, [&](const domain::ContactKey& key) {
        return operations::was_erased_after(transaction, dependencies_.secret_key, key, slice.import);
    });
}

base::Result<void> ImportJob::fail(base::Id id, std::string_view reason) {
    return work_.write([&](Transaction& transaction) -> base::Result<void> {
        auto import = storage::find_import_for_change(transaction, id);
        if (!import || import->has_ended()) { return {}; }
        import->status = domain::ImportStatus::Error;
        import->error_reason = reason;
        import->finished_at = dependencies_.sources.clock.now();
        storage::update_import(transaction, *import);
        return {};
    });
}

}  // namespace tradewind::jobs
