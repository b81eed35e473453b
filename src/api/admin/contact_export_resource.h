#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "api/route.h"
#include "api/services.h"

namespace tradewind::api::admin {

// What one export may hold in memory, and about as many bytes its file may have. Activities beyond it are left out, and
// the file tells where they are to be had.
inline constexpr std::size_t contact_export_bytes_max = std::size_t{64} * 1024 * 1024;

// The last coupons that a contact was given stand in a list of their own; the activities tell of all.
inline constexpr std::int64_t contact_export_coupons_max = 1'000;

// GET /admin/v1/contacts/{id}/export
std::vector<Route> contact_export_routes(const Services& services, std::size_t bytes_max = contact_export_bytes_max);

}  // namespace tradewind::api::admin
