#pragma once

#include <string>
#include <string_view>

#include "domain/contacts/contact.h"
#include "domain/lists/ordered_list.h"

namespace tradewind::domain {

// Newest first; or those whose address, name, surname or mobile phone starts with a text, in the order of their keys.
enum class ContactOrder { Newest, Email, Name, Surname, Phone };

using ContactListRequest = OrderedListRequest<ContactOrder>;

// By what a list in this order has its place for the contact; empty when the contact is not in it, and by Newest. The
// key of Name is that of the name and the surname with a blank between them.
std::string list_key(ContactOrder order, const Contact& contact);

// What people type, as those keys begin.
std::string email_search_key(std::string_view text);
// With or without the plus sign, spaces and dashes, as phone numbers are taken.
std::string phone_search_key(std::string_view text);

}  // namespace tradewind::domain
