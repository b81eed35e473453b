#include "api/custom_event_path.h"

#include <utility>

namespace tradewind::api {

CustomEventPath read_custom_event_path(EventTypeWay way, const std::vector<std::string>& parameters,
                                       const QueryString& query) {
    CustomEventPath path{.way = way, .type = parameters[0]};
    if (read_flag(query, "createContact", false, path.problems)) { path.unknown = operations::UnknownContact::Created; }
    return path;
}

base::Result<const domain::CustomEventType*> find_named_type(EventTypeWay way, std::string_view text,
                                                             const domain::CustomEventList& events) {
    const domain::CustomEventType* type = nullptr;
    switch (way) {
        case EventTypeWay::Alias:
            type = events.find_type(text);
            break;
        case EventTypeWay::Id: {
            const auto id = TRY(base::Id::parse(text));
            if (id) { type = events.find_type(*id); }
            break;
        }
    }
    if (type == nullptr || !events.lets_in(*type, domain::receive_by_api)) {
        return base::not_found("There is no custom event type here that lets events in by api.");
    }
    return type;
}

base::Result<void> check_named_type(EventTypeWay way, const Caller& caller,
                                    const std::vector<std::string>& parameters) {
    const auto type = find_named_type(way, parameters[0], caller.definitions->custom_events);
    if (!type && type.error().kind == base::ErrorKind::NotFound) { return type.error(); }
    return {};
}

std::vector<Route> make_routes(const Services& services, const CustomEventRoutes& wanted) {
    std::vector<Route> routes;
    for (const auto way : {EventTypeWay::Alias, EventTypeWay::Id}) {
        Route route(net::Method::Post, way == EventTypeWay::Alias ? wanted.path_by_alias : wanted.path_by_id,
                    domain::Scope::CustomEventWrite, BodyKind::Json,
                    [services, way, handler = wanted.handler](Call& call) { handler(services, way, call); });
        routes.push_back(std::move(route)
                             .with_body_bytes_max(wanted.body_bytes_max)
                             .with_check([way](const Caller& caller, const std::vector<std::string>& parameters) {
                                 return check_named_type(way, caller, parameters);
                             }));
    }
    return routes;
}

}  // namespace tradewind::api
