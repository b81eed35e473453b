#include "app/installation.h"

#include <cstdlib>

#include "operations/api_key_operations.h"
#include "operations/store_operations.h"
#include "storage/audit_store.h"
#include "storage/instance_store.h"
#include "storage/store_store.h"

namespace tradewind::app {
namespace {

constexpr std::size_t instance_id_characters = 22;

storage::SqliteOptions database_options(const storage::DataDirectory& directory, [[maybe_unused]] PlantedFault fault,
                                        base::Log& log) {
    storage::SqliteOptions options;
    options.file = directory.database_file();
    options.on_fatal = [&log](std::string_view cause) {
        log.error("the database broke; stopping without another word to clients", {{"cause", cause}});
        std::_Exit(EXIT_FAILURE);
    };
#ifdef TRADEWIND_FAULTS
    options.answer_before_commit = fault == PlantedFault::AnswerBeforeCommit;
    options.synchronous_off = fault == PlantedFault::SynchronousOff;
#endif
    return options;
}

}  // namespace

Installation::Installation(storage::DataDirectory directory) : directory_(std::move(directory)) {}

base::Result<std::unique_ptr<Installation>> Installation::open(const Config& config, PlantedFault fault,
                                                               base::Log& log) {
    base::SystemRandom random;
    auto directory = TRY(storage::DataDirectory::open(config.data, random));
    std::unique_ptr<Installation> installation(new Installation(std::move(directory)));
    auto options = database_options(installation->directory_, fault, log);
    installation->database_ = TRY(storage::SqliteDatabase::open(std::move(options), installation->clock_, log));
    TRY(installation->settle());
    installation->definitions_ = std::make_unique<storage::DefinitionsCache>(*installation->database_);
    installation->authentication_ =
        std::make_unique<api::Authentication>(*installation->database_, *installation->definitions_,
                                              installation->directory_.secret_key(), installation->clock_);
    installation->rate_limit_ = std::make_unique<api::RateLimit>(installation->clock_, config.requests_per_minute);
    return installation;
}

// Makes the store of a new database, and refuses one that belongs to another secret key: no key of its clients would
// work.
base::Result<void> Installation::settle() {
    return storage::write_and_wait(*database_, [this](storage::Transaction& transaction) -> base::Result<void> {
        const auto fingerprint = directory_.secret_key().fingerprint();
        const auto instance = storage::find_instance(transaction);
        if (instance && instance->secret_key_fingerprint != fingerprint) {
            return base::bad_request("The secret.key beside the database is not the one it was made with.");
        }
        if (instance) { return {}; }
        operations::create_store(transaction, outside_);
        storage::insert_instance(transaction, {
                                                  .id = base::random_base62(random_, instance_id_characters),
                                                  .secret_key_fingerprint = fingerprint,
                                                  .created_at = clock_.now(),
                                              });
        return {};
    });
}

std::optional<base::Secret> Installation::make_first_admin_key() {
    domain::ApiKey wanted;
    wanted.name = "First admin key";
    wanted.scopes.assign(domain::scope_words.begin(), domain::scope_words.end());
    using MaybeSecret = std::optional<base::Secret>;
    auto made =
        storage::write_and_wait(*database_, [&](storage::Transaction& transaction) -> base::Result<MaybeSecret> {
            // Not when every key was revoked on purpose: then there was one before.
            if (storage::has_audit_entry(transaction, operations::api_key_created_action)) { return MaybeSecret(); }
            const domain::Actor actor{"first-start"};
            const auto created =
                TRY(operations::create_api_key(transaction, outside_, directory_.secret_key(), actor, wanted));
            return MaybeSecret(base::Secret(created.key.id + ":" + created.secret.reveal()));
        });
    if (!made) { throw storage::DatabaseBroken("the first admin key could not be made: " + made.error().detail); }
    return std::move(made).take();
}

}  // namespace tradewind::app
