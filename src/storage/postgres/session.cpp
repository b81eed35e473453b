#include "storage/postgres/session.h"

#include <cassert>
#include <cstdint>
#include <exception>
#include <span>
#include <utility>

#include "base/fault.h"
#include "base/wakeup.h"
#include "storage/database/answer_batch.h"
#include "storage/database/conflict.h"
#include "storage/database/refusals.h"

namespace tradewind::storage {
namespace {

thread_local PostgresSession* session_of_this_thread = nullptr;

// Long enough for a process that is killed at random to be caught between answer and commit.
constexpr std::chrono::milliseconds planted_commit_delay{20};

void wait(std::chrono::milliseconds time) {
    base::Wakeup never_raised;
    never_raised.wait_for(time);
}

}  // namespace

PostgresSession::PostgresSession(const PostgresShared& shared, const PostgresTimeouts& patience, PostgresAccess access)
    : shared_(shared), patience_(patience), access_(access) {
    assert(session_of_this_thread == nullptr && "a thread works for one database");
    session_of_this_thread = this;
}

PostgresSession::~PostgresSession() {
    session_of_this_thread = nullptr;
}

PostgresSession* PostgresSession::of_this_thread(const PostgresShared& shared) {
    auto* const session = session_of_this_thread;
    return session != nullptr && &session->shared_ == &shared ? session : nullptr;
}

void PostgresSession::read(std::unique_ptr<Database::Piece> piece) {
    if (is_running_) {
        shared_.log.error("a read was started inside the work of another piece");
        refuse(std::move(piece), internal_refusal());
        return;
    }
    run(PostgresAccess::Read, std::move(piece));
}

void PostgresSession::write(std::unique_ptr<Database::Piece> piece) {
    run(PostgresAccess::Write, std::move(piece));
}

void PostgresSession::run(PostgresAccess access, std::unique_ptr<Database::Piece> piece) {
    struct Busy {
        explicit Busy(base::Gauge& connections) : busy(connections) { busy.add(1); }
        ~Busy() { busy.add(-1); }
        Busy(const Busy&) = delete;
        Busy& operator=(const Busy&) = delete;
        base::Gauge& busy;
    };
    const Busy busy(shared_.figures.busy_connections);
    int retries = 0;
    was_stale_ = false;
    while (try_once(access, piece) == Attempt::RunAgain && piece) {
        if (retries == retries_max) {
            shared_.log.warning("work on the database was given up", {{"cause", last_failure_}});
            break;
        }
        shared_.figures.retries.add();
        wait_before_retry(retries++);
    }
    if (piece) { answer(std::move(piece)); }
}

PostgresSession::Attempt PostgresSession::try_once(PostgresAccess access, std::unique_ptr<Database::Piece>& piece) {
    // A planted fault may have answered the piece already.
    const auto refuse = [&piece](base::Error error) {
        if (piece) { piece->refuse(std::move(error)); }
    };
    try {
        access == PostgresAccess::Read ? run_read(*piece) : run_write(piece);
        return Attempt::Settled;
    } catch (const CommitInDoubt& error) {
        connection_.reset();
        refuse(base::unavailable(base::Outcome::Unknown, error.what()));
        return Attempt::Settled;
    } catch (const PostgresError& error) {
        const bool writes_in_a_read = access == PostgresAccess::Read && error.failure() == PostgresFailure::ReadOnly;
        const bool is_impossible = error.failure() == PostgresFailure::Stale && std::exchange(was_stale_, true);
        const auto failure =
            writes_in_a_read || is_impossible
                ? PostgresError(PostgresFailure::Statement, writes_in_a_read ? "read" : "refused", error.what())
                : error;
        refuse(failure.refusal());
        return take_failure(failure);
    } catch (const DatabaseConflict& error) {
        const PostgresError conflict(PostgresFailure::Conflict, "work", error.what());
        refuse(conflict.refusal());
        return take_failure(conflict);
    } catch (const std::exception& error) {
        undo();
        refuse(internal_refusal());
        shared_.log.error("work on the database failed", {{"cause", error.what()}});
        return Attempt::Settled;
    }
}

void PostgresSession::run_read(Database::Piece& piece) {
    PostgresTransaction transaction(connection(), PostgresAccess::Read, shared_.clock, &shared_.key_memory);
    static_cast<void>(run_work(transaction, piece));
    // On a connection that writes it must not be taken for a write that goes on.
    access_ == PostgresAccess::Write ? transaction.end() : transaction.leave();
}

void PostgresSession::run_write(std::unique_ptr<Database::Piece>& piece) {
    if (!shared_.lease.is_held()) {
        piece->refuse(base::unavailable(base::Outcome::None, "the lease of the node number ran out"));
        return;
    }
    PostgresTransaction transaction(connection(), PostgresAccess::Write, shared_.clock, &shared_.key_memory);
    if (!run_work(transaction, *piece)) {
        undo();
        return;
    }
    if (base::is_planted(base::Fault::AnswerBeforeCommit)) {
        answer(std::exchange(piece, nullptr));
        wait(planted_commit_delay);
    }
    commit(transaction);
    if (transaction.touched_version() && piece) { reload_definitions(*piece, *transaction.touched_version()); }
    shared_.wake_calls.make(transaction.woken());
}

void PostgresSession::commit(PostgresTransaction& transaction) {
    const auto started = shared_.clock.steady_now();
    try {
        transaction.commit(shared_.options.commit_silence_max);
    } catch (const CommitInDoubt&) {
        // Who looks for rows that are not there has lost nothing.
        shared_.wake_calls.make(transaction.woken());
        throw;
    }
    shared_.figures.commit_time.note(shared_.clock.steady_now() - started);
    shared_.figures.pieces_per_commit.note(1);
}

bool PostgresSession::run_work(PostgresTransaction& transaction, Database::Piece& piece) {
    struct Running {
        bool& flag;
        explicit Running(bool& place) : flag(place) { flag = true; }
        ~Running() { flag = false; }
    };
    const Running running(is_running_);
    return transaction.run(piece);
}

// It is done, and yet nobody may be told so while this process still goes by the old definitions. The watcher goes on
// trying to load them.
void PostgresSession::reload_definitions(Database::Piece& piece, std::int64_t version) {
    try {
        shared_.definitions.catch_up(version);
    } catch (const std::exception& error) {
        piece.refuse(base::unavailable(base::Outcome::Unknown, error.what()));
        shared_.log.error("the definitions could not be loaded after a change", {{"cause", error.what()}});
    }
}

bool PostgresSession::attempt(const std::function<void(PostgresConnection&)>& work) {
    try {
        if (!shared_.reach.is_up()) {
            connection_.reset();  // Only a new connection shows that there is somebody to connect to.
        }
        if (!connection_) { connection_ = std::make_unique<PostgresConnection>(shared_.options.address, patience_); }
        work(*connection_);
        shared_.reach.note_up();
        return true;
    } catch (const PostgresError& error) {
        static_cast<void>(take_failure(error));
    } catch (const std::exception& error) {
        shared_.log.error("work on the database failed", {{"cause", error.what()}});
    }
    return false;
}

PostgresSession::Attempt PostgresSession::take_failure(const PostgresError& error) {
    last_failure_ = error.what();
    switch (error.failure()) {
        case PostgresFailure::Conflict:
        case PostgresFailure::Unique:
            undo();
            return Attempt::RunAgain;
        case PostgresFailure::Stale:
        case PostgresFailure::ReadOnly:
        case PostgresFailure::ConnectionLost:
            connection_.reset();
            return Attempt::RunAgain;
        case PostgresFailure::Unreachable:
            connection_.reset();
            shared_.reach.note_down(error.what());
            return Attempt::Settled;
        case PostgresFailure::Constraint:
        case PostgresFailure::Statement:
        case PostgresFailure::Server:
            shared_.log.error("work on the database failed", {{"cause", error.what()}});
            undo();
            return Attempt::Settled;
        case PostgresFailure::PeerLost:
        case PostgresFailure::Full:
        case PostgresFailure::Locked:
        case PostgresFailure::Interrupted:
            undo();
            return Attempt::Settled;
    }
    return Attempt::Settled;
}

void PostgresSession::undo() {
    if (!connection_) { return; }
    try {
        if (connection_->in_transaction()) { connection_->run_script("ROLLBACK"); }
    } catch (const PostgresError&) {
        connection_.reset();  // The server undoes what is left when its connection ends.
    }
}

PostgresConnection& PostgresSession::connection() {
    if (!connection_) {
        if (!shared_.reach.is_up()) {
            throw PostgresError(PostgresFailure::Unreachable, "session.connection", "the server is gone");
        }
        connection_ = std::make_unique<PostgresConnection>(shared_.options.address, patience_);
        connection_->set_kind(shared_.kind);
        if (shared_.kind == PostgresKind::Cluster) { connection_->use_cluster(shared_.cluster); }
        if (access_ == PostgresAccess::Write) { mark_as_writer(*connection_); }
        connection_->count_round_trips(shared_.figures.round_trips);
        if (base::is_planted(base::Fault::SynchronousOff)) { connection_->run_script("SET synchronous_commit = off"); }
    }
    return *connection_;
}

void PostgresSession::wait_before_retry(int retries) {
    std::uint64_t chance = 0;
    shared_.random.fill(std::as_writable_bytes(std::span(&chance, 1)));
    const auto longest = static_cast<std::uint64_t>(first_retry_wait_max.count()) << retries;
    wait(std::chrono::milliseconds(chance % (longest + 1)));
}

}  // namespace tradewind::storage
