#pragma once

#include <optional>
#include <string>
#include <vector>

#include "api/route.h"
#include "api/services.h"
#include "base/json_writer.h"
#include "domain/fields/contact_field_list.h"
#include "domain/journal/activity.h"
#include "domain/shop/purchase.h"

namespace tradewind::api::admin {

// GET /admin/v1/contacts/{id}/activities/
std::vector<Route> activity_routes(const Services& services);

// The path of a contact's list.
std::string activities_path(base::Id contact);

// As people read it. Values of custom fields stand under the ids of the fields; those of deleted ones are left out. The
// purchase that it tells of stands in it, if one is given.
void write_activity(base::JsonWriter& writer, const domain::Activity& activity, const domain::ContactFieldList& fields,
                    const std::optional<domain::Purchase>& purchase = {});

}  // namespace tradewind::api::admin
