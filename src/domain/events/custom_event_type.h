#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/id.h"
#include "base/instant.h"
#include "base/json.h"
#include "base/json_writer.h"
#include "base/result.h"
#include "domain/events/webhook_address.h"
#include "domain/fields/contact_field.h"
#include "domain/fields/field_table.h"

namespace tradewind::domain {

inline constexpr std::size_t custom_event_types_max = 500;
inline constexpr std::size_t custom_event_fields_max = 100;
inline constexpr std::size_t webhook_headers_max = 50;
inline constexpr std::size_t webhook_header_characters_max = 1'200;
inline constexpr std::size_t json_pointer_characters_max = 1'000;

// One value of an event. It is of the same kinds as the fields of contacts, with no bounds of its own.
struct CustomEventField : ContactField {
    bool is_primary_key = false;  // The e-mail address that finds the contact.
    std::optional<std::string> json_pointer_path;

    friend bool operator==(const CustomEventField&, const CustomEventField&) = default;
};

// A header of the calls that a type makes. The value is a secret.
struct WebhookHeader {
    std::string name;
    std::string value;

    friend bool operator==(const WebhookHeader&, const WebhookHeader&) = default;
};

inline constexpr std::string_view send_category = "send";
inline constexpr std::string_view receive_category = "receive";
inline constexpr std::string_view receive_by_api = "api";
inline constexpr std::string_view receive_by_webhook = "webhook";

// What events of an integration look like. Never changes from its making to its deletion.
struct CustomEventType {
    base::Id id;
    base::Id integration;
    std::string name;
    std::string category;
    std::optional<std::string> alias;
    std::optional<std::string> receive_type;
    std::optional<std::string> icon;
    std::vector<CustomEventField> fields;
    std::optional<std::string> webhook_url;
    std::string sealed_webhook_headers;  // Only a holder of the secret key can read them; empty: there are none.
    base::Instant created_at;
    base::Instant updated_at;

    [[nodiscard]] bool sends() const { return category == send_category; }

    friend bool operator==(const CustomEventType&, const CustomEventType&) = default;
};

// Rules for texts.
base::Result<std::string> check_event_category(std::string_view text);
base::Result<std::string> check_event_alias(std::string_view text);
base::Result<std::string> check_receive_type(std::string_view text);
base::Result<std::string> check_json_pointer(std::string_view text);
base::Result<std::string> check_header_name(std::string_view text);
base::Result<std::string> check_header_value(std::string_view text);

// Without the lists: `fields` and `webhookHeaders` stand between what is here.
inline constexpr FieldTable<CustomEventType, 9> custom_event_type_fields{{
    {.name = "id", .member = &CustomEventType::id, .access = Access::ReadOnly},
    {.name = "name",
     .member = &CustomEventType::name,
     .presence = Presence::Required,
     .bounds = {.characters_min = 1, .characters_max = 500}},
    {.name = "category",
     .member = &CustomEventType::category,
     .presence = Presence::Required,
     .rule = check_event_category},
    {.name = "alias", .member = &CustomEventType::alias, .rule = check_event_alias},
    {.name = "receiveType", .member = &CustomEventType::receive_type, .rule = check_receive_type},
    {.name = "icon", .member = &CustomEventType::icon, .bounds = {.characters_max = 500}},
    {.name = "webhookUrl", .member = &CustomEventType::webhook_url, .bounds = {.characters_max = 2000}},
    {.name = "createdAt", .member = &CustomEventType::created_at, .access = Access::ReadOnly},
    {.name = "updatedAt", .member = &CustomEventType::updated_at, .access = Access::ReadOnly},
}};

inline constexpr FieldTable<CustomEventField, 8> custom_event_field_fields{{
    {.name = "id",
     .member = &CustomEventField::id,
     .presence = Presence::Required,
     .bounds = {.characters_min = 1, .characters_max = field_id_characters_max}},
    {.name = "name",
     .member = &CustomEventField::name,
     .presence = Presence::Required,
     .bounds = {.characters_min = 1, .characters_max = field_name_characters_max}},
    {.name = "type", .member = &CustomEventField::type, .presence = Presence::Required},
    {.name = "required", .member = &CustomEventField::required},
    {.name = "isPrimaryKey", .member = &CustomEventField::is_primary_key},
    {.name = "options",
     .member = &CustomEventField::options,
     .bounds = {.items_min = 1, .items_max = field_options_max}},
    {.name = "defaultCountryCode", .member = &CustomEventField::default_country_code, .rule = check_country_code},
    {.name = "jsonPointerPath",
     .member = &CustomEventField::json_pointer_path,
     .bounds = {.characters_max = json_pointer_characters_max},
     .rule = check_json_pointer},
}};

inline constexpr FieldTable<WebhookHeader, 2> webhook_header_fields{{
    {.name = "name",
     .member = &WebhookHeader::name,
     .presence = Presence::Required,
     .bounds = {.characters_min = 1, .characters_max = 200},
     .rule = check_header_name},
    {.name = "value",
     .member = &WebhookHeader::value,
     .presence = Presence::Required,
     .bounds = {.characters_max = webhook_header_characters_max},
     .rule = check_header_value},
}};

// A type as a client wants it, with the headers in the open.
struct NewCustomEventType {
    CustomEventType type;
    std::vector<WebhookHeader> webhook_headers;
};

// Reads a create; all problems at once.
base::Result<NewCustomEventType> read_custom_event_type(const base::JsonValue& object, const WebhookReach& reach);

// As clients read it.
void write_custom_event_type(base::JsonWriter& writer, const CustomEventType& type,
                             const std::vector<WebhookHeader>& webhook_headers);

// The two lists as they are kept: what is written is read again as it was.
void write_custom_event_fields(base::JsonWriter& writer, const std::vector<CustomEventField>& fields);
base::Result<std::vector<CustomEventField>> read_custom_event_fields(const base::JsonValue& array);
void write_webhook_headers(base::JsonWriter& writer, const std::vector<WebhookHeader>& headers);
base::Result<std::vector<WebhookHeader>> read_webhook_headers(const base::JsonValue& array);

}  // namespace tradewind::domain
