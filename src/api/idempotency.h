#pragma once

#include <chrono>
#include <optional>

#include "api/answer.h"
#include "api/caller.h"
#include "base/result.h"
#include "base/secret.h"
#include "base/sources.h"
#include "net/http.h"
#include "storage/database/transaction.h"

namespace tradewind::api {

// The Idempotency-Key of a request, and what the request was.
struct IdempotencyKey {
    base::KeyedHash key;
    base::KeyedHash request;
};

// Nothing when there is none, or on a method that does not take one. One that is not 1 to 255 printable ASCII
// characters, or two of them: Invalid.
// The keys of people are their own; those of programs are the account's.
base::Result<std::optional<IdempotencyKey>> read_idempotency_key(const net::HttpRequest& request, const Caller& caller,
                                                                 const base::SecretKey& secret_key);

// The same for a request whose body went to a file: this is the file's digest.
IdempotencyKey with_file(const IdempotencyKey& key, const base::KeyedHash& digest, const base::SecretKey& secret_key);

enum class KeptPart { Whole, Status };

// Remembers answers in the transaction that made them, for seven days.
class Idempotency {
  public:
    static constexpr std::chrono::hours kept_for{7 * 24};
    // A larger answer is not kept where the resource can be read again.
    static constexpr std::size_t answer_bytes_max = std::size_t{64} * 1024;

    Idempotency(base::Sources& sources, const base::SecretKey& secret_key)
        : sources_(sources), secret_key_(secret_key) {}

    // The answer given before to the same request; nothing for a new key; Invalid when the key was used for another
    // one.
    base::Result<std::optional<JsonAnswer>> find(storage::Transaction& transaction, const IdempotencyKey& key) const;
    // Before the work that is to be done once.
    void claim(storage::Transaction& transaction, const IdempotencyKey& key) const;
    // After it. An answer that is not to be kept whole leaves only that there was one.
    void keep(storage::Transaction& transaction, const IdempotencyKey& key, const JsonAnswer& answer,
              KeptPart part) const;

  private:
    base::Sources& sources_;
    const base::SecretKey& secret_key_;
};

}  // namespace tradewind::api
