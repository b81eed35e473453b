#pragma once

#include <vector>

#include "base/result.h"
#include "base/secret.h"
#include "base/sources.h"
#include "domain/events/signing_secret.h"
#include "domain/journal/actor.h"
#include "storage/database/transaction.h"

namespace tradewind::operations {

// A first secret for a type that is being made.
void create_signing_secret(storage::Transaction& transaction, base::Sources& sources, const base::SecretKey& secret_key,
                           base::Id type);

// Each answers those that are alive, newest first: one, or two during a change. NotFound when the type sends nothing.
base::Result<std::vector<domain::SigningSecret>> find_signing_secrets(storage::Transaction& transaction,
                                                                      base::Sources& sources, base::Id type);
// The one before goes on for a while; one that was going on already is over at once.
base::Result<std::vector<domain::SigningSecret>> replace_signing_secret(storage::Transaction& transaction,
                                                                        base::Sources& sources,
                                                                        const base::SecretKey& secret_key,
                                                                        const domain::Actor& actor, base::Id type);

// In the open: `whsec_...`.
base::Secret unsealed_signing_secret(const base::SecretKey& secret_key, const domain::SigningSecret& secret);

}  // namespace tradewind::operations
