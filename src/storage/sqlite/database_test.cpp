#include "storage/sqlite/database.h"

#include <gtest/gtest.h>

#include <fstream>
#include <future>
#include <stdexcept>

#include "base/fault.h"
#include "storage/testing/test_clock.h"
#include "storage/testing/test_database.h"
#include "storage/testing/test_gate.h"
#include "storage/testing/test_notes.h"

namespace tradewind::storage {
namespace {

using base::ErrorKind;
using base::Outcome;
using Answer = base::Result<std::string>;

// A database that is opened and closed by the test, and that may break.
class SqliteDatabaseTest : public testing::Test {
  protected:
    base::Result<void> open() {
        database = TRY(SqliteDatabase::open(options(), clock, log_));
        return {};
    }
    SqliteOptions options() {
        return {.file = file(),
                .on_fatal = [this](std::string_view cause) { fatal_causes.emplace_back(cause); },
                .on_damage = [this](std::string_view where, std::string_view) { damages.emplace_back(where); }};
    }
    void make_notes() {
        write_and_wait(*database, [](Transaction& transaction) -> base::Result<void> {
            transaction.execute(create_notes);
            return {};
        }).take();
    }
    template <class Work>
    std::future<Answer> write(Work work) {
        std::promise<Answer> promise;
        auto future = promise.get_future();
        database->write(
            Priority::Request, executor, std::move(work),
            [promise = std::move(promise)](Answer answer) mutable { promise.set_value(std::move(answer)); });
        return future;
    }
    std::future<Answer> add(const std::string& body) {
        return write([body](Transaction& transaction) -> Answer {
            add_note(transaction, body);
            return body;
        });
    }
    [[nodiscard]] std::filesystem::path file() const { return directory_.path() / "tradewind.db"; }
    [[nodiscard]] std::filesystem::path log_file() const { return file().string() + "-wal"; }

  private:
    TemporaryDirectory directory_;
    base::Log log_{base::LogFormat::Text, base::LogLevel::Error};

  protected:
    base::InlineExecutor executor;
    TestClock clock;
    std::vector<std::string> fatal_causes;
    std::vector<std::string> damages;
    std::unique_ptr<SqliteDatabase> database;
};

TEST_F(SqliteDatabaseTest, FinishesWhatIsQueuedAndEmptiesTheLogWhenItCloses) {
    ASSERT_TRUE(open().ok());
    make_notes();
    TestGate gate;
    write([&](Transaction&) -> Answer {
        gate.pass();
        return std::string();
    });
    gate.wait_until_reached();
    std::vector<std::future<Answer>> answers;
    for (int number = 0; number < 200; ++number) { answers.push_back(add("x")); }
    EXPECT_GT(std::filesystem::file_size(log_file()), 0U);
    gate.open();
    database.reset();
    for (auto& answer : answers) {
        ASSERT_EQ(answer.wait_for(std::chrono::seconds(0)), std::future_status::ready);
        EXPECT_TRUE(answer.get().ok());
    }
    EXPECT_TRUE(!std::filesystem::exists(log_file()) || std::filesystem::file_size(log_file()) == 0U);
    ASSERT_TRUE(open().ok());
    EXPECT_EQ(all_notes(*database).size(), 200 * 2 - 1);
}

// Damages the file but for its first pages, which hold the schema and its versions.
void damage(const std::filesystem::path& file) {
    const auto size = std::filesystem::file_size(file);
    std::fstream stream(file, std::ios::in | std::ios::out | std::ios::binary);
    const std::string garbage(4096, '\x55');
    // The notes were written last; the schema before them is left whole.
    for (auto offset = size - 16 * garbage.size(); offset < size; offset += garbage.size()) {
        stream.seekp(static_cast<std::streamoff>(offset));
        stream << garbage;
    }
}

TEST_F(SqliteDatabaseTest, WritesNothingAnyMoreOnceTheFileIsFoundDamaged) {
    ASSERT_TRUE(open().ok());
    make_notes();
    for (int number = 0; number < 20; ++number) { ASSERT_TRUE(add(std::string(4000, 'x')).get().ok()); }
    database.reset();
    damage(file());
    ASSERT_TRUE(open().ok());
    TestGate gate;
    auto neighbour = write([&](Transaction& transaction) -> Answer {
        gate.pass();
        transaction.touch_definitions();
        return std::string();
    });
    gate.wait_until_reached();
    auto finder = add("x");
    auto next = add("x");
    gate.open();
    for (auto* answer : {&neighbour, &finder, &next}) {
        const auto refused = answer->get();
        ASSERT_FALSE(refused.ok());
        EXPECT_EQ(refused.error().kind, ErrorKind::Unavailable);
        EXPECT_EQ(refused.error().outcome, Outcome::None) << "nothing of the batch was committed";
    }
    const auto later = write([](Transaction&) -> Answer { return std::string(); }).get();
    EXPECT_EQ(later.error().kind, ErrorKind::Unavailable);
    database.reset();
    EXPECT_EQ(damages, (std::vector<std::string>{"notes"})) << "told once";
    EXPECT_TRUE(fatal_causes.empty());
}

TEST_F(SqliteDatabaseTest, ReportsDamageThatAReaderFinds) {
    ASSERT_TRUE(open().ok());
    make_notes();
    for (int number = 0; number < 20; ++number) { ASSERT_TRUE(add(std::string(4000, 'x')).get().ok()); }
    database.reset();
    damage(file());
    ASSERT_TRUE(open().ok());
    for (int round = 0; round < 2; ++round) {
        const auto read = read_and_wait(
            *database, [](Transaction& transaction) -> Answer { return all_notes(transaction); }, ReadCost::Point);
        EXPECT_EQ(read.error().kind, ErrorKind::Unavailable);
    }
    EXPECT_EQ(damages, (std::vector<std::string>{"notes"})) << "told once";
    EXPECT_EQ(add("x").get().error().kind, ErrorKind::Unavailable) << "the writer acknowledges nothing either";
    EXPECT_TRUE(fatal_causes.empty());
}

TEST_F(SqliteDatabaseTest, DoesNotSayDoneWhenTheDefinitionsCannotBeReloaded) {
    ASSERT_TRUE(open().ok());
    database->on_definitions_change([] { throw std::runtime_error("planted by the test"); });
    const auto answer = write([](Transaction& transaction) -> Answer {
                            transaction.touch_definitions();
                            return std::string();
                        }).get();
    EXPECT_EQ(answer.error().kind, ErrorKind::Unavailable);
    EXPECT_EQ(answer.error().outcome, Outcome::Unknown);
    EXPECT_EQ(fatal_causes, (std::vector<std::string>{"planted by the test"}));
}

TEST_F(SqliteDatabaseTest, AnswersTooEarlyWhenThatFaultIsPlanted) {
    const base::PlantedFault planted(base::Fault::AnswerBeforeCommit);
    ASSERT_TRUE(open());
    make_notes();
    // The answer runs on the writer's thread, before the commit: a reader does not see yet what is said to be done.
    std::promise<std::string> seen;
    database->write(
        Priority::Request, executor,
        [](Transaction& transaction) -> Answer {
            add_note(transaction, "x");
            return std::string();
        },
        [&](const Answer& answer) {
            seen.set_value((answer.ok() ? "done, and there is: " : "") + all_notes(*database));
        });
    EXPECT_EQ(seen.get_future().get(), "done, and there is: ");
}

TEST_F(SqliteDatabaseTest, DoesNotWaitForTheDiskWhenThatFaultIsPlanted) {
    const base::PlantedFault planted(base::Fault::SynchronousOff);
    ASSERT_TRUE(open());
    const auto synchronous = write([](Transaction& transaction) -> Answer {
                                 static constexpr Query query{.name = "synchronous", .sql = "PRAGMA synchronous"};
                                 auto rows = transaction.query(query);
                                 return rows.next() ? std::to_string(rows.integer(0)) : "nothing";
                             }).get();
    EXPECT_EQ(synchronous.value(), "0");
}

}  // namespace
}  // namespace tradewind::storage
