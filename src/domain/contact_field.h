#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "base/decimal.h"
#include "base/instant.h"

namespace tradewind::domain {

inline constexpr std::size_t custom_fields_max = 140;
inline constexpr std::size_t field_id_characters_max = 150;
inline constexpr std::size_t field_name_characters_max = 500;
inline constexpr std::size_t field_options_max = 120;
inline constexpr std::int64_t field_text_characters_max = 5000;

enum class FieldType { Text, Email, Phone, Integer, Decimal, Date, Checkbox, Radio, Boolean };

// What a contact holds in a field; which one follows from the field's type.
using FieldValue =
    std::variant<std::string, std::int64_t, base::Decimal, base::Instant, bool, std::vector<std::string>>;

// One choice of a radio or checkbox field. Contacts hold its id.
struct FieldOption {
    std::string id;
    std::string label;

    friend bool operator==(const FieldOption&, const FieldOption&) = default;
};

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

// Our own fields, in the order in which they are listed. `_mobilePhone` has no calling code: it has that of the store.
const std::vector<ContactField>& system_contact_fields();

}  // namespace tradewind::domain
