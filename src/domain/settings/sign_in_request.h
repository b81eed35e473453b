#pragma once

#include <optional>
#include <string>

#include "base/text.h"
#include "domain/fields/field_table.h"
#include "domain/settings/person.h"

namespace tradewind::domain {

// What people send to prove who they are.

inline constexpr Bounds known_password_bounds{.characters_min = 1, .characters_max = password_characters_max};
inline constexpr Bounds new_password_bounds{.characters_min = password_characters_min,
                                            .characters_max = password_characters_max};
// A one-time code, or a recovery code.
inline constexpr Bounds code_bounds{.characters_min = 1, .characters_max = 50};

struct SignInRequest {
    std::string email;
    std::string password;
    std::optional<std::string> code;
};

// What is no e-mail address is nobody's.
inline constexpr FieldTable<SignInRequest, 3> sign_in_request_fields{{
    {.name = "email",
     .member = &SignInRequest::email,
     .presence = Presence::Required,
     .bounds = {.characters_min = 1, .characters_max = base::EmailAddress::characters_max}},
    {.name = "password",
     .member = &SignInRequest::password,
     .presence = Presence::Required,
     .bounds = known_password_bounds},
    {.name = "code", .member = &SignInRequest::code, .bounds = code_bounds},
}};

struct SetupRequest {
    std::string token;
    std::string name;
    std::string email;
    std::string password;
    std::string language;
};

inline constexpr FieldTable<SetupRequest, 5> setup_request_fields{{
    {.name = "token",
     .member = &SetupRequest::token,
     .presence = Presence::Required,
     .bounds = {.characters_min = 1, .characters_max = 100}},
    {.name = "name",
     .member = &SetupRequest::name,
     .bounds = {.characters_min = 1, .characters_max = person_name_characters_max}},
    {.name = "email", .member = &SetupRequest::email, .rule = check_person_email},
    {.name = "password",
     .member = &SetupRequest::password,
     .presence = Presence::Required,
     .bounds = new_password_bounds},
    {.name = "language", .member = &SetupRequest::language, .rule = check_person_language},
}};

struct PasswordChange {
    std::string current;
    std::string wanted;
};

inline constexpr FieldTable<PasswordChange, 2> password_change_fields{{
    {.name = "current",
     .member = &PasswordChange::current,
     .presence = Presence::Required,
     .bounds = known_password_bounds},
    {.name = "new", .member = &PasswordChange::wanted, .presence = Presence::Required, .bounds = new_password_bounds},
}};

struct CodeRequest {
    std::string code;
};

inline constexpr FieldTable<CodeRequest, 1> code_request_fields{{
    {.name = "code", .member = &CodeRequest::code, .presence = Presence::Required, .bounds = code_bounds},
}};

struct PasswordRequest {
    std::string password;
};

inline constexpr FieldTable<PasswordRequest, 1> password_request_fields{{
    {.name = "password",
     .member = &PasswordRequest::password,
     .presence = Presence::Required,
     .bounds = known_password_bounds},
}};

}  // namespace tradewind::domain
