#include "domain/workflows/read_settings.h"

#include <algorithm>
#include <array>

#include "base/json_pointer.h"
#include "domain/fields/field_parse.h"
#include "domain/filters/operand_reader.h"

namespace tradewind::domain {
namespace {

constexpr std::array<std::string_view, 2> reentry_words{"never", "always"};
constexpr std::array<std::string_view, 2> runs_words{"one", "onePerKey"};
constexpr std::array<std::string_view, 2> same_key_words{"ignore", "restart"};
constexpr NodeParameter settings_known[]{
    {.name = "reentry", .type = ParameterType::Reentry, .words = reentry_words},
    {.name = "runs", .type = ParameterType::Word, .words = runs_words},
    {.name = "key", .type = ParameterType::Path},
    {.name = "onSameKey", .type = ParameterType::Word, .words = same_key_words},
    {.name = "goal", .type = ParameterType::Filter},
    {.name = "exitWhen", .type = ParameterType::Filter},
    {.name = "window", .type = ParameterType::Window},
    {.name = "endsAt", .type = ParameterType::Instant},
    {.name = "lateness", .type = ParameterType::Period},
};
constexpr std::string_view after_prefix = "after:";

void read_reentry(NodeReader& reader, WorkflowSettings& settings) {
    const auto text = reader.text("reentry");
    if (!text || *text == "never") { return; }
    if (*text == "always") {
        settings.reentry = WorkflowSettings::Reentry::Always;
        return;
    }
    const auto period =
        text->starts_with(after_prefix) ? Period::parse(text->substr(after_prefix.size())) : base::invalid("", "");
    if (!period || period.value().is_zero()) {
        return reader.add("/reentry", incident_codes::invalid, "must be never, always or after: and a period");
    }
    settings.reentry = WorkflowSettings::Reentry::After;
    settings.reentry_after = period.value();
}

void read_key(NodeReader& reader, WorkflowSettings& settings) {
    const bool has_keys = reader.word("runs", runs_words).value_or(0) == 1;
    if (reader.word("onSameKey", same_key_words).value_or(0) == 1) {
        settings.on_same_key = WorkflowSettings::OnSameKey::Restart;
    }
    if (has_keys) {
        reader.value_at("key", settings.key.emplace());
        return;
    }
    if (reader.member("key")) { reader.add("/key", incident_codes::invalid, "goes only with runs onePerKey"); }
    if (settings.on_same_key == WorkflowSettings::OnSameKey::Restart) {
        reader.add("/onSameKey", incident_codes::invalid, "goes only with runs onePerKey");
    }
}

void read_window(NodeReader& outer, WorkflowSettings& settings) {
    const auto value = outer.member("window");
    if (!value) { return; }
    if (value->kind() != base::JsonKind::Object) {
        return outer.add("/window", incident_codes::invalid, "must be an object");
    }
    auto reader = outer.inside(*value, "/window");
    ActingWindow window;
    window.from = reader.clock_time("from").value_or(window.from);
    window.to = reader.clock_time("to").value_or(window.to);
    reader.refuse_others({"days", "from", "to"});
    if (window.to <= window.from) { reader.add("/to", incident_codes::invalid, "must be later than from"); }
    if (const auto days = reader.member("days")) {
        if (days->kind() != base::JsonKind::Array || days->size() == 0) {
            return reader.add("/days", incident_codes::invalid, "must be an array of weekdays");
        }
        std::size_t index = 0;
        for (const auto day : days->elements()) {
            const auto word = day.kind() == base::JsonKind::String ? std::ranges::find(weekday_words, day.string())
                                                                   : weekday_words.end();
            if (word == weekday_words.end()) {
                reader.add("/days/" + std::to_string(index), incident_codes::invalid,
                           "must be a weekday such as monday");
            } else {
                window.weekdays.push_back(static_cast<int>(word - weekday_words.begin()));
            }
            ++index;
        }
    }
    settings.window = std::move(window);
}

void count_since_start(Filter& filter) {
    for (auto& part : filter.parts) { count_since_start(part); }
    auto* const history = filter.kind == Filter::Kind::Test ? std::get_if<HistoryTest>(&filter.test) : nullptr;
    if (history != nullptr && history->within.is_everything()) { history->within.since = std::string(since_start); }
}

bool reads_values(const Filter& filter) {
    if (filter.kind == Filter::Kind::Test) { return std::holds_alternative<PathTest>(filter.test); }
    return std::ranges::any_of(filter.parts, reads_values);
}

std::optional<Filter> read_ending(NodeReader& reader, std::string_view name) {
    auto filter = reader.filter(name);
    if (!filter) { return filter; }
    if (reads_values(*filter)) {
        reader.add("/" + std::string(name), incident_codes::invalid, "must not test values of nodes");
    }
    count_since_start(*filter);
    return filter;
}

}  // namespace

std::span<const NodeParameter> setting_parameters() {
    return settings_known;
}

WorkflowSettings read_settings(NodeReader& reader) {
    WorkflowSettings settings;
    read_reentry(reader, settings);
    read_key(reader, settings);
    settings.goal = read_ending(reader, "goal");
    settings.exit_when = read_ending(reader, "exitWhen");
    read_window(reader, settings);
    settings.ends_at = reader.instant("endsAt");
    if (const auto lateness = reader.period("lateness")) { settings.lateness = *lateness; }
    for (const auto member : reader.object().members()) {
        if (std::ranges::find(settings_known, member.key, &NodeParameter::name) == std::end(settings_known)) {
            reader.add(base::pointer_to_member(member.key), incident_codes::unknown, "is not a setting");
        }
    }
    return settings;
}

}  // namespace tradewind::domain
