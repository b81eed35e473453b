#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "api/route.h"
#include "api/services.h"
#include "base/instant.h"

namespace tradewind::storage {
class DiskReserve;
class OperatingNotes;
}  // namespace tradewind::storage

namespace tradewind::api::admin {

// What runs here, for those who operate it. What it points to outlives the routes.
struct Operating {
    std::string_view version = {};
    base::Instant started_at = {};
    // Null with PostgreSQL, whose disk is elsewhere; so is the next.
    const storage::OperatingNotes* notes = nullptr;
    const storage::DiskReserve* disk_reserve = nullptr;
    // As Prometheus reads them. Null, or none in it: nobody counts here.
    const std::function<std::string()>* metrics = nullptr;
};

// GET /admin/v1/operations and /admin/v1/operations/bundle
std::vector<Route> operations_routes(const Services& services, const Operating& operating);

}  // namespace tradewind::api::admin
