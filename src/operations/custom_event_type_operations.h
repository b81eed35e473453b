#pragma once

#include <vector>

#include "base/result.h"
#include "base/secret.h"
#include "base/sources.h"
#include "domain/events/custom_event_type.h"
#include "operations/segment_uses.h"
#include "storage/database/transaction.h"

namespace tradewind::operations {

// Makes a type of the integration, its headers sealed, with a secret to sign by or a hook where it needs one. Invalid
// when there are as many as there may be, NotFound without the integration, Conflict when the alias is taken.
base::Result<domain::CustomEventType> create_custom_event_type(storage::Transaction& transaction,
                                                               base::Sources& sources,
                                                               const base::SecretKey& secret_key, base::Id integration,
                                                               const domain::NewCustomEventType& wanted);
// NotFound when the integration has no such type. Conflict while something uses it; `users` are users_of() it.
base::Result<void> delete_custom_event_type(storage::Transaction& transaction, base::Id integration, base::Id id,
                                            const Users& users = {});

// The headers of a type, in the open.
std::vector<domain::WebhookHeader> unsealed_webhook_headers(const base::SecretKey& secret_key,
                                                            const domain::CustomEventType& type);

// What is said of a type that is not there.
base::Error unknown_custom_event_type();

}  // namespace tradewind::operations
