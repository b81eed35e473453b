#include "app/restore_command.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <vector>

#include "base/clock.h"
#include "base/fault.h"
#include "storage/backup/backup_reader.h"
#include "storage/files/data_directory.h"
#include "storage/files/durable_file.h"
#include "storage/stores/contacts/erasure_log.h"

namespace tradewind::app {
namespace {

using storage::BackupManifest;
using storage::DataDirectory;

base::Result<void> compare_key(const BackupManifest& manifest, const std::filesystem::path& file) {
    const auto key = TRY(DataDirectory::read_key(file));
    if (key->fingerprint() != manifest.secret_key_fingerprint) {
        return base::bad_request("The key in " + file.string() + " is not the one that the backup belongs to.");
    }
    return {};
}

base::Result<void> check_key(const BackupManifest& manifest, const RestoreCommand& command) {
    if (command.secret_key.empty()) {
        return base::bad_request(
            "A backup holds no secret key, without which no API key works and nothing sealed can be read. Name the "
            "file where you keep it: --secret-key FILE.");
    }
    return compare_key(manifest, command.secret_key);
}

// Where the log of erasures is; empty when there is none.
base::Result<std::filesystem::path> erasure_log(const BackupManifest& manifest, const RestoreCommand& command) {
    if (command.erasures.empty()) {
        if (command.without_erasures) { return std::filesystem::path(); }
        return base::bad_request(
            "People who were erased after " + manifest.made_at.text() +
            " would come back. Name the log that says who they are, " + std::string(DataDirectory::erasure_log_name) +
            " in the lost data directory or where you keep a copy: --erasures FILE. If there is none any more, say "
            "--without-erasures.");
    }
    std::filesystem::path file(command.erasures);
    if (std::filesystem::is_directory(file)) { file /= DataDirectory::erasure_log_name; }
    if (!std::filesystem::is_regular_file(file)) {
        return base::bad_request("There is no log of erasures at " + file.string() + ".");
    }
    TRY(storage::ErasureLog(file, manifest.secret_key_fingerprint).read());
    return file;
}

// Of a file system that was just made.
constexpr std::string_view recovered_files = "lost+found";

base::Result<void> check_target(const std::filesystem::path& target) {
    if (!std::filesystem::exists(target)) { return {}; }
    if (!std::filesystem::is_directory(target)) { return base::bad_request(target.string() + " is no directory."); }
    for (const auto& entry : std::filesystem::directory_iterator(target)) {
        if (entry.path().filename() == recovered_files) { continue; }
        return base::conflict("The directory " + target.string() +
                              " is not empty. Restore into a new one, so that nothing is lost.");
    }
    return {};
}

// As private and as durable as what the service writes itself.
void copy_into_place(const std::filesystem::path& from, const std::filesystem::path& to) {
    auto unfinished = to;
    unfinished += ".unfinished";
    std::filesystem::copy_file(from, unfinished);
    std::filesystem::permissions(unfinished, std::filesystem::perms::owner_read | std::filesystem::perms::owner_write);
    storage::sync_file(unfinished);
    std::filesystem::rename(unfinished, to);
    storage::sync_directory(to.parent_path());
}

std::string bytes_in(const std::filesystem::path& path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

// With the folders above it that are not there yet.
void make_directory(const std::filesystem::path& path) {
    if (path.empty() || std::filesystem::exists(path)) { return; }
    const auto parent = path.parent_path();
    make_directory(parent);
    std::filesystem::create_directory(path);
    storage::sync_directory(parent);
}

void fill(const std::filesystem::path& target, const BackupManifest& manifest, const RestoreCommand& command,
          const std::filesystem::path& erasures) {
    if (!std::filesystem::exists(target)) {
        make_directory(std::filesystem::absolute(target));
        std::filesystem::permissions(target, std::filesystem::perms::owner_all);
    }
    // First: without it a server would take the directory for a new one until the database is there.
    storage::write_private_file(DataDirectory::restored_mark(target), manifest.made_at.text() + "\n");
    storage::write_private_file(DataDirectory::key_file(target), bytes_in(command.secret_key));
    if (!erasures.empty()) { copy_into_place(erasures, target / DataDirectory::erasure_log_name); }
    std::filesystem::create_directory(target / BackupManifest::files_name);
    std::filesystem::permissions(target / BackupManifest::files_name, std::filesystem::perms::owner_all);
    const std::filesystem::path backup(command.backup);
    for (const auto& file : manifest.files) {
        if (file.name != BackupManifest::database_name) { copy_into_place(backup / file.name, target / file.name); }
    }
    copy_into_place(backup / BackupManifest::database_name, target / BackupManifest::database_name);
    storage::OperatingNotes(target).note_restore({.at = base::SystemClock().now(), .backup_made_at = manifest.made_at});
}

// The key that is named, or else the one that is there.
base::Result<BackupManifest> check_restorable(const Config& config, const RestoreCommand& command) {
    auto manifest = TRY(storage::check_backup(command.backup));
    std::filesystem::path key(command.secret_key);
    if (key.empty()) { key = DataDirectory::key_file(config.data); }
    TRY(compare_key(manifest, key));
    return manifest;
}

base::Result<void> try_restore(const Config& config, const RestoreCommand& command) {
    if (!DataDirectory::has_database(config.data)) {
        return base::bad_request("There is no store in " + config.data.string() +
                                 ". Name by --data the one that the backup was made of.");
    }
    TRY(DataDirectory::check_owner(config.data));
    const auto manifest = check_restorable(config, command);
    storage::RestoreNote note{.at = base::SystemClock().now()};
    if (manifest) { note.backup_made_at = manifest.value().made_at; }
    storage::OperatingNotes(config.data).note_restore(note);
    if (!manifest) { return manifest.error(); }
    fmt::print("the backup of {} is whole and can be restored\n", manifest.value().made_at.text());
    return {};
}

}  // namespace

base::Result<void> restore(const Config& config, const RestoreCommand& command) {
    if (config.database) {
        return base::bad_request(
            "A backup of this program is restored into a data directory with SQLite. What PostgreSQL keeps is restored "
            "by its own tools: pg_restore.");
    }
    if (command.is_trial) { return try_restore(config, command); }
    const auto manifest = TRY(storage::check_backup(command.backup));
    TRY(check_key(manifest, command));
    auto erasures = TRY(erasure_log(manifest, command));
    if (base::is_planted(base::Fault::ForgetErasures)) { erasures.clear(); }
    TRY(DataDirectory::check_owner(config.data));
    TRY(check_target(config.data));
    fill(config.data, manifest, command, erasures);
    fmt::print(
        "restored the backup of {} to {}\nIt is on hold: it serves, but does nothing to the outside world until you "
        "say "
        "that it is the live copy:\n  tradewind confirm-live --data {}\n",
        manifest.made_at.text(), config.data.string(), config.data.string());
    return {};
}

}  // namespace tradewind::app
