#pragma once

#include <array>
#include <bitset>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/decimal.h"
#include "base/id.h"
#include "base/instant.h"
#include "base/result.h"
#include "domain/fields/field_value.h"

namespace tradewind::domain {

enum class Access { Writable, ReadOnly };

// Whether a create must name the field.
enum class Presence { Optional, Required };

// What `null` does in a merge: nothing good, or back to the value of a fresh struct.
enum class Null { Refused, Clears };

// What whole numbers lie within, either sign: 2^53 - 1.
inline constexpr std::int64_t field_integer_max = 9'007'199'254'740'991;

// The limits of a value. Texts: their characters, and for lists those of each item. Numbers: both ends belong to it.
struct Bounds {
    std::size_t characters_min = 0;
    std::size_t characters_max = std::numeric_limits<std::size_t>::max();
    std::size_t items_min = 0;
    std::size_t items_max = std::numeric_limits<std::size_t>::max();
    bool items_unique = false;
    std::int64_t value_min = -field_integer_max;
    std::int64_t value_max = field_integer_max;
};

enum class SegmentKind;  // What it can be, and how it is read and written: domain/segments/segment.h.

// Looks at one text (of a list: each item) and answers it as it is to be kept, or Invalid with a reason.
using TextRule = base::Result<std::string> (*)(std::string_view text);

// Which member of a Struct a field is, of one of these types. A std::variant would say the same, but whoever includes a
// table would take a tenth of a second more to compile.
template <class Struct, class... Values>
class MemberOf;

template <class Struct>
using Member =
    MemberOf<Struct, std::string, std::optional<std::string>, std::vector<std::string>, std::optional<std::int64_t>,
             base::Id, base::Instant, std::optional<base::Instant>, bool, std::optional<base::Decimal>, base::Decimal,
             std::int64_t, std::optional<std::vector<std::string>>, FieldType, std::optional<FieldValue>,
             std::vector<FieldOption>, std::optional<base::Id>, SegmentKind>;

template <class Struct, class Value>
struct MemberPlace {
    Value Struct::*place = nullptr;
};

template <class Struct, class... Values>
class MemberOf : MemberPlace<Struct, Values>... {
  public:
    constexpr MemberOf() = default;
    template <class Value, class Owner>
    constexpr MemberOf(Value Owner::*member) : MemberPlace<Struct, Value>{member} {}

    template <class Value>
    [[nodiscard]] constexpr bool is() const {
        return MemberPlace<Struct, Value>::place != nullptr;
    }
    // Calls it with the pointer to the member.
    template <class Visit>
    constexpr void visit(Visit visit) const {
        (visit_if_set(MemberPlace<Struct, Values>::place, visit), ...);
    }

  private:
    template <class Place, class Visit>
    static constexpr void visit_if_set(Place place, Visit& visit) {
        if (place != nullptr) { visit(place); }
    }
};

// One field of a resource of fixed shape. JSON in and out, validation and change detection read it.
template <class Struct>
struct Field {
    std::string_view name;
    Member<Struct> member;
    Access access = Access::Writable;
    Presence presence = Presence::Optional;
    Null null = Null::Refused;
    Bounds bounds = {};
    TextRule rule = nullptr;
};

template <class Struct, std::size_t Count>
using FieldTable = std::array<Field<Struct>, Count>;

// The same fields, of a struct that inherits them.
template <class Derived, class Struct, std::size_t Count>
constexpr FieldTable<Derived, Count> fields_of(const std::array<Field<Struct>, Count>& table) {
    FieldTable<Derived, Count> inherited{};
    for (std::size_t index = 0; index < Count; ++index) {
        const Field<Struct>& field = table[index];
        inherited[index] = {
            .name = field.name,
            .member = {},
            .access = field.access,
            .presence = field.presence,
            .null = field.null,
            .bounds = field.bounds,
            .rule = field.rule,
        };
        field.member.visit([&](auto member) { inherited[index].member = member; });
    }
    return inherited;
}

// The same fields, none of which a create must name: what it leaves out comes from elsewhere.
template <class Struct, std::size_t Count>
constexpr FieldTable<Struct, Count> optional_fields(FieldTable<Struct, Count> table) {
    for (auto& field : table) { field.presence = Presence::Optional; }
    return table;
}

// The same fields for values that were checked before and are only read again: all of them, by no rule.
template <class Struct, std::size_t Count>
constexpr FieldTable<Struct, Count> kept_fields(const std::array<Field<Struct>, Count>& table) {
    FieldTable<Struct, Count> kept{};
    for (std::size_t index = 0; index < Count; ++index) {
        kept[index] = {.name = table[index].name, .member = table[index].member};
    }
    return kept;
}

// One table after the other.
template <class Struct, std::size_t... Counts>
constexpr FieldTable<Struct, (Counts + ...)> joined(const std::array<Field<Struct>, Counts>&... tables) {
    FieldTable<Struct, (Counts + ...)> all{};
    std::size_t next = 0;
    const auto add = [&](const auto& table) {
        for (const auto& field : table) { all[next++] = field; }
    };
    (add(tables), ...);
    return all;
}

// Where a field stands in the table. A name that is not there does not compile.
template <class Struct, std::size_t Count>
consteval std::size_t index_of(const std::array<Field<Struct>, Count>& table, std::string_view name) {
    std::size_t index = 0;
    while (table.at(index).name != name) { ++index; }
    return index;
}

// Some fields of a Struct, to be put over another: what a merge names, and only that.
template <class Struct>
struct Patch {
    static constexpr std::size_t fields_max = 64;

    Struct values = {};
    std::bitset<fields_max> present = {};
};

template <class Struct, std::size_t Count>
void apply(const FieldTable<Struct, Count>& table, const Patch<Struct>& patch, Struct& target) {
    static_assert(Count <= Patch<Struct>::fields_max);
    for (std::size_t index = 0; index < Count; ++index) {
        if (!patch.present[index]) { continue; }
        table[index].member.visit([&](auto member) { target.*member = patch.values.*member; });
    }
}

// The names of the fields that a create must name and this patch does not, in the order of the table.
template <class Struct, std::size_t Count>
std::vector<std::string_view> missing_fields(const FieldTable<Struct, Count>& table, const Patch<Struct>& patch) {
    std::vector<std::string_view> names;
    for (std::size_t index = 0; index < Count; ++index) {
        if (table[index].presence == Presence::Required && !patch.present[index]) {
            names.push_back(table[index].name);
        }
    }
    return names;
}

// The names of the fields in which the two differ, in the order of the table.
template <class Struct, std::size_t Count>
std::vector<std::string_view> changed_fields(const FieldTable<Struct, Count>& table, const Struct& before,
                                             const Struct& after) {
    std::vector<std::string_view> names;
    for (const auto& field : table) {
        field.member.visit([&](auto member) {
            if (!(before.*member == after.*member)) { names.push_back(field.name); }
        });
    }
    return names;
}

}  // namespace tradewind::domain
