#include "storage/sqlite/transaction.h"

#include "storage/database/composed_query.h"
#include "storage/database/write_queue.h"

namespace tradewind::storage {
namespace {

constexpr Query raise_definitions_version{
    .name = "definitions_version.raise",
    .sql = R"(UPDATE definitions_version SET version = version + 1 WHERE id = 1)",
};

constexpr Query find_definitions_version{
    .name = "definitions_version.find",
    .sql = R"(SELECT version FROM definitions_version WHERE id = 1)",
};

}  // namespace

bool SqliteTransaction::run(Database::Piece& piece) {
    const bool keep = piece.run(*this);
    finish_composed();
    connection_.finish_statements();
    return keep;
}

void SqliteTransaction::execute(const Query& query, std::initializer_list<Parameter> parameters) {
    statement(query).execute(parameters);
}

std::int64_t SqliteTransaction::execute_and_count(const Query& query, std::initializer_list<Parameter> parameters) {
    return statement(query).execute(parameters);
}

void SqliteTransaction::touch_definitions() {
    if (touched_definitions_) { return; }
    execute(raise_definitions_version, {});
    touched_definitions_ = true;
}

std::int64_t SqliteTransaction::definitions_version() {
    auto rows = query(find_definitions_version);
    if (!rows.next()) { throw DatabaseBroken("the counter of the definitions is gone"); }
    return rows.integer(0);
}

bool SqliteTransaction::others_wait() const {
    return queue_ == nullptr || queue_->has_waiting();
}

Cursor& SqliteTransaction::open(const Query& query, std::initializer_list<Parameter> parameters) {
    auto& cursor = statement(query);
    cursor.start(parameters);
    return cursor;
}

Cursor& SqliteTransaction::open(const ComposedQuery& query) {
    check_open();
    auto& cursor = composed_.emplace_back(connection_, query.name(), query.sqlite());
    cursor.start(query.parameters());
    return cursor;
}

SqliteStatement& SqliteTransaction::statement(const Query& query) {
    check_open();
    return connection_.statement(query);
}

// SQLite may undo the whole transaction when a statement fails. What came after would then be kept at once, alone.
void SqliteTransaction::check_open() const {
    if (!connection_.in_transaction()) { throw DatabaseBroken("the transaction is gone"); }
}

void SqliteTransaction::finish_composed() noexcept {
    for (auto& statement : composed_) { statement.finish(); }
}

}  // namespace tradewind::storage
