#pragma once

#include <string_view>
#include <vector>

#include "api/file_resource.h"
#include "api/route.h"
#include "api/services.h"

namespace tradewind::api {

// GET and POST /exports/, POST /exports/type/data-explorer, GET and DELETE /exports/{id}
std::vector<Route> export_routes(const Services& services);

// What the public and the management interface do in the same way. Paths are static.
struct ExportOrigin {
    std::string_view collection_path;
    std::string_view item_path;
    std::string_view explorer_path;
    Access read;
    Access write;
    Access remove;
    bool is_managed;  // Changes leave audit entries.
};
std::vector<Route> export_routes(const Services& services, const ExportOrigin& origin);

// The files of links of exports.
LinkedFile exported_file(const Services& services);

}  // namespace tradewind::api
