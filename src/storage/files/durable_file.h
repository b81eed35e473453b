#pragma once

#include <filesystem>
#include <string_view>

namespace tradewind::storage {

// Writes a small file that only its owner may read (0600), whole or not at all even when the power fails: a temporary
// file, fsync, rename, fsync of the directory. Replaces what is there. Throws std::system_error.
void write_private_file(const std::filesystem::path& path, std::string_view bytes);

// Makes what is in a file durable. Throws std::system_error.
void sync_file(const std::filesystem::path& path);

// Makes the names in a directory durable. Throws std::system_error.
void sync_directory(const std::filesystem::path& path);

}  // namespace tradewind::storage
