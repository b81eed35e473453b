#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "base/json.h"
#include "base/result.h"
#include "domain/fields/contact_field.h"

namespace tradewind::domain {

// A value of a custom field that somebody looks for. Texts are equal without case and accents as far as their search
// keys go, addresses without case; of a checkbox one option is looked for among those that are chosen.
class FieldMatch {
  public:
    // The text of a value, as the kind of the field reads it. The Error is Invalid with one reason; the caller puts its
    // path.
    static base::Result<FieldMatch> parse(const ContactField& field, std::string_view text);

    // Of the field.
    [[nodiscard]] std::int64_t number() const { return number_; }
    // Whether a contact without a value in the field counts: what it has then is the default.
    [[nodiscard]] bool is_default() const { return is_default_; }
    // `value` is one of the field, as it is kept.
    [[nodiscard]] bool fits(const base::JsonValue& value) const;

  private:
    FieldMatch() = default;

    FieldType type_ = FieldType::Text;
    std::int64_t number_ = 0;
    bool is_default_ = false;
    std::string wanted_;  // As key_of tells.
};

}  // namespace tradewind::domain
