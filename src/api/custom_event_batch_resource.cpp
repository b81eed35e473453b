#include "api/resources.h"

#include <utility>

#include "api/custom_event_path.h"
#include "api/database_answer.h"
#include "api/error_response.h"
#include "base/text_lines.h"
#include "domain/fields/json_fields.h"

namespace tradewind::api {
namespace {

constexpr std::uint64_t batch_bytes_max = std::uint64_t{4} * 1024 * 1024;
constexpr std::size_t lines_max = 1'000;
// A line that is full of mistakes need not be told all of them.
constexpr std::size_t problems_per_line_max = 20;

using Events = std::vector<base::Result<domain::CustomEvent>>;  // One for each line.

base::Result<domain::CustomEvent> read_line(std::string_view line, const domain::CustomEventType& type) {
    const auto document = TRY(domain::read_object(line));
    auto event = domain::read_custom_event(document.root(), type);
    if (event || event.error().problems.size() <= problems_per_line_max) { return event; }
    auto error = std::move(event).error();
    error.problems.resize(problems_per_line_max);
    return error;
}

base::Result<Events> read_events(const CustomEventPath& path, std::string_view body,
                                 const storage::Definitions& definitions) {
    const auto* const type = TRY(find_named_type(path.way, path.type, definitions.custom_events));
    auto problems = path.problems;
    const auto lines = base::split_lines(body, lines_max);
    if (!lines) { problems.push_back({.path = "/lines", .reason = "must be at most " + std::to_string(lines_max)}); }
    if (!problems.empty()) { return base::invalid(std::move(problems)); }
    Events events;
    events.reserve(lines->size());
    for (const auto line : *lines) { events.push_back(read_line(line, *type)); }
    return events;
}

std::string render_outcomes(const Events& events, const std::vector<base::Result<domain::Activity>>& outcomes) {
    std::string json;
    base::JsonWriter writer(json);
    writer.begin_object();
    writer.key("outcomes");
    writer.begin_array();
    auto outcome = outcomes.begin();
    for (const auto& event : events) {
        writer.begin_object();
        const auto* const error = !event ? &event.error() : !*outcome ? &outcome->error() : nullptr;
        if (error != nullptr) {
            writer.key("error");
            write_error(writer, *error);
        } else {
            writer.key("id");
            writer.string(outcome->value().id.text());
        }
        writer.end_object();
        if (event) { ++outcome; }
    }
    writer.end_array();
    writer.end_object();
    return json;
}

JsonAnswer record(storage::Transaction& transaction, base::Sources& sources, const storage::Definitions& definitions,
                  const Events& events, operations::UnknownContact unknown) {
    std::vector<domain::CustomEvent> good;
    for (const auto& event : events) {
        if (event) { good.push_back(event.value()); }
    }
    const auto outcomes = operations::record_custom_events(transaction, sources, definitions, good, unknown);
    return {.status = 200, .body = render_outcomes(events, outcomes)};
}

void create_events(const Services& services, EventTypeWay way, Call& call) {
    auto definitions = call.caller.definitions;
    auto path = read_custom_event_path(way, call.parameters, call.query);
    auto body = std::string(call.request.body);
    auto prepared = read_events(path, body, *definitions);
    answer_write(
        services, call, std::move(prepared),
        [&sources = services.sources, definitions = std::move(definitions), path = std::move(path),
         body = std::move(body)](storage::Transaction& transaction, const Events& events) -> base::Result<JsonAnswer> {
            const auto current = storage::definitions_in(transaction, definitions);
            if (current == definitions) { return record(transaction, sources, *current, events, path.unknown); }
            const auto again = TRY(read_events(path, body, *current));
            return record(transaction, sources, *current, again, path.unknown);
        });
}

}  // namespace

std::vector<Route> custom_event_batch_routes(const Services& services) {
    return make_routes(services, {.path_by_alias = "/custom-events/alias/{alias}/batch",
                                  .path_by_id = "/custom-events/id/{id}/batch",
                                  .body_bytes_max = batch_bytes_max,
                                  .handler = create_events});
}

}  // namespace tradewind::api
