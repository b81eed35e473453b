#include "engine/change_pump.h"

#include <algorithm>
#include <map>

#include "storage/stores/contacts/contact_store.h"
#include "storage/stores/engine/dead_letter_store.h"

namespace tradewind::engine {
namespace {

using storage::Transaction;

base::Error lost_buckets() {
    return base::conflict("Another process works on these contacts.");
}

}  // namespace

std::vector<storage::BucketRange> ChangePump::held_ranges() const {
    std::vector<storage::BucketRange> ranges;
    for (const auto& lease : dependencies_.leases.held()) {
        const auto bucket = lease.key.subject.number;
        if (!ranges.empty() && ranges.back().last + 1 == bucket) {
            ranges.back().last = bucket;
        } else {
            ranges.push_back({.first = bucket, .last = bucket});
        }
    }
    return ranges;
}

base::Result<bool> ChangePump::run_once() {
    TRY(bury_failures());
    const auto batch = TRY(decide_batch());
    if (batch.decisions.empty()) {
        note(batch);
        return false;
    }
    const auto repeats = TRY(write_batch(batch));
    for (const auto contact : repeats) { TRY(repeat(contact)); }
    note(batch);
    return true;
}

std::vector<ContactWork> ChangePump::collect(Transaction& transaction, Batch& batch) {
    const auto now = dependencies_.sources.clock.now();
    const auto ranges = held_ranges();
    std::vector<storage::QueuedChange> changes;
    for (const auto& range : ranges) {
        const auto wanted = changes_per_batch - std::ssize(changes);
        if (wanted <= 0 || range.last < place_.bucket) { continue; }
        auto after = place_;
        if (range.first > after.bucket) { after = {.bucket = range.first}; }
        auto more = storage::changes_after(transaction, after, range.last, wanted);
        std::move(more.begin(), more.end(), std::back_inserter(changes));
    }
    batch.is_full = std::ssize(changes) >= changes_per_batch;
    // Whoever comes first in the order must not be the only one who is ever looked at.
    place_ = batch.is_full ? storage::ChangePlace{.bucket = domain::bucket_of(changes.back().contact),
                                                  .contact = changes.back().contact}
                           : storage::ChangePlace{};

    std::map<std::int64_t, ContactWork> works;
    const auto work_of = [&](base::Id contact) -> ContactWork& {
        auto& work = works[contact.number];
        work.contact = contact;
        return work;
    };
    for (auto& change : changes) {
        batch.oldest = std::min(batch.oldest.value_or(change.number), change.number);
        auto& work = work_of(change.contact);
        work.newest = std::max(work.newest, change.number);
        work.changes.push_back(std::move(change));
    }
    batch.changes = std::ssize(changes);
    // Of the last one there may be more.
    if (batch.is_full) {
        auto& last = work_of(place_.contact);
        last.newest = storage::newest_change(transaction, last.contact).value_or(last.newest);
        last.changes = storage::changes_of(transaction, last.contact, changes_per_batch);
    }
    auto times_left = times_per_batch;
    for (const auto& range : ranges) {
        if (times_left <= 0) { break; }
        for (const auto& due : storage::due_times(transaction, range, now, times_left)) {
            --times_left;
            ++batch.times;
            auto& work = work_of(due.contact);
            work.due_sets.push_back(due.set);
            // Before a time acts, what happened is looked at.
            if (!work.changes.empty()) { continue; }
            work.changes = storage::changes_of(transaction, due.contact, changes_per_batch);
            work.newest = storage::newest_change(transaction, due.contact).value_or(0);
        }
    }
    times_left = times_per_batch;
    for (const auto& range : ranges) {
        if (times_left <= 0) { break; }
        for (const auto& due : storage::due_run_timers(transaction, range, now, times_left)) {
            --times_left;
            ++batch.times;
            auto& work = work_of(due.contact);
            work.due_runs.push_back(due.run);
            if (!work.changes.empty()) { continue; }
            work.changes = storage::changes_of(transaction, due.contact, changes_per_batch);
            work.newest = storage::newest_change(transaction, due.contact).value_or(0);
        }
    }
    std::vector<ContactWork> sorted;
    sorted.reserve(works.size());
    for (auto& [number, work] : works) { sorted.push_back(std::move(work)); }
    return sorted;
}

base::Result<ChangePump::Batch> ChangePump::decide_batch() {
    const auto begun_at = place_;
    const auto decide_all = [&](Transaction& transaction) -> base::Result<Batch> {
        Batch batch;
        at_.reset();
        place_ = begun_at;
        auto works = collect(transaction, batch);
        if (works.empty() && begun_at.bucket + begun_at.contact.number != 0) {
            works = collect(transaction, batch);  // From the beginning, where the place is now.
        }
        if (works.empty()) { return batch; }
        const auto steady_now = dependencies_.sources.clock.steady_now();
        if (batch.is_full && (!counted_at_ || steady_now - *counted_at_ >= count_interval)) {
            batch.waiting = storage::count_changes(transaction, EngineFigures::waiting_max);
        }
        decide_on(transaction, std::move(works), batch);
        return batch;
    };
    auto decided = storage::read_and_wait(dependencies_.database, decide_all);
    if (!decided) { blame(decided.error()); }
    return decided;
}

void ChangePump::decide_on(Transaction& transaction, std::vector<ContactWork> works, Batch& batch) {
    batch.index = dependencies_.index.of(storage::definitions_in(transaction, dependencies_.definitions.current()));
    if (const auto version = batch.index->definitions().version; workflows_version_ != version) {
        workflows_ = std::make_shared<WorkflowIndex>(transaction, batch.index->definitions(), dependencies_.split_salt,
                                                     workflows_.get());
        workflows_version_ = version;
    }
    std::vector<std::int64_t> ids;
    for (const auto& work : works) {
        ids.push_back(work.contact.number);
        batch.buckets.push_back(domain::bucket_of(work.contact));
    }
    std::sort(batch.buckets.begin(), batch.buckets.end());
    batch.buckets.erase(std::unique(batch.buckets.begin(), batch.buckets.end()), batch.buckets.end());
    std::unordered_map<std::int64_t, domain::Contact> contacts;
    for (auto& contact : storage::find_contacts(transaction, ids)) {
        const auto number = contact.id.number;
        contacts.emplace(number, std::move(contact));
    }
    const auto& clock = dependencies_.sources.clock;
    const auto begun = clock.steady_now();
    const auto now = clock.now();
    for (auto& work : works) {
        if (!batch.decisions.empty() && clock.steady_now() - begun > decide_time_max) { break; }
        const auto found = contacts.find(work.contact.number);
        at_ = work.contact;
        batch.decisions.push_back(
            decide(transaction, *batch.index, *workflows_, std::move(work),
                   found == contacts.end() ? std::nullopt : std::optional(std::move(found->second)), now));
        at_.reset();
    }
}

base::Result<void> ChangePump::repeat(base::Id contact) {
    const auto decide_one = [&](Transaction& transaction) -> base::Result<Batch> {
        at_.reset();
        Batch batch;
        ContactWork work{.contact = contact};
        work.changes = storage::changes_of(transaction, contact, changes_per_batch);
        work.newest = storage::newest_change(transaction, contact).value_or(0);
        const auto now = dependencies_.sources.clock.now();
        for (const auto& time : storage::times_of(transaction, contact)) {
            if (time.changes_at <= now) { work.due_sets.push_back(time.set); }
        }
        for (const auto& timer : storage::run_timers_of(transaction, contact)) {
            if (timer.due_at <= now) { work.due_runs.push_back(timer.run); }
        }
        if (work.changes.empty() && work.due_sets.empty() && work.due_runs.empty()) { return batch; }
        decide_on(transaction, {std::move(work)}, batch);
        return batch;
    };
    auto decided = storage::read_and_wait(dependencies_.database, decide_one);
    if (!decided) { blame(decided.error()); }
    const auto batch = TRY(decided);
    // Once more it is the turn of the next batch.
    if (!batch.decisions.empty()) { TRY(write_batch(batch)); }
    return {};
}

void ChangePump::blame(const base::Error& error) {
    if (error.kind != base::ErrorKind::Internal) { at_.reset(); }
}

base::Result<std::vector<base::Id>> ChangePump::write_batch(const Batch& batch) {
    std::vector<base::Id> repeats;
    for (std::size_t first = 0; first < batch.decisions.size();) {
        const auto written = storage::write_and_wait(
            dependencies_.database,
            [&](Transaction& transaction) -> base::Result<Written> {
                at_.reset();
                if (!dependencies_.leases.are_held_in(transaction, batch.buckets)) { return lost_buckets(); }
                // What is kept changed meanwhile: all of it is decided on again.
                if (transaction.definitions_version() != batch.index->definitions().version) {
                    return Written{.contacts = batch.decisions.size() - first, .is_outdated = true};
                }
                return write_some(transaction, batch, first);
            },
            storage::Priority::Reaction);
        if (!written) { blame(written.error()); }
        if (!written && written.error().kind == base::ErrorKind::Conflict) { dependencies_.leases.note_lost(); }
        const auto done = TRY(written);
        dependencies_.figures.repeats.add(done.is_outdated ? done.contacts : done.repeats.size());
        repeats.insert(repeats.end(), done.repeats.begin(), done.repeats.end());
        for (auto place = first; place < first + done.contacts && !failures_.empty(); ++place) {
            failures_.erase(batch.decisions[place].work.contact.number);
        }
        first += done.contacts;
    }
    return repeats;
}

ChangePump::Written ChangePump::write_some(Transaction& transaction, const Batch& batch, std::size_t first) {
    const auto& clock = dependencies_.sources.clock;
    const auto begun = clock.steady_now();
    HeldSegments held;
    Written written;
    for (auto index = first; index < batch.decisions.size(); ++index) {
        if (written.contacts > 0 && clock.steady_now() - begun > write_time_max) { break; }
        ++written.contacts;
        const auto& decision = batch.decisions[index];
        at_ = decision.work.contact;
        const auto applied = apply(transaction, dependencies_.sources, *batch.index, decision, held);
        if (applied == Applied::Repeat) { written.repeats.push_back(decision.work.contact); }
        at_.reset();
    }
    return written;
}

void ChangePump::note(const Batch& batch) {
    auto& figures = dependencies_.figures;
    figures.changes.add(static_cast<std::uint64_t>(batch.changes));
    figures.times.add(static_cast<std::uint64_t>(batch.times));
    for (const auto& decision : batch.decisions) {
        figures.evaluations.add(decision.sets.size());
        figures.moves.add(static_cast<std::uint64_t>(
            std::count_if(decision.sets.begin(), decision.sets.end(), [](const auto& set) { return set.moves(); })));
    }
    std::int64_t lag = 0;
    if (batch.oldest) {
        const auto made_at = base::Id{*batch.oldest}.made_at();
        lag = std::max<std::int64_t>(0, dependencies_.sources.clock.now().milliseconds - made_at.milliseconds);
    }
    figures.lag.set(lag);
    if (batch.waiting) { counted_at_ = dependencies_.sources.clock.steady_now(); }
    if (batch.waiting || !batch.is_full) { figures.waiting.set(batch.waiting.value_or(batch.changes)); }
}

base::Result<void> ChangePump::bury_failures() {
    if (!at_) { return {}; }
    const auto contact = *at_;
    if (++failures_[contact.number] < attempts_max) {
        at_.reset();
        return {};
    }
    const auto buried = TRY(storage::write_and_wait(
        dependencies_.database,
        [&](Transaction& transaction) -> base::Result<std::size_t> {
            if (!dependencies_.leases.are_held_in(transaction, {domain::bucket_of(contact)})) { return lost_buckets(); }
            const auto changes = storage::changes_of(transaction, contact, changes_per_batch);
            for (const auto& queued : changes) {
                storage::insert_dead_letter(transaction, {.id = dependencies_.sources.ids.next(),
                                                          .contact = contact,
                                                          .number = queued.number,
                                                          .kind = queued.change.kind,
                                                          .error = "it could not be decided what follows from it",
                                                          .at = dependencies_.sources.clock.now()});
                static_cast<void>(storage::delete_change(transaction, contact, queued.number));
            }
            for (const auto& time : storage::times_of(transaction, contact)) {
                if (time.changes_at > dependencies_.sources.clock.now()) { continue; }
                storage::set_segment_time(transaction, contact, time.set, std::nullopt);
            }
            return changes.size();
        },
        storage::Priority::Reaction));
    dependencies_.log.error("changes of a contact were put aside: what follows from them could not be decided",
                            {{"contact", contact.text()}, {"changes", static_cast<std::int64_t>(buried)}});
    dependencies_.figures.dead_letters.add(buried);
    at_.reset();
    failures_.erase(contact.number);
    return {};
}

}  // namespace tradewind::engine
