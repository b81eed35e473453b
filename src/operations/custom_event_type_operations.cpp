#include "operations/custom_event_type_operations.h"

#include "base/json.h"
#include "operations/custom_event_hook_operations.h"
#include "operations/custom_integration_operations.h"
#include "operations/signing_secret_operations.h"
#include "storage/stores/settings/custom_event_hook_store.h"
#include "storage/stores/settings/custom_event_type_store.h"
#include "storage/stores/settings/custom_integration_store.h"
#include "storage/stores/settings/signing_secret_store.h"
#include "storage/stores/settings/store_store.h"

namespace tradewind::operations {
namespace {

constexpr std::string_view headers_purpose = "webhook-headers";

std::string sealed(base::Sources& sources, const base::SecretKey& secret_key,
                   const std::vector<domain::WebhookHeader>& headers) {
    if (headers.empty()) { return {}; }
    std::string json;
    base::JsonWriter writer(json);
    domain::write_webhook_headers(writer, headers);
    return secret_key.seal(sources.random, headers_purpose, json);
}

}  // namespace

base::Result<domain::CustomEventType> create_custom_event_type(storage::Transaction& transaction,
                                                               base::Sources& sources,
                                                               const base::SecretKey& secret_key, base::Id integration,
                                                               const domain::NewCustomEventType& wanted) {
    transaction.lock_definitions();
    if (storage::count_custom_event_types(transaction) >= static_cast<std::int64_t>(domain::custom_event_types_max)) {
        return base::invalid("/name", "there are " + std::to_string(domain::custom_event_types_max) +
                                          " custom event types already, the most allowed");
    }
    if (!storage::find_custom_integration(transaction, integration)) { return unknown_custom_integration(); }
    const auto& alias = wanted.type.alias;
    if (alias && storage::has_custom_event_type(transaction, *alias)) {
        return base::conflict("There is a custom event type with the alias " + *alias + " already.");
    }
    auto created = wanted.type;
    created.id = sources.ids.next();
    created.integration = integration;
    created.sealed_webhook_headers = sealed(sources, secret_key, wanted.webhook_headers);
    created.created_at = sources.made_at(created.id);
    created.updated_at = created.created_at;
    storage::insert_custom_event_type(transaction, created);
    if (created.sends()) { create_signing_secret(transaction, sources, secret_key, created.id); }
    if (created.receive_type == domain::receive_by_webhook) {
        create_custom_event_hook(transaction, sources, secret_key, created.id);
    }
    transaction.touch_definitions();
    return created;
}

base::Result<void> delete_custom_event_type(storage::Transaction& transaction, base::Id integration, base::Id id,
                                            const Users& users) {
    transaction.lock_definitions();
    if (!storage::find_custom_integration(transaction, integration)) { return unknown_custom_integration(); }
    const auto type = storage::find_custom_event_type(transaction, id);
    if (!type || type->integration != integration) { return unknown_custom_event_type(); }
    if (!users.empty()) { return in_use("The custom event type", users); }
    storage::delete_custom_event_type(transaction, id);
    storage::delete_custom_event_hook(transaction, id);
    storage::delete_signing_secrets(transaction, id);
    storage::forget_missing_incident_type(transaction);
    transaction.touch_definitions();
    return {};
}

std::vector<domain::WebhookHeader> unsealed_webhook_headers(const base::SecretKey& secret_key,
                                                            const domain::CustomEventType& type) {
    if (type.sealed_webhook_headers.empty()) { return {}; }
    const auto json = secret_key.unseal(headers_purpose, type.sealed_webhook_headers);
    if (!json) { throw storage::DatabaseBroken("the headers of an event type cannot be unsealed"); }
    const auto document = base::JsonDocument::parse(*json).take();
    return domain::read_webhook_headers(document.root()).take();
}

base::Error unknown_custom_event_type() {
    return base::not_found("There is no custom event type with this id.");
}

}  // namespace tradewind::operations
