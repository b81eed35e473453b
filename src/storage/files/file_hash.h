#pragma once

#include <atomic>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

namespace tradewind::storage {

// How large a file is, and the SHA-256 of what is in it, in hexadecimal digits.
struct FileHash {
    std::uint64_t bytes = 0;
    std::string sha256;

    friend bool operator==(const FileHash&, const FileHash&) = default;
};

// Reads all of it. Throws std::system_error, also when there is no such file.
FileHash hash_file(const std::filesystem::path& path);
// The same; nothing when it was over before the end was reached.
std::optional<FileHash> hash_file(const std::filesystem::path& path, const std::atomic<bool>& is_over);

std::string sha256_of(std::string_view text);

}  // namespace tradewind::storage
