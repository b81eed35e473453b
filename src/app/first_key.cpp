#include "app/first_key.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cstdio>
#include <optional>

#include "app/start_retry.h"
#include "operations/api_key_operations.h"
#include "storage/files/durable_file.h"
#include "storage/stores/settings/api_key_store.h"
#include "storage/stores/settings/audit_store.h"

namespace tradewind::app {
namespace {

// A key with every scope, as `<id>:<secret>`; nothing when there ever was a key.
std::optional<base::Secret> make_admin_key(Installation& installation, base::Log& log) {
    const auto services = installation.services();
    domain::ApiKey wanted;
    wanted.name = "First admin key";
    wanted.scopes.assign(domain::scope_words.begin(), domain::scope_words.end());
    using MaybeSecret = std::optional<base::Secret>;
    // Of the last time it was tried: whether that was kept may not be known.
    std::optional<operations::CreatedApiKey> created;
    const auto make = [&](storage::Transaction& transaction) -> base::Result<MaybeSecret> {
        transaction.lock_definitions();
        const bool is_made = created && storage::find_api_key(transaction, created->key.id);
        if (!is_made) {
            // Not when every key was revoked on purpose: then there was one before.
            if (storage::has_audit_entry(transaction, operations::api_key_created_action)) { return MaybeSecret(); }
            const domain::Actor actor{"first-start"};
            created =
                TRY(operations::create_api_key(transaction, services.sources, services.secret_key, actor, wanted));
        }
        return MaybeSecret(base::Secret(created->key.id + ":" + created->secret.reveal()));
    };
    auto made = StartRetry(installation.clock(), log).answer_of([&] {
        return storage::write_and_wait(services.database, make, start_terms);
    });
    if (!made) { throw storage::DatabaseBroken("the first admin key could not be made: " + made.error().detail); }
    return std::move(made).take();
}

// The first key is shown once: on a terminal as a curl line to paste, otherwise in a file that only its owner can read.
void hand_over(const Installation& installation, const base::Secret& key, const std::string& address, base::Log& log) {
    if (isatty(STDOUT_FILENO) != 0) {
        fmt::print(
            "\nA new store was made. Try it:\n\n  curl {}/store/ -H 'Authorization: apiKey {}'\n\n"
            "This key may do everything and is shown only now.\n\n",
            address, key.reveal());
        std::fflush(stdout);
        return;
    }
    const auto path = installation.directory().first_admin_key_file();
    storage::write_private_file(path, key.reveal() + "\n");
    log.info("made the first admin key", {{"file", path.string()}});
}

}  // namespace

void make_first_key(Installation& installation, const std::string& address, base::Log& log) {
    if (installation.services().database.damage()) { return; }
    if (const auto key = make_admin_key(installation, log)) { hand_over(installation, *key, address, log); }
}

}  // namespace tradewind::app
