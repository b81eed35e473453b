#include "engine/segment_builds.h"

#include <algorithm>
#include <limits>
#include <utility>

#include "domain/filters/filter_topics.h"
#include "engine/segment_step.h"
#include "operations/delivery_operations.h"
#include "operations/segment_member_operations.h"
#include "operations/segment_operations.h"
#include "storage/stores/contacts/contact_store.h"
#include "storage/stores/engine/contact_sample_store.h"
#include "storage/stores/engine/dead_letter_store.h"
#include "storage/stores/engine/filtered_contacts.h"
#include "storage/stores/engine/segment_build_store.h"
#include "storage/stores/engine/segment_member_store.h"
#include "storage/stores/engine/stored_facts.h"
#include "storage/stores/jobs/lease_store.h"

namespace tradewind::engine {
namespace {

using domain::BuildState;
using storage::Transaction;

bool is_to_be_built(const storage::KnownSegment& segment) {
    return segment.next_set &&
           (segment.build_state == BuildState::Queued || segment.build_state == BuildState::Building);
}

storage::BuildName name_of(const storage::KnownSegment& segment) {
    return {.segment = segment.id, .set = *segment.next_set};
}

base::Id newest_contact(Transaction& transaction) {
    const auto found = storage::contacts_before(transaction, {std::numeric_limits<std::int64_t>::max()},
                                                {.rows_max = 1, .bytes_max = 1});
    return found.empty() ? base::Id() : found.front().id;
}

constexpr std::string_view unreadable_filter =
    R"([{"code":"unreadable-filter","message":"The filter cannot be read any more. Save it anew."}])";

}  // namespace

bool SegmentBuilds::claim(Transaction& transaction, base::Id segment) const {
    const auto now = dependencies_.sources.clock.now();
    const storage::LeaseKey key{.kind = storage::LeaseKind::SegmentBuild, .subject = segment};
    return storage::claim_lease(transaction, key, dependencies_.holder,
                                {.now = now, .until = {now.milliseconds + lease_time.count()}})
        .has_value();
}

template <class Work>
base::Result<bool> SegmentBuilds::write(base::Id segment, Work work) {
    bool is_mine = false;
    auto written = storage::write_and_wait(
        dependencies_.database,
        [&](Transaction& transaction) -> base::Result<bool> {
            is_mine = claim(transaction, segment);
            if (!is_mine) { return false; }
            return work(transaction);
        },
        storage::BulkSender::Segments);
    if (written && !is_mine) { others_[segment.number] = dependencies_.sources.clock.steady_now() + lease_time; }
    return written;
}

base::Result<bool> SegmentBuilds::run_once() {
    index_ = dependencies_.index.of(dependencies_.definitions.current());
    if (checked_version_ != index_->definitions().version || distrusts_times_) {
        const auto rebuilt = TRY(rebuild_outdated());
        if (rebuilt > 0) { return true; }
    }
    const auto& segments = index_->definitions().segments;
    dependencies_.figures.builds.set(std::count_if(segments.begin(), segments.end(), is_to_be_built));
    base::Result<bool> failed = false;
    for (const auto& segment : segments) {
        auto worked = work_on(segment);
        if (worked && worked.value()) { return true; }
        // One that cannot be built is in nobody's way.
        if (!worked) { failed = std::move(worked); }
    }
    return failed;
}

base::Result<std::int64_t> SegmentBuilds::rebuild_outdated() {
    std::vector<std::pair<base::Id, operations::ChangeTopics>> outdated;
    for (const auto& segment : index_->definitions().segments) {
        const auto& text = segment.next_set ? segment.next_filter : segment.filter;
        const auto filter = text ? index_->find_filter(*text) : nullptr;
        const bool has_failed = segment.next_filter && !segment.next_set;
        if (!filter || has_failed) { continue; }
        // Processes whose zones have other rules would have it built for each other again and again: each asks once.
        const bool has_other_calendar = !segment.next_set && segment.calendar != index_->calendar() &&
                                        domain::depends_on_calendar(*filter) &&
                                        asked_.emplace(segment.id.number, index_->calendar()).second;
        if (has_other_calendar || distrusts_times_) { outdated.emplace_back(segment.id, domain::depends_on(*filter)); }
    }
    for (const auto& each : outdated) {
        const auto rebuild = [&](Transaction& transaction) -> base::Result<bool> {
            transaction.lock_definitions();
            return operations::rebuild_segment(transaction, dependencies_.sources, {"engine"}, each.first, each.second)
                .ok();
        };
        TRY(storage::write_and_wait(dependencies_.database, rebuild, storage::BulkSender::Segments));
    }
    checked_version_ = index_->definitions().version;
    distrusts_times_ = false;
    return std::ssize(outdated);
}

base::Result<bool> SegmentBuilds::work_on(const storage::KnownSegment& segment) {
    const auto others = others_.find(segment.id.number);
    if (others != others_.end() && dependencies_.sources.clock.steady_now() < others->second) { return false; }
    // What was told of the set before comes first: there is one such set at most.
    if (segment.told_set) { return tell_slice(segment); }
    if (!is_to_be_built(segment)) { return false; }
    const auto filter = segment.next_filter ? index_->find_filter(*segment.next_filter) : nullptr;
    if (!filter) { return fail(segment); }
    if (!index_->are_inner_ready(*filter)) { return false; }
    if (segment.build_state == BuildState::Queued) { return begin(segment); }
    return build_slice(segment, *filter);
}

base::Result<bool> SegmentBuilds::begin(const storage::KnownSegment& segment) {
    auto& progress = progress_[segment.next_set->number];
    const bool may_begin = TRY(are_older_writes_over(progress));
    if (!may_begin) { return false; }
    progress.calendar = index_->calendar();
    return write(segment.id, [&](Transaction& transaction) -> base::Result<bool> {
        return storage::begin_segment_build(transaction, name_of(segment),
                                            storage::find_sampling(transaction).contacts());
    });
}

base::Result<bool> SegmentBuilds::are_older_writes_over(Progress& progress) {
    const auto open = TRY(storage::read_and_wait(
        dependencies_.database, [](Transaction& transaction) { return base::Result(transaction.open_writes()); },
        storage::ReadCost::Point));
    auto& older = progress.older_writes;
    if (!older) {
        older.emplace(open.begin(), open.end());
        return older->empty();
    }
    const std::set<std::string> still_open(open.begin(), open.end());
    std::erase_if(*older, [&](const std::string& name) { return !still_open.contains(name); });
    return older->empty();
}

base::Result<bool> SegmentBuilds::fail(const storage::KnownSegment& segment) {
    return write(segment.id, [&](Transaction& transaction) -> base::Result<bool> {
        const auto in_force = segment.filter ? index_->find_filter(*segment.filter) : nullptr;
        const auto topics = in_force ? domain::depends_on(*in_force) : operations::ChangeTopics();
        return operations::fail_segment_build(transaction, name_of(segment), std::string(unreadable_filter), topics);
    });
}

base::Result<bool> SegmentBuilds::build_slice(const storage::KnownSegment& segment, const domain::Filter& filter) {
    auto read = read_slice(segment, filter);
    if (!read) {
        TRY(blame(segment, read.error()));
        return read.error();
    }
    const auto slice = std::move(read).take();
    if (slice.version != index_->definitions().version) { return true; }
    if (slice.looked_at == 0) { return finish(segment, filter); }
    bool is_done = false;
    auto written = write(segment.id, [&](Transaction& transaction) -> base::Result<bool> {
        is_done = TRY(write_slice(transaction, segment, slice));
        return true;
    });
    if (written && written.value()) { progress_[segment.next_set->number].is_single = !is_done; }
    return written;
}

base::Result<void> SegmentBuilds::blame(const storage::KnownSegment& segment, const base::Error& error) {
    const auto contact = std::exchange(at_, std::nullopt);
    if (!contact || error.kind != base::ErrorKind::Internal || ++failures_[contact->number] < attempts_max) {
        return {};
    }
    failures_.erase(contact->number);
    left_out_.insert(contact->number);
    dependencies_.log.error("a segment is built without a contact: what its filter says of it could not be decided",
                            {{"contact", contact->text()}});
    dependencies_.figures.dead_letters.add();
    const auto put_aside = [&](Transaction& transaction) -> base::Result<void> {
        storage::insert_dead_letter(transaction,
                                    {.id = dependencies_.sources.ids.next(),
                                     .contact = *contact,
                                     .number = 0,
                                     .error = "what the filter of a segment says of it could not be decided",
                                     .at = dependencies_.sources.clock.now()});
        operations::tell_incident(
            transaction, dependencies_.sources,
            *storage::definitions_in(transaction, dependencies_.definitions.current()),
            {.kind = "contact-left-out",
             .subject = segment.id,
             .place = {},
             .text = "A segment was built without a contact: what its filter says of it could not be decided."});
        return {};
    };
    return storage::write_and_wait(dependencies_.database, put_aside, storage::BulkSender::Segments);
}

base::Result<SegmentBuilds::Slice> SegmentBuilds::read_slice(const storage::KnownSegment& segment,
                                                             const domain::Filter& filter) {
    const auto& clock = dependencies_.sources.clock;
    auto& progress = progress_[segment.next_set->number];
    const storage::FilteredContacts walk(filter, index_->zone());
    return storage::read_and_wait(dependencies_.database, [&](Transaction& transaction) -> base::Result<Slice> {
        at_.reset();
        Slice slice{.version = transaction.definitions_version()};
        const auto kept = storage::find_segment(transaction, segment.id);
        if (!kept || !kept->build || kept->next_set != segment.next_set) { slice.version = -1; }
        if (slice.version != index_->definitions().version) { return slice; }
        slice.after = kept->build->place;
        if (!progress.newest) { progress.newest = newest_contact(transaction); }
        if (slice.after >= *progress.newest) { return slice; }
        const auto begun = clock.steady_now();
        const domain::EvaluationTime time{.now = clock.now(), .zone = index_->zone()};
        const auto looked_at = walk.walk(transaction, slice.after,
                                         {.looked_at_max = progress.is_single ? 1 : contacts_per_slice,
                                          .found_max = found_per_slice,
                                          .bytes_max = bytes_per_slice},
                                         [&](const domain::Contact& contact) {
                                             look_at(transaction, contact, walk.rest(), time, slice);
                                             return clock.steady_now() - begun <= slice_time_max;
                                         });
        slice.last = looked_at.last;
        slice.looked_at = looked_at.count;
        return slice;
    });
}

void SegmentBuilds::look_at(Transaction& transaction, const domain::Contact& contact,
                            const std::optional<domain::Filter>& rest, const domain::EvaluationTime& time,
                            Slice& slice) {
    if (left_out_.contains(contact.id.number)) { return; }
    domain::Evaluation evaluation{.holds = true};
    if (rest) {
        at_ = contact.id;
        storage::StoredFacts facts(transaction, contact, [&](base::Id inner) {
            const auto members = index_->member_set(inner);
            return members && storage::is_member(transaction, *members, contact.id);
        });
        evaluation = domain::evaluate(*rest, facts, index_->definitions().contact_fields, time);
        at_.reset();
    }
    slice.is_cut = slice.is_cut || evaluation.is_cut;
    if (!evaluation.holds && !evaluation.changes_at) { return; }
    slice.contacts.push_back({.contact = contact.id.number,
                              .number = contact.journal.last,
                              .holds = evaluation.holds,
                              .changes_at = evaluation.changes_at});
}

base::Result<bool> SegmentBuilds::write_slice(Transaction& transaction, const storage::KnownSegment& segment,
                                              const Slice& slice) const {
    // Who was erased since the slice was read stays away. What somebody did since then is not in it: it ends before
    // them. Of whom nothing is written nothing can be wrong: the pump looks at what they did.
    std::vector<std::int64_t> ids;
    ids.reserve(slice.contacts.size());
    for (const auto& looked : slice.contacts) { ids.push_back(looked.contact); }
    std::vector<storage::ContactJournal> journals;
    if (!ids.empty()) { journals = storage::lock_journals(transaction, ids); }
    if (transaction.definitions_version() != slice.version) { return true; }
    const auto build = storage::claim_segment_build(transaction, name_of(segment));
    if (!build || build->state != BuildState::Building || build->place != slice.after) { return true; }

    storage::BuiltMembers built{.set = *segment.next_set,
                                .before = segment.member_set,
                                .now = dependencies_.sources.clock.now(),
                                .contacts = {}};
    built.contacts.reserve(journals.size());
    auto last = slice.last;
    auto looked_at = slice.looked_at;
    bool is_stopped = false;
    auto looked = slice.contacts.begin();
    for (const auto& journal : journals) {
        while (looked->contact != journal.contact.number) { ++looked; }
        if (looked->number != journal.number) {
            is_stopped = looked == slice.contacts.begin();
            last = {looked->contact - 1};
            looked_at = storage::count_contacts_between(transaction, slice.after, last);
            break;
        }
        if (looked->holds) { built.contacts.push_back(looked->contact); }
        if (looked->changes_at) {
            storage::set_segment_time(transaction, {looked->contact}, built.set, looked->changes_at);
        }
    }
    const auto entered = storage::insert_built_members(transaction, built);
    const auto done = build->done + looked_at;
    storage::advance_segment_build(
        transaction, name_of(segment),
        {.place = last, .done = done, .total = std::max(done, build->total.value_or(0)), .entered = entered});
    if (slice.is_cut) { storage::set_segment_incidents(transaction, segment.id, std::string(long_history_incident)); }
    return !is_stopped;
}

base::Result<bool> SegmentBuilds::finish(const storage::KnownSegment& segment, const domain::Filter& filter) {
    // Where the calendar became another one meanwhile, or this process did not begin the build, it counts for none.
    const auto& begun_by = progress_[segment.next_set->number].calendar;
    const std::string calendar = begun_by == index_->calendar() ? begun_by : std::string();
    auto finished = write(segment.id, [&](Transaction& transaction) -> base::Result<bool> {
        storage::set_segment_calendar(transaction, name_of(segment), calendar);
        return operations::finish_segment_build(transaction, name_of(segment), domain::depends_on(filter));
    });
    if (finished && finished.value()) { progress_.erase(segment.next_set->number); }
    return finished;
}

base::Result<bool> SegmentBuilds::tell_slice(const storage::KnownSegment& segment) {
    const storage::ComparedSets sets{.before = *segment.told_set, .now = *segment.member_set};
    const auto differences = TRY(storage::read_and_wait(
        dependencies_.database, [&](Transaction& transaction) -> base::Result<std::optional<storage::SetDifferences>> {
            const auto kept = storage::find_segment(transaction, segment.id);
            if (!kept || kept->told_set != segment.told_set) { return std::optional<storage::SetDifferences>(); }
            return std::optional(storage::set_differences(transaction, sets, kept->told_place, differences_per_slice));
        }));
    if (!differences) { return true; }  // The definitions are being loaded anew.
    return write(segment.id, [&](Transaction& transaction) -> base::Result<bool> {
        const auto definitions = storage::definitions_in(transaction, dependencies_.definitions.current());
        for (const auto& difference : differences->found) {
            auto contact = storage::lock_contact(transaction, difference.contact);
            const auto held = storage::hold_segment(transaction, segment.id);
            if (!contact || !held || held->told_set != segment.told_set) { continue; }
            operations::tell_segment_difference(transaction, dependencies_.sources, *definitions, *held, *contact);
        }
        if (differences->next) {
            return storage::advance_telling(transaction, {.segment = segment.id, .set = sets.before},
                                            *differences->next);
        }
        transaction.lock_definitions();
        const auto locked = storage::lock_segment(transaction, segment.id);
        if (locked && locked->told_set == segment.told_set) { storage::finish_telling(transaction, *locked); }
        return true;
    });
}

}  // namespace tradewind::engine
