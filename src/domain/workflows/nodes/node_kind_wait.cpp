#include "domain/workflows/nodes/node_kind.h"

#include <array>
#include <chrono>

#include "domain/filters/filter_value.h"
#include "domain/workflows/schedule.h"

namespace tradewind::domain {
namespace {

constexpr std::string_view until_when = "until when";
constexpr NodeParameter wait_parameters[]{
    {.name = "period", .type = ParameterType::Period, .alternative = until_when},
    {.name = "until", .type = ParameterType::Instant, .alternative = until_when},
    {.name = "time", .type = ParameterType::ClockTime, .alternative = until_when},
    {.name = "weekday", .type = ParameterType::Weekday, .words = weekday_words},
    {.name = "date", .type = ParameterType::Date, .alternative = until_when},
};

std::optional<WaitNode::DateValue> read_date_value(NodeReader& reader) {
    const auto value = reader.member("date");
    if (!value) { return std::nullopt; }
    if (value->kind() != base::JsonKind::Object) {
        reader.add("/date", incident_codes::invalid, "must be an object");
        return std::nullopt;
    }
    auto inside = reader.inside(*value, "/date");
    inside.refuse_others({"path", "offset"});
    WaitNode::DateValue date;
    const auto tested = inside.value_at("path", date.path);
    if (tested && tested->kind != ValueKind::Date) { inside.add("/path", incident_codes::invalid, "must be a date"); }
    auto offset = inside.text("offset").value_or("P0D");
    if (offset.starts_with('-')) {
        date.sign = -1;
        offset.erase(0, 1);
    }
    const auto period = Period::parse(offset);
    if (period) {
        date.offset = period.value();
    } else {
        inside.add("/offset", incident_codes::invalid, period.error().problems.front().reason);
    }
    return date;
}

void read_wait(NodeReader& reader, Node& node) {
    WaitNode wait;
    wait.period = reader.period("period");
    wait.until = reader.instant("until");
    wait.time = reader.clock_time("time");
    if (const auto day = reader.word("weekday", weekday_words)) { wait.weekday = static_cast<int>(*day); }
    wait.date = read_date_value(reader);
    int said = 0;
    for (const auto& parameter : wait_parameters) {
        if (!parameter.alternative.empty() && reader.member(parameter.name)) { ++said; }
    }
    if (said != 1) {
        reader.add("", said == 0 ? incident_codes::required : incident_codes::invalid,
                   "must have one of period, until, time and date");
    }
    if (reader.member("weekday") && !reader.member("time")) {
        reader.add("/time", incident_codes::required, "is required with weekday");
    }
    node.parameters = std::move(wait);
}

// When it is over; nothing when it waits for a date that is not set.
std::optional<base::Instant> end_of_wait(const WaitNode& wait, const NodeVisit& visit) {
    const auto& time = visit.time;
    if (wait.period) { return add(time.now, *wait.period, time.zone); }
    if (wait.until) { return wait.until; }
    if (wait.time) { return next_clock_time(time.now, *wait.time, wait.weekday, time.zone); }
    if (!wait.date) { return std::nullopt; }
    const auto json = run_value(visit.situation, visit.run, visit.facts, wait.date->path);
    const auto document = base::JsonDocument::parse(json);
    const auto value = document.ok() ? value_of(document.value().root(), ValueKind::Date) : FilterValue();
    const auto* const at = std::get_if<base::Instant>(&value);
    if (at == nullptr) { return std::nullopt; }
    return add(*at, wait.date->offset, time.zone, wait.date->sign);
}

NodeResult visit_wait(const NodeVisit& visit) {
    const auto until = end_of_wait(std::get<WaitNode>(visit.node.parameters), visit);
    if (!until) { return {.reason = StepReason::NoDate}; }
    if (*until <= visit.time.now) { return {.value = until->text()}; }
    return {.kind = NodeResult::Kind::Wait, .until = until};
}

std::optional<NodeResult> look_again_wait(const NodeVisit& visit) {
    const auto& until = visit.run.waits_until;
    if (!until || visit.time.now < *until) { return std::nullopt; }
    return NodeResult{};
}

}  // namespace

const NodeKindRow wait_kind{.kind = NodeKind::Wait,
                            .word = "wait",
                            .role = NodeRole::Wait,
                            .parameters = wait_parameters,
                            .ports = std::span(&only_port, 1),
                            .reads_facts = false,
                            .read = read_wait,
                            .visit = visit_wait,
                            .look_again = look_again_wait};

}  // namespace tradewind::domain
