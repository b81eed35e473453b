#include "domain/workflows/simulate.h"

#include <algorithm>
#include <array>
#include <deque>
#include <utility>

#include "base/json_writer.h"
#include "base/text.h"
#include "domain/workflows/changed_values.h"
#include "domain/workflows/simulated_facts.h"

namespace tradewind::domain {
namespace {

constexpr std::array<std::string_view, 6> simulated_words{"begins", "keptOut", "arrives", "leaves", "does", "ends"};

class Simulator {
  public:
    Simulator(const RunSituation& situation, SimulatedContact contact, std::vector<SimulatedHappening> happens,
              base::Instant from, const base::TimeZone& zone)
        : situation_(situation),
          happens_(std::move(happens)),
          facts_(std::move(contact), situation.names.fields),
          now_(from),
          zone_(zone) {
        std::stable_sort(
            happens_.begin(), happens_.end(),
            [](const SimulatedHappening& one, const SimulatedHappening& other) { return one.at < other.at; });
    }

    Simulation simulate() {
        const auto& start = std::get<StartNode>(situation_.definition.nodes[situation_.definition.start].parameters);
        const bool is_member = !start.segment || facts_.is_member(*start.segment);
        if (situation_.definition.triggers.empty() && is_member) { enter(nullptr); }
        std::size_t next = 0;
        while (!is_full()) {
            const auto timer = next_timer();
            const bool has_happening = next < happens_.size();
            if (!timer && !has_happening) { break; }
            if (!has_happening && *runs_[*timer].run.waits_until >= simulation_end) {
                simulation_.is_cut = true;
                break;
            }
            if (has_happening && (!timer || happens_[next].at <= *runs_[*timer].run.waits_until)) {
                now_ = std::max(now_, happens_[next].at);
                happen(happens_[next++].what);
            } else {
                now_ = std::max(now_, *runs_[*timer].run.waits_until);
                look_at(*timer, {.number = facts_.number()});
            }
            drain();
        }
        return std::move(simulation_);
    }

  private:
    struct SimulatedRun {
        Run run;
        bool is_open = true;
    };

    [[nodiscard]] EvaluationTime time() const { return {.now = now_, .zone = zone_}; }
    [[nodiscard]] bool is_full() {
        simulation_.is_cut = simulation_.steps.size() >= simulation_steps_max || facts_.is_exhausted();
        return simulation_.is_cut;
    }

    // The run that wakes first.
    [[nodiscard]] std::optional<std::size_t> next_timer() const {
        std::optional<std::size_t> first;
        for (std::size_t place = 0; place < runs_.size(); ++place) {
            const auto& run = runs_[place].run;
            if (run.state != RunState::Waiting || !run.waits_until) { continue; }
            if (!first || *run.waits_until < *runs_[*first].run.waits_until) { first = place; }
        }
        return first;
    }

    void happen(const std::variant<SimulatedEvent, Purchase, ContactPatch>& what) {
        std::visit([this](const auto& one) { queue_.push_back(facts_.take(one, now_)); }, what);
    }

    void drain() {
        while (!queue_.empty() && !is_full()) {
            const auto happening = std::move(queue_.front());
            queue_.pop_front();
            for (std::size_t place = 0; place < runs_.size(); ++place) {
                if (runs_[place].run.state != RunState::Ended) {
                    look_at(place, {.number = happening.number, .happening = &happening});
                }
            }
            if (!situation_.definition.triggers.empty()) { enter(&happening); }
        }
    }

    void enter(const Happening* happening) {
        SimulatedHistory history(*this);
        const auto entry = find_entry(situation_, happening, facts_, history, time());
        if (!entry.starts()) {
            // What no trigger is about is not worth a line.
            if (entry.refusal != EntryRefusal::NoTrigger) {
                add({.at = now_, .what = SimulatedStep::What::KeptOut, .reason = std::string(word_of(entry.refusal))});
            }
            return;
        }
        if (entry.restarts) { restart(entry.key); }
        const auto number = happening == nullptr ? facts_.number() : happening->number;
        auto run = begin_run(situation_, entry, happening, number, now_);
        run.contact = facts_.contact().id;
        runs_.push_back({.run = std::move(run)});
        const auto place = runs_.size() - 1;
        add({.at = now_, .what = SimulatedStep::What::Begins, .run = place + 1, .value = entry.key});
        look_at(place, {.number = number});
    }

    void restart(const std::string& key) {
        for (std::size_t place = 0; place < runs_.size(); ++place) {
            auto& run = runs_[place].run;
            if (run.state == RunState::Ended || run.key != key) { continue; }
            run.state = RunState::Ended;
            add({.at = now_,
                 .what = SimulatedStep::What::Ends,
                 .run = place + 1,
                 .value = std::string(word_of(RunOutcome::Restarted))});
        }
    }

    void look_at(std::size_t place, Wake wake) {
        bool goes_on = true;
        while (goes_on && !is_full()) {
            const auto decision = decide(situation_, runs_[place].run, facts_, wake, time());
            runs_[place].run = decision.run;
            for (const auto& step : decision.steps) { tell(place, step); }
            goes_on = decision.goes_on;
            wake = {.number = facts_.number()};
            for (const auto& effect : decision.effects) {
                if (auto answer = carry_out(place, effect)) {
                    wake.answer = answer;
                    goes_on = true;
                }
            }
            if (decision.run.state == RunState::Ended && runs_[place].is_open) {
                runs_[place].is_open = false;
                add({.at = now_,
                     .what = SimulatedStep::What::Ends,
                     .run = place + 1,
                     .value = std::string(word_of(*decision.run.outcome))});
            }
        }
    }

    void tell(std::size_t place, const StepRecord& step) {
        const auto& node = situation_.definition.nodes[step.node];
        SimulatedStep line{.at = step.at,
                           .run = place + 1,
                           .node = node.id,
                           .reason = std::string(word_of(step.reason)),
                           .value = step.value};
        if (step.port) {
            line.what = SimulatedStep::What::Leaves;
            line.port = node.ports[*step.port];
        } else if (runs_[place].run.state == RunState::Waiting) {
            line.what = SimulatedStep::What::Arrives;
            const auto& until = runs_[place].run.waits_until;
            if (until && *until < simulation_end) { line.until = until; }
        } else {
            line.what = SimulatedStep::What::Ends;
            return;  // The end is told with its outcome.
        }
        add(std::move(line));
    }

    // The answer to a call, which comes at once.
    std::optional<CallAnswer> carry_out(std::size_t place, const Effect& effect) {
        const auto& node = situation_.definition.nodes[effect.node];
        auto& run = runs_[place].run;
        const auto depth = run.depth + 1;
        SimulatedStep line{.at = now_, .what = SimulatedStep::What::Does, .run = place + 1, .node = node.id};
        std::optional<CallAnswer> answer;
        if (const auto* const set = std::get_if<SetFieldEffect>(&effect.what)) {
            auto happening = facts_.set_field(*set, now_);
            line.value = field_json(facts_.contact(), situation_.names.fields, set->field.field);
            if (happening) { queue(std::move(*happening), depth); }
        } else if (const auto* const membership = std::get_if<SegmentEffect>(&effect.what)) {
            line.value = membership->segment.text();
            if (auto happening = facts_.change_membership(*membership, now_)) { queue(std::move(*happening), depth); }
        } else if (const auto* const coupon = std::get_if<CouponEffect>(&effect.what)) {
            line.value = facts_.give_coupon(coupon->set);
            std::string json;
            base::JsonWriter writer(json);
            writer.begin_object();
            writer.key("code");
            writer.string(line.value);
            writer.end_object();
            run.left[effect.node] = {.json = std::move(json)};
        } else {
            line.value = std::get<CallEffect>(effect.what).fields;
            answer = CallAnswer{.node = effect.node, .visit = effect.visit, .is_sent = true};
        }
        facts_.count_use(node.id, now_);
        add(std::move(line));
        return run.state == RunState::Waiting ? answer : std::nullopt;
    }

    void queue(Happening happening, std::int64_t depth) {
        happening.cause = {.kind = Cause::Kind::Run, .depth = depth};
        queue_.push_back(std::move(happening));
    }

    void add(SimulatedStep step) {
        if (simulation_.steps.size() == simulation_steps_max) { return; }
        step.value = base::shortened(std::move(step.value), simulation_value_bytes_max);
        simulation_.steps.push_back(std::move(step));
    }

    class SimulatedHistory final : public EntryHistory {
      public:
        explicit SimulatedHistory(const Simulator& simulator) : simulator_(simulator) {}

        PastRuns past_runs(const std::string& key) override {
            PastRuns past{.entries = std::ssize(simulator_.runs_)};
            const auto today = simulator_.zone_.day_of(simulator_.now_);
            for (const auto& [run, is_open] : simulator_.runs_) {
                const bool is_going = run.state != RunState::Ended;
                if (is_going) { ++past.open_runs; }
                if (simulator_.zone_.day_of(run.started_at) == today) { ++past.started_today; }
                if (run.key != key) { continue; }
                past.last_started_at = run.started_at;
                past.has_open_run = past.has_open_run || is_going;
            }
            return past;
        }

      private:
        const Simulator& simulator_;
    };

    const RunSituation& situation_;
    std::vector<SimulatedHappening> happens_;
    SimulatedFacts facts_;
    base::Instant now_;
    const base::TimeZone& zone_;
    std::vector<SimulatedRun> runs_;
    std::deque<Happening> queue_;
    Simulation simulation_;
};

}  // namespace

std::string_view word_of(SimulatedStep::What what) {
    return simulated_words[static_cast<std::size_t>(what)];
}

Simulation simulate(const RunSituation& situation, SimulatedContact contact, std::vector<SimulatedHappening> happens,
                    base::Instant from, const base::TimeZone& zone) {
    return Simulator(situation, std::move(contact), std::move(happens), from, zone).simulate();
}

}  // namespace tradewind::domain
