#pragma once

#include <span>
#include <string_view>
#include <variant>

#include "domain/contacts/contact.h"

namespace tradewind::domain {

// Where a system field lives in the struct. Some are not members but follow from others.
struct ContactMember {
    using Score = std::optional<std::int64_t> Contact::*;  // A digit, told as text.
    struct Nullable {                                      // Told as null when it is unknown.
        std::optional<base::Decimal> Contact::*member;
    };
    using Computed = void (*)(base::JsonWriter& writer, const Contact& contact);
    using Place =
        std::variant<std::optional<std::string> Contact::*, std::string Contact::*,
                     std::optional<base::Instant> Contact::*, base::Instant Contact::*, std::int64_t Contact::*,
                     bool Contact::*, base::Decimal Contact::*, Score, Nullable, Computed>;

    std::string_view id;
    Place place;
};

// In the order in which the fields are listed.
std::span<const ContactMember> contact_members();
// Of a system field.
const ContactMember& contact_member(std::string_view id);

}  // namespace tradewind::domain
