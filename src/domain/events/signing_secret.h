#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <string_view>

#include "base/id.h"
#include "base/instant.h"

namespace tradewind::domain {

// How long the old one still signs beside the new one.
inline constexpr std::chrono::hours signing_secret_overlap{24};
inline constexpr std::string_view signing_secret_prefix = "whsec_";
// They are base64 of 24 bytes at the same time, as libraries that check signatures expect.
inline constexpr std::size_t signing_secret_characters = 32;

// With what the calls of a type that sends are signed, so that whoever is called knows that we are the caller.
struct SigningSecret {
    base::Id id;
    base::Id type;
    std::string sealed_secret;  // Only a holder of the secret key can read it.
    base::Instant created_at;
    std::optional<base::Instant> expires_at;  // Once it was replaced.

    [[nodiscard]] bool is_alive(base::Instant now) const { return !expires_at || *expires_at > now; }
};

}  // namespace tradewind::domain
