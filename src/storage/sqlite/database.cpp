#include "storage/sqlite/database.h"

#include <utility>

#include "base/fault.h"
#include "storage/files/file_identity.h"
#include "storage/files/file_writer.h"
#include "storage/migrations/migrate.h"
#include "storage/sqlite/schema.h"

namespace tradewind::storage {
namespace {

// Also of what is in the log alone.
constexpr Query size_query{
    .name = "database.size",
    .sql = R"(SELECT page_count * page_size FROM pragma_page_count, pragma_page_size)",
};

}  // namespace

base::Result<std::unique_ptr<SqliteDatabase>> SqliteDatabase::open(SqliteOptions options, const base::Clock& clock,
                                                                   base::Log& log) {
    auto connection = std::make_unique<SqliteConnection>(options.file, SqliteRole::Writer);
    if (base::is_planted(base::Fault::SynchronousOff)) { connection->run_script("PRAGMA synchronous = OFF"); }
    if (base::is_planted(base::Fault::KeepDeleted)) { connection->run_script("PRAGMA secure_delete = OFF"); }
    SqliteSchema schema(*connection);
    const auto outdated = TRY(outdated_version(schema, migration_texts));
    if (outdated != 0 && options.damage) {
        return base::bad_request("The database " + options.file.string() + " is damaged (" + *options.damage +
                                 "), so it is not brought up to date. Restore a backup, or use the version before.");
    }
    if (outdated != 0 && options.before_migration) { TRY(options.before_migration(*connection, outdated)); }
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
    TRY(check_room_for_copy());
    auto done = writer_.want_wipe();
    // Wakes the writer.
    TRY(write_and_wait(
        *this, [](Transaction&) { return base::Result<void>(); }, Priority::Bulk));
    return done.get();
}

// The copy is made in a file of its own, and then goes through the log.
base::Result<void> SqliteDatabase::check_room_for_copy() {
    const auto bytes = TRY(read_and_wait(*this, [](Transaction& transaction) -> base::Result<std::int64_t> {
        auto rows = transaction.query(size_query);
        return rows.next() ? rows.integer(0) : 0;
    }));
    std::error_code unknown;
    const auto space = std::filesystem::space(options_.file, unknown);
    if (!unknown && space.available < 2 * static_cast<std::uint64_t>(bytes)) {
        return base::unavailable(base::Outcome::None, "the disk has too little room to write the database anew");
    }
    return {};
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
