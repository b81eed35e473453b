#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include "base/id.h"
#include "base/instant.h"
#include "base/json_writer.h"
#include "domain/fields/field_table.h"

namespace tradewind::domain {

inline constexpr std::size_t custom_integrations_max = 100;

// A system that exchanges events with the store.
struct CustomIntegration {
    base::Id id;
    std::string name;
    bool events_enabled = false;
    std::optional<std::string> color;
    std::optional<std::string> description;
    std::optional<std::string> image_uri;
    base::Instant created_at;
    base::Instant updated_at;

    friend bool operator==(const CustomIntegration&, const CustomIntegration&) = default;
};

inline constexpr FieldTable<CustomIntegration, 8> custom_integration_fields{{
    {.name = "id", .member = &CustomIntegration::id, .access = Access::ReadOnly},
    {.name = "name",
     .member = &CustomIntegration::name,
     .presence = Presence::Required,
     .bounds = {.characters_min = 1, .characters_max = 500}},
    {.name = "eventsEnabled", .member = &CustomIntegration::events_enabled, .presence = Presence::Required},
    {.name = "color", .member = &CustomIntegration::color, .null = Null::Clears, .bounds = {.characters_max = 100}},
    {.name = "description",
     .member = &CustomIntegration::description,
     .null = Null::Clears,
     .bounds = {.characters_max = 5000}},
    {.name = "imageUri",
     .member = &CustomIntegration::image_uri,
     .null = Null::Clears,
     .bounds = {.characters_max = 2000}},
    {.name = "createdAt", .member = &CustomIntegration::created_at, .access = Access::ReadOnly},
    {.name = "updatedAt", .member = &CustomIntegration::updated_at, .access = Access::ReadOnly},
}};

// As clients read it: a picture that is not there is told as null.
void write_custom_integration(base::JsonWriter& writer, const CustomIntegration& integration);

}  // namespace tradewind::domain
