#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "domain/fields/json_fields.h"

namespace tradewind::domain {

// What the audit list tells of a property that was changed.
struct AuditedChange {
    // A longer value is not kept.
    static constexpr std::size_t value_bytes_max = 4'000;

    struct Values {
        std::string before;  // As JSON.
        std::string after;

        friend bool operator==(const Values&, const Values&) = default;
    };

    std::string field;
    std::optional<Values> values = {};  // Nothing: they are not told.

    friend bool operator==(const AuditedChange&, const AuditedChange&) = default;
};

// A change that tells its values, unless they are too long.
AuditedChange audited_change(std::string_view field, AuditedChange::Values values);

namespace audited {

template <class T>
std::string json_of(const T& value) {
    std::string json;
    base::JsonWriter writer(json);
    json_fields::write_value(writer, value);
    return json;
}
template <class T>
std::string json_of(const std::optional<T>& value) {
    return value ? json_of(*value) : "null";
}

}  // namespace audited

// The fields of the table in which the two differ.
template <class Struct, std::size_t Count>
std::vector<AuditedChange> audited_changes(const FieldTable<Struct, Count>& table, const Struct& before,
                                           const Struct& after) {
    std::vector<AuditedChange> changes;
    for (const auto& field : table) {
        field.member.visit([&](auto member) {
            if (before.*member == after.*member) { return; }
            changes.push_back(audited_change(
                field.name, {.before = audited::json_of(before.*member), .after = audited::json_of(after.*member)}));
        });
    }
    return changes;
}

}  // namespace tradewind::domain
