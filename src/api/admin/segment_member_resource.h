#pragma once

#include <vector>

#include "api/route.h"
#include "api/services.h"
#include "base/json_writer.h"
#include "domain/segments/segment.h"

namespace tradewind::api::admin {

// GET and POST /admin/v1/segments/{id}/members/, POST /admin/v1/segments/{id}/members/remove,
// DELETE /admin/v1/segments/{id}/members/{contactId}, GET /admin/v1/contacts/{id}/segments/
std::vector<Route> segment_member_routes(const Services& services);

// A segment as it is read beside a contact that is in it.
void write_contact_segment(base::JsonWriter& writer, const domain::ContactSegment& segment);

}  // namespace tradewind::api::admin
