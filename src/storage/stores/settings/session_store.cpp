#include "storage/stores/settings/session_store.h"

#include "storage/database/hash_column.h"

namespace tradewind::storage {
namespace {

constexpr Query sessions_all_query{
    .name = "sessions.all",
    .sql = R"(SELECT id, person_id, token_hash, created_at, last_used_at, address, user_agent FROM sessions
              ORDER BY id DESC)",
};

constexpr Query sessions_find_query{
    .name = "sessions.find",
    .sql = R"(SELECT id, person_id, token_hash, created_at, last_used_at, address, user_agent FROM sessions
              WHERE token_hash = $1)",
};

constexpr Query sessions_insert_query{
    .name = "sessions.insert",
    .sql = R"(INSERT INTO sessions (id, person_id, token_hash, created_at, last_used_at, address, user_agent)
              VALUES ($1, $2, $3, $4, $5, $6, $7))",
};

constexpr Query sessions_note_use_query{
    .name = "sessions.note_use",
    .sql = R"(UPDATE sessions SET last_used_at = $2 WHERE id = $1 AND last_used_at < $2)",
};

constexpr Query sessions_delete_query{
    .name = "sessions.delete",
    .sql = R"(DELETE FROM sessions WHERE id = $1)",
};

constexpr Query sessions_delete_others_query{
    .name = "sessions.delete_others",
    .sql = R"(DELETE FROM sessions WHERE person_id = $1 AND id <> $2)",
};

domain::Session read_session(const Rows& rows) {
    return {
        .id = {rows.integer(0)},
        .person = {rows.integer(1)},
        .token_hash = hash_from(rows.text(2)),
        .created_at = {rows.integer(3)},
        .last_used_at = {rows.integer(4)},
        .address = std::string(rows.text(5)),
        .user_agent = std::string(rows.text(6)),
    };
}

}  // namespace

std::vector<domain::Session> all_sessions(Transaction& transaction) {
    auto rows = transaction.query(sessions_all_query);
    std::vector<domain::Session> sessions;
    while (rows.next()) { sessions.push_back(read_session(rows)); }
    return sessions;
}

std::optional<domain::Session> find_session(Transaction& transaction, const base::KeyedHash& token_hash) {
    auto rows = transaction.query(sessions_find_query, {bytes_of(token_hash)});
    if (!rows.next()) { return std::nullopt; }
    return read_session(rows);
}

void insert_session(Transaction& transaction, const domain::Session& session) {
    transaction.execute(sessions_insert_query, {session.id.number, session.person.number, bytes_of(session.token_hash),
                                                session.created_at.milliseconds, session.last_used_at.milliseconds,
                                                session.address, session.user_agent});
}

void note_session_use(Transaction& transaction, base::Id id, base::Instant when) {
    transaction.execute(sessions_note_use_query, {id.number, when.milliseconds});
}

void delete_session(Transaction& transaction, base::Id id) {
    transaction.execute(sessions_delete_query, {id.number});
}

void delete_other_sessions(Transaction& transaction, base::Id person, base::Id kept) {
    transaction.execute(sessions_delete_others_query, {person.number, kept.number});
}

}  // namespace tradewind::storage
