#pragma once

#include <vector>

#include "domain/events/signing_secret.h"
#include "storage/database/transaction.h"

namespace tradewind::storage {

// Whoever makes, changes or deletes one holds lock_definitions().

// Also those that are over; newest first.
std::vector<domain::SigningSecret> signing_secrets_of(Transaction& transaction, base::Id type);
void insert_signing_secret(Transaction& transaction, const domain::SigningSecret& secret);
void set_signing_secret_expiry(Transaction& transaction, base::Id id, base::Instant expires_at);
void delete_signing_secret(Transaction& transaction, base::Id id);
// All of the type, or of all types of the integration.
void delete_signing_secrets(Transaction& transaction, base::Id type);
void delete_signing_secrets_of(Transaction& transaction, base::Id integration);

}  // namespace tradewind::storage
