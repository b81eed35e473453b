#include "domain/workflows/entry.h"

#include <algorithm>
#include <chrono>

#include "base/json.h"
#include "domain/filters/filter_value.h"
#include "domain/workflows/run_view.h"

namespace tradewind::domain {
namespace {

constexpr std::int64_t ahead_milliseconds_max = std::chrono::milliseconds(std::chrono::hours(1)).count();

class EntrySearch {
  public:
    EntrySearch(const RunSituation& situation, const Happening* happening, RunFacts& facts, const EvaluationTime& time)
        : situation_(situation), happening_(happening), facts_(facts), time_(time) {}

    Entry find(EntryHistory& history, std::int64_t starts_per_day) {
        Entry entry;
        entry.refusal = refusal_of_moment(entry);
        if (!entry.starts()) { return entry; }
        entry.refusal = refusal_of_contact(entry);
        if (!entry.starts()) { return entry; }
        entry.refusal = refusal_of_past(entry, history.past_runs(entry.key), starts_per_day);
        return entry;
    }

    std::vector<FilterReason> explain(const Entry& entry) {
        const auto run = first_moment(entry);
        RunView view(situation_, run, facts_);
        if (entry.refusal == EntryRefusal::NotInAudience) { return ask(*audience(), view, Explain::Yes).because; }
        if (entry.refusal == EntryRefusal::ExitWhen) { return ask(*settings().exit_when, view, Explain::Yes).because; }
        return {};
    }

  private:
    [[nodiscard]] const WorkflowSettings& settings() const { return situation_.definition.settings; }

    EntryRefusal refusal_of_moment(Entry& entry) {
        if (settings().ends_at && *settings().ends_at <= time_.now) { return EntryRefusal::Ended; }
        if (situation_.is_paused) { return EntryRefusal::Paused; }
        if (happening_ == nullptr) { return EntryRefusal::None; }
        auto refusal = EntryRefusal::NoTrigger;
        for (const auto place : situation_.definition.triggers) {
            const auto& trigger = std::get<TriggerNode>(situation_.definition.nodes[place].parameters);
            if (!fits(trigger, *happening_, time_)) { continue; }
            if (!may_wake(trigger, happening_->cause)) {
                refusal = EntryRefusal::FromImport;
                continue;
            }
            entry.trigger = place;
            break;
        }
        if (!entry.trigger) { return refusal; }
        const bool is_old = add(happening_->at, settings().lateness, time_.zone) < time_.now;
        const bool is_ahead = happening_->at.milliseconds > time_.now.milliseconds + ahead_milliseconds_max;
        if (is_old || is_ahead) { return EntryRefusal::TooOld; }
        return happening_->cause.depth >= depth_max ? EntryRefusal::TooDeep : EntryRefusal::None;
    }

    // Since its own start, which is now, nothing has happened yet.
    [[nodiscard]] Run first_moment(const Entry& entry) const {
        return begin_run(situation_, entry, happening_, std::numeric_limits<std::int64_t>::max(), time_.now);
    }
    [[nodiscard]] const std::optional<Filter>& audience() const {
        return std::get<StartNode>(situation_.definition.nodes[situation_.definition.start].parameters).audience;
    }
    Evaluation ask(const Filter& filter, RunView& view, Explain explain) {
        return evaluate(filter, view, situation_.names.fields, time_, explain);
    }

    EntryRefusal refusal_of_contact(Entry& entry) {
        const auto run = first_moment(entry);
        RunView view(situation_, run, facts_);
        if (audience() && !ask(*audience(), view, Explain::No).holds) { return EntryRefusal::NotInAudience; }
        if (settings().exit_when && ask(*settings().exit_when, view, Explain::No).holds) {
            return EntryRefusal::ExitWhen;
        }
        if (!settings().key) { return EntryRefusal::None; }
        entry.key = run_key(situation_, happening_ == nullptr ? run : with_values(entry), facts_);
        return entry.key.empty() ? EntryRefusal::NoKey : EntryRefusal::None;
    }

    // The values of the trigger before there is a run that refers to it.
    [[nodiscard]] Run with_values(const Entry& entry) {
        const auto& trigger = std::get<TriggerNode>(situation_.definition.nodes[*entry.trigger].parameters);
        Run run;
        run.given = values_of(trigger, *happening_);
        return run;
    }

    EntryRefusal refusal_of_past(Entry& entry, const PastRuns& past, std::int64_t starts_per_day) {
        entry.number = past.entries + 1;
        const bool may_restart = settings().key && settings().on_same_key == WorkflowSettings::OnSameKey::Restart;
        if (past.has_open_run && !may_restart) { return EntryRefusal::Inside; }
        entry.restarts = past.has_open_run;
        if (!entry.restarts && past.open_runs >= open_runs_max) { return EntryRefusal::TooManyOpen; }
        if (!entry.restarts && past.last_started_at) {
            switch (settings().reentry) {
                case WorkflowSettings::Reentry::Never:
                    return EntryRefusal::Before;
                case WorkflowSettings::Reentry::After:
                    if (time_.now < add(*past.last_started_at, settings().reentry_after, time_.zone)) {
                        return EntryRefusal::TooSoon;
                    }
                    break;
                case WorkflowSettings::Reentry::Always:
                    break;
            }
        }
        return past.started_today >= starts_per_day ? EntryRefusal::TooManyToday : EntryRefusal::None;
    }

    const RunSituation& situation_;
    const Happening* happening_;
    RunFacts& facts_;
    const EvaluationTime& time_;
};

}  // namespace

Entry find_entry(const RunSituation& situation, const Happening* happening, RunFacts& facts, EntryHistory& history,
                 const EvaluationTime& time, std::int64_t starts_per_day) {
    return EntrySearch(situation, happening, facts, time).find(history, starts_per_day);
}

std::vector<FilterReason> explain_entry(const RunSituation& situation, const Entry& entry, const Happening* happening,
                                        RunFacts& facts, const EvaluationTime& time) {
    return EntrySearch(situation, happening, facts, time).explain(entry);
}

// A text without its quotes; nothing for null and for what is empty.
std::string run_key(const RunSituation& situation, const Run& run, RunFacts& facts) {
    const auto& path = situation.definition.settings.key;
    if (!path) { return {}; }
    const auto json = run_value(situation, run, facts, *path);
    const auto document = base::JsonDocument::parse(json);
    if (!document.ok() || document.value().root().is_null()) { return {}; }
    const auto root = document.value().root();
    return root.kind() == base::JsonKind::String ? std::string(root.string()) : json;
}

Run begin_run(const RunSituation& situation, const Entry& entry, const Happening* happening, std::int64_t number,
              base::Instant now) {
    const auto& definition = situation.definition;
    Run run{.workflow = situation.workflow,
            .key = entry.key,
            .entry = entry.number,
            .depth = happening == nullptr ? 0 : happening->cause.depth,
            .started_at = now,
            .started_number = number,
            .node = entry.trigger.value_or(definition.nodes[definition.start].next.front().value()),
            .due_at = now,
            .trigger = entry.trigger};
    if (happening != nullptr && entry.trigger && happening->activity) {
        run.left[*entry.trigger] = {.activity = happening->activity->id, .at = happening->activity->at};
    }
    return run;
}

}  // namespace tradewind::domain
