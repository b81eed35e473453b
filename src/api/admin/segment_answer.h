#pragma once

#include "api/services.h"
#include "base/json_writer.h"
#include "domain/segments/segment.h"
#include "storage/stores/settings/definitions.h"

namespace tradewind::api::admin {

// A segment as it is answered. Of a dynamic one also: its filter as it is shown, the one that is being built beside it,
// how far that is, how far its members are behind, and what people should know of it.
void write_segment(base::JsonWriter& writer, const domain::Segment& segment, const storage::Definitions& definitions,
                   const Services& services);

}  // namespace tradewind::api::admin
