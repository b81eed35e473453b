#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/json.h"
#include "base/json_writer.h"
#include "base/result.h"
#include "domain/field_table.h"

namespace tradewind::bench {

// The fixed fields of a made-up contact, through the same field table as every resource.
struct Contact {
    base::Id id;
    std::string email;
    std::string name;
    std::string surname;
    std::optional<base::Instant> birthdate;
    std::string mobile_phone;
    std::string email_status = "active";
    std::string newsletter_status = "none";
    base::Instant created_at;
    base::Instant updated_at;
};

base::Result<std::string> check_phone(std::string_view text);
base::Result<std::string> check_email_status(std::string_view text);
base::Result<std::string> check_subscription_status(std::string_view text);

inline constexpr domain::FieldTable<Contact, 10> contact_fields{{
    {.name = "id", .member = &Contact::id, .access = domain::Access::ReadOnly},
    {.name = "_email", .member = &Contact::email, .access = domain::Access::ReadOnly},
    {.name = "_name", .member = &Contact::name, .null = domain::Null::Clears, .bounds = {.characters_max = 500}},
    {.name = "_surname", .member = &Contact::surname, .null = domain::Null::Clears, .bounds = {.characters_max = 500}},
    {.name = "_birthdate", .member = &Contact::birthdate, .null = domain::Null::Clears},
    {.name = "_mobilePhone", .member = &Contact::mobile_phone, .null = domain::Null::Clears, .rule = check_phone},
    {.name = "_emailStatus", .member = &Contact::email_status, .rule = check_email_status},
    {.name = "_newsletterSubscriptionStatus", .member = &Contact::newsletter_status, .rule = check_subscription_status},
    {.name = "_createdAt", .member = &Contact::created_at, .access = domain::Access::ReadOnly},
    {.name = "_updatedAt", .member = &Contact::updated_at, .access = domain::Access::ReadOnly},
}};

// The fields that a store adds itself, known by a public id outside and by a number in the database.
struct CustomField {
    std::string_view id;
    std::string_view stored_key;
    base::JsonKind kind;
};
inline constexpr std::array<CustomField, 4> custom_fields{{
    {.id = "city", .stored_key = "f1", .kind = base::JsonKind::String},
    {.id = "shoeSize", .stored_key = "f2", .kind = base::JsonKind::Number},
    {.id = "member", .stored_key = "f3", .kind = base::JsonKind::Boolean},
    {.id = "interests", .stored_key = "f4", .kind = base::JsonKind::Array},
}};

// Each value as JSON; nothing where a field is absent.
using CustomValues = std::array<std::optional<std::string>, custom_fields.size()>;

CustomValues read_custom_values(const base::JsonValue& body, std::vector<base::Problem>& problems);
CustomValues custom_values_from_column(std::string_view column);
std::string column_from_custom_values(const CustomValues& values);
void write_custom_values(base::JsonWriter& writer, const CustomValues& values);

}  // namespace tradewind::bench
