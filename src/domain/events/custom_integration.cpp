#include "domain/events/custom_integration.h"

#include "domain/fields/json_fields.h"

namespace tradewind::domain {

void write_custom_integration(base::JsonWriter& writer, const CustomIntegration& integration) {
    writer.begin_object();
    write_fields(writer, custom_integration_fields, integration);
    if (!integration.image_uri) {
        writer.key("imageUri");
        writer.null();
    }
    writer.end_object();
}

}  // namespace tradewind::domain
