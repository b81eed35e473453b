#include <benchmark/benchmark.h>

#include <algorithm>
#include <string>

#include "base/json.h"
#include "domain/events/custom_event.h"

namespace tradewind::domain {
namespace {

// The nine kinds, twenty fields.
CustomEventType type_of_twenty_fields() {
    std::string fields = R"([{"id": "guest", "name": "Guest", "type": "email", "required": true, "isPrimaryKey": true},
        {"id": "phone", "name": "Phone", "type": "phone", "defaultCountryCode": "34"},
        {"id": "workshop", "name": "Workshop", "type": "radio", "required": true,
         "options": [{"id": "wheel", "label": "Wheel"}, {"id": "glazing", "label": "Glazing"}]},
        {"id": "extras", "name": "Extras", "type": "checkbox",
         "options": [{"id": "clay", "label": "Clay"}, {"id": "lunch", "label": "Lunch"}]})";
    for (const auto* const kind : {"text", "integer", "decimal", "boolean", "date", "text", "integer", "decimal",
                                   "boolean", "date", "text", "integer", "decimal", "boolean", "date", "text"}) {
        const auto id = "field" + std::to_string(std::count(fields.begin(), fields.end(), '{'));
        fields.append(R"(,{"id": ")").append(id).append(R"(", "name": ")").append(id).append(R"(", "type": ")");
        fields.append(kind).append(R"("})");
    }
    CustomEventType type;
    type.id = {17};
    type.fields = read_custom_event_fields(base::JsonDocument::parse(fields + "]").take().root()).take();
    return type;
}

std::string event_of(const CustomEventType& type) {
    std::string json = R"({"guest": "ada@example.org", "phone": "+34651234567", "workshop": "wheel",
                           "extras": ["clay", "lunch"])";
    for (std::size_t index = 4; index < type.fields.size(); ++index) {
        const auto& field = type.fields[index];
        json.append(R"(, ")").append(field.id).append(R"(": )");
        switch (field.type) {
            case FieldType::Integer:
                json.append("42");
                break;
            case FieldType::Decimal:
                json.append("19.99");
                break;
            case FieldType::Boolean:
                json.append("true");
                break;
            case FieldType::Date:
                json.append(R"("2026-03-14T10:00:00Z")");
                break;
            default:
                json.append(R"("a short text")");
        }
    }
    return json + "}";
}

// What the body of an event costs before the database is asked: reading the JSON is not counted.
void ReadEvent(benchmark::State& state) {
    const auto type = type_of_twenty_fields();
    const auto document = base::JsonDocument::parse(event_of(type)).take();
    for (auto _ : state) {
        const auto event = read_custom_event(document.root(), type);
        if (!event) state.SkipWithError("refused");
        benchmark::DoNotOptimize(&event);
    }
}
BENCHMARK(ReadEvent);

}  // namespace
}  // namespace tradewind::domain
