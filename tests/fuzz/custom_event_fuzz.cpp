// The body of an event of all nine kinds of fields. What is taken is taken again in the form in which it is kept, and
// is the same; what is refused has a reason and a place.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "domain/events/custom_event.h"

namespace {

using tradewind::base::JsonDocument;
using tradewind::domain::CustomEventType;

void demand(bool truth) {
    if (!truth) { std::abort(); }
}

CustomEventType make_type() {
    const auto fields = JsonDocument::parse(R"([
        {"id": "guest", "name": "Guest", "type": "email", "required": true, "isPrimaryKey": true,
         "jsonPointerPath": "/a/0/guest"},
        {"id": "text", "name": "Text", "type": "text"},
        {"id": "phone", "name": "Phone", "type": "phone", "defaultCountryCode": "34"},
        {"id": "whole", "name": "Whole", "type": "integer"},
        {"id": "decimal", "name": "Decimal", "type": "decimal"},
        {"id": "day", "name": "Day", "type": "date"},
        {"id": "flag", "name": "Flag", "type": "boolean"},
        {"id": "one", "name": "One", "type": "radio", "options": [{"id": "a", "label": "A"}]},
        {"id": "many", "name": "Many", "type": "checkbox", "options": [{"id": "a", "label": "A"}, {"id": "b", "label": "B"}]},
        {"id": "o/~", "name": "Odd", "type": "text"}])")
                            .take();
    CustomEventType type;
    type.fields = tradewind::domain::read_custom_event_fields(fields.root()).take();
    return type;
}

template <class Read>
void demand_honest(const JsonDocument& document, const CustomEventType& type, Read read) {
    const auto event = read(document.root(), type);
    if (!event.ok()) {
        demand(!event.error().problems.empty());
        for (const auto& problem : event.error().problems) {
            demand(problem.path.starts_with("/") && !problem.reason.empty());
        }
        return;
    }
    const auto kept = JsonDocument::parse(event.value().values).take();
    const auto again = tradewind::domain::read_custom_event(kept.root(), type);
    demand(again.ok() && again.value().values == event.value().values);
    demand(again.value().email.key() == event.value().email.key());
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t count) {
    static const auto type = make_type();
    const auto document = JsonDocument::parse({reinterpret_cast<const char*>(bytes), count});
    if (!document.ok()) { return 0; }
    demand_honest(document.value(), type, tradewind::domain::read_custom_event);
    demand_honest(document.value(), type, tradewind::domain::pick_custom_event);
    return 0;
}
