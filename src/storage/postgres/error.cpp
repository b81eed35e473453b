#include "storage/postgres/error.h"

#include <libpq-fe.h>

#include <algorithm>
#include <array>
#include <utility>

#include "storage/database/refusals.h"

namespace tradewind::storage {
namespace {

struct StateMeaning {
    std::string_view state;  // A whole SQLSTATE, or the two characters of a class. The first that fits counts.
    PostgresFailure failure;
};

constexpr std::array state_meanings{
    StateMeaning{"08P01", PostgresFailure::Statement},       // We broke the protocol.
    StateMeaning{"08", PostgresFailure::PeerLost},           //
    StateMeaning{"40", PostgresFailure::Conflict},           // Serialization failure, deadlock.
    StateMeaning{"23505", PostgresFailure::Unique},          //
    StateMeaning{"23", PostgresFailure::Constraint},         //
    StateMeaning{"0A000", PostgresFailure::Stale},           // A cached plan whose result changed with the schema.
    StateMeaning{"26000", PostgresFailure::Stale},           // Somebody dropped our prepared statements.
    StateMeaning{"25006", PostgresFailure::ReadOnly},        //
    StateMeaning{"25P03", PostgresFailure::ConnectionLost},  // Idle in a transaction for too long.
    StateMeaning{"57P", PostgresFailure::ConnectionLost},    // Shut down, crashed, or not up yet.
    StateMeaning{"57014", PostgresFailure::Interrupted},     //
    StateMeaning{"55P03", PostgresFailure::Locked},          //
    StateMeaning{"53100", PostgresFailure::Full},            //
    StateMeaning{"53", PostgresFailure::Server},             // No memory, too many connections.
    StateMeaning{"58", PostgresFailure::Server},             // An I/O error.
    StateMeaning{"XX", PostgresFailure::Server},             // Damaged data, an internal error.
};

std::string field_of(const pg_result* result, int field) {
    const char* text = PQresultErrorField(result, field);
    return text == nullptr ? std::string() : std::string(text);
}

// Data exceptions quote the value in their message.
bool message_may_hold_a_value(std::string_view state) {
    return state.starts_with("22") || state.starts_with("P0");
}

std::string description(std::string_view where, std::string_view what) {
    std::string text(where);
    text += ": ";
    text += what;
    return text;
}

std::string trimmed(std::string text) {
    while (!text.empty() && text.back() == '\n') { text.pop_back(); }
    return text;
}

}  // namespace

PostgresFailure failure_of_state(std::string_view sqlstate) {
    const auto found = std::find_if(state_meanings.begin(), state_meanings.end(),
                                    [&](const auto& meaning) { return sqlstate.starts_with(meaning.state); });
    return found == state_meanings.end() ? PostgresFailure::Statement : found->failure;
}

PostgresError::PostgresError(PostgresFailure failure, std::string_view where, std::string_view what)
    : DatabaseBroken(description(where, what)), failure_(failure) {}

PostgresError PostgresError::of(const pg_result* result, const pg_conn* connection, std::string_view where) {
    const auto state = field_of(result, PG_DIAG_SQLSTATE);
    if (PQstatus(connection) == CONNECTION_BAD || state.empty()) {
        return {PostgresFailure::ConnectionLost, where, trimmed(PQerrorMessage(connection))};
    }
    std::string what = "PostgreSQL " + state;
    if (!message_may_hold_a_value(state)) { what += ' ' + field_of(result, PG_DIAG_MESSAGE_PRIMARY); }
    return {failure_of_state(state), where, what};
}

base::Error PostgresError::refusal() const {
    switch (failure_) {
        case PostgresFailure::Constraint:
        case PostgresFailure::Statement:
            return internal_refusal();
        case PostgresFailure::Full:
            return disk_full_refusal(what());
        case PostgresFailure::Locked:
            if (!lock_detail_.empty()) { return base::conflict(lock_detail_); }
            return base::unavailable(base::Outcome::None, what());
        case PostgresFailure::Conflict:
        case PostgresFailure::Unique:
        case PostgresFailure::Stale:
        case PostgresFailure::ReadOnly:
        case PostgresFailure::ConnectionLost:
        case PostgresFailure::PeerLost:
        case PostgresFailure::Unreachable:
        case PostgresFailure::Interrupted:
        case PostgresFailure::Server:
            return base::unavailable(base::Outcome::None, what());
    }
    return internal_refusal();
}

}  // namespace tradewind::storage
