#include "storage/sqlite/work.h"

#include <exception>
#include <new>
#include <string>

#include "base/fault.h"
#include "storage/database/refusals.h"

namespace tradewind::storage {

SqliteHealth::SqliteHealth(const SqliteOptions& options)
    : options_(options), damaged_(options.damage.has_value()), damage_(options.damage) {}

void SqliteHealth::report_fatal(std::string_view cause) {
    if (!broken_.exchange(true, std::memory_order_acq_rel)) { options_.on_fatal(cause); }
}

void SqliteHealth::report_damage(const SqliteError& error) {
    if (base::is_planted(base::Fault::ForgetDamage)) { return; }
    const std::lock_guard lock(mutex_);
    if (damage_) { return; }
    damage_ = error.tables().empty() ? "an unknown table" : error.tables();
    damaged_.store(true, std::memory_order_release);
    if (options_.on_damage) { options_.on_damage(*damage_, error.what()); }
}

std::optional<std::string> SqliteHealth::damage() const {
    const std::lock_guard lock(mutex_);
    return damage_;
}

WorkEnd SqliteWork::run(Database::Piece& piece, const std::function<bool()>& run) {
    try {
        return run() ? WorkEnd::Keep : WorkEnd::Undo;
    } catch (const SqliteError& error) {
        refuse(piece, error);
        const bool ends_work = error.failure() == SqliteFailure::Fatal || error.failure() == SqliteFailure::Damaged;
        return ends_work ? WorkEnd::Fatal : WorkEnd::Undo;
    } catch (const std::exception& error) {
        const bool lacks_memory = dynamic_cast<const std::bad_alloc*>(&error) != nullptr;
        piece.refuse(lacks_memory ? memory_refusal() : internal_refusal());
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
        case SqliteFailure::NoMemory:
            log_.error("work on the database failed", {{"cause", error.what()}});
            break;
        case SqliteFailure::Damaged:
            health_.report_damage(error);
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
