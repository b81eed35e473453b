#include "storage/sqlite/reader.h"

#include <stdexcept>

#include "storage/sqlite/transaction.h"

namespace tradewind::storage {
namespace {

constexpr Query reader_begin_query{.name = "reader.begin", .sql = "BEGIN"};
constexpr Query end_query{.name = "reader.end", .sql = "COMMIT"};

}  // namespace

void SqliteReader::run(Database::Piece& piece) {
    const auto end = source_.work.run(piece, [this, &piece] { return run_in_snapshot(piece); });
    if (end != WorkEnd::Keep) { let_go(); }
}

void SqliteReader::let_go() noexcept {
    if (!connection_ || is_running_) { return; }
    // Ending must not be cut: a snapshot left open would keep the write-ahead log from ever being emptied.
    connection_->lift_time_limit();
    connection_->finish_statements();
    if (connection_->in_transaction()) { static_cast<void>(connection_->attempt(end_query)); }
}

bool SqliteReader::run_in_snapshot(Database::Piece& piece) {
    if (is_running_) { throw std::logic_error("a read was started inside the work of another read"); }
    struct Running {
        explicit Running(bool& is_running) : flag(is_running) { flag = true; }
        ~Running() { flag = false; }
        Running(const Running&) = delete;
        Running& operator=(const Running&) = delete;
        bool& flag;
    };
    auto& reading = connection();
    begin_snapshot(reading);
    const Running running(is_running_);
    return SqliteTransaction(reading).run(piece);
}

void SqliteReader::begin_snapshot(SqliteConnection& reading) {
    const auto commits = source_.commits.load(std::memory_order_acquire);
    if (!reading.in_transaction() || commits != commits_seen_) {
        let_go();
        commits_seen_ = commits;
        if (const auto failed = reading.attempt(reader_begin_query)) { throw *failed; }
    }
    reading.restart_time_limit();
}

SqliteConnection& SqliteReader::connection() {
    if (!connection_) {
        auto opened = std::make_unique<SqliteConnection>(source_.file, SqliteRole::Reader);
        // Where something cannot be read, each read of it would end the process.
        if (!source_.work.health().is_damaged()) { opened->map_file(); }
        opened->statement(reader_begin_query);
        opened->statement(end_query);
        opened->limit_time(source_.clock, longest_);
        connection_ = std::move(opened);
    }
    return *connection_;
}

}  // namespace tradewind::storage
