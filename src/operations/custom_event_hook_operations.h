#pragma once

#include <optional>
#include <string>

#include "base/result.h"
#include "base/secret.h"
#include "base/sources.h"
#include "domain/events/custom_event_hook.h"
#include "domain/journal/actor.h"
#include "storage/database/transaction.h"

namespace tradewind::operations {

// A new hook, with a token of its own, for a type that is being made.
void create_custom_event_hook(storage::Transaction& transaction, base::Sources& sources,
                              const base::SecretKey& secret_key, base::Id type);

// Each answers the hook as it is now; NotFound when the type has none.
base::Result<domain::CustomEventHook> find_hook(storage::Transaction& transaction, base::Id type);
// From then on the old token lets nothing in.
base::Result<domain::CustomEventHook> replace_hook_token(storage::Transaction& transaction, base::Sources& sources,
                                                         const base::SecretKey& secret_key, const domain::Actor& actor,
                                                         base::Id type);
// What a merge says about its secret.
base::Result<domain::CustomEventHook> change_hook(storage::Transaction& transaction, base::Sources& sources,
                                                  const base::SecretKey& secret_key, const domain::Actor& actor,
                                                  base::Id type,
                                                  const domain::Patch<domain::CustomEventHookSettings>& patch);

base::Secret hook_token(const base::SecretKey& secret_key, const domain::CustomEventHook& hook);
// Nothing when calls need no signature.
std::optional<base::Secret> hook_secret(const base::SecretKey& secret_key, const domain::CustomEventHook& hook);

}  // namespace tradewind::operations
