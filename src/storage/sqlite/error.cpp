#include "storage/sqlite/error.h"

#include <sqlite3.h>

#include "base/full_disk.h"
#include "storage/database/refusals.h"

namespace tradewind::storage {
namespace {

SqliteFailure failure_of(int code, int system_error) {
    // SQLite tells neither of a quota nor of a log index without room that the disk is full. A failed fsync stays what
    // it is, whatever its cause.
    const bool is_write = code == SQLITE_IOERR_WRITE || code == SQLITE_IOERR_SHMSIZE;
    if (is_write && base::means_full_disk(system_error)) { return SqliteFailure::Full; }
    switch (code) {
        case SQLITE_IOERR_READ:
        case SQLITE_IOERR_SHORT_READ:
        case SQLITE_IOERR_DATA:
        case SQLITE_IOERR_CORRUPTFS:
            return SqliteFailure::Damaged;
        default:
            break;
    }
    switch (code & 0xff) {
        case SQLITE_CONSTRAINT:
            return SqliteFailure::Constraint;
        case SQLITE_FULL:
            return SqliteFailure::Full;
        case SQLITE_NOMEM:
            return SqliteFailure::NoMemory;
        case SQLITE_INTERRUPT:
            return SqliteFailure::Interrupted;
        case SQLITE_BUSY:
        case SQLITE_LOCKED:
            return SqliteFailure::Busy;
        case SQLITE_CORRUPT:
        case SQLITE_NOTADB:
            return SqliteFailure::Damaged;
        case SQLITE_IOERR:
            return SqliteFailure::Fatal;
        default:
            return SqliteFailure::Statement;
    }
}

std::string description(int code, std::string_view where, std::string_view message) {
    std::string text(where);
    text += ": ";
    text += message;
    text += " (SQLite ";
    text += std::to_string(code);
    text += ')';
    return text;
}

}  // namespace

SqliteError::SqliteError(int code, std::string_view where, std::string_view message, int system_error)
    : DatabaseBroken(description(code, where, message)), failure_(failure_of(code, system_error)) {}

SqliteError SqliteError::last_of(sqlite3* database, std::string_view where) {
    return {sqlite3_extended_errcode(database), where, sqlite3_errmsg(database), sqlite3_system_errno(database)};
}

base::Error SqliteError::refusal() const {
    switch (failure_) {
        case SqliteFailure::Constraint:
        case SqliteFailure::Statement:
            return internal_refusal();
        case SqliteFailure::NoMemory:
            return memory_refusal();
        case SqliteFailure::Full:
            return disk_full_refusal(what());
        case SqliteFailure::Damaged:
            return damage_refusal(what());
        case SqliteFailure::Interrupted:
        case SqliteFailure::Busy:
        case SqliteFailure::Fatal:
            return base::unavailable(base::Outcome::None, what());
    }
    return internal_refusal();
}

}  // namespace tradewind::storage
