#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

namespace tradewind::storage {

// Reads a file from front to back, or from a place in it, in pieces that fit into memory. Throws std::system_error.
class FileReader {
  public:
    // Nothing when there is no such file.
    static std::optional<FileReader> open(const std::filesystem::path& path);
    FileReader(FileReader&& other) noexcept
        : descriptor_(std::exchange(other.descriptor_, -1)),
          path_(std::move(other.path_)),
          piece_(std::move(other.piece_)) {}
    FileReader& operator=(FileReader&&) = delete;
    ~FileReader();

    // The next piece, valid until the next call; empty at the end.
    std::string_view next();
    void go_to(std::uint64_t offset);

  private:
    static constexpr std::size_t piece_bytes = std::size_t{64} * 1024;

    FileReader(int descriptor, std::filesystem::path path)
        : descriptor_(descriptor), path_(std::move(path)), piece_(piece_bytes) {}

    int descriptor_;
    std::filesystem::path path_;
    std::vector<char> piece_;
};

}  // namespace tradewind::storage
