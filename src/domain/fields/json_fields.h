#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/json.h"
#include "base/json_writer.h"
#include "base/result.h"
#include "domain/fields/field_table.h"

namespace tradewind::domain {

// A JSON body that must be an object; an empty array is taken as an empty object, as PHP encodes one.
base::Result<base::JsonDocument> read_object(std::string_view body);

// `{}`.
base::JsonValue empty_object();

// What a create or a merge named. Null in a create means absent; in a merge it clears where the table allows it.
enum class ReadMode { Create, Merge };

namespace json_fields {

// Each reads one value into `out`, or adds its problems, found at `path`.
struct Place {
    const Bounds& bounds;
    TextRule rule;
    std::string path;
    std::vector<base::Problem>& problems;
};
void read_value(const base::JsonValue& value, const Place& place, std::string& out);
void read_value(const base::JsonValue& value, const Place& place, std::vector<std::string>& out);
void read_value(const base::JsonValue& value, const Place& place, std::int64_t& out);
void read_value(const base::JsonValue& value, const Place& place, base::Instant& out);
void read_value(const base::JsonValue& value, const Place& place, bool& out);
void read_value(const base::JsonValue& value, const Place& place, base::Decimal& out);
void read_value(const base::JsonValue& value, const Place& place, base::Id& out);
void read_value(const base::JsonValue& value, const Place& place, FieldType& out);
void read_value(const base::JsonValue& value, const Place& place, SegmentKind& out);
void read_value(const base::JsonValue& value, const Place& place, std::vector<FieldOption>& out);
template <class T>
void read_value(const base::JsonValue& value, const Place& place, std::optional<T>& out) {
    const auto problems_before = place.problems.size();
    T read{};
    read_value(value, place, read);
    if (place.problems.size() == problems_before) { out = std::move(read); }
}
// What it must look like follows from the field it belongs to, so it is read once that is known.
inline void read_value(const base::JsonValue&, const Place&, std::optional<FieldValue>&) {}

void write_value(base::JsonWriter& writer, const std::string& value);
void write_value(base::JsonWriter& writer, const std::vector<std::string>& value);
void write_value(base::JsonWriter& writer, const std::int64_t& value);
void write_value(base::JsonWriter& writer, const base::Instant& value);
void write_value(base::JsonWriter& writer, const base::Id& value);
void write_value(base::JsonWriter& writer, bool value);
void write_value(base::JsonWriter& writer, const base::Decimal& value);
void write_value(base::JsonWriter& writer, const FieldType& value);
void write_value(base::JsonWriter& writer, const SegmentKind& value);
void write_value(base::JsonWriter& writer, const FieldValue& value);
void write_value(base::JsonWriter& writer, const std::vector<FieldOption>& value);

template <class T>
void write_member(base::JsonWriter& writer, std::string_view name, const T& value) {
    writer.key(name);
    write_value(writer, value);
}
template <class T>
void write_member(base::JsonWriter& writer, std::string_view name, const std::optional<T>& value) {
    if (value) { write_member(writer, name, *value); }
}
// Fields that offer no choice have no options, not an empty list of them.
inline void write_member(base::JsonWriter& writer, std::string_view name, const std::vector<FieldOption>& value) {
    if (value.empty()) { return; }
    writer.key(name);
    write_value(writer, value);
}

}  // namespace json_fields

// Reads the members of what read_object answered, or of an object inside it whose own path is `at`, by the table, and
// adds every problem. Unknown and read-only keys are ignored.
template <class Struct, std::size_t Count>
Patch<Struct> read_fields(const FieldTable<Struct, Count>& table, const base::JsonValue& object, ReadMode mode,
                          std::vector<base::Problem>& problems, std::string_view at = "") {
    Patch<Struct> patch;
    if (object.kind() != base::JsonKind::Object) { return read_fields(table, empty_object(), mode, problems, at); }
    for (std::size_t index = 0; index < Count; ++index) {
        const Field<Struct>& field = table[index];
        if (field.access == Access::ReadOnly) { continue; }
        auto path = std::string(at) + "/" + std::string(field.name);
        const auto value = object.find(field.name);
        if (!value || (mode == ReadMode::Create && value->is_null())) {
            if (mode == ReadMode::Create && field.presence == Presence::Required) {
                problems.push_back({.path = std::move(path), .reason = "is required"});
            }
            continue;
        }
        if (value->is_null()) {
            if (field.null == Null::Refused) {
                problems.push_back({.path = std::move(path), .reason = "must not be null"});
            }
            patch.present.set(index);
            continue;
        }
        const json_fields::Place place{
            .bounds = field.bounds, .rule = field.rule, .path = std::move(path), .problems = problems};
        field.member.visit([&](auto member) { json_fields::read_value(*value, place, patch.values.*member); });
        patch.present.set(index);
    }
    return patch;
}

// The same for whoever has nothing to add: all problems at once, or the patch.
template <class Struct, std::size_t Count>
base::Result<Patch<Struct>> read_fields(const FieldTable<Struct, Count>& table, const base::JsonValue& object,
                                        ReadMode mode) {
    std::vector<base::Problem> problems;
    auto patch = read_fields(table, object, mode, problems);
    if (!problems.empty()) { return base::invalid(std::move(problems)); }
    return patch;
}

// Writes every field of the table as a member; unset optional ones are left out. The object itself is the caller's.
template <class Struct, std::size_t Count>
void write_fields(base::JsonWriter& writer, const FieldTable<Struct, Count>& table, const Struct& from) {
    for (const auto& field : table) {
        field.member.visit([&](auto member) { json_fields::write_member(writer, field.name, from.*member); });
    }
}

// The same as a whole object.
template <class Struct, std::size_t Count>
std::string render(const FieldTable<Struct, Count>& table, const Struct& from) {
    std::string json;
    base::JsonWriter writer(json);
    writer.begin_object();
    write_fields(writer, table, from);
    writer.end_object();
    return json;
}

}  // namespace tradewind::domain
