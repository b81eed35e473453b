#include "api/resources.h"

#include <utility>

#include "api/custom_event_answer.h"
#include "api/custom_event_path.h"
#include "domain/fields/json_fields.h"

namespace tradewind::api {
namespace {

constexpr std::uint64_t event_bytes_max = std::uint64_t{512} * 1024;

base::Result<domain::CustomEvent> read_event(const CustomEventPath& path, std::string_view body,
                                             const storage::Definitions& definitions) {
    const auto* const type = TRY(find_named_type(path.way, path.type, definitions.custom_events));
    const auto document = TRY(domain::read_object(body));
    auto event = domain::read_custom_event(document.root(), *type);
    if (path.problems.empty()) { return event; }
    auto problems = path.problems;
    if (!event) { problems.insert(problems.end(), event.error().problems.begin(), event.error().problems.end()); }
    return base::invalid(std::move(problems));
}

void create_event(const Services& services, EventTypeWay way, Call& call) {
    auto path = read_custom_event_path(way, call.parameters, call.query);
    const auto unknown = path.unknown;
    answer_custom_event(
        services, call,
        [path = std::move(path), body = std::string(call.request.body)](const storage::Definitions& definitions) {
            return read_event(path, body, definitions);
        },
        unknown);
}

}  // namespace

std::vector<Route> custom_event_routes(const Services& services) {
    return make_routes(services, {.path_by_alias = "/custom-events/alias/{alias}",
                                  .path_by_id = "/custom-events/id/{id}",
                                  .body_bytes_max = event_bytes_max,
                                  .handler = create_event});
}

}  // namespace tradewind::api
