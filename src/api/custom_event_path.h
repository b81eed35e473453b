#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "api/caller.h"
#include "api/query_string.h"
#include "api/route.h"
#include "api/services.h"
#include "base/result.h"
#include "domain/events/custom_event_list.h"
#include "operations/custom_event_operations.h"

namespace tradewind::api {

// The two ways to name an event type in a path.
enum class EventTypeWay { Alias, Id };

// Whom a path names, and what its query says about people who are not known yet.
struct CustomEventPath {
    EventTypeWay way;
    std::string type;
    operations::UnknownContact unknown = operations::UnknownContact::Refused;
    std::vector<base::Problem> problems = {};  // Of the query.
};

CustomEventPath read_custom_event_path(EventTypeWay way, const std::vector<std::string>& parameters,
                                       const QueryString& query);

// The type that a path names. NotFound unless it lets events in by this interface; BadRequest for an id that is none.
base::Result<const domain::CustomEventType*> find_named_type(EventTypeWay way, std::string_view text,
                                                             const domain::CustomEventList& events);

// The same as a check of the path, before anything is said about the body. An id that is none is told later, in its
// turn.
base::Result<void> check_named_type(EventTypeWay way, const Caller& caller, const std::vector<std::string>& parameters);

// The routes to the events of a type, one for each way to name it. The paths outlive them.
struct CustomEventRoutes {
    std::string_view path_by_alias;
    std::string_view path_by_id;
    std::uint64_t body_bytes_max;
    void (*handler)(const Services&, EventTypeWay, Call&);
};
std::vector<Route> make_routes(const Services& services, const CustomEventRoutes& wanted);

}  // namespace tradewind::api
