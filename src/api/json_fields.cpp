#include "api/json_fields.h"

#include <algorithm>

#include "base/decimal.h"
#include "base/text.h"
#include "domain/contact_field.h"
#include "domain/field_kinds/field_kind.h"

namespace tradewind::api {

base::Result<base::JsonDocument> read_object(std::string_view body) {
    auto document = TRY(base::JsonDocument::parse(body));
    const auto root = document.root();
    const bool empty_array = root.kind() == base::JsonKind::Array && root.size() == 0;
    if (root.kind() != base::JsonKind::Object && !empty_array) {
        return base::bad_request("The body must be a JSON object.");
    }
    return document;
}

base::JsonValue empty_object() {
    static const auto document = base::JsonDocument::parse("{}").take();
    return document.root();
}

namespace json_fields {
namespace {

void add_problem(const Place& place, std::string reason) {
    place.problems.push_back({.path = place.path, .reason = std::move(reason)});
}

// The reason why a text does not fit; nothing when it does.
std::optional<std::string> misfit(std::string_view text, const domain::Bounds& bounds) {
    if (text.find('\0') != std::string_view::npos) { return "must not contain U+0000"; }
    const auto characters = base::count_characters(text);
    if (characters == 0 && bounds.characters_min == 1) { return "must not be empty"; }
    if (characters < bounds.characters_min) {
        return "must have at least " + std::to_string(bounds.characters_min) + " characters";
    }
    if (characters > bounds.characters_max) {
        return "must have at most " + std::to_string(bounds.characters_max) + " characters";
    }
    return std::nullopt;
}

// Whether it is an array of as many items as it may have; adds a problem when not.
bool has_size_within_bounds(const base::JsonValue& value, const Place& place) {
    const auto& bounds = place.bounds;
    if (value.kind() != base::JsonKind::Array) {
        add_problem(place, "must be an array");
    } else if (value.size() > bounds.items_max) {
        add_problem(place, "must have at most " + std::to_string(bounds.items_max) + " items");
    } else if (value.size() < bounds.items_min) {
        add_problem(place, bounds.items_min == 1 ? std::string("must not be empty")
                                                 : "must have at least " + std::to_string(bounds.items_min) + " items");
    } else {
        return true;
    }
    return false;
}

}  // namespace

void read_value(const base::JsonValue& value, const Place& place, std::string& out) {
    if (value.kind() != base::JsonKind::String) { return add_problem(place, "must be a string"); }
    if (auto reason = misfit(value.string(), place.bounds)) { return add_problem(place, std::move(*reason)); }
    if (place.rule == nullptr) {
        out = value.string();
        return;
    }
    auto checked = place.rule(value.string());
    if (!checked) { return add_problem(place, checked.error().problems.front().reason); }
    out = std::move(checked).take();
}

void read_value(const base::JsonValue& value, const Place& place, std::vector<std::string>& out) {
    if (!has_size_within_bounds(value, place)) { return; }
    for (const auto element : value.elements()) {
        const Place item_place{.bounds = place.bounds,
                               .rule = place.rule,
                               .path = place.path + "/" + std::to_string(out.size()),
                               .problems = place.problems};
        std::string item;
        read_value(element, item_place, item);
        if (place.bounds.items_unique && !item.empty() && std::find(out.begin(), out.end(), item) != out.end()) {
            add_problem(item_place, "is repeated");
        }
        out.push_back(std::move(item));
    }
}

void read_value(const base::JsonValue& value, const Place& place, std::int64_t& out) {
    const auto number = value.kind() == base::JsonKind::Number ? base::parse_integer(value.digits())
                                                               : base::invalid("", "must be a whole number");
    if (!number) { return add_problem(place, "must be a whole number"); }
    if (number.value() < place.bounds.value_min || number.value() > place.bounds.value_max) {
        return add_problem(place, "must be from " + std::to_string(place.bounds.value_min) + " to " +
                                      std::to_string(place.bounds.value_max));
    }
    out = number.value();
}

void read_value(const base::JsonValue& value, const Place& place, base::Instant& out) {
    if (value.kind() != base::JsonKind::String) { return add_problem(place, "must be a string"); }
    const auto instant = base::Instant::parse(value.string());
    if (!instant) { return add_problem(place, instant.error().problems.front().reason); }
    out = instant.value();
}

void read_value(const base::JsonValue& value, const Place& place, bool& out) {
    if (value.kind() != base::JsonKind::Boolean) { return add_problem(place, "must be true or false"); }
    out = value.boolean();
}

void read_value(const base::JsonValue& value, const Place& place, base::Decimal& out) {
    if (value.kind() != base::JsonKind::Number) { return add_problem(place, "must be a number"); }
    const auto number = base::Decimal::parse(value.digits());
    if (!number) { return add_problem(place, number.error().problems.front().reason); }
    out = number.value();
}

void read_value(const base::JsonValue& value, const Place& place, domain::FieldType& out) {
    if (value.kind() != base::JsonKind::String) { return add_problem(place, "must be a string"); }
    const auto* kind = domain::find_kind(value.string());
    if (kind == nullptr) { return add_problem(place, "is not a type of field"); }
    out = kind->type;
}

void read_value(const base::JsonValue& value, const Place& place, std::vector<domain::FieldOption>& out) {
    if (!has_size_within_bounds(value, place)) { return; }
    for (const auto element : value.elements()) {
        auto path = place.path + "/" + std::to_string(out.size());
        domain::FieldOption option;
        if (element.kind() == base::JsonKind::Object) {
            option = read_fields(domain::field_option_fields, element, ReadMode::Create, place.problems, path).values;
        } else {
            place.problems.push_back({.path = path, .reason = "must be an object"});
        }
        if (!option.id.empty() && std::ranges::find(out, option.id, &domain::FieldOption::id) != out.end()) {
            place.problems.push_back({.path = std::move(path) + "/id", .reason = "is repeated"});
        }
        out.push_back(std::move(option));
    }
}

void write_value(base::JsonWriter& writer, const std::string& value) {
    writer.string(value);
}

void write_value(base::JsonWriter& writer, const std::vector<std::string>& value) {
    writer.begin_array();
    for (const auto& text : value) { writer.string(text); }
    writer.end_array();
}

void write_value(base::JsonWriter& writer, const std::int64_t& value) {
    writer.integer(value);
}

void write_value(base::JsonWriter& writer, const base::Instant& value) {
    writer.instant(value);
}

void write_value(base::JsonWriter& writer, const base::Id& value) {
    writer.string(value.text());
}

void write_value(base::JsonWriter& writer, bool value) {
    writer.boolean(value);
}

void write_value(base::JsonWriter& writer, const base::Decimal& value) {
    writer.decimal(value);
}

void write_value(base::JsonWriter& writer, const domain::FieldType& value) {
    writer.string(domain::kind_of(value).word);
}

void write_value(base::JsonWriter& writer, const domain::FieldValue& value) {
    std::visit([&](const auto& held) { write_value(writer, held); }, value);
}

void write_value(base::JsonWriter& writer, const std::vector<domain::FieldOption>& value) {
    writer.begin_array();
    for (const auto& option : value) {
        writer.begin_object();
        write_fields(writer, domain::field_option_fields, option);
        writer.end_object();
    }
    writer.end_array();
}

}  // namespace json_fields
}  // namespace tradewind::api
