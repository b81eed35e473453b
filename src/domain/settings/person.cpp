#include "domain/settings/person.h"

#include "base/text.h"

namespace tradewind::domain {

base::Result<std::string> check_person_email(std::string_view text) {
    const auto address = TRY(base::EmailAddress::parse(text));
    return address.text();
}

base::Result<std::string> check_person_language(std::string_view text) {
    if (text != "en" && text != "es") { return base::invalid("", "must be en or es"); }
    return std::string(text);
}

}  // namespace tradewind::domain
