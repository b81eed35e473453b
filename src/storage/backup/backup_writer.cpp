#include "storage/backup/backup_writer.h"

#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <system_error>

#include "storage/files/durable_file.h"
#include "storage/sqlite/facts.h"

namespace tradewind::storage {
namespace {

constexpr std::string_view dated_name = "tradewind-";

base::Error refused(const std::filesystem::path& path, const std::error_code& problem) {
    return base::bad_request("The backup cannot be written to " + path.string() + ": " + problem.message() + ".");
}

// A directory that is removed with all it holds unless it was kept.
class UnfinishedDirectory {
  public:
    explicit UnfinishedDirectory(std::filesystem::path path) : path_(std::move(path)) {}
    UnfinishedDirectory(const UnfinishedDirectory&) = delete;
    UnfinishedDirectory& operator=(const UnfinishedDirectory&) = delete;
    ~UnfinishedDirectory() {
        std::error_code ignored;
        if (!is_kept_) { std::filesystem::remove_all(path_, ignored); }
    }
    // Also where one was left by somebody who was killed.
    base::Result<void> make() {
        std::error_code problem;
        std::filesystem::remove_all(path_, problem);
        if (problem) { return refused(path_, problem); }
        if (::mkdir(path_.c_str(), 0700) != 0) { return refused(path_, {errno, std::generic_category()}); }
        return {};
    }
    void keep_as(const std::filesystem::path& name) {
        sync_directory(path_);
        std::filesystem::rename(path_, name);
        is_kept_ = true;
        sync_directory(name.parent_path());
    }
    [[nodiscard]] const std::filesystem::path& path() const { return path_; }

  private:
    const std::filesystem::path path_;
    bool is_kept_ = false;
};

base::Result<void> check_room(const std::filesystem::path& parent, std::uint64_t bytes) {
    std::error_code problem;
    const auto room = std::filesystem::space(parent, problem);
    if (problem) { return refused(parent, problem); }
    if (room.available >= bytes + backup_spare_bytes) { return {}; }
    return base::Error{.kind = base::ErrorKind::StorageFull,
                       .detail = "There is too little room in " + parent.string() +
                                 " for a backup: " + std::to_string(bytes) + " bytes, and " +
                                 std::to_string(backup_spare_bytes) + " to spare."};
}

std::uint64_t size_of(const std::filesystem::path& directory, const std::vector<std::string>& names) {
    std::uint64_t bytes = 0;
    for (const auto& name : names) {
        std::error_code missing;
        const auto size = std::filesystem::file_size(directory / name, missing);
        bytes += missing ? 0 : size;
    }
    return bytes;
}

// The files that the database still waits for. One that was removed meanwhile, with its import, is left out.
base::Result<std::vector<std::string>> take_files(const BackupOrder& order, const std::filesystem::path& directory,
                                                  const std::vector<std::string>& names) {
    std::vector<std::string> taken;
    if (names.empty()) { return taken; }
    const auto target = directory / BackupManifest::files_name;
    std::filesystem::create_directory(target);
    std::filesystem::permissions(target, std::filesystem::perms::owner_all);
    for (const auto& name : names) {
        std::error_code problem;
        std::filesystem::copy_file(order.files / name, target / name, problem);
        if (problem == std::errc::no_such_file_or_directory) { continue; }
        if (problem) { return refused(target / name, problem); }
        taken.push_back(std::string(BackupManifest::files_name) + "/" + name);
    }
    return taken;
}

base::Error stopped() {
    return base::unavailable(base::Outcome::None, "it was stopped");
}

base::Result<void> add_file(BackupManifest& manifest, const std::filesystem::path& directory, const std::string& name,
                            const std::atomic<bool>& is_over) {
    sync_file(directory / name);
    auto hash = hash_file(directory / name, is_over);
    if (!hash) { return stopped(); }
    manifest.files.push_back({.name = name, .hash = std::move(*hash)});
    return {};
}

}  // namespace

base::Result<BackupManifest> write_backup(const BackupOrder& order) {
    const auto parent = order.target.parent_path().empty() ? "." : order.target.parent_path();
    std::error_code unseen;  // What cannot be looked at cannot be written either.
    if (std::filesystem::exists(std::filesystem::symlink_status(order.target, unseen))) {
        return base::conflict("There is something at " + order.target.string() + " already.");
    }
    TRY(check_room(parent, order.database_bytes));
    UnfinishedDirectory directory(order.target.string() + std::string(unfinished_backup_ending));
    TRY(directory.make());

    const auto database = directory.path() / BackupManifest::database_name;
    TRY(order.write_database(database));
    leave_write_ahead_log(database);
    auto facts = TRY(examine_sqlite_file(database, order.is_over));
    TRY(check_room(parent, size_of(order.files, facts.awaited_files)));
    const auto files = TRY(take_files(order, directory.path(), facts.awaited_files));

    BackupManifest manifest{.version = order.version,
                            .schema_version = facts.schema_version,
                            .instance_id = std::move(facts.instance_id),
                            .secret_key_fingerprint = std::move(facts.secret_key_fingerprint),
                            .made_at = order.now,
                            .files = {},
                            .rows = std::move(facts.rows)};
    TRY(add_file(manifest, directory.path(), std::string(BackupManifest::database_name), order.is_over));
    for (const auto& name : files) { TRY(add_file(manifest, directory.path(), name, order.is_over)); }
    if (!files.empty()) { sync_directory(directory.path() / BackupManifest::files_name); }
    if (order.is_over) { return stopped(); }

    const auto text = render(manifest);
    write_private_file(directory.path() / BackupManifest::file_name, text);
    write_private_file(directory.path() / BackupManifest::hash_file_name,
                       sha256_of(text) + "  " + std::string(BackupManifest::file_name) + "\n");
    directory.keep_as(order.target);
    return manifest;
}

std::filesystem::path backup_path(const std::filesystem::path& target, base::Instant now) {
    std::error_code unseen;
    if (!std::filesystem::is_directory(target, unseen) && target.has_filename()) { return target; }
    // A backup is no place for another one; whoever writes to it is told that there is something already.
    if (std::filesystem::exists(target / BackupManifest::file_name, unseen)) { return target; }
    // `tradewind-20261115T161456.123Z`.
    std::string moment = now.text();
    std::erase_if(moment, [](char c) { return c == '-' || c == ':'; });
    return target / (std::string(dated_name) + moment);
}

}  // namespace tradewind::storage
