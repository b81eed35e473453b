#pragma once

#include <cstdint>
#include <string>
#include <variant>
#include <vector>

#include "base/decimal.h"
#include "base/instant.h"

namespace tradewind::domain {

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

}  // namespace tradewind::domain
