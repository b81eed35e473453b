#pragma once

#include <optional>
#include <vector>

#include "domain/settings/session.h"
#include "storage/database/transaction.h"

namespace tradewind::storage {

// Every session there is, newest first; they are bounded by domain::sessions_max.
std::vector<domain::Session> all_sessions(Transaction& transaction);
std::optional<domain::Session> find_session(Transaction& transaction, const base::KeyedHash& token_hash);
void insert_session(Transaction& transaction, const domain::Session& session);
void note_session_use(Transaction& transaction, base::Id id, base::Instant when);
void delete_session(Transaction& transaction, base::Id id);
// All of one person but one of them; `kept` may be an id that nothing has.
void delete_other_sessions(Transaction& transaction, base::Id person, base::Id kept);

}  // namespace tradewind::storage
