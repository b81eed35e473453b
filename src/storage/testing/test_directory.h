#pragma once

#include <stdlib.h>

#include <cstdint>
#include <filesystem>
#include <stdexcept>
#include <string>
#include <system_error>

namespace tradewind::storage {

// For tests: in memory, where there is room: how a busy disk stalls a database is not what tests are to see.
inline std::filesystem::path quick_place() {
    constexpr std::uintmax_t bytes_min = std::uintmax_t{2} << 30;
    const std::filesystem::path memory = "/dev/shm";
    std::error_code failed;
    const auto space = std::filesystem::space(memory, failed);
    return !failed && space.available >= bytes_min ? memory : std::filesystem::temp_directory_path();
}

// For tests: a fresh directory, removed with all it holds.
class TemporaryDirectory {
  public:
    explicit TemporaryDirectory(const std::filesystem::path& parent = std::filesystem::temp_directory_path()) {
        auto name = (parent / "tradewind-test-XXXXXX").string();
        if (::mkdtemp(name.data()) == nullptr) { throw std::runtime_error("no temporary directory: " + name); }
        path_ = name;
    }
    ~TemporaryDirectory() {
        std::error_code ignored;
        std::filesystem::remove_all(path_, ignored);
    }
    TemporaryDirectory(const TemporaryDirectory&) = delete;
    TemporaryDirectory& operator=(const TemporaryDirectory&) = delete;

    [[nodiscard]] const std::filesystem::path& path() const { return path_; }

  private:
    std::filesystem::path path_;
};

}  // namespace tradewind::storage
