#include "storage/definitions.h"

#include "storage/api_key_store.h"
#include "storage/contact_field_store.h"
#include "storage/store_store.h"

namespace tradewind::storage {
namespace {

std::shared_ptr<base::MinuteCounter> requests_of(const Definitions* before, std::string_view id) {
    if (before != nullptr) {
        if (const auto known = before->keys.find(id); known != before->keys.end()) {
            return known->second->own_requests;
        }
    }
    return std::make_shared<base::MinuteCounter>();
}

base::Result<std::shared_ptr<const Definitions>> load(Transaction& transaction, const Definitions* before) {
    auto store = find_store(transaction);
    if (!store) { throw DatabaseBroken("the database holds no store"); }
    auto definitions = std::make_shared<Definitions>();
    definitions->version = transaction.definitions_version();
    definitions->store = std::move(*store);
    for (auto& key : all_api_keys(transaction)) {
        auto requests = requests_of(before, key.id);
        auto known = std::make_unique<const KnownKey>(std::move(key), std::move(requests));
        const std::string_view id = known->key.id;
        definitions->keys.emplace(id, std::move(known));
    }
    definitions->contact_fields =
        domain::ContactFieldList(all_contact_fields(transaction), definitions->store.default_country_code);
    return std::shared_ptr<const Definitions>(std::move(definitions));
}

}  // namespace

KnownKey::KnownKey(domain::ApiKey from, std::shared_ptr<base::MinuteCounter> requests)
    : key(std::move(from)),
      use_noted_at(key.last_used_at.value_or(base::Instant{}).milliseconds),
      own_requests(std::move(requests)) {
    for (const auto& word : key.scopes) {
        if (const auto scope = domain::find_scope(word)) { scopes.add(*scope); }
    }
}

DefinitionsCache::DefinitionsCache(Database& database) {
    newest_->reload(database);
    // Only the database itself calls this, while it is there.
    database.on_definitions_change([newest = newest_, &database] { newest->reload(database); });
}

void DefinitionsCache::Newest::reload(Database& database) {
    // A read may be cut short on a machine that stalls; an old snapshot must not be served because of that.
    constexpr int tries_max = 20;
    const auto before = get();
    for (int attempt = 1;; ++attempt) {
        auto loaded = read_and_wait(
            database, [&](Transaction& transaction) { return load(transaction, before.get()); }, ReadCost::Point);
        if (loaded.ok()) {
            const std::lock_guard lock(mutex_);
            definitions_ = std::move(loaded).take();
            return;
        }
        if (attempt == tries_max) {
            throw DatabaseBroken("the definitions could not be loaded: " + loaded.error().cause);
        }
    }
}

}  // namespace tradewind::storage
