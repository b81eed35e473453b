#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string_view>
#include <utility>

#include "base/result.h"

namespace tradewind::storage {

// A file that grows at its end, only readable by its owner (0600). Throws std::system_error, but for a full disk.
class PartFile {
  public:
    // A new one, in the place of what may be there.
    static PartFile create(const std::filesystem::path& path);
    // Goes on behind the first bytes of one that is there and cuts off the rest; nothing when it is not there or has
    // less.
    static std::optional<PartFile> resume(const std::filesystem::path& path, std::int64_t bytes);
    // A new one that begins with the first bytes of another; nothing when that is not there or has less.
    static std::optional<PartFile> copy(const std::filesystem::path& from, const std::filesystem::path& path,
                                        std::int64_t bytes);

    PartFile(PartFile&& other) noexcept
        : path_(std::move(other.path_)), descriptor_(std::exchange(other.descriptor_, -1)), bytes_(other.bytes_) {}
    PartFile& operator=(PartFile&&) = delete;
    ~PartFile();

    // Refused with StorageFull when the disk is full; then what is in the file is not known.
    base::Result<void> append(std::string_view bytes);
    // Makes what was appended durable.
    void sync();
    [[nodiscard]] std::int64_t bytes() const { return bytes_; }
    [[nodiscard]] const std::filesystem::path& path() const { return path_; }

  private:
    PartFile(std::filesystem::path path, int descriptor) : path_(std::move(path)), descriptor_(descriptor) {}
    static std::optional<PartFile> open(const std::filesystem::path& path);
    [[nodiscard]] std::int64_t size() const;
    void go_to(std::int64_t offset);
    // How many.
    std::int64_t copy_from(int descriptor, std::int64_t bytes);

    std::filesystem::path path_;
    int descriptor_;
    std::int64_t bytes_ = 0;
};

}  // namespace tradewind::storage
