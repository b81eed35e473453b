#pragma once

#include <string>

#include "base/json_writer.h"
#include "base/secret.h"
#include "domain/deliveries/delivery.h"
#include "domain/events/custom_event_type.h"

namespace tradewind::api::admin {

// A delivery as a list shows it: without what was sent and answered.
void write_delivery_summary(base::JsonWriter& writer, const domain::Delivery& delivery);

// The whole of it, with the request and the last answer. The values of headers are hidden; `type` is null when it was
// deleted.
std::string render_delivery(const domain::Delivery& delivery, const domain::CustomEventType* type,
                            const base::SecretKey& secret_key);

}  // namespace tradewind::api::admin
