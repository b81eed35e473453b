#include "storage/postgres/transaction.h"

#include <libpq-fe.h>

#include <string_view>
#include <utility>
#include <vector>

#include "storage/database/composed_query.h"

namespace tradewind::storage {
namespace {

constexpr Query begin_read_query{.name = "transaction.begin_read",
                                 .sql = "BEGIN ISOLATION LEVEL REPEATABLE READ, READ ONLY"};
constexpr Query begin_write_query{.name = "transaction.begin_write",
                                  .sql = "BEGIN ISOLATION LEVEL READ COMMITTED, READ WRITE"};
constexpr Query transaction_commit_query{.name = "transaction.commit", .sql = "COMMIT"};

// It inserts nothing, and is sent to no machine. A cluster commits in two phases from then on. It waits for a shard of
// contacts that is being moved, as every insert of a new contact does.
constexpr Query two_phases_query{
    .name = "transaction.two_phases",
    .sql = R"(INSERT INTO contact_samples (contact_id, mixed)
              SELECT cast(0 AS bigint), cast(0 AS bigint) WHERE 0 = 1)",
};

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
                                         const base::Clock& clock, KeyMemory* key_memory)
    : connection_(connection), access_(access), clock_(clock), key_memory_(key_memory), start_(clock.steady_now()) {}

bool PostgresTransaction::run(Database::Piece& piece) {
    const bool keep = piece.run(*this);
    finish_rows();
    return keep;
}

void PostgresTransaction::leave() {
    if (has_begun_) { connection_.leave_running(transaction_commit_query); }
}

void PostgresTransaction::end() {
    if (has_begun_) { static_cast<void>(connection_.run(transaction_commit_query)); }
}

void PostgresTransaction::commit(std::chrono::milliseconds silence_max) {
    if (!has_begun_) { return; }
    // A connection that was lost while nobody used it is noticed by what is sent first. With the COMMIT in it, nobody
    // could tell whether anything was kept.
    if (!has_sent_) { send(); }
    connection_.finish_running();
    // Citus would not see it where the first write on a machine comes after a read of something else there: it would
    // commit on one machine after the other, and the end of one of them could leave half of what was written.
    if (writes_ > 1 && has_written_beyond_) { unsent_.emplace_back(two_phases_query); }
    add(transaction_commit_query, {});
    static_cast<void>(connection_.take_warning());
    PostgresResult result;
    try {
        result = std::move(connection_.run_patiently(unsent_, silence_max).back());
    } catch (const PostgresError& error) {
        const bool is_in_doubt =
            error.failure() == PostgresFailure::ConnectionLost || error.failure() == PostgresFailure::PeerLost;
        if (is_in_doubt) { throw CommitInDoubt(error.what()); }
        throw;
    }
    // To the server, COMMIT of a transaction in which something failed is a ROLLBACK that went well.
    if (std::string_view(PQcmdStatus(result.get())) != "COMMIT") {
        throw DatabaseBroken("a statement of the transaction had failed, and its work went on");
    }
    // Somebody made the server stop waiting for its standby: it is kept here, and lost if the standby takes over.
    if (connection_.take_warning()) { throw CommitInDoubt("the server warned during the commit"); }
}

void PostgresTransaction::execute(const Query& query, std::initializer_list<Parameter> parameters) {
    add(query, parameters);
    if (connection_.statement(query).inserts_a_row()) { ++unsent_inserts_; }
    const bool has_room = unsent_.size() - unsent_inserts_ < unsent_max && unsent_inserts_ < unsent_inserts_max &&
                          unsent_bytes_ < unsent_bytes_max;
    if (access_ == PostgresAccess::Write && has_room) { return; }
    // The first answers tell the counter. After them the server works while more is put together here.
    has_sent_ ? send_ahead() : static_cast<void>(send());
}

std::int64_t PostgresTransaction::execute_and_count(const Query& query, std::initializer_list<Parameter> parameters) {
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
    if (access_ == PostgresAccess::Write && !version_) {
        begin();
        send();
    }
    if (!version_) {
        const auto result = run(definitions_version_query, {});
        version_ = integer_in(*result, 0, 0);
    }
    return *version_;
}

std::vector<std::string> PostgresTransaction::open_writes() {
    return is_spread() ? open_writes_of_cluster(connection_) : open_writes_in(*this);
}

bool PostgresTransaction::is_spread() const {
    return connection_.kind() == PostgresKind::Cluster;
}

Cursor& PostgresTransaction::open(const Query& query, std::initializer_list<Parameter> parameters) {
    auto& cursor = connection_.statement(query);
    cursor.check_idle();
    cursor.start(run(query, parameters));
    opened_.push_back(&cursor);
    return cursor;
}

Cursor& PostgresTransaction::open(const ComposedQuery& query) {
    check_time();
    begin();
    if (!unsent_.empty()) { send(); }
    auto& cursor = composed_.emplace_back(query.name());
    cursor.start(connection_.run(query));
    opened_.push_back(&cursor);
    return cursor;
}

PostgresResult PostgresTransaction::run(const Query& query, std::initializer_list<Parameter> parameters) {
    add(query, parameters);
    return send();
}

void PostgresTransaction::add(const Query& query, std::initializer_list<Parameter> parameters) {
    check_time();
    begin();
    if (is_spread()) { note_writes(query, parameters); }
    unsent_bytes_ += unsent_.emplace_back(query, parameters).values.bytes();
}

void PostgresTransaction::note_writes(const Query& query, std::initializer_list<Parameter> parameters) {
    for (const auto& write : connection_.statement(query).writes()) {
        ++writes_;
        const bool is_of_contact = write.contact && connection_.is_beside_contacts(write.table);
        const auto* const contact =
            is_of_contact ? std::get_if<std::int64_t>(&parameters.begin()[*write.contact].value()) : nullptr;
        if (contact != nullptr && !written_contact_) { written_contact_ = *contact; }
        has_written_beyond_ = has_written_beyond_ || contact == nullptr || *contact != *written_contact_;
    }
}

void PostgresTransaction::begin() {
    if (std::exchange(has_begun_, true)) { return; }
    unsent_.emplace_back(access_ == PostgresAccess::Read ? begin_read_query : begin_write_query);
    // Every write looks at the counter; here it costs no round trip of its own.
    if (access_ == PostgresAccess::Write) { unsent_.emplace_back(definitions_version_query); }
}

PostgresResult PostgresTransaction::send() {
    const bool looks_at_counter = unsent_.size() > 1 && &unsent_[1].query == &definitions_version_query;
    has_sent_ = true;
    auto results = connection_.run(unsent_);
    if (looks_at_counter) { version_ = integer_in(*results[1], 0, 0); }
    forget_unsent();
    return std::move(results.back());
}

void PostgresTransaction::send_ahead() {
    connection_.leave_running(unsent_);
    forget_unsent();
}

void PostgresTransaction::forget_unsent() {
    unsent_.clear();
    unsent_inserts_ = 0;
    unsent_bytes_ = 0;
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
