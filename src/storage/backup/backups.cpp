#include "storage/backup/backups.h"

#include <sys/stat.h>

#include <algorithm>
#include <numeric>
#include <utility>

#include "storage/backup/backup_writer.h"
#include "storage/files/durable_file.h"

namespace tradewind::storage {
namespace {

// What is written meanwhile goes to the disk in portions: the writes of the service wait for the same disk.
constexpr std::int64_t pages_between_syncs = 4096;

std::uint64_t size_of(const std::filesystem::path& database) {
    auto log = database;
    log += "-wal";
    std::error_code missing;
    const auto log_bytes = std::filesystem::file_size(log, missing);
    return std::filesystem::file_size(database) + (missing ? 0 : log_bytes);
}

// What those left who were killed. Only of the usual place is it known that nobody else writes there.
void remove_unfinished(const std::filesystem::path& place) {
    std::error_code ignored;
    for (std::filesystem::directory_iterator entry(place, ignored), end; entry != end; entry.increment(ignored)) {
        if (entry->path().extension() == unfinished_backup_ending) {
            std::filesystem::remove_all(entry->path(), ignored);
        }
    }
}

}  // namespace

// Says that a backup failed, unless it came to another end: also when something broke that the thread tells the log.
class Backups::Ending {
  public:
    explicit Ending(Backups& backups) : backups_(backups) {}
    Ending(const Ending&) = delete;
    Ending& operator=(const Ending&) = delete;
    ~Ending() {
        const std::lock_guard lock(backups_.mutex_);
        backups_.standing_.state = state_;
        backups_.standing_.problem = std::move(problem_);
    }

    void succeed() {
        state_ = BackupStanding::State::Done;
        problem_.clear();
    }
    void fail(const base::Error& error) {
        problem_ = error.kind == base::ErrorKind::Unavailable ? "The service is stopping." : error.detail;
    }

  private:
    Backups& backups_;
    BackupStanding::State state_ = BackupStanding::State::Failed;
    std::string problem_ = "Something broke; the log says what.";
};

Backups::Backups(Dependencies dependencies) : dependencies_(std::move(dependencies)), thread_(dependencies_.log) {}

Backups::~Backups() {
    is_over_ = true;
    thread_.await_idle();
}

base::Result<std::filesystem::path> Backups::start(const std::filesystem::path& wanted) {
    if (wanted.empty()) { ::mkdir(dependencies_.usual_place.c_str(), 0700); }
    auto target = backup_path(wanted.empty() ? dependencies_.usual_place : wanted, dependencies_.clock.now());
    {
        const std::lock_guard lock(mutex_);
        if (standing_.state == BackupStanding::State::Running) {
            return base::conflict("A backup is being made already, in " + standing_.target.string() + ".");
        }
        standing_ = {.state = BackupStanding::State::Running, .target = target, .progress = {}, .problem = {}};
    }
    thread_.post([this, target] { run(target); });
    return target;
}

BackupStanding Backups::standing() const {
    const std::lock_guard lock(mutex_);
    return standing_;
}

void Backups::run(const std::filesystem::path& target) {
    Ending ending(*this);
    const auto made = make(target);
    if (made) {
        ending.succeed();
        dependencies_.log.info("made a backup", {{"directory", target.string()}});
        const auto& files = made.value().files;
        const auto add_bytes = [](std::uint64_t sum, const auto& file) { return sum + file.hash.bytes; };
        dependencies_.notes.note_backup(
            {.at = made.value().made_at,
             .bytes = std::accumulate(files.begin(), files.end(), std::uint64_t{0}, add_bytes)});
    } else {
        ending.fail(made.error());
        dependencies_.log.warning("a backup was not made",
                                  {{"directory", target.string()}, {"cause", made.error().detail}});
        if (!is_over_) { dependencies_.notes.note_failed_backup(dependencies_.clock.now()); }
    }
}

base::Result<BackupManifest> Backups::make(const std::filesystem::path& target) {
    remove_unfinished(dependencies_.usual_place);
    return write_backup({.target = target,
                         .files = dependencies_.files,
                         .database_bytes = size_of(dependencies_.database_file),
                         .version = dependencies_.version,
                         .now = dependencies_.clock.now(),
                         .write_database = [this](const std::filesystem::path& file) { return write_database(file); },
                         .is_over = is_over_});
}

base::Result<void> Backups::write_database(const std::filesystem::path& file) {
    std::int64_t synced = 0;
    return dependencies_.database.back_up(file, [&](const BackupProgress& progress) {
        if (progress.done - synced >= pages_between_syncs) {
            sync_file(file);
            synced = progress.done;
        }
        const std::lock_guard lock(mutex_);
        standing_.progress = progress;
        return !is_over_;
    });
}

}  // namespace tradewind::storage
