#include "operations/custom_event_hook_operations.h"

#include "operations/audit.h"
#include "storage/stores/settings/custom_event_hook_store.h"

namespace tradewind::operations {
namespace {

constexpr std::string_view token_seal_purpose = "sealed-hook-token";
constexpr std::string_view secret_seal_purpose = "sealed-hook-secret";

void put_new_token(base::Sources& sources, const base::SecretKey& secret_key, domain::CustomEventHook& hook) {
    const base::Secret token(base::random_base62(sources.random, domain::hook_token_characters));
    hook.token_hash = secret_key.hash(domain::hook_token_hash_purpose, token.reveal());
    hook.sealed_token = secret_key.seal(sources.random, token_seal_purpose, token.reveal());
    hook.created_at = sources.clock.now();
}

base::Secret unsealed(const base::SecretKey& secret_key, std::string_view purpose, std::string_view sealed) {
    auto text = secret_key.unseal(purpose, sealed);
    if (!text) { throw storage::DatabaseBroken("the secret of a hook cannot be unsealed"); }
    return base::Secret(std::move(*text));
}

void audit_change(storage::Transaction& transaction, base::Sources& sources, const domain::Actor& actor,
                  const domain::CustomEventHook& hook, std::string_view changed) {
    audit(transaction, sources, actor,
          {.action = "custom-event-hook.change",
           .subject = hook.type.text(),
           .changes = {{.field = std::string(changed)}}});
}

}  // namespace

void create_custom_event_hook(storage::Transaction& transaction, base::Sources& sources,
                              const base::SecretKey& secret_key, base::Id type) {
    domain::CustomEventHook hook;
    hook.type = type;
    put_new_token(sources, secret_key, hook);
    storage::insert_custom_event_hook(transaction, hook);
}

base::Result<domain::CustomEventHook> find_hook(storage::Transaction& transaction, base::Id type) {
    auto hook = storage::find_custom_event_hook(transaction, type);
    if (!hook) { return base::not_found("There is no custom event type with this id that is received by webhook."); }
    return std::move(*hook);
}

base::Result<domain::CustomEventHook> replace_hook_token(storage::Transaction& transaction, base::Sources& sources,
                                                         const base::SecretKey& secret_key, const domain::Actor& actor,
                                                         base::Id type) {
    transaction.lock_definitions();
    auto hook = TRY(find_hook(transaction, type));
    put_new_token(sources, secret_key, hook);
    storage::update_custom_event_hook(transaction, hook);
    audit_change(transaction, sources, actor, hook, "token");
    transaction.touch_definitions();
    return hook;
}

base::Result<domain::CustomEventHook> change_hook(storage::Transaction& transaction, base::Sources& sources,
                                                  const base::SecretKey& secret_key, const domain::Actor& actor,
                                                  base::Id type,
                                                  const domain::Patch<domain::CustomEventHookSettings>& patch) {
    transaction.lock_definitions();
    auto hook = TRY(find_hook(transaction, type));
    if (!patch.present[domain::index_of(domain::custom_event_hook_settings_fields, "secret")]) { return hook; }
    const auto& secret = patch.values.secret;
    hook.sealed_secret.reset();
    if (secret) { hook.sealed_secret = secret_key.seal(sources.random, secret_seal_purpose, *secret); }
    storage::update_custom_event_hook(transaction, hook);
    audit_change(transaction, sources, actor, hook, "secret");
    transaction.touch_definitions();
    return hook;
}

base::Secret hook_token(const base::SecretKey& secret_key, const domain::CustomEventHook& hook) {
    return unsealed(secret_key, token_seal_purpose, hook.sealed_token);
}

std::optional<base::Secret> hook_secret(const base::SecretKey& secret_key, const domain::CustomEventHook& hook) {
    if (!hook.sealed_secret) { return std::nullopt; }
    return unsealed(secret_key, secret_seal_purpose, *hook.sealed_secret);
}

}  // namespace tradewind::operations
