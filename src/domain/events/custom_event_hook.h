#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "base/id.h"
#include "base/instant.h"
#include "base/secret.h"
#include "domain/fields/field_table.h"

namespace tradewind::domain {

// So that nobody finds one by trying.
inline constexpr std::size_t hook_token_characters = 43;
inline constexpr std::int64_t hook_requests_per_minute_default = 6'000;
// Under which the tokens of hooks are hashed.
inline constexpr std::string_view hook_token_hash_purpose = "hook-token";

// Where a type that is received by webhook lets events in: whoever knows the token may send them.
struct CustomEventHook {
    base::Id type;
    base::KeyedHash token_hash = {};
    // Only a holder of the secret key can read these.
    std::string sealed_token;
    std::optional<std::string> sealed_secret;  // Nothing: calls need no signature.
    base::Instant created_at;                  // Of the token.

    friend bool operator==(const CustomEventHook&, const CustomEventHook&) = default;
};

// What can be set about a hook.
struct CustomEventHookSettings {
    std::optional<std::string> secret;
};

inline constexpr FieldTable<CustomEventHookSettings, 1> custom_event_hook_settings_fields{{
    {.name = "secret",
     .member = &CustomEventHookSettings::secret,
     .null = Null::Clears,
     .bounds = {.characters_min = 8, .characters_max = 500}},
}};

}  // namespace tradewind::domain
