#pragma once

#include <string_view>

#include "base/result.h"
#include "base/secret.h"
#include "base/sources.h"
#include "domain/journal/actor.h"
#include "domain/settings/api_key.h"
#include "storage/database/transaction.h"

namespace tradewind::operations {

// What the audit rows call it.
inline constexpr std::string_view api_key_created_action = "api-key.create";

struct CreatedApiKey {
    domain::ApiKey key;
    base::Secret secret;  // Kept nowhere else.
};

// Makes a key with the name, scopes and expiry of `wanted`, which have been checked one by one.
base::Result<CreatedApiKey> create_api_key(storage::Transaction& transaction, base::Sources& sources,
                                           const base::SecretKey& secret_key, const domain::Actor& actor,
                                           const domain::ApiKey& wanted);

base::Result<void> revoke_api_key(storage::Transaction& transaction, base::Sources& sources, const domain::Actor& actor,
                                  std::string_view id);

}  // namespace tradewind::operations
