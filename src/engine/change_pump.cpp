#include "engine/change_pump.h"

#include <algorithm>
#include <map>

#include "base/fault.h"
#include "engine/run_effects.h"
#include "operations/delivery_operations.h"
#include "storage/stores/contacts/contact_store.h"
#include "storage/stores/engine/dead_letter_store.h"

namespace tradewind::engine {
namespace {

using storage::Transaction;

base::Error lost_buckets() {
    return base::conflict("Another process works on these contacts.");
}

std::chrono::milliseconds write_time(const Transaction& transaction) {
    if (transaction.is_elsewhere()) { return ChangePump::write_time_elsewhere_max; }
    return transaction.others_wait() ? ChangePump::write_time_max : ChangePump::write_time_alone_max;
}

// What waits of this contact alone.
void read_queue(Transaction& transaction, ContactWork& work) {
    work.changes = storage::changes_of(transaction, work.contact, ChangePump::changes_per_batch);
    work.newest = work.changes.empty() ? 0 : work.changes.back().number;
    if (std::ssize(work.changes) < ChangePump::changes_per_batch) { return; }
    work.newest = storage::newest_change(transaction, work.contact).value_or(work.newest);
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
    auto batch = TRY(decide_batch());
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
    if (batch.is_full) { read_queue(transaction, work_of(place_.contact)); }
    auto times_left = times_per_batch;
    for (const auto& range : ranges) {
        if (times_left <= 0) { break; }
        for (const auto& due : storage::due_times(transaction, range, now, times_left)) {
            --times_left;
            ++batch.times;
            auto& work = work_of(due.contact);
            work.due_sets.push_back(due.set);
            // Before a time acts, what happened is looked at.
            if (work.changes.empty()) { read_queue(transaction, work); }
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
            if (work.changes.empty()) { read_queue(transaction, work); }
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
        read_queue(transaction, work);
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
    auto batch = TRY(decided);
    // Once more it is the turn of the next batch.
    if (!batch.decisions.empty()) { TRY(write_batch(batch)); }
    return {};
}

void ChangePump::blame(const base::Error& error) {
    run_ = workflows_ ? workflows_->take_deciding() : base::Id{};
    if (error.kind != base::ErrorKind::Internal) { at_.reset(); }
}

base::Result<void> ChangePump::write_effects(Batch& batch) {
    return storage::write_and_wait(
        dependencies_.database,
        [&](Transaction& transaction) -> base::Result<void> {
            for (auto& decision : batch.decisions) {
                auto contact = storage::lock_contact(transaction, decision.work.contact);
                if (!contact) { continue; }
                for (auto& run : decision.runs.runs) {
                    if (run.is_new) { continue; }
                    carry_out(transaction, dependencies_.sources, batch.index->definitions(), *contact, run,
                              batch.index->zone());
                    run.effects.clear();
                }
                decision.work.newest = storage::newest_change(transaction, decision.work.contact).value_or(0);
            }
            return {};
        },
        storage::Priority::Reaction);
}

base::Result<std::vector<base::Id>> ChangePump::write_batch(Batch& batch) {
    if (base::is_planted(base::Fault::EffectFirst)) { TRY(write_effects(batch)); }
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
    BatchWrite common;
    Written written;
    for (auto index = first; index < batch.decisions.size(); ++index) {
        if (written.contacts > 0 && clock.steady_now() - begun > write_time(transaction)) { break; }
        ++written.contacts;
        const auto& decision = batch.decisions[index];
        at_ = decision.work.contact;
        const auto applied = apply(transaction, dependencies_.sources, *batch.index, decision, common);
        if (applied == Applied::Repeat) { written.repeats.push_back(decision.work.contact); }
        at_.reset();
    }
    common.numbers.write(transaction, dependencies_.sources);
    common.members.write(transaction, dependencies_.sources);
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

std::size_t ChangePump::bury(Transaction& transaction, base::Id contact) {
    auto& sources = dependencies_.sources;
    const auto now = sources.clock.now();
    const auto definitions = storage::definitions_in(transaction, dependencies_.definitions.current());
    if (run_.number != 0) {
        fail_run(transaction, sources, *definitions, contact, run_);
        return 0;
    }
    const auto changes = storage::changes_of(transaction, contact, changes_per_batch);
    for (const auto& queued : changes) {
        storage::insert_dead_letter(transaction, {.id = sources.ids.next(),
                                                  .contact = contact,
                                                  .number = queued.number,
                                                  .kind = queued.change.kind,
                                                  .error = "it could not be decided what follows from it",
                                                  .at = now});
        static_cast<void>(storage::delete_change(transaction, contact, queued.number));
    }
    bool had_times = false;
    for (const auto& time : storage::times_of(transaction, contact)) {
        if (time.changes_at > now) { continue; }
        had_times = true;
        storage::set_segment_time(transaction, contact, time.set, std::nullopt);
    }
    if (!changes.empty()) {
        operations::tell_incident(
            transaction, sources, *definitions,
            {.kind = "changes-put-aside",
             .subject = {},
             .place = {},
             .text = "Changes of a contact were put aside: what follows from them could not be decided."});
    } else if (!had_times) {
        for (const auto& timer : storage::run_timers_of(transaction, contact)) {
            if (timer.due_at <= now) { fail_run(transaction, sources, *definitions, contact, timer.run); }
        }
    }
    return changes.size();
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
            static_cast<void>(storage::lock_contact(transaction, contact));
            return bury(transaction, contact);
        },
        storage::Priority::Reaction));
    if (run_.number != 0) {
        dependencies_.log.error("a run was ended: how it goes on could not be decided",
                                {{"contact", contact.text()}, {"run", run_.text()}});
    } else {
        dependencies_.log.error("changes of a contact were put aside: what follows from them could not be decided",
                                {{"contact", contact.text()}, {"changes", static_cast<std::int64_t>(buried)}});
    }
    dependencies_.figures.dead_letters.add(buried);
    at_.reset();
    run_ = {};
    failures_.erase(contact.number);
    return {};
}

}  // namespace tradewind::engine
