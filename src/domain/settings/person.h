#pragma once

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>

#include "base/id.h"
#include "base/instant.h"
#include "base/secret.h"
#include "domain/fields/field_table.h"
#include "domain/settings/role.h"

namespace tradewind::domain {

inline constexpr std::size_t people_max = 200;
inline constexpr std::size_t person_name_characters_max = 100;
inline constexpr std::size_t password_characters_min = 10;
inline constexpr std::size_t password_characters_max = 200;

// Somebody who works with the store in the console. What they prove themselves by is in PersonSecrets.
struct Person {
    base::Id id;
    std::string name;
    std::string email;
    std::string role;
    std::string language = "en";
    bool is_disabled = false;
    bool is_invited = true;  // Has not chosen a password yet.
    bool has_second_factor = false;
    base::Instant created_at;
    base::Instant updated_at;
};

base::Result<std::string> check_person_email(std::string_view text);
base::Result<std::string> check_person_language(std::string_view text);  // One that the console speaks.

inline constexpr FieldTable<Person, 10> person_fields{{
    {.name = "id", .member = &Person::id, .access = Access::ReadOnly},
    {.name = "name",
     .member = &Person::name,
     .bounds = {.characters_min = 1, .characters_max = person_name_characters_max}},
    {.name = "email", .member = &Person::email, .presence = Presence::Required, .rule = check_person_email},
    {.name = "role", .member = &Person::role, .presence = Presence::Required, .rule = check_role},
    {.name = "language", .member = &Person::language, .rule = check_person_language},
    {.name = "isDisabled", .member = &Person::is_disabled, .access = Access::ReadOnly},
    {.name = "isInvited", .member = &Person::is_invited, .access = Access::ReadOnly},
    {.name = "secondFactor", .member = &Person::has_second_factor, .access = Access::ReadOnly},
    {.name = "createdAt", .member = &Person::created_at, .access = Access::ReadOnly},
    {.name = "updatedAt", .member = &Person::updated_at, .access = Access::ReadOnly},
}};

// Those that an invitation may name. Later others may be written: an e-mail address stays, and what people say of
// themselves is not all that an owner says of them.
constexpr FieldTable<Person, 10> person_fields_with(std::initializer_list<std::string_view> writable) {
    auto table = person_fields;
    for (auto& field : table) {
        const bool is_writable = std::find(writable.begin(), writable.end(), field.name) != writable.end();
        field.access = is_writable ? Access::Writable : Access::ReadOnly;
    }
    return table;
}
inline constexpr auto person_change_fields = person_fields_with({"name", "role", "isDisabled"});
inline constexpr auto own_change_fields = person_fields_with({"name", "language"});

// What nobody is shown.
struct PersonSecrets {
    std::optional<std::string> password_hash = {};  // As libsodium writes it; none until a password was chosen.
    std::optional<std::string> sealed_totp = {};    // The shared secret, sealed.
    bool is_totp_confirmed = false;                 // Counts from then on.
    std::int64_t totp_step = 0;                     // The last one that was used: no code is good twice.
};

// Lets somebody in who has no password: the first person of a store, or one who was invited.
struct PersonLink {
    base::KeyedHash token_hash = {};
    std::optional<base::Id> person;  // None: whoever comes first becomes the owner.
    base::Instant expires_at;
};

inline constexpr std::chrono::hours person_link_time{1};
inline constexpr std::size_t person_link_characters = 43;  // 256 bits of base 62.
inline constexpr std::string_view person_link_hash_purpose = "person-link";
inline constexpr std::string_view recovery_code_hash_purpose = "recovery-code";
inline constexpr std::string_view totp_seal_purpose = "totp-secret";
inline constexpr std::size_t recovery_codes_count = 10;

}  // namespace tradewind::domain
