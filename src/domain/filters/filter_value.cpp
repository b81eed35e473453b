#include "domain/filters/filter_value.h"

#include <optional>
#include <type_traits>

#include "base/search_key.h"
#include "base/text.h"
#include "domain/contacts/contact_members.h"

namespace tradewind::domain {
namespace {

template <class T>
FilterValue value_or_missing(const std::optional<T>& value) {
    return value ? FilterValue(*value) : FilterValue();
}

FilterValue parsed_value(std::string_view json, ValueKind kind) {
    const auto document = base::JsonDocument::parse(json);
    return document.ok() ? value_of(document.value().root(), kind) : FilterValue();
}

FilterValue system_value(const Contact& contact, const FieldTest& test) {
    return std::visit(
        [&](const auto& place) -> FilterValue {
            using Place = std::decay_t<decltype(place)>;
            if constexpr (std::is_same_v<Place, ContactMember::Nullable>) {
                return value_or_missing(contact.*place.member);
            } else if constexpr (std::is_same_v<Place, ContactMember::Computed>) {
                std::string json;
                base::JsonWriter writer(json);
                place(writer, contact);
                return parsed_value(json, test.test.kind);
            } else if constexpr (std::is_same_v<Place, ContactMember::Score>) {
                const auto& score = contact.*place;
                return score ? FilterValue(std::to_string(*score)) : FilterValue();
            } else if constexpr (std::is_same_v<Place, std::optional<std::string> Contact::*>) {
                const auto& text = contact.*place;
                return text ? value_of(*text) : FilterValue();
            } else if constexpr (std::is_same_v<Place, std::string Contact::*>) {
                return value_of(contact.*place);
            } else if constexpr (std::is_same_v<Place, std::optional<base::Instant> Contact::*>) {
                return value_or_missing(contact.*place);
            } else {
                return contact.*place;
            }
        },
        contact_member(test.field).place);
}

}  // namespace

FilterValue value_of(std::string text) {
    return text.empty() ? FilterValue() : FilterValue(std::move(text));
}

FilterValue value_of(const base::JsonValue& json, ValueKind kind) {
    switch (json.kind()) {
        case base::JsonKind::Null:
        case base::JsonKind::Object:
            return {};
        case base::JsonKind::Boolean:
            return json.boolean();
        case base::JsonKind::Number: {
            if (kind == ValueKind::Integer) {
                const auto number = base::parse_integer(json.digits());
                return number.ok() ? FilterValue(number.value()) : FilterValue();
            }
            const auto number = base::Decimal::parse(json.digits());
            return number.ok() ? FilterValue(number.value()) : FilterValue();
        }
        case base::JsonKind::String: {
            if (kind != ValueKind::Date) { return value_of(std::string(json.string())); }
            const auto at = base::Instant::parse(json.string());
            return at.ok() ? FilterValue(at.value()) : FilterValue();
        }
        case base::JsonKind::Array: {
            std::vector<std::string> texts;
            for (const auto element : json.elements()) {
                if (element.kind() == base::JsonKind::String) { texts.emplace_back(element.string()); }
            }
            return texts.empty() ? FilterValue() : FilterValue(std::move(texts));
        }
    }
    return {};
}

FilterValue value_of(const Contact& contact, const ContactFieldList& fields, const FieldTest& test) {
    if (test.number == 0) { return system_value(contact, test); }
    const auto* const field = fields.find_custom(test.number);
    if (field == nullptr) { return {}; }
    const auto* const json = find_custom_value(contact, fields, *field);
    return json == nullptr ? FilterValue() : parsed_value(*json, test.test.kind);
}

void write_value(base::JsonWriter& writer, const FilterValue& value) {
    std::visit(
        [&](const auto& held) {
            using Held = std::decay_t<decltype(held)>;
            if constexpr (std::is_same_v<Held, std::monostate>) {
                writer.null();
            } else if constexpr (std::is_same_v<Held, std::string>) {
                writer.string(held);
            } else if constexpr (std::is_same_v<Held, std::vector<std::string>>) {
                writer.begin_array();
                for (const auto& text : held) { writer.string(text); }
                writer.end_array();
            } else if constexpr (std::is_same_v<Held, std::int64_t>) {
                writer.integer(held);
            } else if constexpr (std::is_same_v<Held, base::Decimal>) {
                writer.decimal(held);
            } else if constexpr (std::is_same_v<Held, base::Instant>) {
                writer.string(held.text());
            } else {
                writer.boolean(held);
            }
        },
        value);
}

std::string comparable(ValueKind kind, std::string_view text) {
    switch (kind) {
        case ValueKind::Text:
        case ValueKind::Texts:
            return base::whole_search_key(text);
        case ValueKind::Email:
            return base::ascii_lower(text);
        case ValueKind::Identifier:
        case ValueKind::Phone:
        case ValueKind::Radio:
        case ValueKind::Checkbox:
        case ValueKind::Integer:
        case ValueKind::Decimal:
        case ValueKind::Date:
        case ValueKind::Boolean:
            break;
    }
    return std::string(text);
}

}  // namespace tradewind::domain
