#include "app/migration_backup.h"

#include <sys/stat.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <string>
#include <vector>

#include "storage/backup/backup_writer.h"
#include "storage/files/file_writer.h"
#include "storage/sqlite/backup.h"

namespace tradewind::app {
namespace {

constexpr std::string_view name_beginning = "before-schema-change-";

// Nobody waits for the connection.
constexpr std::chrono::hours slice_longest{1};

base::Result<void> write_database(storage::SqliteConnection& connection, const base::Clock& clock,
                                  const std::filesystem::path& file) {
    { const storage::FileWriter private_file(file); }
    const auto backup = TRY(storage::SqliteBackup::begin(connection, file));
    while (true) {
        const auto progress = TRY(backup->go_on(clock, slice_longest));
        if (progress.is_whole) { return {}; }
    }
}

// Their names end in the moment they were made, so that they sort by age.
std::string name_at(base::Instant moment) {
    const auto dated = storage::backup_path({}, moment).filename().string();
    return std::string(name_beginning) + dated.substr(dated.find('-') + 1);
}

std::vector<std::filesystem::path> oldest_first(const std::filesystem::path& directory) {
    std::vector<std::filesystem::path> found;
    std::error_code missing;
    for (std::filesystem::directory_iterator entry(directory, missing), end; entry != end; entry.increment(missing)) {
        if (entry->path().filename().string().starts_with(name_beginning)) { found.push_back(entry->path()); }
    }
    std::ranges::sort(found);
    return found;
}

void remove_older_ones(const std::filesystem::path& directory) {
    const auto found = oldest_first(directory);
    for (std::size_t place = 0; place + std::size_t{migration_backups_kept} < found.size(); ++place) {
        std::filesystem::remove_all(found[place]);
    }
}

}  // namespace

base::Result<void> back_up_before_migration(storage::SqliteConnection& connection, std::int64_t version,
                                            const storage::DataDirectory& directory, const base::Clock& clock,
                                            base::Log& log) {
    const auto place = directory.backups_directory();
    ::mkdir(place.c_str(), 0700);
    const auto now = clock.now();
    const auto target = place / name_at(now);
    const std::atomic<bool> never{false};
    const auto made = storage::write_backup(
        {.target = target,
         .files = directory.files_directory(),
         .database_bytes = std::filesystem::file_size(directory.database_file()),
         .version = TRADEWIND_VERSION,
         .now = now,
         .write_database = [&](const std::filesystem::path& file) { return write_database(connection, clock, file); },
         .is_over = never});
    if (!made) {
        return base::Error{.kind = made.error().kind,
                           .detail =
                               "The database is not brought to this version, because no backup of it could be "
                               "made before. " +
                               made.error().detail};
    }
    remove_older_ones(place);
    log.info("made a backup before the schema is changed", {{"directory", target.string()}, {"schema", version}});
    return {};
}

void remove_old_migration_backups(const storage::DataDirectory& directory, const base::Clock& clock) {
    const auto oldest_kept =
        name_at({clock.now().milliseconds - std::chrono::milliseconds(migration_backup_age_max).count()});
    for (const auto& path : oldest_first(directory.backups_directory())) {
        if (path.filename() < oldest_kept) { std::filesystem::remove_all(path); }
    }
}

}  // namespace tradewind::app
