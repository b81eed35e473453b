#include "storage/sqlite/work.h"

#include <exception>
#include <string>

#include "storage/database/refusals.h"

namespace tradewind::storage {

void SqliteHealth::report_fatal(std::string_view cause) {
    if (!broken_.exchange(true, std::memory_order_acq_rel)) { on_fatal_(cause); }
}

WorkEnd SqliteWork::run(Database::Piece& piece, const std::function<bool()>& run) {
    try {
        return run() ? WorkEnd::Keep : WorkEnd::Undo;
    } catch (const SqliteError& error) {
        refuse(piece, error);
        return error.failure() == SqliteFailure::Fatal ? WorkEnd::Fatal : WorkEnd::Undo;
    } catch (const std::exception& error) {
        piece.refuse(internal_refusal());
        log_.error("work on the database failed", {{"cause", error.what()}});
        return WorkEnd::Undo;
    }
}

bool SqliteWork::finds_room(Database::Piece& piece) const {
    if (piece.space == Space::GivesBack || !is_disk_full()) { return true; }
    // Without a cause: the log was told when the reserve was given up.
    piece.refuse(disk_full_refusal({}));
    return false;
}

void SqliteWork::note(const SqliteError& error) {
    if (error.failure() == SqliteFailure::Full && reserve_ != nullptr) { reserve_->give_up(error.what()); }
}

void SqliteWork::refuse(Database::Piece& piece, const SqliteError& error) {
    piece.refuse(error.refusal());
    note(error);
    switch (error.failure()) {
        case SqliteFailure::Constraint:
        case SqliteFailure::Statement:
            log_.error("work on the database failed", {{"cause", error.what()}});
            break;
        case SqliteFailure::Fatal:
            health_.report_fatal(error.what());
            break;
        case SqliteFailure::Full:
        case SqliteFailure::Interrupted:
        case SqliteFailure::Busy:
            break;
    }
}

bool SqliteWork::run_reload(const std::function<void()>& reload) {
    try {
        reload();
        return true;
    } catch (const std::exception& error) {
        health_.report_fatal(error.what());
        return false;
    }
}

}  // namespace tradewind::storage
