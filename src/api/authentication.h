#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "api/caller.h"
#include "api/public_address.h"
#include "base/clock.h"
#include "base/executor.h"
#include "base/result.h"
#include "base/secret.h"
#include "base/unique_function.h"
#include "net/http.h"
#include "storage/database/database.h"
#include "storage/stores/settings/definitions.h"

namespace tradewind::api {

// Where keys are made: by this process alone, which then knows all of them, or also by others that share its database.
enum class KeysMade { Here, ElsewhereToo };

// Finds out whose key or session a request carries: one of them, never both. Thread-safe.
class Authentication {
  public:
    // Of keys that may have been made elsewhere a moment ago. Whoever guesses gets no more out of the database, and
    // holds up a thread that serves others for no longer.
    static constexpr std::int64_t lookups_per_second_max = 20;
    static constexpr std::chrono::milliseconds lookup_time_max{1'000};

    Authentication(storage::Database& database, const storage::DefinitionsCache& definitions,
                   const base::SecretKey& secret_key, const PublicAddress& public_address, const base::Clock& clock,
                   KeysMade keys_made = KeysMade::Here);

    // The caller, or Unauthorized. An unknown key and a wrong secret take the same time and get the same answer.
    base::Result<Caller> authenticate(const net::RequestHead& head);
    // Forbidden for what a page of another site may have sent.
    [[nodiscard]] base::Result<void> check_console(const net::RequestHead& head) const;
    // Someone who needs no key.
    [[nodiscard]] Caller anyone() const { return {.definitions = definitions_.current()}; }

  private:
    base::Result<Caller> authenticate_session(std::string_view token);
    // The session of this token that has not ended; null when there is none.
    static const storage::KnownSession* find(const Caller& caller, const base::KeyedHash& token_hash,
                                             base::Instant now);
    // The key with this id and this hash of its secret, in the definitions of the caller; null when there is none.
    static const storage::KnownKey* find(const Caller& caller, std::string_view id, const base::KeyedHash& sent_hash);
    // The definitions as the database has them, when it knows a key that is not in memory yet; null otherwise, also
    // when too many ask or it takes too long.
    std::shared_ptr<const storage::Definitions> look_up(const std::string& id);
    // The same for a session, which may also have been used elsewhere since it was read.
    std::shared_ptr<const storage::Definitions> look_up(const base::KeyedHash& token_hash, base::Instant now);
    using Found = std::shared_ptr<const storage::Definitions>;
    Found await(base::UniqueFunction<base::Result<Found>(storage::Transaction&)> read);
    [[nodiscard]] bool may_look_up();
    void note_use(const storage::KnownKey& key, base::Instant now);
    void note_use(const storage::KnownSession& session, base::Instant now);
    // Nobody waits for this row; when the queue is full the next minute writes it.
    void note_later(base::UniqueFunction<void(storage::Transaction&)> note);

    storage::Database& database_;
    const storage::DefinitionsCache& definitions_;
    const base::SecretKey& secret_key_;
    const PublicAddress& public_address_;
    const base::Clock& clock_;
    base::InlineExecutor writer_thread_;
    const KeysMade keys_made_;
    std::atomic<bool> looks_up_{false};
    std::atomic<std::int64_t> lookups_{0};  // The second, and how many it has had.
};

}  // namespace tradewind::api
