#pragma once

#include <functional>
#include <memory>
#include <string>

#include "base/clock.h"
#include "base/log.h"
#include "base/random.h"
#include "base/result.h"
#include "storage/database/database.h"
#include "storage/database/key_memory.h"
#include "storage/postgres/options.h"
#include "storage/postgres/pool.h"
#include "storage/postgres/session.h"
#include "storage/postgres/watcher.h"

namespace tradewind::storage {

// The store of data on a PostgreSQL server, which several processes may share. Each piece of work is a transaction of
// its own on one of several connections; the server commits together what is committed at the same time. A read that
// one of the database's own threads asks for, outside of work, runs at once on that thread.
class PostgresDatabase final : public Database {
  public:
    // Connects, brings the schema up to date and leases a node number. Refused: an address that cannot be read, a
    // server that is too old or does not keep text as UTF-8, a database that needs a newer program. The clock, the
    // source of chance and the log must outlive the database. Throws DatabaseBroken, also when there is no server in
    // time.
    static base::Result<std::unique_ptr<PostgresDatabase>> open(PostgresOptions options, const base::Clock& clock,
                                                                base::Random& random, base::Log& log);

    // Finishes what is queued and gives the node number back. The executors of everything in flight must still be
    // there.
    ~PostgresDatabase() override;

    void on_definitions_change(std::function<void()> reload) override;
    void on_wake(Sleeper sleeper, std::function<void()> call) override;
    // The files are the server's own, who takes care of them: what no SQL can read is out of reach here.
    base::Result<void> wipe_deleted() override { return {}; }
    [[nodiscard]] std::string home() const override { return home_; }

    // The number of this process among those that share the database, for the ids it makes.
    [[nodiscard]] int node() const { return lease_.node(); }
    // Whether the server was set up so that what it acknowledges survives a power cut, when it was first connected to.
    [[nodiscard]] bool commits_are_durable() const { return commits_are_durable_; }
    // Whether there is a server at the moment, as far as is known.
    [[nodiscard]] bool is_reached() const { return reach_.is_up(); }

  protected:
    void submit_read(ReadCost cost, std::unique_ptr<Piece> piece) override;
    void submit_write(Priority priority, std::unique_ptr<Piece> piece) override;

  private:
    PostgresDatabase(PostgresOptions options, const base::Clock& clock, base::Random& random, base::Log& log);
    // Before the threads start. Waits for a server.
    base::Result<void> prepare();
    base::Result<void> prepare(PostgresConnection& connection);
    void start();

    const PostgresOptions options_;
    PostgresReach reach_;
    PostgresDefinitions definitions_;
    WakeCalls wake_calls_;
    KeyMemory key_memory_;
    PostgresNodeLease lease_;
    bool commits_are_durable_ = false;
    std::string home_;
    PostgresKind kind_ = PostgresKind::Single;
    PostgresCluster cluster_;
    const PostgresShared shared_;
    std::unique_ptr<PostgresPool> readers_;
    std::unique_ptr<PostgresPool> writers_;
    std::unique_ptr<PostgresWatcher> watcher_;
};

}  // namespace tradewind::storage
