#include "domain/messages/liquid/json_liquid.h"

namespace tradewind::domain {

// Documents are at most 64 levels deep.
LiquidValue liquid_value(const base::JsonValue& json) {
    switch (json.kind()) {
        case base::JsonKind::Null:
            return {};
        case base::JsonKind::Boolean:
            return json.boolean();
        case base::JsonKind::Number: {
            const auto number = LiquidNumber::parse(json.digits());
            return number ? LiquidValue(*number) : LiquidValue(json.digits());
        }
        case base::JsonKind::String:
            return json.string();
        case base::JsonKind::Array: {
            LiquidList list;
            for (const auto element : json.elements()) { list.push_back(liquid_value(element)); }
            return list;
        }
        case base::JsonKind::Object: {
            LiquidEntries entries;
            for (const auto& [key, value] : json.members()) { entries.emplace_back(key, liquid_value(value)); }
            return liquid_map(std::move(entries));
        }
    }
    return {};
}

}  // namespace tradewind::domain
