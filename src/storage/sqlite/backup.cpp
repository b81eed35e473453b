#include "storage/sqlite/backup.h"

#include <sqlite3.h>

#include <string>
#include <utility>

#include "base/fault.h"
#include "storage/sqlite/wiping_files.h"

namespace tradewind::storage {
namespace {

// Some hundred microseconds between two looks at the clock.
constexpr int pages_per_step = 64;

// Nobody reads the file before it is whole, and whoever makes it durable does so at the end.
constexpr const char* target_settings = "PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF;";

base::Error backup_stopped() {
    return base::unavailable(base::Outcome::None, "the database is being closed");
}

}  // namespace

void SqliteBackup::CloseHandle::operator()(sqlite3* handle) const noexcept {
    sqlite3_close(handle);
}

base::Error SqliteBackup::failure(int code) const {
    const bool is_full = (code & 0xff) == SQLITE_FULL;
    return {.kind = is_full ? base::ErrorKind::StorageFull : base::ErrorKind::Internal,
            .detail = std::string("The backup could not be written: ") + sqlite3_errstr(code) + "."};
}

base::Result<std::unique_ptr<SqliteBackup>> SqliteBackup::begin(SqliteConnection& source,
                                                                const std::filesystem::path& file) {
    std::unique_ptr<SqliteBackup> backup(new SqliteBackup());
    sqlite3* handle = nullptr;
    const int flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE;
    const auto opened = sqlite3_open_v2(file.c_str(), &handle, flags,
                                        base::is_planted(base::Fault::PlainBackup) ? nullptr : wiping_files());
    backup->target_.reset(handle);
    if (opened != SQLITE_OK) { return backup->failure(opened); }
    const auto configured = sqlite3_exec(handle, target_settings, nullptr, nullptr, nullptr);
    if (configured != SQLITE_OK) { return backup->failure(configured); }
    backup->backup_ = sqlite3_backup_init(handle, "main", source.handle(), "main");
    if (backup->backup_ == nullptr) { return backup->failure(sqlite3_errcode(handle)); }
    return backup;
}

SqliteBackup::~SqliteBackup() {
    if (backup_ != nullptr) { sqlite3_backup_finish(backup_); }
}

base::Result<BackupProgress> SqliteBackup::go_on(const base::Clock& clock, std::chrono::milliseconds longest) {
    const auto end = clock.steady_now() + longest;
    int code = SQLITE_OK;
    while (code == SQLITE_OK) {
        code = sqlite3_backup_step(backup_, pages_per_step);
        if (clock.steady_now() >= end) { break; }
    }
    const bool may_go_on = code == SQLITE_OK || code == SQLITE_DONE || code == SQLITE_BUSY || code == SQLITE_LOCKED;
    if (!may_go_on) { return failure(code); }
    const std::int64_t total = sqlite3_backup_pagecount(backup_);
    const BackupProgress progress{
        .done = total - sqlite3_backup_remaining(backup_), .total = total, .is_whole = code == SQLITE_DONE};
    return progress;
}

std::future<base::Result<BackupProgress>> BackupRequests::ask(Wish wish) {
    const std::lock_guard lock(mutex_);
    promise_ = {};
    auto answer = promise_.get_future();
    if (is_closed_) {
        promise_.set_value(backup_stopped());
    } else {
        wish_ = std::move(wish);
    }
    return answer;
}

void BackupRequests::serve(SqliteConnection& source, const base::Clock& clock) {
    const std::lock_guard lock(mutex_);
    if (!wish_) { return; }
    auto progress = run(*wish_, source, clock);
    wish_.reset();
    if (!progress || progress.value().is_whole) { backup_.reset(); }
    promise_.set_value(std::move(progress));
}

base::Result<BackupProgress> BackupRequests::run(const Wish& wish, SqliteConnection& source, const base::Clock& clock) {
    if (wish.begin || wish.gives_up) { backup_.reset(); }
    if (wish.gives_up) { return base::unavailable(base::Outcome::None, "the backup was given up"); }
    if (wish.begin) { backup_ = TRY(SqliteBackup::begin(source, *wish.begin)); }
    if (!backup_) { return backup_stopped(); }
    return backup_->go_on(clock, slice_longest);
}

void BackupRequests::close() {
    const std::lock_guard lock(mutex_);
    is_closed_ = true;
    backup_.reset();
    if (wish_) { promise_.set_value(backup_stopped()); }
    wish_.reset();
}

}  // namespace tradewind::storage
