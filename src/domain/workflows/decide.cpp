#include "domain/workflows/decide.h"

#include <algorithm>
#include <utility>

#include "base/text.h"
#include "domain/workflows/nodes/node_kind.h"
#include "domain/workflows/run_view.h"
#include "domain/workflows/schedule.h"

namespace tradewind::domain {
namespace {

class Decider {
  public:
    Decider(const RunSituation& situation, Run run, RunFacts& facts, const Wake& wake, const EvaluationTime& time)
        : situation_(situation), wake_(wake), time_(time), view_(situation, decision_.run, facts) {
        decision_.run = std::move(run);
    }

    Decision decide() {
        if (run().state == RunState::Ended || meets_its_end()) { return std::move(decision_); }
        if (run().state == RunState::Waiting) { look_again(); }
        while (run().state == RunState::Running && !decision_.goes_on) { step(); }
        return std::move(decision_);
    }

  private:
    [[nodiscard]] Run& run() { return decision_.run; }
    [[nodiscard]] const Node& node() const { return situation_.definition.nodes[decision_.run.node]; }
    [[nodiscard]] std::int64_t visit_number() { return run().visits[run().node].count; }
    [[nodiscard]] NodeVisit visit() {
        return {.situation = situation_,
                .node = node(),
                .number = visit_number(),
                .run = run(),
                .facts = view_,
                .time = time_,
                .wake = wake_};
    }

    // The goal is looked at first: whoever reaches both has converted.
    bool meets_its_end() {
        const auto& settings = situation_.definition.settings;
        if (holds(settings.goal)) {
            end(RunOutcome::Converted, StepReason::Goal);
        } else if (holds(settings.exit_when)) {
            end(RunOutcome::Exited, StepReason::ExitWhen);
        }
        return run().state == RunState::Ended;
    }
    bool holds(const std::optional<Filter>& filter) {
        return filter && evaluate(*filter, view_, situation_.names.fields, time_).holds;
    }

    void look_again() {
        if (run().waits_for != StepReason::None) {
            const bool is_open =
                run().waits_for == StepReason::Paused || !run().waits_until || *run().waits_until <= time_.now;
            if (!is_open || (situation_.is_paused && run().waits_for == StepReason::Paused)) { return; }
            // Hours in which nothing happens make nobody late; a pause does.
            if (run().waits_until) { run().due_at = *run().waits_until; }
            return act();
        }
        const auto& row = row_of(node().kind);
        const auto result = row.look_again == nullptr ? std::nullopt : row.look_again(visit());
        if (!result) { return; }
        const bool is_due = run().waits_until && *run().waits_until <= time_.now && wake_.happening == nullptr;
        run().due_at = is_due ? *run().waits_until : time_.now;
        apply(*result);
    }

    void step() {
        const auto& row = row_of(node().kind);
        if (row.reads_facts && !decision_.effects.empty()) {
            decision_.goes_on = true;
            return;
        }
        if (run().steps == run_steps_max || ++taken_ > run_steps_unwaited_max) {
            return end(RunOutcome::Failed, StepReason::TooManySteps);
        }
        ++run().steps;
        auto& visits = run().visits[run().node];
        ++visits.count;
        visits.number = wake_.number;
        run().arrived_at = time_.now;
        run().arrived_number = wake_.number;
        has_just_arrived_ = true;
        row.role == NodeRole::Act ? act() : apply(row.visit(visit()));
    }

    // A node that acts may have to wait, or may be passed over. Whoever tries a workflow out wants to see it act.
    void act() {
        if (situation_.is_paused) { return wait({}, StepReason::Paused); }
        if (is_trial(run().version)) { return apply(row_of(node().kind).visit(visit())); }
        if (is_over_limit()) { return leave(record(StepReason::Limit, true), 0); }
        if (add(run().due_at, situation_.definition.settings.lateness, time_.zone) < time_.now) {
            return leave(record(StepReason::TooLate, true), 0);
        }
        const auto& window = situation_.definition.settings.window;
        if (window && row_of(node().kind).obeys_window) {
            const auto opens = next_open(time_.now, *window, time_.zone);
            if (opens > time_.now) { return wait(opens, StepReason::Window); }
        }
        apply(row_of(node().kind).visit(visit()));
    }

    bool is_over_limit() {
        const auto& limits = node().limits;
        if (limits.are_none()) { return false; }
        auto use = view_.use_of(node());
        // What this decision does counts, too.
        for (const auto& effect : decision_.effects) {
            if (effect.node != run().node) { continue; }
            ++use.for_contact;
            ++use.in_all;
            use.last_for_contact = time_.now;
        }
        return (limits.per_contact && use.for_contact >= *limits.per_contact) ||
               (limits.total && use.in_all >= *limits.total) ||
               (limits.cool_down && use.last_for_contact &&
                time_.now < add(*use.last_for_contact, *limits.cool_down, time_.zone));
    }

    [[nodiscard]] StepRecord record(StepReason reason, bool is_skipped = false) {
        return {.node = run().node,
                .visit = visit_number(),
                .at = time_.now,
                .arrives = std::exchange(has_just_arrived_, false),
                .is_skipped = is_skipped,
                .reason = reason};
    }

    void apply(NodeResult result) {
        if (result.effect) {
            result.effect->node = run().node;
            result.effect->visit = visit_number();
            decision_.effects.push_back(std::move(*result.effect));
        }
        if (result.left) { keep(std::move(*result.left)); }
        auto step = record(result.reason);
        step.is_failed = result.is_failed;
        step.value = base::shortened(std::move(result.value), step_value_bytes_max);
        switch (result.kind) {
            case NodeResult::Kind::Leave:
                return leave(std::move(step), result.port);
            case NodeResult::Kind::Wait:
                run().state = RunState::Waiting;
                run().waits_until = is_trial(run().version) ? shortened(result.until) : result.until;
                run().waits_for = StepReason::None;
                decision_.steps.push_back(std::move(step));
                return;
            case NodeResult::Kind::End:
                decision_.steps.push_back(std::move(step));
                return finish(result.converted ? RunOutcome::Converted : RunOutcome::Finished);
        }
    }

    [[nodiscard]] std::optional<base::Instant> shortened(std::optional<base::Instant> until) const {
        if (row_of(node().kind).role != NodeRole::Wait) { return until; }
        const base::Instant soon{time_.now.milliseconds + trial_wait_max.count()};
        return std::min(until.value_or(soon), soon);
    }

    // Values of their own that are too many are not kept, and read as null.
    void keep(LeftValues left) {
        std::size_t bytes = left.json.size();
        for (const auto& [node, values] : run().left) {
            if (node != run().node) { bytes += values.json.size(); }
        }
        if (bytes <= run_values_bytes_max) { run().left[run().node] = std::move(left); }
    }

    void wait(std::optional<base::Instant> until, StepReason reason) {
        if (has_just_arrived_) { decision_.steps.push_back(record(reason)); }
        run().state = RunState::Waiting;
        run().waits_until = until;
        run().waits_for = reason;
    }

    void leave(StepRecord step, std::size_t port) {
        step.port = port;
        decision_.steps.push_back(std::move(step));
        const auto next = node().next[port];
        run().waits_until.reset();
        run().waits_for = StepReason::None;
        if (!next) { return finish(RunOutcome::Finished); }
        run().state = RunState::Running;
        run().node = *next;
    }

    void end(RunOutcome outcome, StepReason reason) {
        decision_.steps.push_back(record(reason));
        decision_.steps.back().is_failed = outcome == RunOutcome::Failed;
        finish(outcome);
    }

    void finish(RunOutcome outcome) {
        run().state = RunState::Ended;
        run().outcome = outcome;
        run().ended_at = time_.now;
        run().waits_until.reset();
        run().waits_for = StepReason::None;
    }

    const RunSituation& situation_;
    const Wake& wake_;
    const EvaluationTime& time_;
    Decision decision_;
    RunView view_;
    bool has_just_arrived_ = false;
    std::int64_t taken_ = 0;
};

}  // namespace

Decision decide(const RunSituation& situation, Run run, RunFacts& facts, const Wake& wake, const EvaluationTime& time) {
    return Decider(situation, std::move(run), facts, wake, time).decide();
}

}  // namespace tradewind::domain
