#include "engine/segment_step.h"

#include <algorithm>
#include <map>
#include <set>

#include "base/fault.h"
#include "domain/filters/evaluate.h"
#include "operations/segment_member_operations.h"
#include "storage/stores/contacts/contact_store.h"
#include "storage/stores/engine/segment_member_store.h"
#include "storage/stores/engine/segment_store.h"
#include "storage/stores/engine/stored_facts.h"

namespace tradewind::engine {
namespace {

using storage::Transaction;

// The sets that are to be looked at, by place, with what caused it.
std::map<std::size_t, domain::Cause> concerned_sets(const SegmentIndex& index, const ContactWork& work) {
    std::map<std::size_t, domain::Cause> concerned;
    for (const auto set : work.due_sets) {
        if (const auto place = index.find_set(set)) { concerned[*place] = {}; }
    }
    std::vector<std::size_t> places;
    for (const auto& queued : work.changes) {
        places.clear();
        index.add_concerned(queued.change, places);
        for (const auto place : places) {
            const auto [known, is_new] = concerned.try_emplace(place, queued.cause);
            // Of several causes the last one that starts runs: what happened beside an import did happen.
            if (!is_new && (domain::starts_runs(queued.cause.kind) || !domain::starts_runs(known->second.kind))) {
                known->second = queued.cause;
            }
        }
    }
    if (base::is_planted(base::Fault::LoseCause)) {
        for (auto& [place, cause] : concerned) { cause = {}; }
    }
    return concerned;
}

// Before the lease of the bucket is looked at, the queue row is all that tells of a change.
void forget_work(Transaction& transaction, const ContactDecision& decision) {
    for (std::size_t place = 0; place < decision.runs.changes; ++place) {
        const auto& queued = decision.work.changes[place];
        static_cast<void>(storage::delete_change(transaction, queued.contact, queued.number));
    }
}

const std::optional<domain::Segment>& hold(Transaction& transaction, base::Id segment, BatchWrite& batch) {
    const auto [known, is_new] = batch.segments.try_emplace(segment.number);
    if (is_new) { known->second = storage::hold_segment(transaction, segment); }
    return known->second;
}

void move_member(Transaction& transaction, base::Sources& sources, const storage::Definitions& definitions,
                 const domain::Segment& segment, domain::Contact& contact, const SetDecision& found,
                 operations::MemberSums& sums) {
    using operations::MemberMove;
    if (found.is_built) {
        const auto move = found.holds ? MemberMove::Enter : MemberMove::Leave;
        operations::move_built_member(transaction, sources, move, segment, contact.id, &sums);
    } else if (found.holds != found.was_member) {
        const auto move = found.holds ? operations::enter_segment : operations::leave_segment;
        move(transaction, sources, definitions, segment, contact, found.cause, &sums);
    } else {
        operations::tell_segment_difference(transaction, sources, definitions, segment, contact);
    }
}

void keep_time(Transaction& transaction, base::Id contact, base::Id set, const SetDecision& decision) {
    if (!decision.has_new_time()) { return; }
    const bool is_dropped = base::is_planted(base::Fault::DropTimeRow);
    storage::set_segment_time(transaction, contact, set, is_dropped ? std::nullopt : decision.changes_at);
}

// Whether the segment still has the set that was decided on: while the contact was waited for, a build may have ended.
bool is_same(const domain::Segment& segment, const LiveSet& set) {
    if (!set.is_in_force) { return segment.next_set == set.set; }
    return segment.member_set == set.set && segment.told_set == set.told_set;
}

}  // namespace

ContactDecision decide(Transaction& transaction, const SegmentIndex& index, WorkflowIndex& workflows, ContactWork work,
                       const std::optional<domain::Contact>& contact, base::Instant now) {
    ContactDecision decision{.work = std::move(work)};
    decision.runs.changes = decision.work.changes.size();
    if (!contact) {
        decision.is_gone = true;
        return decision;
    }
    const auto concerned = concerned_sets(index, decision.work);
    if (concerned.empty() && workflows.is_empty()) { return decision; }

    // Read when somebody asks for them: most runs go on without.
    std::optional<std::set<std::int64_t>> known_sets;
    const auto sets = [&]() -> std::set<std::int64_t>& {
        if (!known_sets) {
            known_sets.emplace();
            for (const auto set : storage::sets_of(transaction, contact->id)) { known_sets->insert(set.number); }
        }
        return *known_sets;
    };
    std::map<std::int64_t, base::Instant> times;
    if (!concerned.empty()) {
        for (const auto& time : storage::times_of(transaction, contact->id)) {
            times[time.set.number] = time.changes_at;
        }
    }
    storage::StoredFacts facts(transaction, *contact, [&](base::Id segment) {
        const auto members = index.member_set(segment);
        return members && sets().contains(members->number);
    });
    const domain::EvaluationTime time{.now = now, .zone = index.zone()};
    const auto look_at_runs = [&] {
        if (workflows.is_empty()) { return; }
        storage::StoredRunFacts run_facts(transaction, index.definitions(), *contact, facts, now);
        decision.runs = decide_runs(transaction, index.definitions(), workflows, run_facts,
                                    {.changes = decision.work.changes, .due_runs = decision.work.due_runs}, time);
    };
    if (base::is_planted(base::Fault::RunsFirst)) { look_at_runs(); }
    for (const auto& [place, cause] : concerned) {
        const auto& set = index.sets()[place];
        const auto evaluation = domain::evaluate(*set.filter, facts, index.definitions().contact_fields, time);
        SetDecision found{.place = place,
                          .holds = evaluation.holds,
                          .was_member = sets().contains(set.set.number),
                          .changes_at = evaluation.changes_at,
                          .is_cut = evaluation.is_cut,
                          .cause = cause,
                          .is_built = !set.is_in_force};
        found.was_told = set.told_set ? sets().contains(set.told_set->number) : found.was_member;
        if (const auto known = times.find(set.set.number); known != times.end()) { found.known_time = known->second; }
        // Whoever names this segment sees it as it will be.
        if (evaluation.holds) {
            sets().insert(set.set.number);
        } else {
            sets().erase(set.set.number);
        }
        decision.sets.push_back(found);
    }
    if (!base::is_planted(base::Fault::RunsFirst)) { look_at_runs(); }
    return decision;
}

Applied apply(Transaction& transaction, base::Sources& sources, const SegmentIndex& index,
              const ContactDecision& decision, BatchWrite& batch) {
    const auto& work = decision.work;
    const auto& sets = decision.sets;
    const bool moves = std::any_of(sets.begin(), sets.end(), [](const SetDecision& set) { return set.moves(); });
    const bool has_runs = !decision.runs.runs.empty() || !decision.runs.idle_timers.empty();
    const bool writes = moves || has_runs || std::any_of(sets.begin(), sets.end(), [](const SetDecision& set) {
                            return set.has_new_time();
                        });
    std::optional<domain::Contact> contact;
    if (writes) { contact = storage::lock_contact(transaction, work.contact); }
    const auto state =
        has_runs ? storage::work_state_of(transaction, work.contact)
                 : storage::WorkState{.newest_change = storage::newest_change(transaction, work.contact).value_or(0)};
    if (state.newest_change > work.newest) { return Applied::Repeat; }
    if (writes && !contact) { return Applied::Done; }  // Everything about it went with it.
    for (const auto& found : sets) {
        const auto& set = index.sets()[found.place];
        if (!found.moves()) { continue; }
        const auto& segment = hold(transaction, set.segment, batch);
        if (!segment || !is_same(*segment, set)) { return Applied::Repeat; }
    }
    // Nobody began, ended or wrote a run since it was decided.
    if (has_runs && state.open_revisions != decision.runs.seen) { return Applied::Repeat; }
    forget_work(transaction, decision);
    for (const auto set : work.due_sets) {
        // Of a set that is not kept any more, or of somebody who is gone.
        if (decision.is_gone || !index.find_set(set)) {
            storage::set_segment_time(transaction, work.contact, set, std::nullopt);
        }
    }
    for (const auto& found : sets) {
        const auto& set = index.sets()[found.place];
        if (found.moves()) {
            move_member(transaction, sources, index.definitions(), *batch.segments.at(set.segment.number), *contact,
                        found, batch.members);
        }
        keep_time(transaction, work.contact, set.set, found);
        if (found.is_cut && set.is_in_force) {
            storage::set_segment_incidents(transaction, set.segment, std::string(long_history_incident));
        }
    }
    if (has_runs) { apply_runs(transaction, sources, index, *contact, decision.runs, batch.numbers); }
    tell_circles(transaction, sources, index.definitions(), decision.runs.circles);
    return Applied::Done;
}

}  // namespace tradewind::engine
