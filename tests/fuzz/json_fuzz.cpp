// Any text is read or refused; what was read is the same after writing it and reading that.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "base/json.h"
#include "base/json_writer.h"

namespace {

using tradewind::base::ErrorKind;
using tradewind::base::JsonDocument;
using tradewind::base::JsonKind;
using tradewind::base::JsonValue;
using tradewind::base::JsonWriter;

void demand(bool truth) {
    if (!truth) { std::abort(); }
}

void demand_same(JsonValue one, JsonValue other) {
    demand(one.kind() == other.kind() && one.size() == other.size());
    switch (one.kind()) {
        case JsonKind::Null:
            return;
        case JsonKind::Boolean:
            return demand(one.boolean() == other.boolean());
        case JsonKind::Number:
            return demand(one.digits() == other.digits());
        case JsonKind::String:
            return demand(one.string() == other.string());
        case JsonKind::Array: {
            auto place = other.elements().begin();
            for (const auto element : one.elements()) { demand_same(element, *place++); }
            return demand(place == other.elements().end());
        }
        case JsonKind::Object: {
            auto place = other.members().begin();
            for (const auto member : one.members()) {
                demand(member.key == (*place).key);
                demand_same(member.value, (*place++).value);
            }
            return demand(place == other.members().end());
        }
    }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t count) {
    const auto document = JsonDocument::parse({reinterpret_cast<const char*>(bytes), count});
    if (!document.ok()) {
        demand(document.error().kind == ErrorKind::BadRequest && !document.error().detail.empty());
        return 0;
    }
    std::string text;
    JsonWriter writer(text);
    tradewind::base::write_json(writer, document.value().root());
    const auto again = JsonDocument::parse(text);
    demand(again.ok());
    demand_same(document.value().root(), again.value().root());
    return 0;
}
