#include <algorithm>
#include <set>

#include "domain/filters/period.h"
#include "domain/workflows/nodes/node_kind.h"
#include "domain/workflows/run_json.h"
#include "storage/stores/engine/delivery_store.h"
#include "storage/stores/engine/node_number_store.h"
#include "storage/stores/engine/stored_run_facts.h"
#include "storage/stores/engine/workflow_store.h"
#include "storage/stores/engine/workflow_version_store.h"
#include "world.h"

namespace tradewind::simulation {
namespace {

using domain::NodeKind;
using storage::StoredStep;

constexpr storage::Query count_run_timers{.name = "simulation.count_run_timers",
                                          .sql = "SELECT count(*) FROM run_timers"};
constexpr std::int64_t starts_per_day = domain::starts_per_day_default;

const domain::Node* find_node(const domain::Definition& definition, const std::string& id) {
    const auto found = std::ranges::find(definition.nodes, id, &domain::Node::id);
    return found == definition.nodes.end() ? nullptr : &*found;
}

// Whether the node called somebody, now or before.
bool is_call(const domain::Node& node, const StoredStep& step) {
    return node.kind == NodeKind::SendEvent && step.port && !step.is_skipped && !step.is_failed;
}

// Whether the node did something then. Calls are judged apart: their step is left when they are answered.
bool is_act(const domain::Node& node, const StoredStep& step) {
    if (!step.port || step.is_skipped || step.is_failed || node.kind == NodeKind::SendEvent) { return false; }
    if (node.kind == NodeKind::AssignCoupon) { return *step.port == "assigned" && !step.value; }
    return domain::row_of(node.kind).role == domain::NodeRole::Act;
}

std::string name_of(const RunHistory& history) {
    return "run " + history.run.id.text() + " of workflow " + history.run.workflow.text();
}

// Whether the activity is what the node did, and not what followed from it.
bool is_by(const domain::Activity& activity, base::Id run, const domain::Definition& definition, std::size_t place) {
    const auto& cause = activity.cause;
    if (cause.kind != domain::Cause::Kind::Run || cause.run != run || cause.node != static_cast<std::int64_t>(place)) {
        return false;
    }
    const auto& node = definition.nodes[place];
    if (const auto* const segment = std::get_if<domain::SegmentNode>(&node.parameters)) {
        return domain::subject_of(activity.kind, activity.data) == segment->segment;
    }
    return activity.kind == (node.kind == NodeKind::AssignCoupon ? domain::ActivityKind::CouponAssigned
                                                                 : domain::ActivityKind::ContactUpdated);
}

}  // namespace

void World::blame(const std::string& what) {
    problems_.push_back(what);
}

void World::count(const ContactHistory& history, Tally& tally) {
    for (const auto& [run, steps] : history.runs) {
        const auto workflow = run.workflow.number;
        for (const auto& step : steps) {
            const auto reason = step.reason.value_or("");
            if (step.arrives) { ++tally[{workflow, step.node, "entered", ""}]; }
            if (step.is_skipped) { ++tally[{workflow, step.node, "skipped", reason}]; }
            if (step.is_failed) { ++tally[{workflow, step.node, "failed", reason}]; }
            if (step.port) { ++tally[{workflow, step.node, "left", *step.port}]; }
        }
        if (run.outcome) { ++tally[{workflow, run.node, "ended", std::string(word_of(*run.outcome))}]; }
    }
}

void World::judge_quiet() {
    if (const auto left = queued(); left != 0) { blame(std::to_string(left) + " changes wait"); }
    if (figures.dead_letters.value() != 0) { blame("changes were put aside"); }
}

void World::judge_segments() {
    if (const auto wrong = difference(); !wrong.empty()) { blame(wrong); }
    for (const auto segment : surroundings_.segments) {
        for (const auto& person : people_) {
            const auto moves = told(segment, person.name);
            for (std::size_t at = 1; at < moves.size(); ++at) {
                if (moves[at] == moves[at - 1]) { blame(person.name + " was told " + moves + " of one segment"); }
            }
            if (!moves.empty() && (moves.back() == '+') != is_in(segment, person.name)) {
                blame(person.name + " was told " + moves + " and is elsewhere");
            }
        }
    }
}

void World::judge_numbers(const std::vector<ContactHistory>& all) {
    auto records = erased_;
    for (const auto& history : all) { count(history, records); }
    Tally numbers;
    in_transaction([&](auto& transaction) {
        for (const auto& workflow : known()->workflows) {
            for (const auto& number : storage::node_numbers(transaction, workflow.id)) {
                numbers[{workflow.id.number, number.node, number.what, number.name}] += number.number;
            }
        }
        return true;
    });
    const auto differ = [&](const Tally& some, const Tally& others, const std::string& what) {
        for (const auto& [place, number] : some) {
            const auto other = others.find(place);
            if (other != others.end() && other->second == number) { continue; }
            blame(what + " of node " + std::get<1>(place) + " in workflow " + base::Id{std::get<0>(place)}.text() +
                  ": " + std::get<2>(place) + " " + std::get<3>(place) + " " + std::to_string(number) + ", not " +
                  std::to_string(other == others.end() ? 0 : other->second));
        }
    };
    differ(numbers, records, "the numbers");
    differ(records, numbers, "the records");
}

// Steps are a way through the graph of its version, each visit once.
void World::judge_walk(const RunHistory& history) {
    const auto definition = definition_of(history.run);
    std::map<std::string, std::int64_t> visits;
    std::optional<std::string> expected;
    bool is_inside = false;
    bool is_over = false;
    std::int64_t last_number = 0;
    base::Instant last_at{};
    for (const auto& step : history.steps) {
        const auto where = name_of(history) + ", step " + std::to_string(step.number) + " at " + step.node;
        const auto* const node = find_node(*definition, step.node);
        if (node == nullptr) { return blame(where + ": no such node"); }
        if (step.number != ++last_number) { return blame(where + ": a step is missing"); }
        if (step.at < last_at) { return blame(where + ": time goes back"); }
        last_at = step.at;
        if (is_over) { return blame(where + ": it had ended"); }
        const bool is_ending = step.reason == "goal" || step.reason == "exit" || step.reason == "too many steps";
        if (step.arrives) {
            if (is_inside) { return blame(where + ": it is elsewhere"); }
            if (step.visit != ++visits[step.node]) { return blame(where + ": visit " + std::to_string(step.visit)); }
            is_inside = true;
        } else if (!is_ending && (!is_inside || step.visit != visits[step.node])) {
            return blame(where + ": it is not there");
        }
        if (expected && step.node != *expected) { return blame(where + ": not where it was going, " + *expected); }
        expected = step.node;
        is_over = is_ending;
        if (!step.port) { continue; }
        const auto port = std::ranges::find(node->ports, *step.port);
        if (port == node->ports.end()) { return blame(where + ": no port " + *step.port); }
        const auto next = node->next[static_cast<std::size_t>(port - node->ports.begin())];
        is_inside = false;
        is_over = !next;
        if (next) { expected = definition->nodes[*next].id; }
    }
    const auto& run = history.run;
    const bool has_ended = run.state == domain::RunState::Ended;
    if (is_over && !has_ended) { blame(name_of(history) + " goes on after its end"); }
    if (expected && run.node != *expected) { blame(name_of(history) + " is at " + run.node + ", not " + *expected); }
    if (run.state == domain::RunState::Waiting && !is_inside) { blame(name_of(history) + " waits nowhere"); }
}

// Whoever has not ended waits for something that can come.
void World::judge_rest(const ContactHistory& history, const RunHistory& open) {
    const auto& run = open.run;
    const auto timer = std::ranges::find(history.timers, run.id, &storage::RunTimer::run);
    if (run.state == domain::RunState::Ended) {
        if (timer != history.timers.end()) { blame(name_of(open) + " has ended and has a timer"); }
        if (!run.ended_at || !run.outcome) { blame(name_of(open) + " has ended without an outcome"); }
        return;
    }
    const auto now = known();
    const auto workflow = std::ranges::find(now->workflows, run.workflow, &storage::KnownWorkflow::id);
    const auto status = workflow == now->workflows.end() ? domain::WorkflowStatus::Finished : workflow->status;
    if (status == domain::WorkflowStatus::Finished) { blame(name_of(open) + " is open, and its workflow finished"); }
    if (run.state == domain::RunState::Running) { blame(name_of(open) + " stands still"); }
    if (!run.waits_until) {
        if (status != domain::WorkflowStatus::Paused) { blame(name_of(open) + " waits for nothing"); }
        return;
    }
    if (timer == history.timers.end()) { return blame(name_of(open) + " has no timer"); }
    if (timer->due_at != *run.waits_until) { blame(name_of(open) + " has a timer of another time"); }
    if (*run.waits_until <= clock.now()) { blame(name_of(open) + " should have gone on"); }
}

void World::judge_pauses(const ContactHistory& history) {
    for (const auto& each : history.runs) {
        const auto flow = std::ranges::find(flows_, each.run.workflow, &Flow::id);
        if (flow == flows_.end()) { continue; }
        const auto is_paused = [&](base::Instant at) {
            return std::ranges::any_of(flow->pauses, [&](const auto& pause) {
                return pause.first < at && (!pause.second || at < *pause.second);
            });
        };
        if (is_paused(each.run.started_at)) { blame(name_of(each) + " began in a pause"); }
        const auto definition = definition_of(each.run);
        for (const auto& step : each.steps) {
            const auto* const node = find_node(*definition, step.node);
            if (node != nullptr && is_act(*node, step) && is_paused(step.at)) {
                blame(name_of(each) + " acted in a pause at " + step.node);
            }
        }
    }
}

// What nodes did, as the journal tells it, is what steps tell, no more and no less.
void World::judge_effects(const ContactHistory& history) {
    std::int64_t acts = 0;
    for (const auto& each : history.runs) {
        const auto definition = definition_of(each.run);
        for (std::size_t place = 0; place < definition->nodes.size(); ++place) {
            const auto& node = definition->nodes[place];
            if (domain::row_of(node.kind).role != domain::NodeRole::Act) { continue; }
            const auto steps = std::ranges::count_if(
                each.steps, [&](const StoredStep& step) { return step.node == node.id && is_act(node, step); });
            const auto told_of = std::ranges::count_if(history.activities, [&](const domain::Activity& activity) {
                return is_by(activity, each.run.id, *definition, place);
            });
            const auto* const set = std::get_if<domain::SetFieldNode>(&node.parameters);
            const bool always_tells = (set != nullptr && set->add) || node.kind == NodeKind::AssignCoupon;
            if (told_of > steps || (always_tells && told_of != steps)) {
                blame(name_of(each) + " acted " + std::to_string(told_of) + " times at " + node.id + ", not " +
                      std::to_string(steps));
            }
            const auto* const field =
                set == nullptr ? nullptr : domain::find_field(known()->contact_fields, set->field);
            if (field != nullptr && field->id == "acts") { acts += steps; }
        }
    }
    if (const auto kept = whole_number(history.contact, "acts"); kept != acts) {
        blame(history.contact.email.value_or("") + " was acted on " + std::to_string(kept) + " times, not " +
              std::to_string(acts));
    }
}

void World::judge_limits(const ContactHistory& history) {
    struct Use {
        domain::NodeLimits limits;
        std::vector<base::Instant> at;
    };
    std::map<std::pair<std::int64_t, std::string>, Use> uses;
    for (const auto& each : history.runs) {
        const auto definition = definition_of(each.run);
        for (const auto& step : each.steps) {
            const auto* const node = find_node(*definition, step.node);
            if (node == nullptr || !is_act(*node, step)) { continue; }
            auto& use = uses[{each.run.workflow.number, node->id}];
            use.limits = node->limits;
            use.at.push_back(step.at);
        }
    }
    const auto zone = storage::zone_of_store(*known());
    for (auto& [place, use] : uses) {
        std::ranges::sort(use.at);
        const auto& limits = use.limits;
        const auto where =
            history.contact.email.value_or("") + " at " + place.second + " of " + base::Id{place.first}.text() + ": ";
        if (limits.per_contact && std::ssize(use.at) > *limits.per_contact) { blame(where + "too often"); }
        for (std::size_t index = 1; limits.cool_down && index < use.at.size(); ++index) {
            if (use.at[index] < domain::add(use.at[index - 1], *limits.cool_down, zone)) { blame(where + "too soon"); }
        }
    }
}

void World::judge_totals(const std::vector<ContactHistory>& all) {
    std::map<std::pair<std::int64_t, std::string>, std::pair<std::int64_t, std::int64_t>> uses;  // Limit, uses.
    std::int64_t pool = 0;
    for (const auto& history : all) {
        pool += whole_number(history.contact, "pool");
        for (const auto& each : history.runs) {
            const auto definition = definition_of(each.run);
            for (const auto& step : each.steps) {
                const auto* const node = find_node(*definition, step.node);
                if (node == nullptr || !node->limits.total || !is_act(*node, step)) { continue; }
                auto& use = uses[{each.run.workflow.number, node->id}];
                use.first = *node->limits.total;
                ++use.second;
            }
        }
    }
    for (const auto& [place, use] : uses) {
        const auto where = "node " + place.second + " of " + base::Id{place.first}.text();
        if (use.second > use.first) { blame(where + " acted too often for all"); }
    }
    if (!surroundings_.is_contended) { return; }
    const auto workflow = probes_.pool.number;
    const auto gone = [&](const std::string& what, const std::string& name) {
        const auto found = erased_.find({workflow, "n0", what, name});
        return found == erased_.end() ? std::int64_t{0} : found->second;
    };
    pool += gone("left", "next") - gone("skipped", "limit");
    std::int64_t events = gone("entered", "");
    for (const auto& person : people_) { events += person.events; }
    if (pool != std::min(pool_size, events)) { blame("the pool was used " + std::to_string(pool) + " times"); }
}

// Each call is there once, was sent with the same bytes each time, and was tried only when it was sent.
void World::judge_calls(const std::vector<ContactHistory>& all) {
    constexpr std::int64_t calls_max = 1'000'000;
    const auto calls =
        in_transaction([&](auto& transaction) { return storage::deliveries_after(transaction, {}, {}, calls_max); });
    std::map<std::tuple<std::int64_t, std::string, std::int64_t>, int> made;  // By run, node and visit.
    for (const auto& call : calls) {
        const auto name = "call " + call.id.text();
        ++made[{call.run.number, call.node, call.visit}];
        const auto seen = receivers_.seen(call.id.text());
        if (call.tries > seen.calls) { blame(name + " counts as tried more often than it was sent"); }
        if (seen.is_altered) { blame(name + " was repeated with other bytes"); }
        if (call.state == domain::DeliveryState::Done && seen.calls == 0) { blame(name + " was never sent"); }
        if (call.state == domain::DeliveryState::Dead && domain::retry_delay(call.tries, 0)) {
            blame(name + " was given up too soon");
        }
        if (!call.has_ended()) { blame(name + " still waits"); }
    }
    for (const auto& history : all) {
        std::int64_t probed = 0;
        for (const auto& each : history.runs) {
            const auto definition = definition_of(each.run);
            probed += each.run.workflow == probes_.caller ? 1 : 0;
            for (const auto& step : each.steps) {
                const auto* const node = find_node(*definition, step.node);
                if (node == nullptr || !is_call(*node, step)) { continue; }
                const auto found = made[{each.run.id.number, step.node, step.visit}];
                if (found != 1) { blame(name_of(each) + " left " + std::to_string(found) + " calls at " + step.node); }
            }
        }
        const auto person = std::ranges::find_if(
            people_, [&](const Person& one) { return history.contact.email == one.name + "@example.org"; });
        if (person != people_.end() && probed != person->events) {
            blame(person->name + " was called about " + std::to_string(probed) + " times, not " +
                  std::to_string(person->events));
        }
    }
}

// Who may come in, and come again.
void World::judge_entries(const ContactHistory& history) {
    std::map<std::pair<std::int64_t, std::string>, std::vector<const RunHistory*>> runs;
    for (const auto& each : history.runs) { runs[{each.run.workflow.number, each.run.key}].push_back(&each); }
    const auto zone = storage::zone_of_store(*known());
    for (auto& [place, in_order] : runs) {
        std::ranges::sort(in_order, {},
                          [](const RunHistory* each) { return std::pair(each->run.started_at, each->run.id); });
        std::map<std::int64_t, std::int64_t> by_day;
        for (std::size_t index = 0; index < in_order.size(); ++index) {
            const auto& run = in_order[index]->run;
            if (++by_day[zone.day_of(run.started_at).time_since_epoch().count()] > starts_per_day) {
                blame(name_of(*in_order[index]) + " started too often in a day");
            }
            if (index == 0) { continue; }
            const auto& before = in_order[index - 1]->run;
            if (!before.ended_at || *before.ended_at > run.started_at) {
                blame(name_of(*in_order[index]) + " began before the one of the same key had ended");
            }
            if (before.outcome == domain::RunOutcome::Restarted) { continue; }
            const auto& settings = definition_of(run)->settings;
            using Reentry = domain::WorkflowSettings::Reentry;
            if (settings.reentry == Reentry::Never ||
                (settings.reentry == Reentry::After &&
                 run.started_at < domain::add(before.started_at, settings.reentry_after, zone))) {
                blame(name_of(*in_order[index]) + " came again");
            }
        }
    }
}

// A wait does not end by its limit when what it waits for came before that.
void World::judge_waits(const ContactHistory& history) {
    const auto now = known();
    const auto zone = storage::zone_of_store(*now);
    const domain::EvaluationTime time{.now = clock.now(), .zone = zone};
    for (const auto& each : history.runs) {
        const auto definition = definition_of(each.run);
        std::optional<StoredStep> arrival;
        for (const auto& step : each.steps) {
            const auto* const node = find_node(*definition, step.node);
            const auto* const wait = node == nullptr ? nullptr : std::get_if<domain::WaitForNode>(&node->parameters);
            if (wait == nullptr) { continue; }
            if (step.arrives) { arrival = step; }
            if (!arrival || step.arrives || step.port != "timeout" || step.is_skipped) { continue; }
            const auto until = domain::add(arrival->at, wait->limit, zone);
            if (step.at < until) { blame(name_of(each) + " did not wait at " + step.node); }
            auto since = base::Id::first_at({arrival->at.milliseconds + 1}).number;
            if (each.run.workflow == probes_.reminder) {
                // Nothing but a node that acts at once is between the event and the wait.
                domain::Run run;
                static_cast<void>(domain::read_run_body(each.run.body, *definition, run));
                since = run.started_number;
            }
            const auto missed = in_transaction([&](auto& transaction) {
                storage::StoredFacts facts(transaction, history.contact, [](base::Id) { return false; });
                storage::StoredRunFacts run_facts(transaction, *now, history.contact, facts, clock.now());
                const auto came = run_facts.happenings_since(since, wait->trigger);
                return std::ranges::any_of(came, [&](const domain::Happening& happening) {
                    return happening.journalled_at < until && may_wake(wait->trigger, happening.cause) &&
                           fits(wait->trigger, happening, time);
                });
            });
            if (missed) { blame(name_of(each) + " missed what it waited for at " + step.node); }
        }
    }
}

void World::judge_person(const Person& person, const ContactHistory& history) {
    const auto expect = [&](const std::string& what, std::int64_t found, std::int64_t wanted) {
        if (found == wanted) { return; }
        blame(person.name + ": " + what + " " + std::to_string(found) + ", not " + std::to_string(wanted));
    };
    const auto runs_in = [&](base::Id workflow) {
        return std::ranges::count_if(history.runs,
                                     [&](const RunHistory& each) { return each.run.workflow == workflow; });
    };
    expect("events heard", whole_number(history.contact, "heard"), person.events);
    expect("runs of the ring", runs_in(probes_.ring), 10 * person.kicks);
    expect("subscriptions", runs_in(probes_.welcome), person.subscriptions);
    expect("entries told", runs_in(probes_.silent),
           std::ranges::count_if(history.activities, [&](const domain::Activity& activity) {
               return activity.kind == domain::ActivityKind::ContactEnteredSegment &&
                      domain::subject_of(activity.kind, activity.data) == subscribers_ &&
                      domain::starts_runs(activity.cause.kind);
           }));
    if (person.is_imported) { expect("entries that imports told", runs_in(probes_.silent), 0); }
    std::vector<std::string> surnames;
    for (const auto& [run, steps] : history.runs) {
        for (const auto& step : steps) {
            if (run.workflow == probes_.named && step.node == "n0") { surnames.push_back(step.value.value_or("")); }
            if (run.workflow != probes_.welcome || step.node != "n0") { continue; }
            bool is_subscribed = false;
            for (const auto& [at, subscribed] : person.subscribed) {
                if (at <= step.at) { is_subscribed = subscribed; }
            }
            if ((step.port == "next") != is_subscribed) { blame(person.name + " was welcomed as somebody else"); }
        }
    }
    std::vector<std::string> wanted;
    for (const auto& surname : person.surnames) { wanted.push_back("\"" + surname + "\""); }
    if (surnames == wanted) { return; }
    std::string line = person.name + ": surnames";
    for (const auto& surname : surnames) { line += " " + surname; }
    line += ", not";
    for (const auto& surname : wanted) { line += " " + surname; }
    blame(line);
}

std::string World::problem() {
    judge_quiet();
    judge_segments();
    const auto all = histories();
    judge_numbers(all);
    judge_totals(all);
    judge_calls(all);
    std::size_t timers = 0;
    for (const auto& history : all) {
        timers += history.timers.size();
        for (const auto& run : history.runs) {
            judge_walk(run);
            judge_rest(history, run);
        }
        judge_pauses(history);
        judge_effects(history);
        judge_limits(history);
        judge_entries(history);
        judge_waits(history);
    }
    if (EngineTest::count(count_run_timers) != static_cast<std::int64_t>(timers)) { blame("timers of nobody"); }
    for (const auto& person : people_) {
        const auto found = std::ranges::find_if(
            all, [&](const ContactHistory& history) { return history.contact.email == person.name + "@example.org"; });
        if ((found != all.end()) != person.exists) {
            blame(person.name + " is there, or is not");
        } else if (person.exists) {
            judge_person(person, *found);
        }
    }
    std::string text;
    for (const auto& each : problems_) { text += "  " + each + "\n"; }
    return text;
}

}  // namespace tradewind::simulation
