#include "storage/postgres/database.h"

#include <algorithm>
#include <utility>

#include "base/fault.h"
#include "storage/migrations/migrate.h"
#include "storage/postgres/cluster.h"
#include "storage/postgres/home.h"
#include "storage/postgres/schema.h"

namespace tradewind::storage {
namespace {

using std::chrono::milliseconds;

constexpr Query settings_query{
    .name = "database.settings",
    .sql = R"(SELECT count(*) FROM pg_settings
              WHERE (name = 'fsync' AND setting = 'on') OR (name = 'synchronous_commit' AND setting <> 'off'))",
};
constexpr std::int64_t durable_settings = 2;

// A step of the schema may take long on a large table.
constexpr PostgresTimeouts schema_timeouts{.statement_time_max = milliseconds(0), .silence_max = milliseconds(-1)};

// The server looks for deadlocks after a second of waiting; a write must live longer than that to be run again.
constexpr milliseconds write_statement_time_max{3000};
constexpr milliseconds lock_time_max{2000};
// What the server may be late with the end of a statement that took too long.
constexpr milliseconds silence_margin{1000};

constexpr milliseconds request_wait_max{2000};
// As many as one address may have connections, by default: whoever comes from one is never refused. More would not be
// done sooner, but wait longer.
constexpr std::size_t requests_waiting_max = 256;
constexpr std::size_t reads_waiting_max = std::size_t{16} * 1024;  // More than there can be connections.
constexpr std::size_t reactions_waiting_max = 1024;
constexpr std::size_t bulk_waiting_max = 1024;
constexpr std::size_t walks_waiting_max = 256;

// Bulk work and reactions get a quarter of the threads each, walks half of them; each lane in use has at least one.
PostgresPoolShape shape_of_writers(std::size_t threads) {
    const auto quarter = std::max<std::size_t>(1, threads / 4);
    const auto quick = std::max<std::size_t>(1, threads - std::min(threads, 2 * quarter));
    return {.access = PostgresAccess::Write,
            .patience = {.statement_time_max = write_statement_time_max,
                         .silence_max = write_statement_time_max + silence_margin,
                         .lock_time_max = lock_time_max},
            .threads = {quick, quarter, quarter},
            .limits = {{{.waiting_max = requests_waiting_max, .wait_max = request_wait_max},
                        {.waiting_max = reactions_waiting_max, .wait_max = {}},
                        {.waiting_max = bulk_waiting_max, .wait_max = {}}}}};
}

PostgresPoolShape shape_of_readers(std::size_t threads) {
    const auto slow = std::max<std::size_t>(1, threads / 2);
    const auto quick = std::max<std::size_t>(1, threads - std::min(threads, slow));
    return {.access = PostgresAccess::Read,
            .patience = {.statement_time_max = PostgresTransaction::read_time_max,
                         .silence_max = PostgresTransaction::read_time_max + silence_margin},
            .threads = {quick, 0, slow},
            .limits = {{{.waiting_max = reads_waiting_max, .wait_max = request_wait_max},
                        {.waiting_max = 0, .wait_max = {}},
                        {.waiting_max = walks_waiting_max, .wait_max = request_wait_max}}}};
}

PostgresLane lane_of(Priority priority) {
    switch (priority) {
        case Priority::Request:
            return PostgresLane::Quick;
        case Priority::Reaction:
            return PostgresLane::Middle;
        case Priority::Bulk:
            return PostgresLane::Slow;
    }
    return PostgresLane::Slow;
}

}  // namespace

base::Result<std::unique_ptr<PostgresDatabase>> PostgresDatabase::open(PostgresOptions options,
                                                                       const base::Clock& clock, base::Random& random,
                                                                       base::Log& log) {
    TRY(check_postgres_address(options.address));
    std::unique_ptr<PostgresDatabase> database(new PostgresDatabase(std::move(options), clock, random, log));
    TRY(database->prepare());
    database->start();
    return database;
}

PostgresDatabase::PostgresDatabase(PostgresOptions options, const base::Clock& clock, base::Random& random,
                                   base::Log& log)
    : options_(std::move(options)),
      reach_(log),
      lease_(clock, random, options_.nodes),
      shared_{.options = options_,
              .kind = kind_,
              .cluster = cluster_,
              .clock = clock,
              .random = random,
              .log = log,
              .reach = reach_,
              .definitions = definitions_,
              .lease = lease_,
              .figures = figures_,
              .wake_calls = wake_calls_,
              .key_memory = key_memory_} {}

base::Result<void> PostgresDatabase::prepare() {
    const auto begun = shared_.clock.steady_now();
    auto longest = options_.start_wait_max;
    const auto may_wait = [&](std::string_view cause) {
        if (shared_.clock.steady_now() >= begun + longest || options_.is_stopped()) { return false; }
        reach_.note_down(cause);
        return true;
    };
    while (true) {
        try {
            PostgresConnection connection(options_.address, schema_timeouts);
            reach_.note_up();
            longest = options_.start_stall_max;
            return prepare(connection);
        } catch (const CommitInDoubt& error) {
            // Whoever looks again sees whether it was kept.
            if (!may_wait(error.what())) { throw; }
        } catch (const PostgresError& error) {
            const bool is_away = error.failure() == PostgresFailure::Unreachable ||
                                 error.failure() == PostgresFailure::ConnectionLost ||
                                 error.failure() == PostgresFailure::PeerLost;
            if (!is_away || !may_wait(error.what())) { throw; }
        }
        base::Wakeup never_raised;
        never_raised.wait_for(options_.watch_interval);
    }
}

base::Result<void> PostgresDatabase::prepare(PostgresConnection& connection) {
    TRY(check_server(connection));
    kind_ = is_of_cluster(connection) ? PostgresKind::Cluster : PostgresKind::Single;
    // Only the coordinator makes tables, and those who begin there wait for each other. Whoever begins on a worker
    // finds them made.
    const bool is_on_worker = is_worker(connection);
    if (!is_on_worker) { TRY(close_threshold(connection, shared_.log, options_.is_stopped)); }
    if (is_being_filled(connection)) {
        return base::conflict(
            "A store is on its way into this database. Run `tradewind copy` again until it comes to its end.");
    }
    if (is_on_worker) {
        TRY(check_worker(connection, shared_.clock));
    } else {
        PostgresSchema schema(connection, shared_.clock);
        TRY(migrate(schema, migration_texts, shared_.clock));
    }
    if (kind_ == PostgresKind::Cluster) { cluster_ = find_cluster(connection); }
    commits_are_durable_ = integer_in(*connection.run(settings_query), 0, 0) == durable_settings;
    home_ = home_of(connection);
    TRY(lease_.acquire(connection));
    return {};
}

void PostgresDatabase::start() {
    readers_ = std::make_unique<PostgresPool>(shared_, shape_of_readers(options_.readers));
    writers_ = std::make_unique<PostgresPool>(shared_, shape_of_writers(options_.writers));
    watcher_ = std::make_unique<PostgresWatcher>(shared_, [this] {
        readers_->refuse_expired();
        writers_->refuse_expired();
    });
}

PostgresDatabase::~PostgresDatabase() {
    if (!watcher_) { return; }
    // While each of the two empties its queue, whom it answers may still ask the other. The watcher keeps the lease
    // until nobody makes ids any more.
    writers_->stop();
    readers_->stop();
    watcher_->stop();
}

void PostgresDatabase::on_definitions_change(std::function<void()> reload) {
    definitions_.on_change(std::move(reload));
}

void PostgresDatabase::on_wake(Sleeper sleeper, std::function<void()> call) {
    wake_calls_.set(sleeper, std::move(call));
}

void PostgresDatabase::submit_read(ReadCost cost, std::unique_ptr<Piece> piece) {
    if (auto* const session = PostgresSession::of_this_thread(shared_)) {
        session->read(std::move(piece));
        return;
    }
    readers_->submit(cost == ReadCost::Walk ? PostgresLane::Slow : PostgresLane::Quick, std::move(piece));
}

void PostgresDatabase::submit_write(Priority priority, std::unique_ptr<Piece> piece) {
    if (base::is_planted(base::Fault::OneLine)) { piece->sender = 0; }
    writers_->submit(lane_of(priority), std::move(piece));
}

}  // namespace tradewind::storage
