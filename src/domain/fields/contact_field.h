#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/decimal.h"
#include "base/instant.h"
#include "base/result.h"
#include "domain/fields/field_parse.h"
#include "domain/fields/field_table.h"
#include "domain/fields/field_value.h"

namespace tradewind::domain {

inline constexpr std::size_t custom_fields_max = 140;
inline constexpr std::size_t field_id_characters_max = 150;
inline constexpr std::size_t field_name_characters_max = 500;
inline constexpr std::size_t field_options_max = 120;
inline constexpr std::int64_t field_text_characters_max = 5000;

// A field of contacts: one of ours, whose id starts with `_`, or one that the store made.
struct ContactField {
    std::string id;
    std::string name;
    FieldType type = FieldType::Text;
    bool custom = true;
    bool required = false;
    bool read_only = false;
    std::optional<FieldValue> default_value;
    std::optional<std::string> default_country_code;
    std::optional<std::int64_t> max_length;
    std::optional<base::Decimal> min_value;  // Of an integer field a whole number; so is max_value.
    std::optional<base::Decimal> max_value;
    std::optional<base::Instant> min_date;
    std::optional<base::Instant> max_date;
    std::vector<FieldOption> options;
    // Under which its values are kept; never used again for another field. 0 for our own.
    std::int64_t number = 0;
    base::Instant created_at;

    friend bool operator==(const ContactField&, const ContactField&) = default;
};

inline constexpr FieldTable<FieldOption, 2> field_option_fields{{
    {.name = "id",
     .member = &FieldOption::id,
     .presence = Presence::Required,
     .bounds = {.characters_min = 1, .characters_max = field_id_characters_max}},
    {.name = "label",
     .member = &FieldOption::label,
     .presence = Presence::Required,
     .bounds = {.characters_min = 1, .characters_max = field_name_characters_max}},
}};

// A rule for texts that must be the id of a field the store makes: a letter, then letters, digits and `_-[]()`.
base::Result<std::string> check_custom_field_id(std::string_view text);

inline constexpr FieldTable<ContactField, 14> contact_field_fields{{
    {.name = "id",
     .member = &ContactField::id,
     .presence = Presence::Required,
     .bounds = {.characters_min = 1, .characters_max = field_id_characters_max},
     .rule = check_custom_field_id},
    {.name = "name",
     .member = &ContactField::name,
     .presence = Presence::Required,
     .bounds = {.characters_min = 1, .characters_max = field_name_characters_max}},
    {.name = "type", .member = &ContactField::type, .presence = Presence::Required},
    {.name = "custom", .member = &ContactField::custom, .access = Access::ReadOnly},
    {.name = "required", .member = &ContactField::required, .null = Null::Clears},
    {.name = "readOnly", .member = &ContactField::read_only, .access = Access::ReadOnly},
    {.name = "defaultValue", .member = &ContactField::default_value, .null = Null::Clears},
    {.name = "defaultCountryCode",
     .member = &ContactField::default_country_code,
     .null = Null::Clears,
     .rule = check_country_code},
    {.name = "maxLength",
     .member = &ContactField::max_length,
     .null = Null::Clears,
     .bounds = {.value_min = 1, .value_max = field_text_characters_max}},
    {.name = "minValue", .member = &ContactField::min_value, .null = Null::Clears},
    {.name = "maxValue", .member = &ContactField::max_value, .null = Null::Clears},
    {.name = "minDate", .member = &ContactField::min_date, .null = Null::Clears},
    {.name = "maxDate", .member = &ContactField::max_date, .null = Null::Clears},
    {.name = "options",
     .member = &ContactField::options,
     .null = Null::Clears,
     .bounds = {.items_min = 1, .items_max = field_options_max}},
}};

// Whether it tells who somebody is: texts, addresses, phone numbers, and days that are not of our own counting.
bool is_personal(const ContactField& field);

// Our own fields, in the order in which they are listed. `_mobilePhone` has no calling code: it has that of the store.
const std::vector<ContactField>& system_contact_fields();

}  // namespace tradewind::domain
