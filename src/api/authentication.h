#pragma once

#include "api/caller.h"
#include "base/clock.h"
#include "base/executor.h"
#include "base/result.h"
#include "base/secret.h"
#include "net/http.h"
#include "storage/database/database.h"
#include "storage/stores/settings/definitions.h"

namespace tradewind::api {

// Finds out whose key a request carries. Thread-safe.
class Authentication {
  public:
    Authentication(storage::Database& database, const storage::DefinitionsCache& definitions,
                   const base::SecretKey& secret_key, const base::Clock& clock);

    // The caller, or Unauthorized. An unknown key and a wrong secret take the same time and get the same answer.
    base::Result<Caller> authenticate(const net::RequestHead& head);
    // Someone who needs no key.
    [[nodiscard]] Caller anyone() const { return {.definitions = definitions_.current()}; }

  private:
    void note_use(const storage::KnownKey& key, base::Instant now);

    storage::Database& database_;
    const storage::DefinitionsCache& definitions_;
    const base::SecretKey& secret_key_;
    const base::Clock& clock_;
    base::InlineExecutor writer_thread_;
};

}  // namespace tradewind::api
