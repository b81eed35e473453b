#include "app/open_database.h"

#include <chrono>
#include <cstdlib>
#include <string_view>
#include <utility>

#include "app/exit_codes.h"
#include "app/migration_backup.h"
#include "app/start_retry.h"
#include "base/fault.h"
#include "base/wakeup.h"
#include "storage/files/damage_mark.h"
#include "storage/postgres/database.h"
#include "storage/sqlite/database.h"

namespace tradewind::app {
namespace {

// Longer than the service may take to be ready again after a crash.
constexpr std::chrono::milliseconds planted_recovery_delay{2'500};

// What both kinds of options have in common.
template <class Options>
Options common_options(base::Log& log) {
    Options options;
    options.on_fatal = [&log](std::string_view cause) {
        log.error("the database broke; stopping without another word to clients", {{"cause", cause}});
        std::_Exit(broken_exit_code);
    };
    return options;
}

base::Result<OpenedDatabase> open_postgres(const DatabaseOpening& opening) {
    auto options = common_options<storage::PostgresOptions>(opening.log);
    options.address = opening.config.database.value();
    options.is_stopped = is_stop_pending;
    auto database =
        TRY(storage::PostgresDatabase::open(std::move(options), opening.clock, opening.random, opening.log));
    OpenedDatabase opened;
    opened.commits_are_durable = database->commits_are_durable();
    opened.node = database->node();
    opened.database = std::move(database);
    return opened;
}

base::Result<OpenedDatabase> open_sqlite(const DatabaseOpening& opening) {
    const auto& [config, directory, clock, random, log] = opening;
    OpenedDatabase opened;
    auto options = common_options<storage::SqliteOptions>(log);
    options.file = directory.database_file();
    storage::SqliteConnection::put_temporary_files_into(options.file.parent_path());
    if (storage::DataDirectory::has_database(options.file.parent_path())) {
        options.damage = storage::DamageMark(options.file).read();
    }
    options.on_damage = [file = options.file, &log = opening.log](std::string_view where, std::string_view cause) {
        const bool is_noted = storage::DamageMark(file).set(where);
        log.error("something in the database cannot be read; nothing is written any more",
                  {{"where", where}, {"cause", cause}, {"noted", is_noted ? "yes" : "no"}});
    };
    options.before_migration = [&opening](storage::SqliteConnection& connection, std::int64_t version) {
        return back_up_before_migration(connection, version, opening.directory, opening.clock, opening.log);
    };
    opened.disk_reserve = std::make_unique<storage::DiskReserve>(
        storage::DiskReserve::Options{
            .file = directory.reserve_file(),
            .bytes = config.disk_reserve_bytes,
            .free_bytes = [file = directory.reserve_file()] { return storage::DiskReserve::free_bytes_beside(file); }},
        log);
    if (!base::is_planted(base::Fault::KeepReserve)) { options.reserve = opened.disk_reserve.get(); }
    if (base::is_planted(base::Fault::SlowRecovery)) {
        base::Wakeup never_raised;
        never_raised.wait_for(planted_recovery_delay);
    }
    auto database = TRY(storage::SqliteDatabase::open(std::move(options), clock, log));
    opened.backups = std::make_unique<storage::Backups>(
        storage::Backups::Dependencies{.database = *database,
                                       .database_file = directory.database_file(),
                                       .files = directory.files_directory(),
                                       .usual_place = std::filesystem::absolute(directory.backups_directory()),
                                       .notes = directory.notes(),
                                       .version = TRADEWIND_VERSION,
                                       .clock = clock,
                                       .log = log});
    opened.database = std::move(database);
    return opened;
}

}  // namespace

base::Result<OpenedDatabase> open_database(const DatabaseOpening& opening) {
    return opening.config.database ? open_postgres(opening) : open_sqlite(opening);
}

}  // namespace tradewind::app
