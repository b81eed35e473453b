// The yardstick of the write benchmark: writes the same rows as the server, with the same settings, by SQLite's own
// interface and nothing else, 64 writes per durable commit.
//
//   bare_loop run FILE EXISTING SECONDS   makes FILE with so many contacts, then writes; prints what it measured as
//   JSON bare_loop bodies                      prints the JSON bodies of the same values, one a line

#include <fmt/format.h>
#include <sqlite3.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "contact_shape.h"

namespace tradewind::bench {
namespace {

using SteadyClock = std::chrono::steady_clock;
using Milliseconds = std::chrono::duration<double, std::milli>;

constexpr std::size_t writes_per_commit = 64;

// As the server's writing connection, but for the checkpoint, which SQLite itself makes here after a commit.
constexpr const char* settings = R"(
    PRAGMA journal_mode = WAL;
    PRAGMA synchronous = FULL;
    PRAGMA secure_delete = ON;
    PRAGMA foreign_keys = ON;
    PRAGMA temp_store = MEMORY;
    PRAGMA wal_autocheckpoint = 4000;
    PRAGMA journal_size_limit = 67108864;
    PRAGMA cache_spill = OFF;
)";

class Statement {
  public:
    Statement(sqlite3* database, std::string_view sql) : database_(database) {
        check(sqlite3_prepare_v3(database, sql.data(), static_cast<int>(sql.size()), SQLITE_PREPARE_PERSISTENT,
                                 &handle_, nullptr));
    }
    ~Statement() { sqlite3_finalize(handle_); }
    Statement(const Statement&) = delete;
    Statement& operator=(const Statement&) = delete;

    Statement& bind(int position, std::int64_t number) {
        check(sqlite3_bind_int64(handle_, position, number));
        return *this;
    }
    Statement& bind(int position, std::string_view text) {
        check(sqlite3_bind_text(handle_, position, text.data(), static_cast<int>(text.size()), SQLITE_STATIC));
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

class Database {
  public:
    explicit Database(const std::string& file) {
        sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0);
        if (sqlite3_open_v2(file.c_str(), &handle_, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX,
                            nullptr) != SQLITE_OK) {
            throw std::runtime_error("cannot open " + file);
        }
        run(settings);
        for (const auto statement : schema) { run(std::string(statement)); }
    }
    ~Database() { sqlite3_close(handle_); }
    Database(const Database&) = delete;
    Database& operator=(const Database&) = delete;

    [[nodiscard]] sqlite3* handle() const { return handle_; }

  private:
    void run(const std::string& sql) {
        if (sqlite3_exec(handle_, sql.c_str(), nullptr, nullptr, nullptr) != SQLITE_OK) {
            throw std::runtime_error(sqlite3_errmsg(handle_));
        }
    }

    sqlite3* handle_ = nullptr;
};

class Loop {
  public:
    explicit Loop(sqlite3* database)
        : begin_(database, "BEGIN IMMEDIATE"),
          commit_(database, "COMMIT"),
          find_by_email_(database, find_by_email_sql),
          insert_email_(database, insert_email_sql),
          insert_contact_(database, insert_contact_sql),
          update_contact_(database, update_contact_sql),
          insert_activity_(database, insert_activity_sql),
          insert_queue_(database, insert_queue_sql) {}

    void make_contacts(std::uint32_t count) {
        begin_.run();
        for (std::uint32_t number = 0; number < count; ++number) { write(number); }
        commit_.run();
    }

    // One durable commit.
    void write_batch(ContactSequence& sequence) {
        begin_.run();
        for (std::size_t count = 0; count < writes_per_commit; ++count) { write(sequence.next()); }
        const auto start = SteadyClock::now();
        commit_.run();
        commit_times_.emplace_back(SteadyClock::now() - start);
    }

    [[nodiscard]] std::size_t commits() const { return commit_times_.size(); }
    // The shortest of the slowest one in a hundred.
    [[nodiscard]] Milliseconds slow_commit() {
        const auto place = commit_times_.begin() + static_cast<std::ptrdiff_t>(commit_times_.size() * 99 / 100);
        std::nth_element(commit_times_.begin(), place, commit_times_.end());
        return *place;
    }

  private:
    void write(std::uint32_t number) {
        const auto email = email_of(number);
        const auto& values = values_[writes_++ % values_.size()];
        const auto now =
            std::chrono::duration_cast<std::chrono::milliseconds>(std::chrono::system_clock::now().time_since_epoch())
                .count();
        const bool known = find_by_email_.bind(1, email).step();
        const auto contact_id = known ? find_by_email_.integer(0) : next_id();
        find_by_email_.reset();
        if (known) {
            update(contact_id, values, now);
        } else {
            insert(contact_id, email, values, now);
        }
        const auto activity_id = next_id();
        insert_activity_.bind(1, activity_id).bind(2, contact_id).bind(3, known ? kind_updated : kind_created);
        insert_activity_.bind(4, now).bind(5, origin).bind(6, values.snapshot).run();
        insert_queue_.bind(1, contact_id % queue_buckets).bind(2, activity_id).bind(3, contact_id).bind(4, now).run();
    }

    void insert(std::int64_t contact_id, const std::string& email, const ContactValues& values, std::int64_t now) {
        insert_email_.bind(1, email).bind(2, contact_id).run();
        insert_contact_.bind(1, contact_id).bind(2, email).bind(3, values.name).bind(4, values.surname);
        insert_contact_.bind(5, values.birthdate).bind(6, values.mobile_phone).bind(7, values.email_status);
        insert_contact_.bind(8, values.newsletter_status).bind(9, values.custom_values).bind(10, now).run();
    }

    void update(std::int64_t contact_id, const ContactValues& values, std::int64_t now) {
        update_contact_.bind(1, values.name).bind(2, values.surname).bind(3, values.birthdate);
        update_contact_.bind(4, values.mobile_phone).bind(5, values.email_status).bind(6, values.newsletter_status);
        update_contact_.bind(7, values.custom_values).bind(8, now).bind(9, contact_id).run();
    }

    // As large as the ids of the service, and growing like them.
    std::int64_t next_id() { return id_ += 97; }

    Statement begin_;
    Statement commit_;
    Statement find_by_email_;
    Statement insert_email_;
    Statement insert_contact_;
    Statement update_contact_;
    Statement insert_activity_;
    Statement insert_queue_;

    const std::vector<ContactValues> values_ = make_values();
    std::size_t writes_ = 0;
    std::int64_t id_ = std::int64_t{1} << 59;
    std::vector<Milliseconds> commit_times_;
};

void run(const std::string& file, std::uint32_t existing, std::chrono::seconds longest) {
    Database database(file);
    Loop loop(database.handle());
    loop.make_contacts(existing);
    ContactSequence sequence(existing);
    const auto start = SteadyClock::now();
    auto now = start;
    for (; now - start < longest; now = SteadyClock::now()) { loop.write_batch(sequence); }
    const std::chrono::duration<double> seconds = now - start;
    fmt::print(R"({{"writes": {}, "seconds": {:.6f}, "slow_commit_ms": {:.3f}}})"
               "\n",
               loop.commits() * writes_per_commit, seconds.count(), loop.slow_commit().count());
}

int main_of(const std::vector<std::string>& arguments) {
    if (arguments.size() == 1 && arguments[0] == "bodies") {
        for (const auto& values : make_values()) { fmt::print("{}\n", values.body); }
        return 0;
    }
    if (arguments.size() == 4 && arguments[0] == "run") {
        run(arguments[1], static_cast<std::uint32_t>(std::stoul(arguments[2])),
            std::chrono::seconds(std::stoul(arguments[3])));
        return 0;
    }
    fmt::print(stderr, "bare_loop run FILE EXISTING SECONDS | bare_loop bodies\n");
    return 2;
}

}  // namespace
}  // namespace tradewind::bench

int main(int argc, char** argv) {
    try {
        return tradewind::bench::main_of({argv + 1, argv + argc});
    } catch (const std::exception& broken) {
        fmt::print(stderr, "bare_loop: {}\n", broken.what());
        return 1;
    }
}
