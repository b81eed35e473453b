#pragma once

#include <functional>
#include <memory>
#include <string>

#include "base/clock.h"
#include "base/log.h"
#include "base/random.h"
#include "storage/database/database.h"
#include "storage/database/key_memory.h"
#include "storage/database/wake_calls.h"
#include "storage/postgres/connection.h"
#include "storage/postgres/definitions.h"
#include "storage/postgres/node_lease.h"
#include "storage/postgres/options.h"
#include "storage/postgres/reach.h"
#include "storage/postgres/transaction.h"

namespace tradewind::storage {

// What all threads of one database share. Outlives them.
struct PostgresShared {
    const PostgresOptions& options;
    const PostgresKind& kind;
    const PostgresCluster& cluster;
    const base::Clock& clock;
    base::Random& random;
    base::Log& log;
    PostgresReach& reach;
    PostgresDefinitions& definitions;
    PostgresNodeLease& lease;
    DatabaseFigures& figures;
    WakeCalls& wake_calls;
    KeyMemory& key_memory;
};

// What one thread needs to run work: a connection, made when it is needed and made anew after it was lost. The one
// place where an exception out of somebody's work ends. Made, used and destroyed by one thread.
class PostgresSession {
  public:
    // How often the whole work is run again after it met another one, or lost its connection.
    static constexpr int retries_max = 5;
    // Before it is run again it waits for up to this, and up to twice as long each further time.
    static constexpr std::chrono::milliseconds first_retry_wait_max{4};

    PostgresSession(const PostgresShared& shared, const PostgresTimeouts& patience, PostgresAccess access);
    ~PostgresSession();
    PostgresSession(const PostgresSession&) = delete;
    PostgresSession& operator=(const PostgresSession&) = delete;

    // The session that this thread has of that database; null when it is not one of its threads.
    static PostgresSession* of_this_thread(const PostgresShared& shared);

    // Runs the piece and answers it; for a write, once it is durable or surely was not done, or says that this is not
    // known.
    void read(std::unique_ptr<Database::Piece> piece);
    void write(std::unique_ptr<Database::Piece> piece);

    // Runs something on the connection that nobody waits for; connects even while the server is said to be gone.
    // Whether it succeeded; why it did not is in the log, unless it is that the server is gone.
    [[nodiscard]] bool attempt(const std::function<void(PostgresConnection&)>& work);

  private:
    enum class Attempt { Settled, RunAgain };

    void run(PostgresAccess access, std::unique_ptr<Database::Piece> piece);
    [[nodiscard]] Attempt try_once(PostgresAccess access, std::unique_ptr<Database::Piece>& piece);
    void run_read(Database::Piece& piece);
    void run_write(std::unique_ptr<Database::Piece>& piece);
    [[nodiscard]] bool run_work(PostgresTransaction& transaction, Database::Piece& piece);
    void commit(PostgresTransaction& transaction);
    void reload_definitions(Database::Piece& piece, std::int64_t version);
    [[nodiscard]] Attempt take_failure(const PostgresError& error);
    void undo();
    [[nodiscard]] PostgresConnection& connection();
    void wait_before_retry(int retries);

    const PostgresShared& shared_;
    const PostgresTimeouts patience_;
    const PostgresAccess access_;
    std::unique_ptr<PostgresConnection> connection_;
    bool is_running_ = false;  // Inside somebody's work.
    bool was_stale_ = false;   // In this piece of work.
    std::string last_failure_;
};

}  // namespace tradewind::storage
