// What the database says and keeps when its server is killed, stopped or stands still.

#include <gtest/gtest.h>

#include <array>
#include <atomic>
#include <cstdlib>
#include <future>
#include <map>
#include <thread>

#include "storage/postgres/database.h"
#include "storage/testing/test_notes.h"
#include "storage/testing/test_postgres.h"

namespace tradewind::storage {
namespace {

using base::ErrorKind;
using base::Outcome;
using std::chrono::milliseconds;
using Answer = base::Result<std::string>;

class PostgresFaultsTest : public testing::Test {
  protected:
    // One server for all of them; what a test does to it, it undoes.
    static void SetUpTestSuite() { shared_server = new TestPostgresServer(TestPostgresServer::Care::Durable); }
    static void TearDownTestSuite() { delete std::exchange(shared_server, nullptr); }

    PostgresFaultsTest() {
        base::start_crypto();
        static int databases = 0;
        const auto name = "faults" + std::to_string(++databases);
        server.run("CREATE DATABASE " + name + " STRATEGY file_copy");
        address_ = server.address(name);
        database = open_once_more();
        write_and_wait(*database, [](Transaction& transaction) -> base::Result<void> {
            transaction.execute(create_notes);
            return {};
        }).take();
    }
    std::unique_ptr<PostgresDatabase> open_once_more() {
        return PostgresDatabase::open({.address = address_,
                                       .writers = 8,
                                       .readers = 2,
                                       .start_wait_max = std::chrono::seconds(60),
                                       .on_fatal = end_process},
                                      clock_, random_, log_)
            .take();
    }
    Answer add(const std::string& body) {
        return write_and_wait(*database, [body](Transaction& transaction) -> Answer {
            add_note(transaction, body);
            return body;
        });
    }
    // The server is there again; until that is noticed, everyone is refused.
    void wait_until_it_writes() {
        while (!add("again").ok()) { base::Wakeup().wait_for(milliseconds(5)); }
    }

  private:
    static inline TestPostgresServer* shared_server = nullptr;
    static void end_process(std::string_view) { std::abort(); }

    base::SystemClock clock_;
    base::SystemRandom random_;
    base::Log log_{base::LogFormat::Text, base::LogLevel::Error};
    base::Secret address_{std::string()};

  protected:
    TestPostgresServer& server = *shared_server;
    std::unique_ptr<PostgresDatabase> database;
};

// Several clients that write notes, each with its own name, and remember what they were told.
class Load {
  public:
    enum class Told { Done, NotDone, Unknown };

    explicit Load(Database& database) : database_(database) {
        for (int number = 0; number < clients; ++number) {
            threads_.emplace_back([this, number] { write(number); });
        }
    }
    ~Load() { stop(); }
    Load(const Load&) = delete;
    Load& operator=(const Load&) = delete;

    void stop() {
        is_over_ = true;
        for (auto& thread : threads_) { thread.join(); }
        threads_.clear();
    }
    void wait_for_more(Told what, int how_many) {
        auto& count = counts_[static_cast<std::size_t>(what)];
        const int enough = count + how_many;
        for (int seen = count; seen < enough; seen = count) { count.wait(seen); }
    }
    // After stop().
    [[nodiscard]] std::map<std::string, Told> told() const {
        std::map<std::string, Told> all;
        for (const auto& told : told_) { all.insert(told.begin(), told.end()); }
        return all;
    }

  private:
    static constexpr int clients = 12;

    void write(int client) {
        for (int number = 0; !is_over_; ++number) {
            const auto name = std::to_string(client) + "-" + std::to_string(number);
            const auto answer = write_and_wait(database_, [&](Transaction& transaction) -> Answer {
                add_note(transaction, name);
                return name;
            });
            const auto told = answer.ok()                                  ? Told::Done
                              : answer.error().outcome == Outcome::Unknown ? Told::Unknown
                                                                           : Told::NotDone;
            EXPECT_TRUE(answer.ok() || answer.error().kind == ErrorKind::Unavailable);
            told_[static_cast<std::size_t>(client)].emplace(name, told);
            auto& count = counts_[static_cast<std::size_t>(told)];
            ++count;
            count.notify_all();
            if (told == Told::NotDone) { base::Wakeup().wait_for(milliseconds(2)); }
        }
    }

    Database& database_;
    std::atomic<bool> is_over_{false};
    std::array<std::atomic<int>, 3> counts_{};
    std::array<std::map<std::string, Told>, clients> told_;
    std::vector<std::thread> threads_;
};

std::map<std::string, int> count_notes(Database& database) {
    return read_and_wait(database,
                         [](Transaction& transaction) -> base::Result<std::map<std::string, int>> {
                             std::map<std::string, int> counts;
                             auto rows = transaction.query(all_notes_query);
                             while (rows.next()) { ++counts[std::string(rows.text(0))]; }
                             return counts;
                         })
        .take();
}

TEST_F(PostgresFaultsTest, EveryAnswerIsHonestWhenTheServerIsKilledUnderLoad) {
    Load load(*database);
    for (int round = 0; round < 3; ++round) {
        load.wait_for_more(Load::Told::Done, 100);
        server.kill();
        load.wait_for_more(Load::Told::NotDone, 10);
        server.start();
    }
    load.wait_for_more(Load::Told::Done, 100);
    load.stop();
    const auto kept = count_notes(*database);
    for (const auto& [name, told] : load.told()) {
        const auto found = kept.find(name);
        const int times = found == kept.end() ? 0 : found->second;
        switch (told) {
            case Load::Told::Done:
                EXPECT_EQ(times, 1) << name << " was said to be done";
                break;
            case Load::Told::NotDone:
                EXPECT_EQ(times, 0) << name << " was said not to be done";
                break;
            case Load::Told::Unknown:
                EXPECT_LE(times, 1) << name;
                break;
        }
    }
}

TEST_F(PostgresFaultsTest, RefusesAtOnceWhileTheServerIsGoneAndGoesOnAfterwards) {
    ASSERT_TRUE(add("before").ok());
    server.stop();
    const base::SystemClock clock;
    const auto start = clock.steady_now();
    for (int number = 0; number < 200; ++number) {
        const auto refused = add("meanwhile");
        ASSERT_FALSE(refused.ok());
        EXPECT_EQ(refused.error().kind, ErrorKind::Unavailable);
        EXPECT_EQ(refused.error().outcome, Outcome::None);
        const auto read = read_and_wait(
            *database, [](Transaction& transaction) -> Answer { return all_notes(transaction); }, ReadCost::Point);
        EXPECT_EQ(read.error().kind, ErrorKind::Unavailable);
    }
    EXPECT_LT(clock.steady_now() - start, std::chrono::seconds(10)) << "some 50 ms for each of them would be too long";
    EXPECT_FALSE(database->is_reached());
    server.start();
    wait_until_it_writes();
    EXPECT_TRUE(database->is_reached());
    EXPECT_TRUE(all_notes(*database).starts_with("before again"));
}

TEST_F(PostgresFaultsTest, DoesNotWaitForAServerThatStandsStill) {
    ASSERT_TRUE(add("before").ok());
    EXPECT_EQ(all_notes(*database), "before");
    server.freeze();
    const auto read =
        read_and_wait(*database, [](Transaction& transaction) -> Answer { return all_notes(transaction); });
    server.thaw();
    EXPECT_EQ(read.error().kind, ErrorKind::Unavailable);
    wait_until_it_writes();
}

TEST_F(PostgresFaultsTest, AStartWaitsForAServerThatStartsAtTheSameTime) {
    server.stop();
    auto late = std::async(std::launch::async, [this] { return open_once_more(); });
    base::Wakeup().wait_for(milliseconds(50));
    server.start();
    EXPECT_TRUE(late.get()->is_reached());
    wait_until_it_writes();
}

TEST_F(PostgresFaultsTest, KeepsItsNodeNumberWhenTheServerComesBack) {
    const auto node = database->node();
    server.kill();
    EXPECT_FALSE(add("meanwhile").ok());
    server.start();
    wait_until_it_writes();
    EXPECT_EQ(database->node(), node);
}

}  // namespace
}  // namespace tradewind::storage
