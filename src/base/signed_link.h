#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "base/instant.h"
#include "base/secret.h"

namespace tradewind::base {

// What a link opens without a key, to whoever has it, until a moment. A link of one purpose is worthless for another.
struct SignedLink {
    std::string purpose;  // A word of letters and dashes.
    std::string object;   // What it opens, such as an id.
    Instant expires_at;

    friend bool operator==(const SignedLink&, const SignedLink&) = default;
};

// The link as one word for an address. It is signed with a key of its purpose and of the 30 days in which it is made,
// and can be opened in the 30 days after them at the latest, whatever it says.
std::string sign_link(const SecretKey& key, const SignedLink& link, Instant now);

// What a token opens; nothing when it was not signed here as it stands, or has expired.
std::optional<SignedLink> open_link(const SecretKey& key, std::string_view token, Instant now);

}  // namespace tradewind::base
