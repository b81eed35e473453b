#include "engine/run_step.h"

#include <algorithm>
#include <map>
#include <set>

#include "domain/workflows/entry.h"
#include "domain/workflows/nodes/node_kind.h"
#include "domain/workflows/run_json.h"
#include "engine/run_effects.h"
#include "operations/workflow_names.h"
#include "storage/stores/engine/workflow_version_store.h"

namespace tradewind::engine {
namespace {

using storage::Transaction;

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
            StoredRunFacts& facts, const domain::EvaluationTime& time)
        : transaction_(transaction),
          names_(operations::workflow_names(definitions)),
          store_(definitions.store),
          workflows_(workflows),
          facts_(facts),
          time_(time) {
        for (const auto& stored : storage::open_runs_of(transaction, facts.contact().id)) {
            auto version = workflows.find(transaction, definitions, stored.workflow, stored.version);
            auto run = version ? read_run(stored, *version) : std::nullopt;
            if (!run) { continue; }
            open_.push_back({.version = std::move(version), .run = std::move(*run), .revision = stored.revision});
        }
    }

    RunDecisions decide(const RunWork& work) {
        for (const auto& queued : work.changes) {
            if (writes_) { return take(); }
            look_at(queued);
            ++decisions_.changes;
        }
        for (const auto due : work.due_runs) {
            const auto found = std::ranges::find(open_, due, [](const OpenRun& open) { return open.run.id; });
            if (found == open_.end()) {
                decisions_.idle_timers.push_back(due);
            } else if (!writes_) {
                // Its timer is set anew, also when it has nothing to do yet.
                found->is_changed = true;
                wake(*found, {.number = newest_number()});
            }
        }
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
    };

    [[nodiscard]] domain::RunSituation situation(const WorkflowVersion& version) const {
        return {.definition = version.definition,
                .names = names_.filters,
                .store = store_,
                .salt = workflows_.salt(),
                .is_paused = workflows_.status(version.workflow) == domain::WorkflowStatus::Paused};
    }
    [[nodiscard]] std::int64_t newest_number() const {
        return std::max(facts_.contact().journal.last, base::Id::first_at(time_.now).number);
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

    // The old run ends where it is.
    void restart(base::Id workflow, const std::string& key) {
        for (auto& open : open_) {
            if (open.run.workflow != workflow || open.run.key != key || open.run.state == domain::RunState::Ended) {
                continue;
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
        auto decision = domain::decide(about, open.run, facts_, wake, time_);
        const bool is_different = open.is_new || decision.run != open.run || !decision.steps.empty();
        open.is_changed = open.is_changed || is_different;
        open.goes_on = decision.goes_on;
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
    StoredRunFacts& facts_;
    const domain::EvaluationTime& time_;
    std::vector<OpenRun> open_;
    RunDecisions decisions_;
    bool writes_ = false;
};

// What the steps of a run add to the numbers of its workflow.
std::vector<storage::NodeNumber> numbers_of(const RunDecision& decision) {
    std::vector<storage::NodeNumber> numbers;
    const auto& nodes = decision.version->definition.nodes;
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

std::optional<std::string> text_or_nothing(std::string_view text) {
    return text.empty() ? std::nullopt : std::optional<std::string>(text);
}

}  // namespace

RunDecisions decide_runs(Transaction& transaction, const storage::Definitions& definitions, WorkflowIndex& workflows,
                         StoredRunFacts& facts, const RunWork& work, const domain::EvaluationTime& time) {
    return RunStep(transaction, definitions, workflows, facts, time).decide(work);
}

bool are_unchanged(Transaction& transaction, base::Id contact, const RunDecisions& decisions) {
    std::map<std::int64_t, std::int64_t> revisions;
    for (const auto& run : storage::open_runs_of(transaction, contact)) { revisions[run.id.number] = run.revision; }
    return std::ranges::all_of(decisions.runs, [&](const RunDecision& decision) {
        if (decision.is_new) { return true; }
        const auto found = revisions.find(decision.run.id.number);
        return found != revisions.end() && found->second == decision.revision;
    });
}

void apply_runs(Transaction& transaction, base::Sources& sources, const storage::Definitions& definitions,
                domain::Contact& contact, const RunDecisions& decisions, const base::TimeZone& zone) {
    const auto now = sources.clock.now();
    for (const auto run : decisions.idle_timers) { storage::set_run_timer(transaction, contact.id, run, std::nullopt); }
    for (const auto& decided : decisions.runs) {
        auto decision = decided;
        auto& run = decision.run;
        if (decision.is_new) { run.id = sources.ids.next(); }
        carry_out(transaction, sources, definitions, contact, decision, zone);
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
        const bool is_open = run.state != domain::RunState::Ended;
        const auto due = decision.goes_on ? std::optional(now) : run.waits_until;
        storage::set_run_timer(transaction, contact.id, run.id, is_open ? due : std::nullopt);
        if (decision.goes_on) { transaction.wake(storage::Sleeper::Engine); }
        for (const auto& number : numbers_of(decision)) {
            storage::add_node_number(transaction, run.workflow, domain::bucket_of(contact.id), number);
        }
    }
}

}  // namespace tradewind::engine
