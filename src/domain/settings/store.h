#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/id.h"
#include "base/instant.h"
#include "domain/fields/field_parse.h"
#include "domain/fields/field_table.h"
#include "domain/settings/authorised_domain.h"
#include "domain/settings/currency.h"

namespace tradewind::domain {

// The one online store of an account. The defaults are those of a first start.
struct Store {
    base::Id id;
    std::string name = "My store";
    std::string currency = "EUR";
    std::string timezone = "UTC";
    std::string language = "en";
    std::vector<std::string> allowed_domains;
    std::string default_country_code = "34";
    base::Instant created_at;
    base::Instant updated_at;
    std::optional<base::Id> incident_event_type = {};  // By whose calls somebody is told of incidents.
};

base::Result<std::string> check_time_zone(std::string_view text);  // IANA, such as Europe/Madrid.
base::Result<std::string> check_language(std::string_view text);   // Such as es or es-MX.

inline constexpr FieldTable<Store, 9> store_fields{{
    {.name = "id", .member = &Store::id, .access = Access::ReadOnly},
    {.name = "name", .member = &Store::name, .bounds = {.characters_min = 1, .characters_max = 200}},
    {.name = "currency", .member = &Store::currency, .rule = check_currency},
    {.name = "timezone", .member = &Store::timezone, .bounds = {.characters_max = 100}, .rule = check_time_zone},
    {.name = "language", .member = &Store::language, .rule = check_language},
    {.name = "allowedDomains",
     .member = &Store::allowed_domains,
     .null = Null::Clears,
     .bounds = {.characters_max = AuthorisedDomain::characters_max, .items_max = 100, .items_unique = true},
     .rule = check_authorised_domain},
    {.name = "defaultCountryCode", .member = &Store::default_country_code, .rule = check_country_code},
    {.name = "createdAt", .member = &Store::created_at, .access = Access::ReadOnly},
    {.name = "updatedAt", .member = &Store::updated_at, .access = Access::ReadOnly},
}};

// What only those see who manage the store.
inline constexpr FieldTable<Store, 1> store_management_fields{{
    {.name = "incidentEventTypeId", .member = &Store::incident_event_type, .null = Null::Clears},
}};
inline constexpr auto managed_store_fields = joined(store_fields, store_management_fields);

}  // namespace tradewind::domain
