#include "storage/sqlite/error.h"

#include <gtest/gtest.h>
#include <sqlite3.h>

#include <cerrno>

namespace tradewind::storage {
namespace {

struct Case {
    int code;
    SqliteFailure failure;
    base::ErrorKind kind;
    int system_error = 0;
};

TEST(SqliteError, TellsHowFarAFailureReachesAndWhatThePersonIsTold) {
    const Case cases[] = {
        {SQLITE_CONSTRAINT_UNIQUE, SqliteFailure::Constraint, base::ErrorKind::Internal},
        {SQLITE_ERROR, SqliteFailure::Statement, base::ErrorKind::Internal},
        {SQLITE_NOMEM, SqliteFailure::NoMemory, base::ErrorKind::Internal},
        {SQLITE_READONLY, SqliteFailure::Statement, base::ErrorKind::Internal},
        {SQLITE_FULL, SqliteFailure::Full, base::ErrorKind::StorageFull},
        {SQLITE_INTERRUPT, SqliteFailure::Interrupted, base::ErrorKind::Unavailable},
        {SQLITE_BUSY_SNAPSHOT, SqliteFailure::Busy, base::ErrorKind::Unavailable},
        {SQLITE_LOCKED, SqliteFailure::Busy, base::ErrorKind::Unavailable},
        {SQLITE_IOERR_FSYNC, SqliteFailure::Fatal, base::ErrorKind::Unavailable},
        {SQLITE_IOERR_FSYNC, SqliteFailure::Fatal, base::ErrorKind::Unavailable, ENOSPC},
        {SQLITE_IOERR_WRITE, SqliteFailure::Fatal, base::ErrorKind::Unavailable, EIO},
        {SQLITE_IOERR_WRITE, SqliteFailure::Full, base::ErrorKind::StorageFull, EDQUOT},
        {SQLITE_IOERR_SHMSIZE, SqliteFailure::Fatal, base::ErrorKind::Unavailable, EIO},
        {SQLITE_IOERR_SHMSIZE, SqliteFailure::Full, base::ErrorKind::StorageFull, ENOSPC},
        {SQLITE_IOERR_TRUNCATE, SqliteFailure::Fatal, base::ErrorKind::Unavailable},
        {SQLITE_IOERR_READ, SqliteFailure::Damaged, base::ErrorKind::Unavailable, EIO},
        {SQLITE_IOERR_SHORT_READ, SqliteFailure::Damaged, base::ErrorKind::Unavailable},
        {SQLITE_CORRUPT_INDEX, SqliteFailure::Damaged, base::ErrorKind::Unavailable},
        {SQLITE_NOTADB, SqliteFailure::Damaged, base::ErrorKind::Unavailable},
    };
    for (const auto& expected : cases) {
        const SqliteError error(expected.code, "contacts.find", "some text", expected.system_error);
        EXPECT_EQ(error.failure(), expected.failure) << expected.code;
        EXPECT_EQ(error.refusal().kind, expected.kind) << expected.code;
    }
}

TEST(SqliteError, KeepsTheCauseOutOfWhatThePersonIsTold) {
    const SqliteError error(SQLITE_FULL, "contacts.save", "database or disk is full");
    const auto refusal = error.refusal();
    EXPECT_EQ(refusal.cause, "contacts.save: database or disk is full (SQLite 13)");
    EXPECT_EQ(refusal.detail, "The disk is full; nothing was changed.");
    EXPECT_EQ(refusal.outcome, base::Outcome::None);
}

}  // namespace
}  // namespace tradewind::storage
