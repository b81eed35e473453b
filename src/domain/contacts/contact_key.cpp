#include "domain/contacts/contact_key.h"

#include "domain/contacts/contact.h"

namespace tradewind::domain {

base::Result<ExternalId> ExternalId::parse(std::string_view text) {
    if (text.empty()) { return base::invalid("", "must not be empty"); }
    if (text.find('\0') != std::string_view::npos) { return base::invalid("", "must not contain U+0000"); }
    if (base::count_characters(text) > characters_max) {
        return base::invalid("", "must have at most " + std::to_string(characters_max) + " characters");
    }
    ExternalId id;
    id.text_ = text;
    return id;
}

base::Result<std::string> check_email_address(std::string_view text) {
    const auto address = TRY(base::EmailAddress::parse(text));
    return address.text();
}

base::Result<std::string> check_external_id(std::string_view text) {
    const auto id = TRY(ExternalId::parse(text));
    return id.text();
}

const std::string& text_of(const ContactKey& key) {
    const auto* const address = std::get_if<base::EmailAddress>(&key);
    return address != nullptr ? address->key() : std::get<ExternalId>(key).text();
}

bool has_key(const Contact& contact, const ContactKey& key) {
    if (const auto* const address = std::get_if<base::EmailAddress>(&key)) {
        return contact.email && base::ascii_lower(*contact.email) == address->key();
    }
    return contact.external_id == std::get<ExternalId>(key).text();
}

}  // namespace tradewind::domain
