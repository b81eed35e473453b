#include "storage/definitions.h"

#include "storage/api_key_store.h"
#include "storage/store_store.h"

namespace tradewind::storage {
namespace {

base::Result<std::shared_ptr<const Definitions>> load(Transaction& transaction) {
    auto store = find_store(transaction);
    if (!store) { throw DatabaseBroken("the database holds no store"); }
    auto definitions = std::make_shared<Definitions>();
    definitions->store = std::move(*store);
    for (auto& key : all_api_keys(transaction)) {
        auto known = std::make_unique<const KnownKey>(std::move(key));
        const std::string_view id = known->key.id;
        definitions->keys.emplace(id, std::move(known));
    }
    return std::shared_ptr<const Definitions>(std::move(definitions));
}

}  // namespace

KnownKey::KnownKey(domain::ApiKey from)
    : key(std::move(from)), use_noted_at(key.last_used_at.value_or(base::Instant{}).milliseconds) {
    for (const auto& word : key.scopes) {
        if (const auto scope = domain::find_scope(word)) { scopes.add(*scope); }
    }
}

DefinitionsCache::DefinitionsCache(Database& database) : database_(database) {
    reload();
    database_.on_definitions_change([this] { reload(); });
}

void DefinitionsCache::reload() {
    // A read may be cut short on a machine that stalls; an old snapshot must not be served because of that.
    constexpr int tries_max = 20;
    for (int attempt = 1;; ++attempt) {
        auto loaded = read_and_wait(database_, load, ReadCost::Point);
        if (loaded.ok()) {
            current_.store(std::move(loaded).take(), std::memory_order_release);
            return;
        }
        if (attempt == tries_max) { throw DatabaseBroken("the definitions could not be loaded: " + loaded.error().cause); }
    }
}

}  // namespace tradewind::storage
