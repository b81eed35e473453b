#include "storage/backup/backup_reader.h"

#include <fstream>
#include <iterator>
#include <optional>

#include "base/fault.h"
#include "storage/migrations/migrate.h"
#include "storage/sqlite/facts.h"

namespace tradewind::storage {
namespace {

// A manifest has some kilobytes.
constexpr std::uintmax_t manifest_bytes_max = std::uintmax_t{16} * 1024 * 1024;

std::optional<std::string> read_text(const std::filesystem::path& path) {
    std::error_code missing;
    const auto bytes = std::filesystem::file_size(path, missing);
    if (missing || bytes > manifest_bytes_max) { return std::nullopt; }
    std::ifstream file(path, std::ios::binary);
    return std::string(std::istreambuf_iterator<char>(file), {});
}

base::Error damaged(const std::filesystem::path& path) {
    return base::bad_request("The backup is damaged: " + path.string() + " is not as it was when it was made.");
}

base::Result<void> check_file(const std::filesystem::path& backup, const BackupManifest::File& file) {
    const auto path = backup / file.name;
    std::error_code missing;
    const auto bytes = std::filesystem::file_size(path, missing);
    if (missing || bytes != file.hash.bytes || hash_file(path) != file.hash) { return damaged(path); }
    return {};
}

}  // namespace

base::Result<BackupManifest> check_backup(const std::filesystem::path& backup) {
    const auto manifest_path = backup / BackupManifest::file_name;
    const auto text = read_text(manifest_path);
    const auto hash = read_text(backup / BackupManifest::hash_file_name);
    if (!text || !hash) {
        return base::bad_request(backup.string() + " is no backup: a backup is a directory with " +
                                 std::string(BackupManifest::file_name) + " and " +
                                 std::string(BackupManifest::hash_file_name) + " in it.");
    }
    const bool trusts = base::is_planted(base::Fault::TrustBackup);
    const auto wanted_hash = sha256_of(*text) + "  " + std::string(BackupManifest::file_name) + "\n";
    if (!trusts && *hash != wanted_hash) { return damaged(manifest_path); }
    auto manifest = TRY(parse_manifest(*text));
    if (manifest.schema_version > static_cast<std::int64_t>(migration_texts.size())) {
        return base::conflict("The backup was made by a newer version of this program (" + manifest.version +
                              "; its schema is " + std::to_string(manifest.schema_version) + ", this program knows " +
                              std::to_string(migration_texts.size()) + "). Use that version.");
    }
    if (trusts) { return manifest; }
    for (const auto& file : manifest.files) { TRY(check_file(backup, file)); }
    const std::atomic<bool> never{false};
    const auto facts = TRY(examine_sqlite_file(backup / BackupManifest::database_name, never));
    const bool agrees = facts.schema_version == manifest.schema_version && facts.instance_id == manifest.instance_id &&
                        facts.secret_key_fingerprint == manifest.secret_key_fingerprint && facts.rows == manifest.rows;
    if (!agrees) { return damaged(manifest_path); }
    return manifest;
}

}  // namespace tradewind::storage
