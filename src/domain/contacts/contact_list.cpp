#include "domain/contacts/contact_list.h"

#include <algorithm>
#include <iterator>

#include "base/search_key.h"
#include "base/text.h"

namespace tradewind::domain {
namespace {

std::string whole_name(const Contact& contact) {
    const auto name = contact.name.value_or("");
    const auto surname = contact.surname.value_or("");
    return name.empty() || surname.empty() ? name + surname : name + " " + surname;
}

}  // namespace

std::string list_key(ContactOrder order, const Contact& contact) {
    switch (order) {
        case ContactOrder::Newest:
            return {};
        case ContactOrder::Email:
            return base::ascii_lower(contact.email.value_or(""));
        case ContactOrder::Name:
            return base::search_key(whole_name(contact));
        case ContactOrder::Surname:
            return base::search_key(contact.surname.value_or(""));
        case ContactOrder::Phone:
            return contact.mobile_phone.value_or("");
    }
    return {};
}

std::string email_search_key(std::string_view text) {
    return base::ascii_lower(base::trim(text));
}

std::string phone_search_key(std::string_view text) {
    std::string digits;
    std::copy_if(text.begin(), text.end(), std::back_inserter(digits),
                 [](char character) { return character != ' ' && character != '-'; });
    if (digits.starts_with('+')) { digits.erase(0, 1); }
    return digits.empty() ? digits : "+" + digits;
}

}  // namespace tradewind::domain
