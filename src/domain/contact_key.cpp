#include "domain/contact_key.h"

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

}  // namespace tradewind::domain
