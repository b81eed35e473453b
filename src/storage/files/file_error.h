#pragma once

#include <cerrno>
#include <filesystem>
#include <system_error>

namespace tradewind::storage {

// Throws what the system said of the last call, with the path that it was about.
[[noreturn]] inline void throw_file_error(const std::filesystem::path& path, int problem = errno) {
    throw std::system_error(problem, std::generic_category(), path.string());
}

inline void check_file(bool done, const std::filesystem::path& path) {
    if (!done) { throw_file_error(path); }
}

}  // namespace tradewind::storage
