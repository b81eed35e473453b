#include "engine/run_step.h"

#include <algorithm>
#include <map>
#include <set>

#include "base/fault.h"
#include "domain/workflows/entry.h"
#include "domain/workflows/nodes/node_kind.h"
#include "domain/workflows/run_json.h"
#include "engine/run_effects.h"
#include "operations/delivery_operations.h"
#include "operations/workflow_names.h"
#include "storage/stores/engine/contact_hold_store.h"
#include "storage/stores/engine/dead_letter_store.h"
#include "storage/stores/engine/delivery_store.h"

namespace tradewind::engine {
namespace {

using storage::Transaction;

// Why a run ended that nobody could decide on.
constexpr std::string_view undecided = "could not be decided";

std::int64_t day_number(const base::TimeZone& zone, base::Instant at) {
    return zone.day_of(at).time_since_epoch().count();
}

storage::StoredRun stored_run(const RunDecision& decision) {
    const auto& run = decision.run;
    const auto& definition = decision.version->definition;
    return {.contact = run.contact,
            .id = run.id,
            .workflow = run.workflow,
            .version = run.version,
            .state = run.state,
            .outcome = run.outcome,
            .node = definition.nodes[run.node].id,
            .key = run.key,
            .started_at = run.started_at,
            .ended_at = run.ended_at,
            .waits_until = run.waits_until,
            .revision = decision.revision,
            .body = domain::write_run_body(run, definition)};
}

// Nothing when it makes no sense with its version.
std::optional<domain::Run> read_run(const storage::StoredRun& stored, const WorkflowVersion& version) {
    const auto& nodes = version.definition.nodes;
    const auto node = std::ranges::find(nodes, stored.node, &domain::Node::id);
    if (node == nodes.end()) { return std::nullopt; }
    domain::Run run{.id = stored.id,
                    .workflow = stored.workflow,
                    .version = stored.version,
                    .contact = stored.contact,
                    .key = stored.key,
                    .state = stored.state,
                    .outcome = stored.outcome,
                    .started_at = stored.started_at,
                    .ended_at = stored.ended_at,
                    .node = static_cast<std::size_t>(node - nodes.begin()),
                    .waits_until = stored.waits_until};
    return domain::read_run_body(stored.body, version.definition, run) ? std::optional(std::move(run)) : std::nullopt;
}

class RunStep {
  public:
    RunStep(Transaction& transaction, const storage::Definitions& definitions, WorkflowIndex& workflows,
            storage::StoredRunFacts& facts, const domain::EvaluationTime& time)
        : transaction_(transaction),
          names_(operations::workflow_names(definitions)),
          store_(definitions.store),
          workflows_(workflows),
          facts_(facts),
          time_(time) {
        for (const auto& stored : storage::open_runs_of(transaction, facts.contact().id)) {
            decisions_.seen[stored.id.number] = stored.revision;
            // A sweep ends it.
            if (workflows.is_finished(stored.workflow)) { continue; }
            auto version = workflows.find(transaction, definitions, stored.workflow, stored.version);
            auto run = version ? read_run(stored, *version) : std::nullopt;
            if (!run) { continue; }
            open_.push_back({.version = std::move(version), .run = std::move(*run), .revision = stored.revision});
        }
    }

    RunDecisions decide(const RunWork& work) {
        if (base::is_planted(base::Fault::TimersFirst)) { look_at_timers(work); }
        // Whoever is between two nodes goes on first: what stands in the queue is behind what brought it there.
        for (auto& open : open_) {
            if (open.run.state == domain::RunState::Running && !writes_) {
                wake(open, {.number = std::max(open.run.arrived_number, open.run.started_number)});
            }
        }
        for (const auto& queued : work.changes) {
            if (writes_) { return take(); }
            look_at(queued);
            ++decisions_.changes;
        }
        look_at_timers(work);
        return take();
    }

  private:
    struct OpenRun {
        std::shared_ptr<const WorkflowVersion> version;
        domain::Run run;
        std::int64_t revision = 0;
        bool is_new = false;
        bool is_changed = false;
        bool goes_on = false;
        std::vector<domain::StepRecord> steps = {};
        std::vector<domain::Effect> effects = {};
        // Once it has effects: as it was before what happened then.
        std::optional<domain::Run> before_effects = {};
        std::size_t steps_before_effects = 0;
    };

    [[nodiscard]] domain::RunSituation situation(const WorkflowVersion& version) {
        if (!is_contact_on_hold_) {
            is_contact_on_hold_ = storage::find_contact_hold(transaction_, facts_.contact().id).has_value();
        }
        return {.definition = version.definition,
                .names = names_.filters,
                .store = store_,
                .salt = workflows_.salt(),
                .is_paused = *is_contact_on_hold_ || workflows_.is_paused(version.workflow)};
    }
    // Whatever happens from now on has a larger one, also in this millisecond.
    [[nodiscard]] std::int64_t newest_number() const {
        return std::max(facts_.contact().journal.last, base::Id::first_at(time_.now).number - 1);
    }

    // The answer to the call that a run waits for, once there is one.
    std::optional<domain::CallAnswer> answer_to(const OpenRun& open) {
        const auto& run = open.run;
        const auto& node = open.version->definition.nodes[run.node];
        const auto visits = run.visits.find(run.node);
        if (node.kind != domain::NodeKind::SendEvent || visits == run.visits.end()) { return std::nullopt; }
        const auto visit = visits->second.count;
        const auto answer = storage::find_delivery_answer(
            transaction_, {.contact = run.contact, .run = run.id, .node = node.id, .visit = visit});
        if (!answer) { return std::nullopt; }
        return domain::CallAnswer{
            .node = run.node, .visit = visit, .is_sent = *answer == storage::DeliveryAnswer::Sent};
    }

    void look_at_timers(const RunWork& work) {
        for (const auto due : work.due_runs) {
            const auto found = std::ranges::find(open_, due, [](const OpenRun& open) { return open.run.id; });
            if (found == open_.end()) {
                decisions_.idle_timers.push_back(due);
            } else if (!writes_) {
                // Its timer is set anew, also when it has nothing to do yet.
                found->is_changed = true;
                wake(*found, {.number = newest_number(), .answer = answer_to(*found)});
            }
        }
    }

    void look_at(const storage::QueuedChange& queued) {
        if (const auto workflow = storage::enrolment_in(queued)) { return enrol(*workflow); }
        std::optional<domain::Happening> happening;
        const auto told = [&]() -> const domain::Happening& {
            if (!happening) { happening = facts_.happening_of(queued); }
            return *happening;
        };
        for (auto& open : open_) {
            if (open.run.state == domain::RunState::Ended) { continue; }
            const bool is_waiting = open.run.state == domain::RunState::Waiting;
            if (open.version->ending.hear(queued.change) ||
                (is_waiting && open.version->waits_for(open.run.node, queued.change))) {
                wake(open, {.number = queued.number, .happening = &told()});
            }
        }
        for (const auto& version : workflows_.newest()) {
            if (!version->entering.hear(queued.change)) { continue; }
            const bool has_triggers = !version->definition.triggers.empty();
            if (has_triggers) {
                enter(version, &told());
            } else if (domain::starts_runs(queued.cause.kind)) {
                enter(version, nullptr);
            }
        }
    }

    void enrol(base::Id workflow) {
        for (const auto& version : workflows_.newest()) {
            if (version->workflow == workflow) { enter(version, nullptr); }
        }
    }

    class History final : public domain::EntryHistory {
      public:
        History(RunStep& step, const WorkflowVersion& version) : step_(step), version_(version) {}

        domain::PastRuns past_runs(const std::string& key) override {
            auto past = storage::past_runs(step_.transaction_, {.contact = step_.facts_.contact().id,
                                                                .workflow = version_.workflow,
                                                                .key = key,
                                                                .at = step_.time_.now,
                                                                .day = day_number(step_.time_.zone, step_.time_.now)});
            // What was decided since is not written yet.
            past.open_runs = 0;
            past.has_open_run = false;
            for (const auto& open : step_.open_) {
                if (open.run.workflow != version_.workflow) { continue; }
                if (open.is_new) {
                    ++past.entries;
                    ++past.started_today;
                    if (open.run.key == key) { past.last_started_at = open.run.started_at; }
                }
                if (open.run.state == domain::RunState::Ended) { continue; }
                ++past.open_runs;
                past.has_open_run = past.has_open_run || open.run.key == key;
            }
            return past;
        }

      private:
        RunStep& step_;
        const WorkflowVersion& version_;
    };

    void enter(const std::shared_ptr<const WorkflowVersion>& version, const domain::Happening* happening) {
        const auto about = situation(*version);
        facts_.look_at(version->workflow);
        History history(*this, *version);
        const auto entry = domain::find_entry(about, happening, facts_, history, time_);
        if (entry.refusal == domain::EntryRefusal::TooDeep) {
            decisions_.circles.push_back({.workflow = version->workflow,
                                          .trigger = version->definition.nodes[*entry.trigger].id,
                                          .run = happening->cause.run});
        }
        if (!entry.starts()) { return; }
        if (entry.restarts) { restart(version->workflow, entry.key); }
        const auto number = happening == nullptr ? newest_number() : happening->number;
        auto run = domain::begin_run(about, entry, happening, number, time_.now);
        run.workflow = version->workflow;
        run.version = version->version;
        run.contact = facts_.contact().id;
        open_.push_back({.version = version, .run = std::move(run), .is_new = true});
        wake(open_.back(), {.number = number});
    }

    // The old run ends where it is. What it was about to do by what happened now, it does not do.
    void restart(base::Id workflow, const std::string& key) {
        for (auto& open : open_) {
            if (open.run.workflow != workflow || open.run.key != key || open.run.state == domain::RunState::Ended) {
                continue;
            }
            if (open.before_effects) {
                open.run = std::move(*open.before_effects);
                open.steps.resize(open.steps_before_effects);
                open.effects.clear();
            }
            open.is_changed = true;
            open.goes_on = false;
            open.run.state = domain::RunState::Ended;
            open.run.outcome = domain::RunOutcome::Restarted;
            open.run.ended_at = time_.now;
            open.run.waits_until.reset();
        }
    }

    void wake(OpenRun& open, const domain::Wake& wake) {
        facts_.look_at(open.version->workflow);
        const auto about = situation(*open.version);
        workflows_.note_deciding(open.run.id);
        auto decision = domain::decide(about, open.run, facts_, wake, time_);
        workflows_.note_deciding({});
        const bool is_different = open.is_new || decision.run != open.run || !decision.steps.empty();
        open.is_changed = open.is_changed || is_different;
        open.goes_on = decision.goes_on;
        if (!decision.effects.empty()) {
            open.before_effects = std::move(open.run);
            open.steps_before_effects = open.steps.size();
        }
        open.run = std::move(decision.run);
        open.steps.insert(open.steps.end(), decision.steps.begin(), decision.steps.end());
        open.effects.insert(open.effects.end(), decision.effects.begin(), decision.effects.end());
        writes_ = writes_ || !open.effects.empty();
    }

    RunDecisions take() {
        for (auto& open : open_) {
            if (!open.is_changed && !open.is_new) { continue; }
            decisions_.runs.push_back({.version = std::move(open.version),
                                       .run = std::move(open.run),
                                       .revision = open.revision,
                                       .is_new = open.is_new,
                                       .goes_on = open.goes_on,
                                       .steps = std::move(open.steps),
                                       .effects = std::move(open.effects)});
        }
        return std::move(decisions_);
    }

    Transaction& transaction_;
    const domain::WorkflowNames names_;
    const domain::Store& store_;
    WorkflowIndex& workflows_;
    storage::StoredRunFacts& facts_;
    const domain::EvaluationTime& time_;
    std::vector<OpenRun> open_;
    RunDecisions decisions_;
    bool writes_ = false;
    std::optional<bool> is_contact_on_hold_;  // Nothing: nobody asked yet.
};

// What the steps of a run add to the numbers of its workflow.
std::vector<storage::NodeNumber> numbers_of(const RunDecision& decision) {
    std::vector<storage::NodeNumber> numbers;
    const auto& nodes = decision.version->definition.nodes;
    if (domain::is_trial(decision.run.version)) { return numbers; }
    for (const auto& step : decision.steps) {
        const auto& node = nodes[step.node];
        if (step.arrives) { numbers.push_back({.node = node.id, .what = "entered", .name = ""}); }
        if (step.is_skipped) {
            numbers.push_back({.node = node.id, .what = "skipped", .name = std::string(word_of(step.reason))});
        }
        if (step.is_failed) {
            numbers.push_back({.node = node.id, .what = "failed", .name = std::string(word_of(step.reason))});
        }
        if (step.port) { numbers.push_back({.node = node.id, .what = "left", .name = node.ports[*step.port]}); }
    }
    if (decision.run.outcome) {
        numbers.push_back({.node = nodes[decision.run.node].id,
                           .what = "ended",
                           .name = std::string(word_of(*decision.run.outcome))});
    }
    return numbers;
}

// Nobody but whoever tries a workflow out is to look at what fails then.
void tell_failures(Transaction& transaction, base::Sources& sources, const storage::Definitions& definitions,
                   const RunDecision& decision) {
    if (domain::is_trial(decision.run.version)) { return; }
    for (const auto& step : decision.steps) {
        if (!step.is_failed) { continue; }
        const auto& node = decision.version->definition.nodes[step.node].id;
        const auto why = word_of(step.reason);
        operations::tell_incident(transaction, sources, definitions,
                                  {.kind = "run-failed",
                                   .subject = decision.run.workflow,
                                   .place = node,
                                   .text = "A run of a workflow failed at the node " + node +
                                           (why.empty() ? "." : ": " + std::string(why) + ".")});
    }
}

std::optional<std::string> text_or_nothing(std::string_view text) {
    return text.empty() ? std::nullopt : std::optional<std::string>(text);
}

}  // namespace

RunDecisions decide_runs(Transaction& transaction, const storage::Definitions& definitions, WorkflowIndex& workflows,
                         storage::StoredRunFacts& facts, const RunWork& work, const domain::EvaluationTime& time) {
    return RunStep(transaction, definitions, workflows, facts, time).decide(work);
}

void AddedNumbers::add(base::Id workflow, base::Id contact, const storage::NodeNumber& number) {
    auto& sums = by_workflow_.try_emplace(workflow.number, Sums{.contact = contact}).first->second;
    sums.numbers[{number.node, number.what, number.name}] += number.number;
}

void AddedNumbers::write(Transaction& transaction, base::Sources& sources) const {
    for (const auto& [workflow, sums] : by_workflow_) {
        storage::NodeNumberChange change{
            .id = sources.ids.next(), .contact = sums.contact, .workflow = {workflow}, .numbers = {}};
        for (const auto& [key, sum] : sums.numbers) {
            const auto& [node, what, name] = key;
            change.numbers.push_back({.node = node, .what = what, .name = name, .number = sum});
        }
        storage::note_node_numbers(transaction, change);
    }
}

void tell_circles(Transaction& transaction, base::Sources& sources, const storage::Definitions& definitions,
                  const std::vector<FoundCircle>& circles) {
    const auto name_of = [&](base::Id id) {
        const auto found = std::ranges::find(definitions.workflows, id, &storage::KnownWorkflow::id);
        return "\"" + (found == definitions.workflows.end() ? id.text() : found->name) + "\"";
    };
    for (const auto& circle : circles) {
        const auto run = storage::find_run(transaction, circle.run);
        operations::tell_incident(
            transaction, sources, definitions,
            {.kind = "circle",
             .subject = circle.workflow,
             .place = circle.trigger,
             .text = "The workflow " + name_of(circle.workflow) + " was not started for somebody at " + circle.trigger +
                     ", because workflows start one another in a circle of " + std::to_string(domain::depth_max) +
                     " runs" +
                     (run ? ", of which the last was one of the workflow " + name_of(run->workflow) : std::string()) +
                     "."});
    }
}

void fail_run(Transaction& transaction, base::Sources& sources, const storage::Definitions& definitions,
              base::Id contact, base::Id id) {
    auto run = storage::find_run(transaction, id);
    if (!run || run->state == domain::RunState::Ended) {
        return storage::set_run_timer(transaction, contact, id, std::nullopt);
    }
    const auto now = sources.clock.now();
    const auto last = storage::last_step_of(transaction, *run);
    storage::insert_step(transaction, contact, id,
                         {.number = last ? last->number + 1 : 1,
                          .node = run->node,
                          .visit = last && last->node == run->node ? last->visit : 1,
                          .at = now,
                          .is_failed = true,
                          .reason = std::string(undecided)});
    run->state = domain::RunState::Ended;
    run->outcome = domain::RunOutcome::Failed;
    run->ended_at = now;
    run->waits_until.reset();
    static_cast<void>(storage::update_run(transaction, *run));
    storage::set_run_timer(transaction, contact, id, std::nullopt);
    storage::insert_dead_letter(
        transaction, {.id = sources.ids.next(),
                      .contact = contact,
                      .number = 0,
                      .error = "it could not be decided how the run " + id.text() + " goes on at the node " + run->node,
                      .at = now});
    if (domain::is_trial(run->version)) { return; }
    AddedNumbers numbers;
    numbers.add(run->workflow, contact, {.node = run->node, .what = "failed", .name = std::string(undecided)});
    numbers.add(run->workflow, contact,
                {.node = run->node, .what = "ended", .name = std::string(word_of(domain::RunOutcome::Failed))});
    numbers.write(transaction, sources);
    operations::tell_incident(
        transaction, sources, definitions,
        {.kind = "run-failed",
         .subject = run->workflow,
         .place = run->node,
         .text = "A run of a workflow failed at the node " + run->node + ": " + std::string(undecided) + "."});
}

void apply_runs(Transaction& transaction, base::Sources& sources, const SegmentIndex& index, domain::Contact& contact,
                const RunDecisions& decisions, AddedNumbers& numbers) {
    const auto& zone = index.zone();
    const auto now = sources.clock.now();
    for (const auto run : decisions.idle_timers) { storage::set_run_timer(transaction, contact.id, run, std::nullopt); }
    for (const auto& decided : decisions.runs) {
        auto decision = decided;
        auto& run = decision.run;
        if (decision.is_new) { run.id = sources.ids.next(); }
        carry_out(transaction, sources, index.definitions(), contact, decision, zone);
        for (const auto& step : decision.steps) {
            const auto& node = decision.version->definition.nodes[step.node];
            storage::insert_step(transaction, contact.id, run.id,
                                 {.number = ++run.records,
                                  .node = node.id,
                                  .visit = step.visit,
                                  .at = step.at,
                                  .arrives = step.arrives,
                                  .is_skipped = step.is_skipped,
                                  .is_failed = step.is_failed,
                                  .port = step.port ? std::optional(node.ports[*step.port]) : std::nullopt,
                                  .reason = text_or_nothing(word_of(step.reason)),
                                  .value = text_or_nothing(step.value)});
        }
        const auto stored = stored_run(decision);
        if (decision.is_new) {
            storage::insert_run(transaction, stored);
            storage::note_entry(transaction, {.contact = contact.id,
                                              .workflow = run.workflow,
                                              .key = run.key,
                                              .at = run.started_at,
                                              .day = day_number(zone, run.started_at)});
        } else {
            static_cast<void>(storage::update_run(transaction, stored));
        }
        const bool is_open = run.state != domain::RunState::Ended && !base::is_planted(base::Fault::DropRunTimer);
        if (run.outcome == domain::RunOutcome::Restarted) {
            operations::skip_calls_of_run(transaction, contact.id, run.id, "the run was restarted", now);
        }
        const auto due = decision.goes_on ? std::optional(now) : run.waits_until;
        // A new one that has nothing to wait for has none.
        if (is_open || !decision.is_new) {
            storage::set_run_timer(transaction, contact.id, run.id, is_open ? due : std::nullopt);
        }
        if (decision.goes_on) { transaction.wake(storage::Sleeper::Engine); }
        for (const auto& number : numbers_of(decision)) { numbers.add(run.workflow, contact.id, number); }
        tell_failures(transaction, sources, index.definitions(), decision);
    }
}

}  // namespace tradewind::engine
