#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "base/instant.h"
#include "base/result.h"
#include "storage/files/file_hash.h"

namespace tradewind::storage {

// What a backup says of itself, in `manifest.json`. It names the secret key it belongs to, and never holds it.
struct BackupManifest {
    static constexpr std::int64_t newest_format = 1;
    static constexpr std::string_view file_name = "manifest.json";
    static constexpr std::string_view hash_file_name = "manifest.sha256";  // As sha256sum reads it.
    static constexpr std::string_view database_name = "tradewind.db";
    static constexpr std::string_view files_name = "files";

    struct File {
        std::string name;  // Within the backup, such as `files/import-1`.
        FileHash hash;
    };

    std::string version;  // Of the program that made it.
    std::int64_t schema_version = 0;
    std::string instance_id;
    std::string secret_key_fingerprint;
    base::Instant made_at;
    std::vector<File> files;
    std::map<std::string, std::int64_t> rows;  // Of every table.
};

std::string render(const BackupManifest& manifest);
// Refused: what render() does not write, a format that is newer, a name that leads out of the backup.
base::Result<BackupManifest> parse_manifest(std::string_view text);

}  // namespace tradewind::storage
