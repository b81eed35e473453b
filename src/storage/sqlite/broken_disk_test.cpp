// What the database says and keeps when the disk below it fails: a file system for SQLite in which the test breaks the
// writes or the syncs of one kind of file.

#include <gtest/gtest.h>
#include <sqlite3.h>

#include <atomic>
#include <future>
#include <limits>

#include "base/fault.h"
#include "storage/sqlite/database.h"
#include "storage/testing/test_clock.h"
#include "storage/testing/test_database.h"
#include "storage/testing/test_gate.h"
#include "storage/testing/test_notes.h"

namespace tradewind::storage {
namespace {

using base::ErrorKind;
using base::Outcome;
using Answer = base::Result<std::string>;

constexpr Query root_of_notes{.name = "test.root_of_notes",
                              .sql = "SELECT rootpage FROM sqlite_schema WHERE name = 'notes'"};

// While it lives, every file that SQLite opens goes through it. One at a time.
class BrokenDisk {
  public:
    static constexpr int for_ever = std::numeric_limits<int>::max();

    BrokenDisk() : system_(sqlite3_vfs_find(nullptr)), disk_(*system_) {
        this_disk = this;
        disk_.zName = "broken-disk";
        disk_.xOpen = open;
        sqlite3_vfs_register(&disk_, 1);
    }
    ~BrokenDisk() {
        sqlite3_vfs_unregister(&disk_);
        sqlite3_vfs_register(system_, 1);
    }
    BrokenDisk(const BrokenDisk&) = delete;
    BrokenDisk& operator=(const BrokenDisk&) = delete;

    // How many more writes into the log find the disk full.
    std::atomic<int> full_log_writes{0};
    // While it is there, the disk is full.
    std::filesystem::path filling_file;
    std::atomic<bool> log_sync_fails{false};
    std::atomic<bool> database_sync_fails{false};
    // By its number; nothing is mapped here.
    std::atomic<std::int64_t> unreadable_page{0};
    std::atomic<int> syncs_after_failure{0};

  private:
    static int open(sqlite3_vfs*, const char* name, sqlite3_file* file, int flags, int* flags_out) {
        const int code = this_disk->system_->xOpen(this_disk->system_, name, file, flags, flags_out);
        if (code != SQLITE_OK || file->pMethods == nullptr) { return code; }
        if ((flags & SQLITE_OPEN_WAL) != 0) {
            file->pMethods = replace(*file->pMethods, this_disk->system_log_, this_disk->log_, write_log, sync_log,
                                     file->pMethods->xRead);
        } else if ((flags & SQLITE_OPEN_MAIN_DB) != 0) {
            file->pMethods = replace(*file->pMethods, this_disk->system_database_, this_disk->database_,
                                     file->pMethods->xWrite, sync_database, read_database);
        }
        return code;
    }
    // Set once, by the writer's connection, which is the first: all files of a kind have the same methods.
    static sqlite3_io_methods* replace(const sqlite3_io_methods& methods, sqlite3_io_methods& system,
                                       sqlite3_io_methods& broken, decltype(sqlite3_io_methods::xWrite) write,
                                       decltype(sqlite3_io_methods::xSync) sync,
                                       decltype(sqlite3_io_methods::xRead) read) {
        if (system.iVersion == 0) {
            system = methods;
            broken = methods;
            broken.xWrite = write;
            broken.xSync = sync;
            broken.xRead = read;
            broken.xFetch = [](sqlite3_file*, sqlite3_int64, int, void** place) {
                *place = nullptr;
                return SQLITE_OK;
            };
        }
        return &broken;
    }
    static int write_log(sqlite3_file* file, const void* bytes, int size, sqlite3_int64 offset) {
        if (this_disk->full_log_writes > 0) {
            --this_disk->full_log_writes;
            return SQLITE_FULL;
        }
        if (!this_disk->filling_file.empty() && std::filesystem::exists(this_disk->filling_file)) {
            return SQLITE_FULL;
        }
        return this_disk->system_log_.xWrite(file, bytes, size, offset);
    }
    static int read_database(sqlite3_file* file, void* bytes, int size, sqlite3_int64 offset) {
        constexpr std::int64_t page_bytes = 4096;
        if (this_disk->unreadable_page > 0 && offset == (this_disk->unreadable_page - 1) * page_bytes) {
            return SQLITE_IOERR_READ;
        }
        return this_disk->system_database_.xRead(file, bytes, size, offset);
    }
    static int sync_log(sqlite3_file* file, int flags) {
        return sync_unless(this_disk->log_sync_fails, this_disk->system_log_, file, flags);
    }
    static int sync_database(sqlite3_file* file, int flags) {
        return sync_unless(this_disk->database_sync_fails, this_disk->system_database_, file, flags);
    }
    static int sync_unless(bool fails, const sqlite3_io_methods& system, sqlite3_file* file, int flags) {
        if (this_disk->failed_) { ++this_disk->syncs_after_failure; }
        if (fails) {
            this_disk->failed_ = true;
            return SQLITE_IOERR_FSYNC;
        }
        return system.xSync(file, flags);
    }

    static inline BrokenDisk* this_disk = nullptr;
    sqlite3_vfs* const system_;
    sqlite3_vfs disk_;
    sqlite3_io_methods system_log_{};
    sqlite3_io_methods log_{};
    sqlite3_io_methods system_database_{};
    sqlite3_io_methods database_{};
    std::atomic<bool> failed_{false};
};

class SqliteBrokenDiskTest : public testing::Test {
  protected:
    SqliteBrokenDiskTest() {
        open();
        write_and_wait(*database, [](Transaction& transaction) -> base::Result<void> {
            transaction.execute(create_notes);
            return {};
        }).take();
    }
    void open(DiskReserve* reserve = nullptr, std::optional<std::string> damage = {}) {
        database.reset();
        database = SqliteDatabase::open(
                       {.file = directory_.path() / "tradewind.db",
                        .on_fatal = [this](std::string_view cause) { fatal_causes.emplace_back(cause); },
                        .on_damage = [this](std::string_view where, std::string_view) { damages.emplace_back(where); },
                        .damage = std::move(damage),
                        .reserve = reserve},
                       clock_, log_)
                       .take();
    }
    std::unique_ptr<DiskReserve> make_reserve() {
        constexpr std::uint64_t bytes = 64 * 1024;
        return std::make_unique<DiskReserve>(DiskReserve::Options{.file = directory_.path() / "reserve",
                                                                  .bytes = bytes,
                                                                  .free_bytes = [this] { return free_bytes.load(); }},
                                             log_);
    }
    std::future<Answer> add(const std::string& body, Space space = Space::Takes) {
        std::promise<Answer> promise;
        auto future = promise.get_future();
        database->write(
            {Priority::Request, space}, executor_,
            [body](Transaction& transaction) -> Answer {
                add_note(transaction, body);
                transaction.wake(Sleeper::Engine);
                return body;
            },
            [promise = std::move(promise)](Answer answer) mutable { promise.set_value(std::move(answer)); });
        return future;
    }
    std::int64_t notes_page() {
        return read_and_wait(*database,
                             [](Transaction& transaction) -> base::Result<std::int64_t> {
                                 auto rows = transaction.query(root_of_notes);
                                 return rows.next() ? rows.integer(0) : 0;
                             })
            .take();
    }
    base::Result<std::string> read_notes() {
        return read_and_wait(
            *database, [](Transaction& transaction) -> base::Result<std::string> { return all_notes(transaction); });
    }
    // Queues these notes so that they make up one batch, breaks the disk, and lets the batch run.
    template <class Break>
    std::vector<Answer> add_together(const std::vector<std::string>& bodies, Break break_disk) {
        TestGate gate;
        database->write(
            Priority::Request, executor_,
            [&gate](Transaction&) -> Answer {
                gate.pass();
                return std::string();
            },
            [](const Answer&) {});
        gate.wait_until_reached();
        std::vector<std::future<Answer>> futures;
        for (const auto& body : bodies) { futures.push_back(add(body)); }
        break_disk();
        gate.open();
        std::vector<Answer> answers;
        for (auto& future : futures) { answers.push_back(future.get()); }
        return answers;
    }

    [[nodiscard]] std::filesystem::path reserve_file() const { return directory_.path() / "reserve"; }

    BrokenDisk disk;
    std::vector<std::string> fatal_causes;
    std::vector<std::string> damages;
    std::atomic<std::uint64_t> free_bytes{std::uint64_t{1} << 30U};

  private:
    TemporaryDirectory directory_;
    base::Log log_{base::LogFormat::Text, base::LogLevel::Error};
    base::InlineExecutor executor_;
    TestClock clock_;

  protected:
    std::unique_ptr<SqliteDatabase> database;
};

TEST_F(SqliteBrokenDiskTest, RunsEachAloneWhenTheCommitFindsTheDiskFull) {
    const auto answers = add_together({"a", "b", "c"}, [&] { disk.full_log_writes = 1; });
    for (const auto& answer : answers) { EXPECT_TRUE(answer.ok()); }
    EXPECT_EQ(all_notes(*database), "a b c") << "each once";
    EXPECT_TRUE(fatal_causes.empty());
}

TEST_F(SqliteBrokenDiskTest, KeepsNothingWhileTheDiskIsFullAndGoesOnWhenThereIsRoomAgain) {
    ASSERT_TRUE(add("before").get().ok());
    const auto answers = add_together({"a", "b"}, [&] { disk.full_log_writes = BrokenDisk::for_ever; });
    for (const auto& answer : answers) {
        EXPECT_EQ(answer.error().kind, ErrorKind::StorageFull);
        EXPECT_EQ(answer.error().outcome, Outcome::None);
    }
    EXPECT_EQ(all_notes(*database), "before") << "reads go on";
    disk.full_log_writes = 0;
    EXPECT_TRUE(add("after").get().ok());
    open();
    EXPECT_EQ(all_notes(*database), "before after");
    EXPECT_TRUE(fatal_causes.empty());
}

// The reserve is what fills the disk: there is room as soon as it is given up.
TEST_F(SqliteBrokenDiskTest, RunsOnlyWhatGivesRoomBackFromTheFirstFullDiskUntilTheReserveIsBack) {
    const auto reserve = make_reserve();
    open(reserve.get());
    ASSERT_TRUE(add("before").get().ok());
    free_bytes = 0;
    auto later = add("a deletion", Space::GivesBack);
    ASSERT_TRUE(later.get().ok()) << "the disk has room yet";
    EXPECT_FALSE(reserve->is_given_up());

    disk.filling_file = reserve_file();
    EXPECT_TRUE(add("the deletion that finds it full", Space::GivesBack).get().ok());
    EXPECT_TRUE(reserve->is_given_up());
    const auto refused = add("refused").get();
    EXPECT_EQ(refused.error().kind, ErrorKind::StorageFull);
    EXPECT_EQ(refused.error().outcome, Outcome::None);
    EXPECT_TRUE(add("another deletion", Space::GivesBack).get().ok());
    EXPECT_TRUE(database->wipe_deleted().ok()) << "it needs no room";

    disk.filling_file.clear();
    EXPECT_EQ(add("still refused").get().error().kind, ErrorKind::StorageFull);
    free_bytes = std::uint64_t{1} << 30U;
    reserve->take_back_if_there_is_room();
    EXPECT_TRUE(add("after").get().ok());
    EXPECT_EQ(all_notes(*database), "before a deletion the deletion that finds it full another deletion after");
    EXPECT_TRUE(fatal_causes.empty());
    database.reset();
}

TEST_F(SqliteBrokenDiskTest, TellsThoseOfABatchApartThatFindsTheDiskFull) {
    const auto reserve = make_reserve();
    open(reserve.get());
    std::future<Answer> deletion;
    const auto answers = add_together({"a", "b"}, [&] {
        deletion = add("deletion", Space::GivesBack);
        disk.filling_file = reserve_file();
    });
    for (const auto& answer : answers) { EXPECT_EQ(answer.error().kind, ErrorKind::StorageFull); }
    EXPECT_TRUE(deletion.get().ok());
    EXPECT_EQ(all_notes(*database), "deletion");
    database.reset();
}

TEST_F(SqliteBrokenDiskTest, AcknowledgesNothingWhenTheSyncOfACommitFails) {
    ASSERT_TRUE(add("before").get().ok());
    std::atomic<int> calls{0};
    database->on_wake(Sleeper::Engine, [&] { ++calls; });
    const auto answers = add_together({"a", "b"}, [&] { disk.log_sync_fails = true; });
    for (const auto& answer : answers) {
        EXPECT_EQ(answer.error().kind, ErrorKind::Unavailable);
        EXPECT_EQ(answer.error().outcome, Outcome::Unknown);
    }
    ASSERT_EQ(fatal_causes.size(), 1U);
    disk.log_sync_fails = false;
    const auto later = add("later").get();
    EXPECT_EQ(later.error().outcome, Outcome::None) << "it was never tried";
    EXPECT_EQ(calls, 1) << "for what may be there";
    database.reset();
    EXPECT_EQ(disk.syncs_after_failure, 0) << "a failed sync is not tried again, not even when closing";
    EXPECT_EQ(fatal_causes.size(), 1U);

    open();
    const auto notes = all_notes(*database);
    EXPECT_TRUE(notes == "before" || notes == "before a b") << notes << ": all of it or nothing";
}

TEST_F(SqliteBrokenDiskTest, WritesNothingMoreOnceSomethingCannotBeReadAndGoesOnReadingTheRest) {
    ASSERT_TRUE(add("before").get().ok());
    const auto root = notes_page();
    // Nothing of it is in memory then.
    open();
    disk.unreadable_page = root;
    EXPECT_EQ(read_notes().error().kind, ErrorKind::Unavailable);
    EXPECT_EQ(damages, (std::vector<std::string>{"notes"}));
    EXPECT_EQ(database->damage(), "notes");
    EXPECT_TRUE(read_and_wait(*database, [](Transaction& transaction) -> base::Result<std::int64_t> {
                    return transaction.definitions_version();
                }).ok());
    EXPECT_EQ(read_notes().error().kind, ErrorKind::Unavailable);
    // Also when it can be read again, which nobody can rely on.
    disk.unreadable_page = 0;
    EXPECT_EQ(add("after").get().error().outcome, Outcome::None);
    EXPECT_EQ(read_notes().value(), "before");

    open(nullptr, "notes");
    EXPECT_EQ(database->damage(), "notes");
    EXPECT_EQ(add("after").get().error().outcome, Outcome::None);
    EXPECT_EQ(read_notes().value(), "before");
    EXPECT_EQ(damages.size(), 1U) << "it was known";
    EXPECT_TRUE(fatal_causes.empty());
}

TEST_F(SqliteBrokenDiskTest, UndoesABatchThatMeetsWhatCannotBeRead) {
    ASSERT_TRUE(add("before").get().ok());
    const auto root = notes_page();
    open();
    disk.unreadable_page = root;
    for (const auto& answer : add_together({"a", "b"}, [] {})) { EXPECT_EQ(answer.error().outcome, Outcome::None); }
    EXPECT_EQ(damages, (std::vector<std::string>{"notes"}));
    disk.unreadable_page = 0;
    EXPECT_EQ(read_notes().value(), "before");
    EXPECT_TRUE(fatal_causes.empty());
}

TEST_F(SqliteBrokenDiskTest, ADamageThatIsForgottenIsNoticed) {
    const base::PlantedFault fault(base::Fault::ForgetDamage);
    const auto root = notes_page();
    open();
    disk.unreadable_page = root;
    EXPECT_FALSE(read_notes().ok());
    disk.unreadable_page = 0;
    EXPECT_TRUE(add("after").get().ok());
}

TEST_F(SqliteBrokenDiskTest, StopsWhenTheSyncOfACheckpointFails) {
    disk.database_sync_fails = true;
    const std::string note(100'000, 'x');
    std::size_t kept = 0;
    while (kept < 1000 && add(note).get().ok()) { ++kept; }
    EXPECT_LT(kept, 1000U);
    database.reset();
    ASSERT_EQ(fatal_causes.size(), 1U);
    EXPECT_EQ(disk.syncs_after_failure, 0);

    disk.database_sync_fails = false;
    open();
    EXPECT_EQ(all_notes(*database).size(), kept * (note.size() + 1) - 1) << "what was acknowledged is there";
}

}  // namespace
}  // namespace tradewind::storage
