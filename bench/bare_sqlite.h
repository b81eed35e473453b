#pragma once

#include <sqlite3.h>

#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>

// SQLite's own interface with no more around it than error checks: what the yardsticks of the write benchmarks use.
namespace tradewind::bench {

class BareDatabase {
  public:
    // A file whose schema the service made, with no service running on it.
    explicit BareDatabase(const std::string& file) {
        sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0);
        if (sqlite3_open_v2(file.c_str(), &handle_, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX, nullptr) !=
            SQLITE_OK) {
            throw std::runtime_error("cannot open " + file);
        }
    }
    ~BareDatabase() { sqlite3_close(handle_); }
    BareDatabase(const BareDatabase&) = delete;
    BareDatabase& operator=(const BareDatabase&) = delete;

    void run(const char* sql) {
        if (sqlite3_exec(handle_, sql, nullptr, nullptr, nullptr) != SQLITE_OK) {
            throw std::runtime_error(sqlite3_errmsg(handle_));
        }
    }
    [[nodiscard]] sqlite3* handle() const { return handle_; }

  private:
    sqlite3* handle_ = nullptr;
};

// As the service's writing connection, but for the checkpoint, which SQLite itself makes here after a commit.
inline constexpr const char* durable_settings = R"(
    PRAGMA journal_mode = WAL;
    PRAGMA synchronous = FULL;
    PRAGMA secure_delete = ON;
    PRAGMA foreign_keys = ON;
    PRAGMA temp_store = MEMORY;
    PRAGMA wal_autocheckpoint = 4000;
    PRAGMA journal_size_limit = 67108864;
    PRAGMA cache_spill = OFF;
    PRAGMA cache_size = -32768;
)";

// For making a database that can be made again.
inline constexpr const char* bulk_settings = R"(
    PRAGMA locking_mode = EXCLUSIVE;
    PRAGMA journal_mode = OFF;
    PRAGMA synchronous = OFF;
    PRAGMA cache_size = -4000000;
)";

// In every statement the parameters first appear in the order of their numbers, so that a number is also a position.
class BareStatement {
  public:
    BareStatement(const BareDatabase& database, std::string_view sql) : database_(database.handle()) {
        check(sqlite3_prepare_v3(database_, sql.data(), static_cast<int>(sql.size()), SQLITE_PREPARE_PERSISTENT,
                                 &handle_, nullptr));
    }
    ~BareStatement() { sqlite3_finalize(handle_); }
    BareStatement(const BareStatement&) = delete;
    BareStatement& operator=(const BareStatement&) = delete;

    BareStatement& bind(int position, std::int64_t number) {
        check(sqlite3_bind_int64(handle_, position, number));
        return *this;
    }
    // The text must live until the statement has run.
    BareStatement& bind(int position, std::string_view text) {
        check(sqlite3_bind_text(handle_, position, text.data(), static_cast<int>(text.size()), SQLITE_STATIC));
        return *this;
    }
    BareStatement& bind_null(int position) {
        check(sqlite3_bind_null(handle_, position));
        return *this;
    }
    // True when there is a row.
    bool step() {
        const int code = sqlite3_step(handle_);
        if (code != SQLITE_ROW && code != SQLITE_DONE) { check(code); }
        return code == SQLITE_ROW;
    }
    [[nodiscard]] std::int64_t integer(int column) const { return sqlite3_column_int64(handle_, column); }
    void reset() { sqlite3_reset(handle_); }
    void run() {
        step();
        reset();
    }

  private:
    void check(int code) const {
        if (code != SQLITE_OK) { throw std::runtime_error(sqlite3_errmsg(database_)); }
    }

    sqlite3* database_;
    sqlite3_stmt* handle_ = nullptr;
};

}  // namespace tradewind::bench
