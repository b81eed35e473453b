#include "domain/fields/json_fields.h"

#include <algorithm>

#include "base/decimal.h"
#include "base/text.h"
#include "domain/fields/contact_field.h"
#include "domain/fields/field_parse.h"
#include "domain/fields/kinds/field_kind.h"
#include "domain/fields/unknown_id.h"

namespace tradewind::domain {

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

// Keeps the value, or adds why there is none.
template <class T>
void keep(base::Result<T> value, const Place& place, T& out) {
    if (!value) { return add_problem(place, value.error().problems.front().reason); }
    out = std::move(value).take();
}

// Whether it is an array of as many items as it may have; adds a problem when not.
bool has_size_within_bounds(const base::JsonValue& value, const Place& place) {
    if (value.kind() != base::JsonKind::Array) {
        add_problem(place, "must be an array");
        return false;
    }
    const auto checked = check_item_count(value.size(), place.bounds);
    if (!checked) { add_problem(place, checked.error().problems.front().reason); }
    return checked.ok();
}

}  // namespace

void read_value(const base::JsonValue& value, const Place& place, std::string& out) {
    if (value.kind() != base::JsonKind::String) { return add_problem(place, "must be a string"); }
    keep(text_value(value.string(), place.bounds, place.rule), place, out);
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
    if (value.kind() != base::JsonKind::Number) { return add_problem(place, "must be an integer"); }
    keep(integer_value(value.digits(), place.bounds), place, out);
}

void read_value(const base::JsonValue& value, const Place& place, base::Instant& out) {
    if (value.kind() != base::JsonKind::String) { return add_problem(place, "must be a string"); }
    keep(base::Instant::parse(value.string()), place, out);
}

void read_value(const base::JsonValue& value, const Place& place, bool& out) {
    if (value.kind() != base::JsonKind::Boolean) { return add_problem(place, "must be true or false"); }
    out = value.boolean();
}

void read_value(const base::JsonValue& value, const Place& place, base::Decimal& out) {
    if (value.kind() != base::JsonKind::Number) { return add_problem(place, "must be a number"); }
    keep(decimal_value(value.digits(), place.bounds), place, out);
}

void read_value(const base::JsonValue& value, const Place& place, base::Id& out) {
    if (value.kind() != base::JsonKind::String) { return add_problem(place, "must be a string"); }
    const auto id = base::Id::parse(value.string());
    if (!id) { return add_problem(place, "must be an id"); }
    if (!id.value()) { return add_problem(place, std::string(unknown_id_reason)); }
    out = *id.value();
}

void read_value(const base::JsonValue& value, const Place& place, FieldType& out) {
    if (value.kind() != base::JsonKind::String) { return add_problem(place, "must be a string"); }
    const auto* kind = find_kind(value.string());
    if (kind == nullptr) { return add_problem(place, "is not a type of field"); }
    out = kind->type;
}

void read_value(const base::JsonValue& value, const Place& place, std::vector<FieldOption>& out) {
    if (!has_size_within_bounds(value, place)) { return; }
    for (const auto element : value.elements()) {
        auto path = place.path + "/" + std::to_string(out.size());
        FieldOption option;
        if (element.kind() == base::JsonKind::Object) {
            option = read_fields(field_option_fields, element, ReadMode::Create, place.problems, path).values;
        } else {
            place.problems.push_back({.path = path, .reason = "must be an object"});
        }
        if (!option.id.empty() && std::ranges::find(out, option.id, &FieldOption::id) != out.end()) {
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

void write_value(base::JsonWriter& writer, const FieldType& value) {
    writer.string(kind_of(value).word);
}

void write_value(base::JsonWriter& writer, const FieldValue& value) {
    std::visit([&](const auto& held) { write_value(writer, held); }, value);
}

void write_value(base::JsonWriter& writer, const std::vector<FieldOption>& value) {
    writer.begin_array();
    for (const auto& option : value) {
        writer.begin_object();
        write_fields(writer, field_option_fields, option);
        writer.end_object();
    }
    writer.end_array();
}

}  // namespace json_fields
}  // namespace tradewind::domain
