#include "storage/sqlite/connection.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>

#include "storage/sqlite/wiping_files.h"
#include "storage/testing/test_clock.h"
#include "storage/testing/test_database.h"

namespace tradewind::storage {
namespace {

std::string value_of(SqliteConnection& connection, const Query& query) {
    auto& statement = connection.statement(query);
    statement.start({});
    Rows rows(statement);
    static_cast<void>(rows.next());
    return std::string(rows.text(0));
}

struct Setting {
    Query query;
    std::string_view of_writer;
    std::string_view of_reader;
};

// Each as text, for they are texts and numbers.
constexpr Setting settings[] = {
    {{"journal_mode", "SELECT journal_mode FROM pragma_journal_mode"}, "wal", "wal"},
    {{"synchronous", "SELECT cast(synchronous AS text) FROM pragma_synchronous"}, "2", "2"},
    {{"secure_delete", "SELECT cast(secure_delete AS text) FROM pragma_secure_delete"}, "1", "1"},
    {{"foreign_keys", "SELECT cast(foreign_keys AS text) FROM pragma_foreign_keys"}, "1", "0"},
    {{"temp_store", "SELECT cast(temp_store AS text) FROM pragma_temp_store"}, "2", "2"},
    {{"trusted_schema", "SELECT cast(trusted_schema AS text) FROM pragma_trusted_schema"}, "0", "0"},
    {{"query_only", "SELECT cast(query_only AS text) FROM pragma_query_only"}, "0", "1"},
};

class SqliteConnectionTest : public testing::Test {
  protected:
    SqliteConnectionTest() : writer(file(), SqliteRole::Writer) {
        writer.run_script("CREATE TABLE notes (id integer primary key, body text)");
    }
    [[nodiscard]] std::filesystem::path directory() const { return directory_.path(); }
    [[nodiscard]] std::filesystem::path file() const { return directory() / "test.db"; }
    [[nodiscard]] std::uintmax_t log_size() const { return std::filesystem::file_size(file().string() + "-wal"); }

  private:
    TemporaryDirectory directory_;

  protected:
    SqliteConnection writer;
};

TEST_F(SqliteConnectionTest, HasTheSettingsOfItsRole) {
    SqliteConnection reader(file(), SqliteRole::Reader);
    for (const auto& setting : settings) {
        EXPECT_EQ(value_of(writer, setting.query), setting.of_writer) << setting.query.name;
        EXPECT_EQ(value_of(reader, setting.query), setting.of_reader) << setting.query.name;
    }
    static constexpr Query log_limit{.name = "journal_size_limit", .sql = "PRAGMA journal_size_limit"};
    static constexpr Query spill{.name = "cache_spill", .sql = "PRAGMA cache_spill"};
    for (const auto& [query, value] : {std::pair{&log_limit, 64 * 1024 * 1024}, {&spill, 0}}) {
        auto& statement = writer.statement(*query);
        statement.start({});
        Rows rows(statement);
        ASSERT_TRUE(rows.next());
        EXPECT_EQ(rows.integer(0), value) << query->name;
    }
}

// With holes, and with what its header says of its size.
TEST_F(SqliteConnectionTest, OpensNoFileThatIsTooLargeForItsPagesToBeToldApart) {
    const auto large = directory() / "large.db";
    { SqliteConnection(large, SqliteRole::Writer).run_script("PRAGMA journal_mode = DELETE"); }
    const auto resize = [&large](std::uint32_t pages) {
        constexpr std::uint64_t page_bytes = 4096;
        constexpr std::streamoff place_of_size = 28;
        std::filesystem::resize_file(large, pages * page_bytes);
        std::fstream stream(large, std::ios::binary | std::ios::in | std::ios::out);
        stream.seekp(place_of_size);
        for (const unsigned shift : {24U, 16U, 8U, 0U}) { stream.put(static_cast<char>(pages >> shift & 0xffU)); }
    };
    constexpr auto pages_max = static_cast<std::uint32_t>(database_pages_max);
    resize(pages_max + 1);
    try {
        const SqliteConnection opened(large, SqliteRole::Writer);
        FAIL() << "it is too large";
    } catch (const DatabaseBroken& refused) {
        EXPECT_NE(std::string_view(refused.what()).find("larger than the 128 GiB"), std::string_view::npos);
    }
    resize(pages_max);
    SqliteConnection largest(large, SqliteRole::Writer);
    try {
        largest.run_script("CREATE TABLE more (id integer)");
        FAIL() << "it grew beyond the limit";
    } catch (const SqliteError& error) { EXPECT_EQ(error.failure(), SqliteFailure::Full); }
}

TEST_F(SqliteConnectionTest, OpensNoFileInWhichAnotherProgramTurnedOnAutoVacuum) {
    const auto other = directory() / "other.db";
    {
        SqliteConnection made(other, SqliteRole::Writer);
        made.run_script("PRAGMA journal_mode = DELETE; PRAGMA auto_vacuum = FULL; VACUUM");
    }
    EXPECT_THROW(SqliteConnection(other, SqliteRole::Writer), DatabaseBroken);
}

TEST_F(SqliteConnectionTest, MakesAFileThatOnlyItsOwnerCanRead) {
    using std::filesystem::perms;
    EXPECT_EQ(std::filesystem::status(file()).permissions(), perms::owner_read | perms::owner_write);
}

TEST_F(SqliteConnectionTest, DoesNotWriteAsAReader) {
    SqliteConnection reader(file(), SqliteRole::Reader);
    EXPECT_THROW(reader.run_script("INSERT INTO notes (id) VALUES (1)"), SqliteError);
    EXPECT_THROW(reader.run_script("CREATE TABLE more (id integer)"), SqliteError);
}

TEST_F(SqliteConnectionTest, TakesNoTextInDoubleQuotes) {
    EXPECT_THROW(writer.run_script(R"(INSERT INTO notes (id, body) VALUES (1, "body"))"), SqliteError);
}

TEST_F(SqliteConnectionTest, ReportsWhatAnAttemptRanInto) {
    static constexpr Query commit{.name = "commit", .sql = "COMMIT"};
    const auto failed = writer.attempt(commit);
    ASSERT_TRUE(failed);
    EXPECT_EQ(failed->failure(), SqliteFailure::Statement);
    EXPECT_NE(std::string_view(failed->what()).find("no transaction is active"), std::string_view::npos);
}

TEST_F(SqliteConnectionTest, EndsStatementsThatWereForgotten) {
    static constexpr Query begin{.name = "begin", .sql = "BEGIN"};
    static constexpr Query two{.name = "two", .sql = "SELECT 1 UNION ALL SELECT 2"};
    EXPECT_FALSE(writer.attempt(begin));
    writer.statement(two).start({});
    writer.finish_statements();
    writer.statement(two).start({});
    writer.statement(two).finish();
}

TEST_F(SqliteConnectionTest, CutsWhatTakesTooLong) {
    static constexpr Query quick{.name = "quick", .sql = "SELECT 'done'"};
    const TestClock clock(std::chrono::milliseconds(1));
    writer.limit_time(clock, std::chrono::milliseconds(50));
    const auto before = clock.now().milliseconds;
    EXPECT_THROW(writer.statement(endless).execute({}), SqliteError);
    EXPECT_EQ(clock.now().milliseconds - before, 51) << "the first look starts the time";
    writer.restart_time_limit();
    EXPECT_EQ(value_of(writer, quick), "done");
}

TEST_F(SqliteConnectionTest, LeavesTheLogToWhoeverAsksForACheckpoint) {
    EXPECT_GT(writer.log_pages(), 0);
    EXPECT_GT(log_size(), 0U);
    { SqliteConnection reader(file(), SqliteRole::Reader); }
    { SqliteConnection second_writer(file(), SqliteRole::Writer); }
    EXPECT_GT(log_size(), 0U) << "closing is not a checkpoint";
    EXPECT_FALSE(writer.checkpoint(SqliteConnection::Checkpoint::KeepLog));
    EXPECT_GT(log_size(), 0U);
    EXPECT_FALSE(writer.checkpoint(SqliteConnection::Checkpoint::EmptyLog));
    EXPECT_EQ(log_size(), 0U);
}

TEST(SqliteConnection, DoesNotOpenWhatIsNoDatabase) {
    const TemporaryDirectory directory;
    const auto file = directory.path() / "test.db";
    std::ofstream(file) << std::string(4096, 'x');
    EXPECT_THROW(SqliteConnection(file, SqliteRole::Writer), SqliteError);
    EXPECT_THROW(SqliteConnection(directory.path() / "missing" / "test.db", SqliteRole::Writer), std::system_error);
    EXPECT_THROW(SqliteConnection(directory.path() / "missing.db", SqliteRole::Reader), SqliteError);
}

// In a process of its own: what SQLite is told once it works it does not hear.
TEST(SqliteConnection, NoMemoryIsCountedUnderALockOfAllThreads) {
    GTEST_FLAG_SET(death_test_style, "threadsafe");
    EXPECT_EXIT(
        {
            sqlite3_int64 counted = 0;
            {
                const TemporaryDirectory directory;
                SqliteConnection::put_temporary_files_into(directory.path());
                const SqliteConnection writer(directory.path() / "test.db", SqliteRole::Writer);
                counted = sqlite3_memory_used();
            }
            std::_Exit(counted == 0 ? 0 : 1);
        },
        ::testing::ExitedWithCode(0), "");
}

TEST_F(SqliteConnectionTest, TemporaryFilesAreWhereTheyWereWanted) {
    const TemporaryDirectory wanted;
    SqliteConnection::put_temporary_files_into(wanted.path());
    writer.run_script(
        "PRAGMA temp_store = FILE; PRAGMA cache_spill = ON; PRAGMA temp.cache_size = 10;"
        "CREATE TEMP TABLE large AS WITH RECURSIVE number(n) AS (VALUES (1) UNION ALL SELECT n + 1 FROM number LIMIT "
        "500)"
        " SELECT randomblob(10000) AS body FROM number");
    std::size_t found = 0;
    for (const auto& entry : std::filesystem::directory_iterator("/proc/self/fd")) {
        std::error_code gone;
        const auto open_file = std::filesystem::read_symlink(entry.path(), gone).string();
        found += open_file.starts_with(wanted.path().string() + "/") ? 1U : 0U;
    }
    EXPECT_GE(found, 1U);
}

}  // namespace
}  // namespace tradewind::storage
