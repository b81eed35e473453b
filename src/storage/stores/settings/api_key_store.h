#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "domain/lists/list_page.h"
#include "domain/settings/api_key.h"
#include "storage/database/transaction.h"

namespace tradewind::storage {

std::optional<domain::ApiKey> find_api_key(Transaction& transaction, std::string_view id);
// Every key there is; they are bounded by domain::api_keys_max.
std::vector<domain::ApiKey> all_api_keys(Transaction& transaction);
domain::Page<domain::ApiKey> list_api_keys(Transaction& transaction, const domain::PageRequest& page);
std::int64_t count_api_keys(Transaction& transaction);
void insert_api_key(Transaction& transaction, const domain::ApiKey& key);
// False when there was no such key.
bool delete_api_key(Transaction& transaction, std::string_view id);
void note_api_key_use(Transaction& transaction, std::string_view id, base::Instant when);

}  // namespace tradewind::storage
