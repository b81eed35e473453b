#include "operations/api_key_operations.h"

#include "operations/audit.h"
#include "storage/stores/settings/api_key_store.h"

namespace tradewind::operations {

base::Result<CreatedApiKey> create_api_key(storage::Transaction& transaction, base::Sources& sources,
                                           const base::SecretKey& secret_key, const domain::Actor& actor,
                                           const domain::ApiKey& wanted) {
    const auto now = sources.clock.now();
    transaction.lock_definitions();
    if (wanted.expires_at && *wanted.expires_at <= now) { return base::invalid("/expiresAt", "must be in the future"); }
    if (storage::count_api_keys(transaction) >= static_cast<std::int64_t>(domain::api_keys_max)) {
        return base::invalid(
            "/name", "there are " + std::to_string(domain::api_keys_max) + " API keys already, the most allowed");
    }

    CreatedApiKey created{
        .key = wanted,
        .secret = base::Secret(base::random_base62(sources.random, domain::api_key_part_characters)),
    };
    created.key.id = base::random_base62(sources.random, domain::api_key_part_characters);
    created.key.created_at = now;
    created.key.secret_hash = secret_key.hash(domain::api_key_hash_purpose, created.secret.reveal());
    storage::insert_api_key(transaction, created.key);
    audit(transaction, sources, actor, {.action = std::string(api_key_created_action), .subject = created.key.id});
    transaction.touch_definitions();
    return created;
}

base::Result<void> revoke_api_key(storage::Transaction& transaction, base::Sources& sources, const domain::Actor& actor,
                                  std::string_view id) {
    transaction.lock_definitions();
    if (!storage::delete_api_key(transaction, id)) { return base::not_found("There is no API key with this id."); }
    audit(transaction, sources, actor, {.action = "api-key.revoke", .subject = std::string(id)});
    transaction.touch_definitions();
    return {};
}

}  // namespace tradewind::operations
