#include "operations/signing_secret_operations.h"

#include "operations/audit.h"
#include "storage/stores/settings/signing_secret_store.h"

namespace tradewind::operations {
namespace {

constexpr std::string_view seal_purpose = "signing-secret";

}  // namespace

void create_signing_secret(storage::Transaction& transaction, base::Sources& sources, const base::SecretKey& secret_key,
                           base::Id type) {
    const base::Secret text(std::string(domain::signing_secret_prefix) +
                            base::random_base62(sources.random, domain::signing_secret_characters));
    storage::insert_signing_secret(transaction,
                                   {.id = sources.ids.next(),
                                    .type = type,
                                    .sealed_secret = secret_key.seal(sources.random, seal_purpose, text.reveal()),
                                    .created_at = sources.clock.now(),
                                    .expires_at = {}});
}

base::Result<std::vector<domain::SigningSecret>> find_signing_secrets(storage::Transaction& transaction,
                                                                      base::Sources& sources, base::Id type) {
    auto secrets = storage::signing_secrets_of(transaction, type);
    if (secrets.empty()) { return base::not_found("There is no custom event type with this id that sends."); }
    const auto now = sources.clock.now();
    std::erase_if(secrets, [&](const domain::SigningSecret& secret) { return !secret.is_alive(now); });
    return secrets;
}

base::Result<std::vector<domain::SigningSecret>> replace_signing_secret(storage::Transaction& transaction,
                                                                        base::Sources& sources,
                                                                        const base::SecretKey& secret_key,
                                                                        const domain::Actor& actor, base::Id type) {
    transaction.lock_definitions();
    TRY(find_signing_secrets(transaction, sources, type));
    const auto now = sources.clock.now();
    for (const auto& secret : storage::signing_secrets_of(transaction, type)) {
        if (secret.expires_at) {
            storage::delete_signing_secret(transaction, secret.id);
        } else {
            const std::chrono::milliseconds overlap = domain::signing_secret_overlap;
            storage::set_signing_secret_expiry(transaction, secret.id, {now.milliseconds + overlap.count()});
        }
    }
    create_signing_secret(transaction, sources, secret_key, type);
    audit(transaction, sources, actor, {.action = "signing-secret.replace", .subject = type.text()});
    return find_signing_secrets(transaction, sources, type);
}

base::Secret unsealed_signing_secret(const base::SecretKey& secret_key, const domain::SigningSecret& secret) {
    auto text = secret_key.unseal(seal_purpose, secret.sealed_secret);
    if (!text) { throw storage::DatabaseBroken("a signing secret cannot be unsealed"); }
    return base::Secret(std::move(*text));
}

}  // namespace tradewind::operations
