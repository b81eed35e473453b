#include "storage/sqlite/database.h"

#include <utility>

#include "base/fault.h"
#include "base/wakeup.h"
#include "storage/files/file_identity.h"
#include "storage/files/file_writer.h"
#include "storage/migrations/migrate.h"
#include "storage/sqlite/compaction.h"
#include "storage/sqlite/schema.h"

namespace tradewind::storage {
namespace {

// How long the writer waits for readers that use the log, in each try twice as long as in the one before. While it
// waits, new readers do not need the log, so that only those count that read already.
constexpr std::chrono::milliseconds wipe_wait_first{5};
constexpr std::chrono::milliseconds wipe_wait_longest{160};
// Between two tries.
constexpr std::chrono::milliseconds wipe_pause{20};

// With the many pages in memory that a planted fault keeps.
constexpr const char* large_cache = "PRAGMA cache_size = -65536";

}  // namespace

base::Result<std::unique_ptr<SqliteDatabase>> SqliteDatabase::open(SqliteOptions options, const base::Clock& clock,
                                                                   base::Log& log) {
    auto connection = std::make_unique<SqliteConnection>(options.file, SqliteRole::Writer);
    if (base::is_planted(base::Fault::SynchronousOff)) { connection->run_script("PRAGMA synchronous = OFF"); }
    if (base::is_planted(base::Fault::KeepDeleted)) { connection->run_script("PRAGMA secure_delete = OFF"); }
    if (base::is_planted(base::Fault::KeepCache)) { connection->run_script(large_cache); }
    note_new_file_as_wiped(*connection);
    SqliteSchema schema(*connection);
    const auto outdated = TRY(outdated_version(schema, migration_texts));
    if (outdated != 0 && options.damage) {
        return base::bad_request("The database " + options.file.string() + " is damaged (" + *options.damage +
                                 "), so it is not brought up to date. Restore a backup, or use the version before.");
    }
    if (outdated != 0 && options.before_migration) { TRY(options.before_migration(*connection, outdated)); }
    TRY(compact_unless_wiped(*connection, options.file, log));
    TRY(migrate(schema, migration_texts, clock));
    return std::unique_ptr<SqliteDatabase>(new SqliteDatabase(std::move(options), std::move(connection), clock, log));
}

SqliteDatabase::SqliteDatabase(SqliteOptions options, std::unique_ptr<SqliteConnection> connection,
                               const base::Clock& clock, base::Log& log)
    : options_(std::move(options)),
      health_(options_),
      work_(log, health_, options_.reserve),
      source_{.file = options_.file, .clock = clock, .work = work_, .commits = commits_},
      point_readers_(source_),
      read_pool_(source_),
      writer_(std::move(connection), clock, work_, commits_, figures_) {}

SqliteDatabase::~SqliteDatabase() {
    // While each of the two empties its queue, whom it answers may still ask the other, or this thread's own reader.
    writer_.stop();
    read_pool_.stop();
}

void SqliteDatabase::on_definitions_change(std::function<void()> reload) {
    writer_.on_definitions_change(std::move(reload));
}

void SqliteDatabase::on_wake(Sleeper sleeper, std::function<void()> call) {
    writer_.wake_calls().set(sleeper, std::move(call));
}

base::Result<void> SqliteDatabase::wipe_deleted() {
    if (base::is_planted(base::Fault::KeepDeleted)) { return {}; }
    SqliteConnection copier(options_.file, SqliteRole::Writer);
    base::Wakeup never_raised;
    auto wait = wipe_wait_first;
    while (true) {
        auto tried = try_to_wipe(copier, wait);
        if (tried || wait >= wipe_wait_longest) { return tried; }
        wait *= 2;
        never_raised.wait_for(wipe_pause);
    }
}

// What takes long happens here; the writer has only to copy what was committed since.
base::Result<void> SqliteDatabase::try_to_wipe(SqliteConnection& copier, std::chrono::milliseconds wait) {
    if (health_.is_broken()) { return base::unavailable(base::Outcome::None, "the database is broken"); }
    if (const auto failed = copier.checkpoint(SqliteConnection::Checkpoint::KeepLog)) {
        work_.note(*failed);
        if (failed->failure() == SqliteFailure::Fatal) { health_.report_fatal(failed->what()); }
        return base::unavailable(base::Outcome::None, failed->what());
    }
    auto done = writer_.want_empty_log(wait);
    // Wakes the writer, also on a full disk.
    TRY(write_and_wait(
        *this, [](Transaction&) { return base::Result<void>(); }, purge_terms));
    return done.get();
}

std::string SqliteDatabase::home() const {
    return identity_of(options_.file);
}

base::Result<void> SqliteDatabase::back_up(const std::filesystem::path& file,
                                           const std::function<bool(const BackupProgress&)>& goes_on) {
    // Whatever ends the work early, the writer is to be free of it.
    struct Ending {
        SqliteDatabase& database;
        BackupProgress progress = {};
        ~Ending() {
            if (!progress.is_whole) { static_cast<void>(database.backup_slice({.gives_up = true})); }
        }
    };
    { const FileWriter private_file(file); }
    Ending work{.database = *this};
    work.progress = TRY(backup_slice({.begin = file}));
    while (!work.progress.is_whole) {
        if (!goes_on(work.progress)) { return base::unavailable(base::Outcome::None, "the backup was given up"); }
        work.progress = TRY(backup_slice({}));
    }
    return {};
}

base::Result<BackupProgress> SqliteDatabase::backup_slice(BackupRequests::Wish wish) {
    auto done = writer_.backup_requests().ask(std::move(wish));
    // Wakes the writer, also on a full disk, where nothing that takes room would reach it. One that is too busy to be
    // woken serves the desk all the same; one that ended has closed it.
    static_cast<void>(write_and_wait(
        *this, [](Transaction&) { return base::Result<void>(); }, purge_terms));
    return done.get();
}

void SqliteDatabase::submit_read(ReadCost cost, std::unique_ptr<Piece> piece) {
    switch (cost) {
        case ReadCost::Point:
            point_readers_.run(*piece);
            piece->answer();
            return;
        case ReadCost::Walk:
            read_pool_.submit(std::move(piece));
            return;
    }
}

void SqliteDatabase::submit_write(Priority priority, std::unique_ptr<Piece> piece) {
    writer_.submit(priority, std::move(piece));
}

}  // namespace tradewind::storage
