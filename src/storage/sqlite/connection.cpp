#include "storage/sqlite/connection.h"

#include <fcntl.h>
#include <sqlite3.h>
#include <unistd.h>

#include <cassert>
#include <cerrno>
#include <string>
#include <system_error>

#include "storage/sqlite/text_rows.h"
#include "storage/sqlite/wiping_files.h"

namespace tradewind::storage {
namespace {

// A look at the clock costs little after this many steps of SQLite's machine, which take some 20 to 50 microseconds.
constexpr int steps_between_looks_at_the_clock = 1000;

// secure_delete: erased people do not stay readable in free space. foreign_keys: PostgreSQL always enforces them, and
// both engines must agree. temp_store: a full disk must not break a read that sorts. wal_autocheckpoint: SQLite's own
// checkpoint after a commit swallows I/O errors, so the writer asks for each one itself. cache_spill: a page that
// spills into the log before the commit can meet a full disk in the middle of a batch and undo all of it. cache_size,
// in KiB: room for the pages of a whole log and for others, which would be read from it again and again. It fills with
// use.
constexpr const char* writer_settings = R"(
    PRAGMA synchronous = FULL;
    PRAGMA secure_delete = ON;
    PRAGMA foreign_keys = ON;
    PRAGMA temp_store = MEMORY;
    PRAGMA wal_autocheckpoint = 0;
    PRAGMA journal_size_limit = 67108864;
    PRAGMA cache_spill = OFF;
    PRAGMA cache_size = -32768;
)";

constexpr const char* reader_settings = R"(
    PRAGMA query_only = ON;
    PRAGMA temp_store = MEMORY;
    PRAGMA wal_autocheckpoint = 0;
)";

constexpr Query turn_on_write_ahead_log{.name = "connection.journal_mode", .sql = "PRAGMA journal_mode = WAL"};

// Before anything else is asked of SQLite: it counts the memory it uses under one lock for all threads, and nobody
// reads that.
void switch_off_memory_statistics() {
    static const int once = sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0);
    static_cast<void>(once);
}

// The file holds personal data: no other user may read it, whatever the mode of the directory.
void create_private_file(const std::filesystem::path& file) {
    const int descriptor = ::open(file.c_str(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    if (descriptor >= 0) {
        ::close(descriptor);
    } else if (errno != EEXIST) {
        throw std::system_error(errno, std::generic_category(), file.string());
    }
}

}  // namespace

SqliteConnection::SqliteConnection(const std::filesystem::path& file, SqliteRole role) {
    open(file, role);
    configure(role);
}

void SqliteConnection::CloseHandle::operator()(sqlite3* handle) const noexcept {
    [[maybe_unused]] const auto code = sqlite3_close(handle);
    assert(code == SQLITE_OK && "every statement belongs to the cache");
}

void SqliteConnection::open(const std::filesystem::path& file, SqliteRole role) {
    switch_off_memory_statistics();
    if (role == SqliteRole::Writer) { create_private_file(file); }
    const int access = role == SqliteRole::Writer ? SQLITE_OPEN_READWRITE : SQLITE_OPEN_READONLY;
    sqlite3* handle = nullptr;
    const auto code =
        sqlite3_open_v2(file.c_str(), &handle, access | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE, wiping_files());
    handle_.reset(handle);
    if (code != SQLITE_OK) { throw SqliteError(code, file.string(), sqlite3_errstr(code)); }
}

void SqliteConnection::configure(SqliteRole role) {
    sqlite3_busy_timeout(handle(), static_cast<int>(busy_wait.count()));
    for (const auto& [option, value] : {std::pair{SQLITE_DBCONFIG_DEFENSIVE, 1},
                                        {SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0},
                                        {SQLITE_DBCONFIG_DQS_DML, 0},
                                        {SQLITE_DBCONFIG_DQS_DDL, 0},
                                        {SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1}}) {
        if (sqlite3_db_config(handle(), option, value, nullptr) != SQLITE_OK) {
            throw SqliteError::last_of(handle(), "connection.configure");
        }
    }
    if (role == SqliteRole::Reader) {
        run_script(reader_settings);
        return;
    }
    auto& journal_mode = statement(turn_on_write_ahead_log);
    journal_mode.start({});
    const bool has_log = journal_mode.next() && journal_mode.text(0) == "wal";
    journal_mode.finish();
    if (!has_log) { throw DatabaseBroken("the file system of the database cannot hold a write-ahead log"); }
    run_script(writer_settings);
    check_pages_can_be_wiped();
    sqlite3_wal_hook(
        handle(),
        [](void* log_pages, sqlite3*, const char*, int pages) {
            *static_cast<int*>(log_pages) = pages;
            return SQLITE_OK;
        },
        &log_pages_);
}

// From here on a file that would become too large is a full disk.
void SqliteConnection::check_pages_can_be_wiped() {
    const auto number = [this](const std::string& pragma) {
        SqliteTextRows rows(handle(), pragma);
        return rows.next() ? rows.integer(0) : 0;
    };
    if (number("PRAGMA max_page_count = " + std::to_string(database_pages_max)) > database_pages_max) {
        throw DatabaseBroken("the database is larger than the 128 GiB that SQLite may hold here");
    }
    if (number("PRAGMA auto_vacuum") != 0) {
        throw DatabaseBroken("another program has turned on auto_vacuum in the database; turn it off and say VACUUM");
    }
}

SqliteStatement& SqliteConnection::statement(const Query& query) {
    const auto known = statements_.find(&query);
    if (known != statements_.end()) {
        assert(known->second->is_of(query) && "a Query is a constant: nothing else may come to be at its address");
        return *known->second;
    }
    return *statements_.emplace(&query, std::make_unique<SqliteStatement>(*this, query)).first->second;
}

std::optional<SqliteError> SqliteConnection::attempt(const Query& query) {
    errno = 0;  // Of a failed COMMIT, SQLite itself keeps no errno.
    const auto code = statement(query).try_execute();
    const int system_error = errno;
    if (code == SQLITE_OK) { return std::nullopt; }
    return SqliteError(code, query.name, sqlite3_errmsg(handle()), system_error);
}

void SqliteConnection::run_script(const std::string& sql) {
    if (sqlite3_exec(handle(), sql.c_str(), nullptr, nullptr, nullptr) != SQLITE_OK) {
        throw SqliteError::last_of(handle(), "connection.run_script");
    }
}

// Up to SQLite's own limit of 2 GiB.
void SqliteConnection::map_file() {
    run_script("PRAGMA mmap_size = 2147418112");
}

bool SqliteConnection::in_transaction() const {
    return sqlite3_get_autocommit(handle()) == 0;
}

void SqliteConnection::finish_statements() noexcept {
    if (statements_running_ == 0) { return; }
    for (const auto& [query, statement] : statements_) { statement->finish(); }
}

void SqliteConnection::limit_time(const base::Clock& clock, std::chrono::milliseconds longest) {
    time_limit_ = {.clock = &clock, .longest = longest, .deadline = {}};
    sqlite3_progress_handler(handle(), steps_between_looks_at_the_clock, is_time_over, &time_limit_);
}

// The first look starts the time: the steps before it are few, and a short read never looks at the clock.
int SqliteConnection::is_time_over(void* time_limit) {
    auto& limit = *static_cast<TimeLimit*>(time_limit);
    const auto now = limit.clock->steady_now();
    if (!limit.deadline) { limit.deadline = now + limit.longest; }
    return now >= *limit.deadline ? 1 : 0;
}

void SqliteConnection::interrupt_when(const std::atomic<bool>& is_over) {
    const auto look = [](void* flag) { return static_cast<const std::atomic<bool>*>(flag)->load() ? 1 : 0; };
    sqlite3_progress_handler(handle(), steps_between_looks_at_the_clock, look,
                             const_cast<std::atomic<bool>*>(&is_over));
}

std::optional<SqliteError> SqliteConnection::checkpoint(Checkpoint checkpoint, std::chrono::milliseconds wait) {
    const int mode = checkpoint == Checkpoint::KeepLog ? SQLITE_CHECKPOINT_PASSIVE : SQLITE_CHECKPOINT_TRUNCATE;
    sqlite3_busy_timeout(handle(), static_cast<int>(wait.count()));
    int pages = 0;
    int pages_copied = 0;
    const auto code = sqlite3_wal_checkpoint_v2(handle(), "main", mode, &pages, &pages_copied);
    sqlite3_busy_timeout(handle(), static_cast<int>(busy_wait.count()));
    if (code == SQLITE_OK && pages_copied == pages) { return std::nullopt; }
    if (code == SQLITE_OK || code == SQLITE_BUSY) {
        return SqliteError(SQLITE_BUSY, "connection.checkpoint", "readers hold the log back");
    }
    return SqliteError(code, "connection.checkpoint", sqlite3_errmsg(handle()), sqlite3_system_errno(handle()));
}

void SqliteConnection::forget_pages() {
    sqlite3_db_release_memory(handle());
}

void SqliteConnection::put_temporary_files_into(const std::filesystem::path& directory) {
    switch_off_memory_statistics();
    sqlite3_free(sqlite3_temp_directory);
    sqlite3_temp_directory = sqlite3_mprintf("%s", directory.c_str());
}

// The copy goes into a file: the whole database in memory would be too much.
void SqliteConnection::vacuum() {
    run_script("PRAGMA temp_store = FILE; PRAGMA cache_spill = ON; PRAGMA cache_size = -2048; VACUUM");
    run_script(writer_settings);
}

}  // namespace tradewind::storage
