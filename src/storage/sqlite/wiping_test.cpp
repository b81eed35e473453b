// Nothing of what was deleted is left in the bytes of the files once they were wiped, whatever happened to the rows.

#include <gtest/gtest.h>

#include <fstream>
#include <iterator>
#include <map>
#include <random>
#include <set>

#include "base/fault.h"
#include "storage/sqlite/check.h"
#include "storage/sqlite/compaction.h"
#include "storage/sqlite/database.h"
#include "storage/testing/test_clock.h"
#include "storage/testing/test_directory.h"

namespace tradewind::storage {
namespace {

constexpr unsigned histories = 3;
constexpr unsigned people_count = 1500;
constexpr int steps_per_history = 4000;

// All of one length, so that they are found by their beginning.
constexpr const char* mark_beginning = "mark-";
constexpr int first_number = 1'000'000;
constexpr std::size_t mark_size = 12;

constexpr Query create_people{.name = "marked_people.create",
                              .sql = "CREATE TABLE marked_people (id integer primary key, mark text, data text)"};
constexpr Query create_marks{.name = "marks.create", .sql = "CREATE UNIQUE INDEX marks ON marked_people (mark)"};
constexpr Query put_person{.name = "marked_people.put",
                           .sql = "INSERT OR REPLACE INTO marked_people (id, mark, data) VALUES ($1, $2, $3)"};
constexpr Query delete_person{.name = "marked_people.delete", .sql = "DELETE FROM marked_people WHERE id = $1"};
constexpr Query touch_people{.name = "marked_people.touch",
                             .sql = "UPDATE marked_people SET data = 'touched' WHERE id % 3 = 0"};
constexpr Query enlarge_cache{.name = "cache_size", .sql = "PRAGMA cache_size = -65536"};

class SqliteWipingTest : public testing::Test {
  protected:
    void open() {
        database.reset();
        database =
            SqliteDatabase::open({.file = file(), .on_fatal = [](std::string_view) { FAIL(); }}, clock_, log_).take();
    }
    template <class Work>
    void write(Work work) {
        write_and_wait(*database, [&](Transaction& transaction) -> base::Result<void> {
            work(transaction);
            return {};
        }).take();
    }
    // People come, change their size, and go, in no order; whoever went is in `gone`.
    void live(unsigned seed) {
        std::mt19937 chance(seed);
        write([](Transaction& transaction) {
            static_cast<void>(transaction.query(enlarge_cache).next());
            transaction.execute(create_people);
            transaction.execute(create_marks);
        });
        std::map<std::int64_t, std::string> here;
        for (int step = 0; step < steps_per_history; step += 50) {
            write([&](Transaction& transaction) {
                for (int count = 0; count < 50; ++count) { take_step(transaction, chance, here); }
            });
        }
        write([&](Transaction& transaction) {
            for (auto person = here.begin(); person != here.end();) {
                if (chance() % 2 == 0) {
                    transaction.execute(delete_person, {person->first});
                    gone.insert(person->second);
                    person = here.erase(person);
                } else {
                    ++person;
                }
            }
        });
        ASSERT_FALSE(here.empty());
    }
    void take_step(Transaction& transaction, std::mt19937& chance, std::map<std::int64_t, std::string>& here) {
        const auto id = static_cast<std::int64_t>(chance() % people_count);
        auto& mark = here[id];
        if (mark.empty()) { mark = mark_beginning + std::to_string(first_number + marks_made_++); }
        if (chance() % 10 == 0) {
            transaction.execute(delete_person, {id});
            gone.insert(mark);
            here.erase(id);
            return;
        }
        // Some are longer than a page.
        const auto repeats = chance() % 20 == 0 ? chance() % 400 : chance() % 12;
        std::string data;
        for (unsigned count = 0; count < repeats; ++count) { data += mark; }
        transaction.execute(put_person, {id, mark, data});
    }
    // How many of those who are gone are in the bytes of a file.
    [[nodiscard]] std::size_t traces(const std::filesystem::path& path) const {
        std::ifstream stream(path, std::ios::binary);
        const std::string bytes{std::istreambuf_iterator<char>(stream), {}};
        std::set<std::string> found;
        for (auto place = bytes.find(mark_beginning); place != std::string::npos;
             place = bytes.find(mark_beginning, place + 1)) {
            const auto mark = bytes.substr(place, mark_size);
            if (gone.contains(mark)) { found.insert(mark); }
        }
        return found.size();
    }
    [[nodiscard]] std::size_t traces() const { return traces(file()) + traces(log_file()); }
    void back_up() {
        ASSERT_TRUE(database->back_up(backup_file(), [](const BackupProgress&) { return true; }));
    }

    [[nodiscard]] std::filesystem::path file() const { return directory_.path() / "tradewind.db"; }
    [[nodiscard]] std::filesystem::path log_file() const { return directory_.path() / "tradewind.db-wal"; }
    [[nodiscard]] std::filesystem::path backup_file() const { return directory_.path() / "backup.db"; }

    std::set<std::string> gone;

  private:
    int marks_made_ = 0;
    TemporaryDirectory directory_;
    base::Log log_{base::LogFormat::Text, base::LogLevel::Error};
    TestClock clock_;

  protected:
    std::unique_ptr<SqliteDatabase> database;
};

TEST_F(SqliteWipingTest, LeavesNoTraceWhateverHappened) {
    for (unsigned seed = 1; seed <= histories; ++seed) {
        database.reset();
        for (const auto& path : {file(), log_file(), backup_file()}) { std::filesystem::remove(path); }
        gone.clear();
        open();
        live(seed);
        EXPECT_GT(traces(), gone.size() / 2) << "there is nothing to be wiped";
        ASSERT_TRUE(database->wipe_deleted());
        EXPECT_EQ(traces(), 0U) << seed;
        // Pages in memory come into the log once more.
        write([](Transaction& transaction) { transaction.execute(touch_people); });
        EXPECT_EQ(traces(), 0U) << seed;
        back_up();
        EXPECT_EQ(traces(backup_file()), 0U) << seed;
        database.reset();
        EXPECT_EQ(traces(), 0U) << seed;
        EXPECT_TRUE(check_sqlite_file(file())) << seed;
        EXPECT_TRUE(check_sqlite_file(backup_file())) << seed;
    }
}

TEST_F(SqliteWipingTest, FindsWhatIsLeftInPagesWhenThatFaultIsPlanted) {
    const base::PlantedFault planted(base::Fault::KeepGaps);
    open();
    live(1);
    ASSERT_TRUE(database->wipe_deleted());
    EXPECT_GT(traces(file()), 0U);
}

TEST_F(SqliteWipingTest, FindsWhatPagesInMemoryBringBackWhenThatFaultIsPlanted) {
    const base::PlantedFault planted(base::Fault::KeepCache);
    open();
    live(1);
    ASSERT_TRUE(database->wipe_deleted());
    EXPECT_EQ(traces(), 0U);
    write([](Transaction& transaction) { transaction.execute(touch_people); });
    EXPECT_GT(traces(log_file()), 0U);
}

TEST_F(SqliteWipingTest, FindsWhatIsLeftInABackupWhenThatFaultIsPlanted) {
    const base::PlantedFault planted(base::Fault::PlainBackup);
    open();
    live(1);
    back_up();
    EXPECT_GT(traces(backup_file()), 0U);
}

TEST_F(SqliteWipingTest, IsDoneWhileABackupIsMade) {
    open();
    live(1);
    int slices = 0;
    ASSERT_TRUE(database->back_up(backup_file(), [&](const BackupProgress&) {
        if (++slices == 1) {
            EXPECT_TRUE(database->wipe_deleted());
            EXPECT_EQ(traces(), 0U);
        }
        return true;
    }));
    EXPECT_EQ(traces(backup_file()), 0U);
    EXPECT_TRUE(check_sqlite_file(backup_file()));
}

TEST_F(SqliteWipingTest, HoldsNothingUpWhileSomebodyReadsTheLog) {
    open();
    live(1);
    SqliteConnection reader(file(), SqliteRole::Reader);
    reader.run_script("BEGIN; SELECT count(*) FROM marked_people");
    const auto refused = database->wipe_deleted();
    EXPECT_EQ(refused.error().kind, base::ErrorKind::Unavailable);
    write([](Transaction& transaction) { transaction.execute(touch_people); });
    EXPECT_EQ(database->wipe_deleted().error().kind, base::ErrorKind::Unavailable) << "now it reads an older state";
    reader.run_script("COMMIT");
    EXPECT_TRUE(database->wipe_deleted());
    EXPECT_EQ(traces(), 0U);
}

// As all stores were before there was wiping by pages.
TEST_F(SqliteWipingTest, WritesAFileAnewOnceWhosePagesMayHoldTraces) {
    {
        const base::PlantedFault planted(base::Fault::KeepGaps);
        open();
        live(1);
        write([](Transaction& transaction) {
            static constexpr Query forget{.name = "user_version", .sql = "PRAGMA user_version = 0"};
            transaction.execute(forget);
        });
        database.reset();
    }
    EXPECT_GT(traces(), 0U);
    const auto size = std::filesystem::file_size(file());
    open();
    EXPECT_EQ(traces(), 0U);
    EXPECT_LT(std::filesystem::file_size(file()), size) << "room that nothing needs is given back";
    const auto pages_free = [&] {
        SqliteConnection reader(file(), SqliteRole::Reader);
        static constexpr Query query{.name = "freelist", .sql = "SELECT freelist_count FROM pragma_freelist_count"};
        auto& statement = reader.statement(query);
        statement.start({});
        Rows rows(statement);
        return rows.next() ? rows.integer(0) : 0;
    };
    static constexpr Query delete_all{.name = "marked_people.delete_all", .sql = "DELETE FROM marked_people"};
    write([](Transaction& transaction) { transaction.execute(delete_all); });
    EXPECT_GT(pages_free(), 0);
    open();
    EXPECT_GT(pages_free(), 0) << "it was written anew once, and is not again";
}

}  // namespace
}  // namespace tradewind::storage
