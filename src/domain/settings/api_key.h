#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/instant.h"
#include "base/secret.h"
#include "domain/fields/field_table.h"
#include "domain/settings/scope.h"

namespace tradewind::domain {

inline constexpr std::size_t api_keys_max = 100;
inline constexpr std::int64_t requests_per_minute_max = 1'000'000'000;
inline constexpr std::size_t api_key_part_characters = 22;

// A key to the HTTP interface. The secret itself is shown once, when it is made; only its keyed hash is kept.
struct ApiKey {
    std::string id;
    std::string name;
    std::vector<std::string> scopes;
    std::optional<base::Instant> expires_at;
    std::optional<std::int64_t> requests_per_minute;  // A limit of its own; 0: none.
    base::Instant created_at;
    std::optional<base::Instant> last_used_at;
    base::KeyedHash secret_hash = {};
};

inline constexpr FieldTable<ApiKey, 7> api_key_fields{{
    {.name = "id", .member = &ApiKey::id, .access = Access::ReadOnly},
    {.name = "name",
     .member = &ApiKey::name,
     .presence = Presence::Required,
     .bounds = {.characters_min = 1, .characters_max = 100}},
    {.name = "scopes",
     .member = &ApiKey::scopes,
     .presence = Presence::Required,
     .bounds = {.items_min = 1, .items_max = scope_words.size(), .items_unique = true},
     .rule = check_scope},
    {.name = "expiresAt", .member = &ApiKey::expires_at, .null = Null::Clears},
    {.name = "requestsPerMinute",
     .member = &ApiKey::requests_per_minute,
     .null = Null::Clears,
     .bounds = {.value_min = 0, .value_max = requests_per_minute_max}},
    {.name = "createdAt", .member = &ApiKey::created_at, .access = Access::ReadOnly},
    {.name = "lastUsedAt", .member = &ApiKey::last_used_at, .access = Access::ReadOnly},
}};

// The purpose under which key secrets are hashed.
inline constexpr std::string_view api_key_hash_purpose = "api-key-secret";

// `<keyId>:<keySecret>`, both of 22 base-62 characters.
struct ApiKeyCredentials {
    std::string_view id;
    std::string_view secret;
};

// The credentials in the value of an Authorization header, `apiKey <keyId>:<keySecret>`: the scheme word in any case,
// one space or more. Clients in use also write `Bearer`, or no scheme at all. Nothing when it is malformed.
std::optional<ApiKeyCredentials> parse_authorization(std::string_view header_value);

}  // namespace tradewind::domain
