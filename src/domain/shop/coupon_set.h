#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/id.h"
#include "base/instant.h"
#include "base/json.h"
#include "base/json_writer.h"
#include "base/result.h"
#include "domain/fields/field_table.h"

namespace tradewind::domain {

inline constexpr std::size_t coupon_sets_max = 1'000;
// Codes of a set, or uses of its one code.
inline constexpr std::int64_t coupons_per_set_max = 500'000;
inline constexpr std::size_t coupon_codes_per_request_max = 1'000;

inline constexpr std::string_view single_coupon_set = "single";
inline constexpr std::string_view multiple_coupon_set = "multiple";

// Codes that are given to contacts: one for all, or many of which each goes to one contact.
struct CouponSet {
    base::Id id;
    std::string name;
    std::string type;
    std::optional<std::string> code;       // Of a single set.
    std::optional<std::int64_t> quantity;  // Nothing: the one code may be given out without end.
    std::int64_t assigned = 0;
    std::optional<std::int64_t> alert_threshold;
    std::optional<base::Instant> expires_at;
    base::Instant created_at;
    base::Instant updated_at;
    // Codes of a set are numbered as they come, and given out in that order: those beyond `last_assigned` are free.
    std::int64_t last_number = 0;
    std::int64_t last_assigned = 0;

    [[nodiscard]] bool is_single() const { return type == single_coupon_set; }
    // Nothing when there is no end of them.
    [[nodiscard]] std::optional<std::int64_t> available() const {
        return quantity ? std::optional(*quantity - assigned) : std::nullopt;
    }
    // Whether as few are left as somebody wants to be told.
    [[nodiscard]] bool is_low() const { return alert_threshold && quantity && *available() <= *alert_threshold; }
    [[nodiscard]] bool is_expired(base::Instant now) const { return expires_at && *expires_at <= now; }

    friend bool operator==(const CouponSet&, const CouponSet&) = default;
};

// Rules for texts. A code is compared byte for byte; it has no control characters, which a paste may bring along.
base::Result<std::string> check_coupon_set_type(std::string_view text);
base::Result<std::string> check_coupon_code(std::string_view text);

inline constexpr Bounds coupon_code_bounds{.characters_min = 1, .characters_max = 100};

inline constexpr FieldTable<CouponSet, 10> coupon_set_fields{{
    {.name = "id", .member = &CouponSet::id, .access = Access::ReadOnly},
    {.name = "name",
     .member = &CouponSet::name,
     .presence = Presence::Required,
     .bounds = {.characters_min = 1, .characters_max = 500}},
    {.name = "type", .member = &CouponSet::type, .presence = Presence::Required, .rule = check_coupon_set_type},
    {.name = "code", .member = &CouponSet::code, .bounds = coupon_code_bounds, .rule = check_coupon_code},
    {.name = "quantity",
     .member = &CouponSet::quantity,
     .null = Null::Clears,
     .bounds = {.value_min = 0, .value_max = coupons_per_set_max}},
    {.name = "assigned", .member = &CouponSet::assigned, .access = Access::ReadOnly},
    {.name = "alertThreshold",
     .member = &CouponSet::alert_threshold,
     .null = Null::Clears,
     .bounds = {.value_min = 0, .value_max = coupons_per_set_max}},
    {.name = "expiresAt", .member = &CouponSet::expires_at, .null = Null::Clears},
    {.name = "createdAt", .member = &CouponSet::created_at, .access = Access::ReadOnly},
    {.name = "updatedAt", .member = &CouponSet::updated_at, .access = Access::ReadOnly},
}};

// What can be changed of a set: not its type, nor its code.
inline constexpr auto coupon_set_change_fields = [] {
    auto table = coupon_set_fields;
    for (const auto name : {"type", "code"}) {
        for (auto& field : table) {
            if (field.name == name) { field.access = Access::ReadOnly; }
        }
    }
    return table;
}();

// Codes that a request names, each once, and what is wrong with them as far as the request alone tells.
struct CouponCodes {
    std::vector<std::string> codes;
    std::vector<base::Problem> problems = {};
};

inline constexpr FieldTable<CouponCodes, 1> coupon_codes_fields{{
    {.name = "codes",
     .member = &CouponCodes::codes,
     .presence = Presence::Required,
     .bounds = {.characters_min = coupon_code_bounds.characters_min,
                .characters_max = coupon_code_bounds.characters_max,
                .items_max = coupon_codes_per_request_max,
                .items_unique = true},
     .rule = check_coupon_code},
}};

CouponCodes read_coupon_codes(const base::JsonValue& object);

// A set as a client wants it; a multiple one with its first codes.
struct NewCouponSet {
    CouponSet set;
    std::vector<std::string> codes;
};

// Reads a create; all problems at once.
base::Result<NewCouponSet> read_coupon_set(const base::JsonValue& object);

enum class CouponSetView { Public, Management };
// As clients read it: what has no end is told as null.
void write_coupon_set(base::JsonWriter& writer, const CouponSet& set, const std::vector<base::Id>& workflows,
                      CouponSetView view);

// One code of a multiple set, or one use of the code of a single one.
struct Coupon {
    std::int64_t number = 0;  // Within its set.
    std::string code;
    std::optional<base::Id> contact;  // Nothing for a free one, and for one whose contact was erased.
    std::optional<base::Instant> assigned_at;
    base::Instant created_at;
};

enum class CouponState { Available, Assigned };
constexpr std::string_view word_of(CouponState state) {
    return state == CouponState::Available ? "available" : "assigned";
}

void write_coupon(base::JsonWriter& writer, const Coupon& coupon);

}  // namespace tradewind::domain
