#include "storage/sqlite/writer.h"

#include <utility>

#include "base/fault.h"
#include "base/wakeup.h"
#include "storage/database/refusals.h"
#include "storage/sqlite/transaction.h"

namespace tradewind::storage {
namespace {

constexpr Query writer_begin_query{.name = "writer.begin", .sql = "BEGIN IMMEDIATE"};
constexpr Query writer_commit_query{.name = "writer.commit", .sql = "COMMIT"};
constexpr Query writer_rollback_query{.name = "writer.rollback", .sql = "ROLLBACK"};
constexpr Query savepoint_query{.name = "writer.savepoint", .sql = "SAVEPOINT piece"};
constexpr Query rollback_piece_query{.name = "writer.rollback_piece", .sql = "ROLLBACK TO piece"};
constexpr Query writer_release_query{.name = "writer.release", .sql = "RELEASE piece"};

// Of SQLite, when nobody says otherwise.
constexpr std::int64_t page_bytes = 4096;

// Long enough for a process that is killed at random to be caught between answer and commit.
constexpr std::chrono::milliseconds planted_commit_delay{20};

// Of a planted fault: keeps it for as long as this thread runs.
void hoard_memory() {
    constexpr std::size_t bytes = 1024 * 1024;
    thread_local std::vector<std::string> hoard;
    hoard.emplace_back(bytes, 'x');
}

// Whether a COMMIT that failed like this has surely kept nothing. Everything else can come after the log was written.
bool kept_nothing(SqliteFailure failure) {
    switch (failure) {
        case SqliteFailure::Constraint:
        case SqliteFailure::Full:
        case SqliteFailure::Busy:
            return true;
        case SqliteFailure::Statement:
        case SqliteFailure::NoMemory:
        case SqliteFailure::Interrupted:
        case SqliteFailure::Damaged:
        case SqliteFailure::Fatal:
            return false;
    }
    return false;
}

}  // namespace

SqliteWriter::SqliteWriter(std::unique_ptr<SqliteConnection> connection, const base::Clock& clock, SqliteWork& work,
                           std::atomic<std::uint64_t>& commits, DatabaseFigures& figures)
    : clock_(clock), work_(work), commits_(commits), figures_(figures), connection_(std::move(connection)) {
    // Prepared now, so that none of them can fail to be prepared later.
    for (const auto* query : {&writer_begin_query, &writer_commit_query, &writer_rollback_query, &savepoint_query,
                              &rollback_piece_query, &writer_release_query}) {
        connection_->statement(*query);
    }
    thread_ = std::thread([this] { run(); });
}

SqliteWriter::~SqliteWriter() {
    stop();
}

void SqliteWriter::stop() {
    queue_.stop();
    if (thread_.joinable()) { thread_.join(); }
}

void SqliteWriter::submit(Priority priority, std::unique_ptr<Database::Piece> piece) {
    if (base::is_planted(base::Fault::OneLine)) { piece->sender = 0; }
    if (!work_.finds_room(*piece)) { return answer(std::move(piece)); }
    if (work_.health().is_broken() || !queue_.push(priority, piece, clock_.steady_now())) {
        refuse(std::move(piece), base::unavailable(base::Outcome::None, {}));
    }
}

void SqliteWriter::on_definitions_change(std::function<void()> reload) {
    const std::lock_guard lock(reload_mutex_);
    reload_ = std::move(reload);
}

void SqliteWriter::run() {
    while (queue_.wait()) {
        run_batch();
        empty_log_if_wanted();
        backup_requests_.serve(*connection_, clock_);
    }
    empty_log_if_wanted();
    backup_requests_.close();
    checkpoint(SqliteConnection::Checkpoint::EmptyLog);
    connection_.reset();
}

void SqliteWriter::run_batch() {
    queue_.start_batch(clock_.steady_now());
    definitions_changed_ = false;
    woken_.reset();
    const auto end = run_together();
    if (end != BatchEnd::Settled) { definitions_changed_ = false; }
    switch (end) {
        case BatchEnd::Settled:
            break;
        case BatchEnd::Undone:
            woken_.reset();
            undo();
            for (const auto& piece : batch_) { run_alone(*piece); }
            break;
        case BatchEnd::Broken:
            woken_.reset();
            refuse_batch(base::Outcome::None, "the database is broken");
            break;
        case BatchEnd::Damaged:
            woken_.reset();
            undo();
            for (const auto& piece : batch_) { piece->refuse(damage_refusal({})); }
            break;
        case BatchEnd::InDoubt:
            refuse_batch(base::Outcome::Unknown, "the database broke during the commit");
            break;
    }
    if (definitions_changed_ && !reload_definitions()) {
        refuse_batch(base::Outcome::Unknown, "the definitions could not be loaded after the commit");
    }
    wake_calls_.make(woken_);
    answer_batch();
    if (connection_->log_pages() >= checkpoint_pages) { checkpoint(SqliteConnection::Checkpoint::KeepLog); }
}

SqliteWriter::BatchEnd SqliteWriter::run_together() {
    if (!work_.health().may_write()) {
        take_batch();
        return end_without_commit();
    }
    if (const auto failed = connection_->attempt(writer_begin_query)) {
        take_batch();
        for (const auto& piece : batch_) { work_.refuse(*piece, *failed); }
        return BatchEnd::Settled;
    }
    while (auto piece = queue_.next(clock_.steady_now())) {
        batch_.push_back(std::move(piece));
        if (work_.finds_room(*batch_.back()) && !run_in_savepoint(*batch_.back())) { return end_without_commit(); }
    }
    if (base::is_planted(base::Fault::AnswerBeforeCommit)) {
        answer_batch();
        base::Wakeup never_raised;
        never_raised.wait_for(planted_commit_delay);
    }
    // A reader may have found it meanwhile.
    if (work_.health().is_damaged()) { return BatchEnd::Damaged; }
    return commit();
}

SqliteWriter::BatchEnd SqliteWriter::end_without_commit() const {
    if (work_.health().is_broken()) { return BatchEnd::Broken; }
    return work_.health().is_damaged() ? BatchEnd::Damaged : BatchEnd::Undone;
}

void SqliteWriter::take_batch() {
    while (auto piece = queue_.next(clock_.steady_now())) { batch_.push_back(std::move(piece)); }
}

bool SqliteWriter::run_in_savepoint(Database::Piece& piece) {
    if (connection_->attempt(savepoint_query)) { return false; }
    SqliteTransaction transaction(*connection_, queue_);
    const auto end = work_.run(piece, [&] { return transaction.run(piece); });
    if (end == WorkEnd::Fatal || !connection_->in_transaction()) { return false; }
    if (end == WorkEnd::Undo && connection_->attempt(rollback_piece_query)) { return false; }
    if (connection_->attempt(writer_release_query)) { return false; }
    if (end == WorkEnd::Keep) {
        definitions_changed_ = definitions_changed_ || transaction.touched_definitions();
        woken_ |= transaction.woken();
    }
    return true;
}

void SqliteWriter::run_alone(Database::Piece& piece) {
    if (work_.health().is_broken()) {
        piece.refuse(base::unavailable(base::Outcome::None, "the database is broken"));
        return;
    }
    if (work_.health().is_damaged()) { return piece.refuse(damage_refusal({})); }
    if (!work_.finds_room(piece)) { return; }
    if (const auto failed = connection_->attempt(writer_begin_query)) {
        work_.refuse(piece, *failed);
        return;
    }
    SqliteTransaction transaction(*connection_, queue_);
    if (work_.run(piece, [&] { return transaction.run(piece); }) != WorkEnd::Keep) {
        undo();
        return;
    }
    const auto failed = try_to_commit();
    if (failed && kept_nothing(failed->failure())) {
        work_.refuse(piece, *failed);
        undo();
        return;
    }
    woken_ |= transaction.woken();
    if (!failed) {
        definitions_changed_ = definitions_changed_ || transaction.touched_definitions();
    } else {
        piece.refuse(base::unavailable(base::Outcome::Unknown, failed->what()));
        work_.health().report_fatal(failed->what());
    }
}

std::optional<SqliteError> SqliteWriter::try_to_commit() {
    const auto started = clock_.steady_now();
    auto failed = connection_->attempt(writer_commit_query);
    if (base::is_planted(base::Fault::SwallowErrors)) { failed.reset(); }
    if (base::is_planted(base::Fault::HoardMemory)) { hoard_memory(); }
    figures_.commit_time.note(clock_.steady_now() - started);
    figures_.pieces_per_commit.note(batch_.size());
    figures_.log_bytes.set(std::int64_t{connection_->log_pages()} * page_bytes);
    commits_.fetch_add(1, std::memory_order_release);
    return failed;
}

SqliteWriter::BatchEnd SqliteWriter::commit() {
    const auto failed = try_to_commit();
    if (!failed) { return BatchEnd::Settled; }
    work_.note(*failed);
    if (kept_nothing(failed->failure())) { return BatchEnd::Undone; }
    work_.health().report_fatal(failed->what());
    return BatchEnd::InDoubt;
}

void SqliteWriter::undo() {
    if (!connection_->in_transaction()) { return; }
    if (const auto failed = connection_->attempt(writer_rollback_query)) {
        work_.health().report_fatal(failed->what());
    }
}

bool SqliteWriter::reload_definitions() {
    const std::lock_guard lock(reload_mutex_);
    return !reload_ || work_.run_reload(reload_);
}

void SqliteWriter::refuse_batch(base::Outcome outcome, std::string_view cause) {
    for (const auto& piece : batch_) { piece->refuse(base::unavailable(outcome, std::string(cause))); }
}

// Without a cause: a line in the log for each would be one more load. They are counted.
void SqliteWriter::shed(std::vector<std::unique_ptr<Database::Piece>> pieces) {
    for (auto& piece : pieces) {
        piece->refuse(base::unavailable(base::Outcome::None, {}));
        answers_.add(std::move(piece));
    }
}

void SqliteWriter::answer_batch() {
    shed(queue_.take_expired());
    shed(queue_.take_shed(clock_.steady_now()));
    for (auto& piece : batch_) { answers_.add(std::move(piece)); }
    batch_.clear();
    answers_.post();
}

void SqliteWriter::checkpoint(SqliteConnection::Checkpoint kind) {
    if (!work_.health().may_write()) { return; }
    const auto started = clock_.steady_now();
    const auto failed = connection_->checkpoint(kind);
    figures_.checkpoint_time.note(clock_.steady_now() - started);
    if (!failed) { return; }
    // Readers may hold it back and a full disk may stop it halfway; the next one goes on from there.
    work_.note(*failed);
    if (failed->failure() == SqliteFailure::Damaged) { work_.health().report_damage(*failed); }
    if (failed->failure() == SqliteFailure::Fatal) { work_.health().report_fatal(failed->what()); }
}

std::future<base::Result<void>> SqliteWriter::want_empty_log(std::chrono::milliseconds wait) {
    const std::lock_guard lock(empty_log_mutex_);
    return empty_log_wish_.emplace(EmptyLogWish{.wait = wait, .done = {}}).done.get_future();
}

void SqliteWriter::empty_log_if_wanted() {
    const std::lock_guard lock(empty_log_mutex_);
    if (!empty_log_wish_) { return; }
    empty_log_wish_->done.set_value(empty_log(empty_log_wish_->wait));
    empty_log_wish_.reset();
}

base::Result<void> SqliteWriter::empty_log(std::chrono::milliseconds wait) {
    if (!work_.health().may_write()) { return base::unavailable(base::Outcome::None, "the database is broken"); }
    if (const auto failed = connection_->checkpoint(SqliteConnection::Checkpoint::EmptyLog, wait)) {
        work_.note(*failed);
        if (failed->failure() == SqliteFailure::Damaged) { work_.health().report_damage(*failed); }
        if (failed->failure() == SqliteFailure::Fatal) { work_.health().report_fatal(failed->what()); }
        return base::unavailable(base::Outcome::None, failed->what());
    }
    if (!base::is_planted(base::Fault::KeepCache)) { connection_->forget_pages(); }
    return {};
}

}  // namespace tradewind::storage
