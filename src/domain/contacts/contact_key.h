#pragma once

#include <string>
#include <string_view>
#include <variant>

#include "base/result.h"
#include "base/text.h"

namespace tradewind::domain {

struct Contact;

// The id by which the store's own systems know a person; compared byte for byte.
class ExternalId {
  public:
    static constexpr std::size_t characters_max = 50;

    // Not empty, at most 50 characters, without U+0000. The Error is `invalid("", reason)`: the caller puts its path.
    static base::Result<ExternalId> parse(std::string_view text);
    [[nodiscard]] const std::string& text() const { return text_; }

  private:
    std::string text_;
};

// Rules for texts that must be such a key. An address is kept trimmed.
base::Result<std::string> check_email_address(std::string_view text);
base::Result<std::string> check_external_id(std::string_view text);

// By what a request names a contact.
using ContactKey = std::variant<base::EmailAddress, ExternalId>;

// What it is looked up by.
const std::string& text_of(const ContactKey& key);

bool has_key(const Contact& contact, const ContactKey& key);

}  // namespace tradewind::domain
