// What the storage engine costs beside bare SQLite: a point read, and durable changes of contacts with 64 in flight.

#include <benchmark/benchmark.h>

#include <algorithm>
#include <condition_variable>
#include <cstdint>
#include <ctime>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "base/random.h"
#include "contact_values.h"
#include "operations/contact_operations.h"
#include "operations/store_operations.h"
#include "storage/sqlite/connection.h"
#include "storage/sqlite/transaction.h"
#include "storage/stores/contacts/contact_store.h"
#include "storage/testing/test_database.h"

namespace tradewind::bench {
namespace {

using storage::Transaction;

constexpr std::uint64_t existing_contacts = 20'000;
constexpr std::size_t writes_in_flight = 64;

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

domain::ContactKey key_of(std::uint64_t number) {
    return base::EmailAddress::parse(email_of(number)).take();
}

// A database of contacts, and the changes that are made to them.
class Contacts {
  public:
    Contacts() {
        const auto made = storage::write_and_wait(*database, [this](Transaction& transaction) -> base::Result<void> {
            operations::create_store(transaction, sources_);
            for (std::uint64_t number = 0; number < existing_contacts; ++number) { TRY(change(transaction, number)); }
            return {};
        });
        if (!made) { throw std::runtime_error(made.error().detail); }
    }

    base::Result<void> change(Transaction& transaction, std::uint64_t number) {
        return change(transaction, number, R"({"_name": "Ada", "_surname": "Lovelace", "_points": {}})");
    }
    // `{}` in the body is a number that the contact never had.
    base::Result<void> change(Transaction& transaction, std::uint64_t number, std::string body) {
        body.replace(body.find("{}"), 2, std::to_string(++writes_));
        const auto document = TRY(base::JsonDocument::parse(body));
        const auto key = key_of(number);
        const auto patch = TRY(
            domain::read_contact_patch(document.root(), definitions_.contact_fields, key, domain::OtherKey::MaySet));
        TRY(operations::change_contact(transaction, sources_, definitions_, key, patch));
        return {};
    }

    storage::TestDatabase database;

  private:
    const base::SystemClock clock_;
    base::SystemRandom random_;
    base::IdSource ids_{clock_, 0};
    base::Sources sources_{.clock = clock_, .random = random_, .ids = ids_};
    const storage::Definitions definitions_;
    std::int64_t writes_ = 0;
};

void PointRead(benchmark::State& state) {
    Contacts contacts;
    base::InlineExecutor executor;
    std::uint64_t number = 0;
    std::size_t found = 0;
    for (auto _ : state) {
        number = (number + 7919) % existing_contacts;
        contacts.database->read(
            storage::ReadCost::Point, executor,
            [key = key_of(number)](Transaction& transaction) -> base::Result<bool> {
                return storage::find_contact(transaction, key).has_value();
            },
            [&found](const base::Result<bool>& answer) { found += answer.ok() && answer.value() ? 1U : 0U; });
    }
    if (found != static_cast<std::size_t>(state.iterations())) { state.SkipWithError("somebody was not found"); }
}
BENCHMARK(PointRead);

// The yardstick: the same changes on a bare connection, 64 per durable commit.
void BareWrites(benchmark::State& state) {
    Contacts contacts;
    contacts.database.close();
    storage::SqliteConnection connection(contacts.database.file(), storage::SqliteRole::Writer);
    storage::SqliteTransaction transaction(connection);
    connection.run_script("PRAGMA wal_autocheckpoint = 4000");
    ContactSequence sequence(existing_contacts);
    bool is_refused = false;
    for (auto _ : state) {
        connection.run_script("BEGIN IMMEDIATE");
        for (std::size_t count = 0; count < writes_in_flight; ++count) {
            is_refused = is_refused || !contacts.change(transaction, sequence.next()).ok();
        }
        connection.run_script("COMMIT");
    }
    if (is_refused) { state.SkipWithError("writes were refused"); }
    state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(writes_in_flight));
}
BENCHMARK(BareWrites)->UseRealTime()->MinTime(1);

// An iteration is 64 answered writes, so that its time compares with one of BareWrites.
void DatabaseWrites(benchmark::State& state) {
    Contacts contacts;
    ContactSequence sequence(existing_contacts);
    LoopExecutor executor;
    std::size_t in_flight = 0;
    std::size_t answered = 0;
    std::size_t refused = 0;
    const auto submit = [&] {
        ++in_flight;
        contacts.database->write(
            storage::Priority::Request, executor,
            [&contacts, number = sequence.next()](Transaction& transaction) {
                return contacts.change(transaction, number);
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
BENCHMARK(DatabaseWrites)->UseRealTime()->MinTime(1);

// What one durable PATCH costs, alone in its commit: pages of the log, by the writer's own count, and time of
// processors, of all threads. The pages depend on nothing but the schema and the statements.
void DurablePatch(benchmark::State& state, const char* body, std::uint64_t first_number) {
    constexpr std::uint64_t writes = 1'000;
    constexpr std::int64_t page_bytes = 4096;
    Contacts contacts;
    const auto& log_bytes = contacts.database->figures().log_bytes;
    std::int64_t pages = 0;
    double processor_seconds = 0;
    for (auto _ : state) {
        pages = 0;
        const auto used_before = std::clock();
        for (std::uint64_t count = 0; count < writes; ++count) {
            // Contacts that exist are changed in no order.
            const auto number = first_number != 0 ? first_number + count : count * 7919 % existing_contacts;
            const auto before = log_bytes.value();
            const auto done = storage::write_and_wait(*contacts.database, [&](Transaction& transaction) {
                return contacts.change(transaction, number, body);
            });
            if (!done) { state.SkipWithError("a write was refused"); }
            // After a checkpoint the log begins anew.
            const auto after = log_bytes.value();
            pages += (after >= before ? after - before : after) / page_bytes;
        }
        processor_seconds += static_cast<double>(std::clock() - used_before) / CLOCKS_PER_SEC;
    }
    const auto runs = static_cast<double>(state.iterations());
    state.counters["log_pages"] = static_cast<double>(pages) / static_cast<double>(writes);
    state.counters["processor_us"] = processor_seconds * 1e6 / static_cast<double>(writes) / runs;
}
BENCHMARK_CAPTURE(DurablePatch, two_fields, R"({"_points": {}, "_birthdate": "1990-01-01T00:00:00Z"})", 0)
    ->Iterations(1);
BENCHMARK_CAPTURE(DurablePatch, name, R"({"_name": "Ada {}"})", 0)->Iterations(1);
BENCHMARK_CAPTURE(DurablePatch, new_contact, R"({"_name": "Ada", "_points": {}})", existing_contacts)->Iterations(1);

// For how long wiping holds the writer, in time of a processor, all of its pieces together. The database has so many
// megabytes, a page for each row, and its log is nearly as long as it may become before a checkpoint.
void Wipe(benchmark::State& state) {
    static constexpr storage::Query create{.name = "rows.create",
                                           .sql = "CREATE TABLE rows (id integer primary key, body blob)"};
    static constexpr storage::Query fill{
        .name = "rows.fill",
        .sql =
            "WITH RECURSIVE n (i) AS (SELECT $1 UNION ALL SELECT i + 1 FROM n WHERE i < $2) "
            "INSERT INTO rows SELECT i, randomblob(3500) FROM n"};
    static constexpr storage::Query erase{.name = "rows.erase",
                                          .sql = "UPDATE rows SET body = randomblob(3500) WHERE id % $1 = $2"};
    constexpr std::int64_t rows_per_megabyte = 256;
    constexpr std::int64_t rows_erased = 3'800;
    const auto rows = state.range(0) * rows_per_megabyte;
    storage::TestDatabase database(storage::TestEngine::Sqlite);
    const auto write = [&](auto work) {
        if (!storage::write_and_wait(*database, [&](Transaction& transaction) -> base::Result<void> {
                work(transaction);
                return {};
            })) {
            throw std::runtime_error("a write was refused");
        }
    };
    write([](Transaction& transaction) { transaction.execute(create); });
    for (std::int64_t first = 1; first <= rows; first += rows_erased) {
        write([&](Transaction& transaction) {
            transaction.execute(fill, {first, std::min(first + rows_erased - 1, rows)});
        });
    }
    const auto used_by_writer = [&] {
        timespec used{};
        write([&](Transaction&) { ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &used); });
        return static_cast<double>(used.tv_sec) * 1e3 + static_cast<double>(used.tv_nsec) / 1e6;
    };
    std::int64_t round = 0;
    double longest = 0;
    for (auto _ : state) {
        write([&](Transaction& transaction) { transaction.execute(erase, {rows / rows_erased, round++}); });
        const auto before = used_by_writer();
        if (!database->wipe_deleted()) { state.SkipWithError("it was not wiped"); }
        longest = std::max(longest, used_by_writer() - before);
    }
    state.counters["writer_ms"] = longest;
}
BENCHMARK(Wipe)->Arg(300)->Arg(600)->Iterations(5)->Repetitions(1);

}  // namespace
}  // namespace tradewind::bench
