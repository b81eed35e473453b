// What the storage engine costs beside bare SQLite: a point read, and durable writes of contacts with 64 in flight.

#include <benchmark/benchmark.h>
#include <sqlite3.h>

#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "contact_shape.h"
#include "storage/sqlite_connection.h"
#include "storage/sqlite_transaction.h"
#include "storage/test_database.h"

namespace tradewind::bench {
namespace {

using storage::Query;
using storage::Transaction;

constexpr std::uint32_t existing_contacts = 20'000;
constexpr std::size_t writes_in_flight = 64;

constexpr Query find_by_email{.name = "bench.find_by_email", .sql = find_by_email_sql};
constexpr Query insert_email{.name = "bench.insert_email", .sql = insert_email_sql};
constexpr Query insert_contact{.name = "bench.insert_contact", .sql = insert_contact_sql};
constexpr Query update_contact{.name = "bench.update_contact", .sql = update_contact_sql};
constexpr Query insert_activity{.name = "bench.insert_activity", .sql = insert_activity_sql};
constexpr Query insert_queue{.name = "bench.insert_queue", .sql = insert_queue_sql};
constexpr Query find_contact{.name = "bench.find_contact",
                             .sql = R"(SELECT email, name FROM bench_contacts WHERE id = $1)"};

constexpr std::array<Query, schema.size()> schema_queries{
    Query{"bench.schema", schema[0]}, {"bench.schema", schema[1]}, {"bench.schema", schema[2]},
    {"bench.schema", schema[3]},      {"bench.schema", schema[4]}, {"bench.schema", schema[5]}};

// Runs what is posted on the thread that asks for it, as an I/O thread does.
class LoopExecutor final : public base::Executor {
  public:
    void post(base::UniqueFunction<void()> work) override {
        {
            const std::lock_guard lock(mutex_);
            posted_.push_back(std::move(work));
        }
        changed_.notify_one();
    }
    void run_posted() {
        std::vector<base::UniqueFunction<void()>> ready;
        {
            std::unique_lock lock(mutex_);
            changed_.wait(lock, [this] { return !posted_.empty(); });
            ready.swap(posted_);
        }
        for (auto& work : ready) { work(); }
    }

  private:
    std::mutex mutex_;
    std::condition_variable changed_;
    std::vector<base::UniqueFunction<void()>> posted_;
};

// The same rows whoever runs the statements.
class ContactWriter {
  public:
    void write(Transaction& transaction, std::uint32_t number) {
        const auto email = email_of(number);
        const auto& values = values_[writes_++ % values_.size()];
        const std::int64_t now = 1'700'000'000'000 + static_cast<std::int64_t>(writes_);
        std::int64_t contact_id = 0;
        bool known = false;
        {
            auto rows = transaction.query(find_by_email, {email});
            known = rows.next();
            contact_id = known ? rows.integer(0) : next_id();
        }
        if (known) {
            transaction.execute(update_contact,
                                {values.name, values.surname, values.birthdate, values.mobile_phone,
                                 values.email_status, values.newsletter_status, values.custom_values, now, contact_id});
        } else {
            transaction.execute(insert_email, {email, contact_id});
            transaction.execute(insert_contact,
                                {contact_id, email, values.name, values.surname, values.birthdate, values.mobile_phone,
                                 values.email_status, values.newsletter_status, values.custom_values, now});
        }
        const auto activity_id = next_id();
        transaction.execute(insert_activity, {activity_id, contact_id, known ? kind_updated : kind_created, now, origin,
                                              values.snapshot});
        transaction.execute(insert_queue, {contact_id % queue_buckets, activity_id, contact_id, now});
    }

    void make_contacts(Transaction& transaction) {
        for (const auto& query : schema_queries) { transaction.execute(query); }
        for (std::uint32_t number = 0; number < existing_contacts; ++number) { write(transaction, number); }
    }
    [[nodiscard]] std::int64_t first_id() const { return first_id_ + id_step; }

  private:
    static constexpr std::int64_t first_id_ = std::int64_t{1} << 59;
    static constexpr std::int64_t id_step = 97;
    std::int64_t next_id() { return id_ += id_step; }

    const std::vector<ContactValues> values_ = make_values();
    std::size_t writes_ = 0;
    std::int64_t id_ = first_id_;
};

base::Result<void> done() {
    return {};
}

void PointRead(benchmark::State& state) {
    storage::TestDatabase database;
    ContactWriter contacts;
    static_cast<void>(storage::write_and_wait(*database, [&](Transaction& transaction) {
        contacts.make_contacts(transaction);
        return done();
    }));
    base::InlineExecutor executor;
    const auto id = contacts.first_id();
    std::size_t found = 0;
    for (auto _ : state) {
        database->read(
            storage::ReadCost::Point, executor,
            [id](Transaction& transaction) -> base::Result<std::size_t> {
                auto rows = transaction.query(find_contact, {id});
                return rows.next() ? rows.text(0).size() : 0;
            },
            [&found](base::Result<std::size_t> answer) { found += answer.ok() ? answer.value() : 0; });
    }
    if (found == 0) { state.SkipWithError("nothing was found"); }
}
BENCHMARK(PointRead);

// The yardstick: the same statements on a bare connection, 64 writes per durable commit.
void BareWrites(benchmark::State& state) {
    storage::TemporaryDirectory directory;
    storage::SqliteConnection connection(directory.path() / "bare.db", storage::SqliteRole::Writer);
    storage::SqliteTransaction transaction(connection);
    ContactWriter contacts;
    connection.run_script("BEGIN IMMEDIATE");
    contacts.make_contacts(transaction);
    connection.run_script("COMMIT");
    connection.run_script("PRAGMA wal_autocheckpoint = 4000");
    ContactSequence sequence(existing_contacts);
    for (auto _ : state) {
        connection.run_script("BEGIN IMMEDIATE");
        for (std::size_t count = 0; count < writes_in_flight; ++count) { contacts.write(transaction, sequence.next()); }
        connection.run_script("COMMIT");
    }
    state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(writes_in_flight));
}
BENCHMARK(BareWrites)->UseRealTime()->MinTime(2);

// An iteration is 64 answered writes, so that its time compares with one of BareWrites.
void DatabaseWrites(benchmark::State& state) {
    storage::TestDatabase database;
    ContactWriter contacts;
    static_cast<void>(storage::write_and_wait(*database, [&](Transaction& transaction) {
        contacts.make_contacts(transaction);
        return done();
    }));
    ContactSequence sequence(existing_contacts);
    LoopExecutor executor;
    std::size_t in_flight = 0;
    std::size_t answered = 0;
    std::size_t refused = 0;
    const auto submit = [&] {
        ++in_flight;
        database->write(
            storage::Priority::Request, executor,
            [&contacts, number = sequence.next()](Transaction& transaction) {
                contacts.write(transaction, number);
                return done();
            },
            [&](const base::Result<void>& answer) {
                --in_flight;
                ++answered;
                refused += answer.ok() ? 0U : 1U;
            });
    };
    for (auto _ : state) {
        answered = 0;
        while (answered < writes_in_flight) {
            while (in_flight < writes_in_flight) { submit(); }
            executor.run_posted();
        }
    }
    while (in_flight > 0) { executor.run_posted(); }
    if (refused > 0) { state.SkipWithError("writes were refused"); }
    state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(writes_in_flight));
}
BENCHMARK(DatabaseWrites)->UseRealTime()->MinTime(2);

}  // namespace
}  // namespace tradewind::bench
