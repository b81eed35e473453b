#include "storage/postgres/transaction.h"

#include <libpq-fe.h>

#include <string_view>
#include <utility>
#include <vector>

namespace tradewind::storage {
namespace {

constexpr Query begin_read_query{.name = "transaction.begin_read",
                                 .sql = "BEGIN ISOLATION LEVEL REPEATABLE READ, READ ONLY"};
constexpr Query begin_write_query{.name = "transaction.begin_write",
                                  .sql = "BEGIN ISOLATION LEVEL READ COMMITTED, READ WRITE"};
constexpr Query transaction_commit_query{.name = "transaction.commit", .sql = "COMMIT"};
constexpr Query transaction_rollback_query{.name = "transaction.rollback", .sql = "ROLLBACK"};

constexpr Query definitions_version_query{
    .name = "definitions_version.find",
    .sql = R"(SELECT version FROM definitions_version WHERE id = 1)",
};

constexpr Query lock_version_query{
    .name = "definitions_version.lock",
    .sql = R"(SELECT version FROM definitions_version WHERE id = 1 FOR UPDATE)",
};

constexpr Query raise_version_query{
    .name = "definitions_version.raise",
    .sql = R"(UPDATE definitions_version SET version = version + 1 WHERE id = 1 RETURNING version)",
};

}  // namespace

PostgresTransaction::PostgresTransaction(PostgresConnection& connection, PostgresAccess access,
                                         const base::Clock& clock)
    : connection_(connection), access_(access), clock_(clock), start_(clock.steady_now()) {}

bool PostgresTransaction::run(Database::Piece& piece) {
    const bool keep = piece.run(*this);
    finish_rows();
    return keep;
}

void PostgresTransaction::leave() {
    if (has_begun_) { connection_.leave_running(transaction_commit_query); }
}

void PostgresTransaction::roll_back() {
    if (has_begun_) { connection_.run(transaction_rollback_query); }
}

void PostgresTransaction::commit(std::chrono::milliseconds silence_max) {
    if (!has_begun_) { return; }
    static_cast<void>(connection_.take_warning());
    PostgresResult result;
    try {
        result = connection_.run_patiently(transaction_commit_query, silence_max);
    } catch (const PostgresError& error) {
        if (error.failure() == PostgresFailure::ConnectionLost) { throw CommitInDoubt(error.what()); }
        throw;
    }
    // To the server, COMMIT of a transaction in which something failed is a ROLLBACK that went well.
    if (std::string_view(PQcmdStatus(result.get())) != "COMMIT") {
        throw DatabaseBroken("a statement of the transaction had failed, and its work went on");
    }
    // Somebody made the server stop waiting for its standby: it is kept here, and lost if the standby takes over.
    if (connection_.take_warning()) { throw CommitInDoubt("the server warned during the commit"); }
}

std::int64_t PostgresTransaction::execute(const Query& query, std::initializer_list<Parameter> parameters) {
    return changed_rows(*run(query, parameters));
}

void PostgresTransaction::touch_definitions() {
    if (touched_version_) { return; }
    const auto result = run(raise_version_query, {});
    version_ = integer_in(*result, 0, 0);
    touched_version_ = version_;
}

void PostgresTransaction::lock_definitions() {
    const auto result = run(lock_version_query, {});
    version_ = integer_in(*result, 0, 0);
}

std::int64_t PostgresTransaction::definitions_version() {
    if (!version_) {
        const auto result = run(definitions_version_query, {});
        version_ = integer_in(*result, 0, 0);
    }
    return *version_;
}

Cursor& PostgresTransaction::open(const Query& query, std::initializer_list<Parameter> parameters) {
    auto& cursor = connection_.statement(query);
    cursor.check_idle();
    cursor.start(run(query, parameters));
    opened_.push_back(&cursor);
    return cursor;
}

PostgresResult PostgresTransaction::run(const Query& query, std::initializer_list<Parameter> parameters) {
    check_time();
    if (has_begun_) { return connection_.run(query, parameters); }
    has_begun_ = true;
    std::vector<PostgresResult> results;
    switch (access_) {
        case PostgresAccess::Read:
            results = connection_.run({{begin_read_query}, {query, parameters}});
            break;
        case PostgresAccess::Schema:
            results = connection_.run({{begin_write_query}, {query, parameters}});
            break;
        case PostgresAccess::Write:
            // Every write looks at the counter; here it costs no round trip of its own.
            results = connection_.run({{begin_write_query}, {definitions_version_query}, {query, parameters}});
            version_ = integer_in(*results[1], 0, 0);
            break;
    }
    return std::move(results.back());
}

void PostgresTransaction::finish_rows() noexcept {
    for (auto* const statement : opened_) { statement->finish(); }
    opened_.clear();
}

void PostgresTransaction::check_time() const {
    if (access_ == PostgresAccess::Read && clock_.steady_now() - start_ > read_time_max) {
        throw PostgresError(PostgresFailure::Interrupted, "transaction.run", "the read goes on for too long");
    }
}

}  // namespace tradewind::storage
