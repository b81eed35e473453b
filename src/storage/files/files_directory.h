#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "base/instant.h"
#include "storage/files/disk_reserve.h"

namespace tradewind::storage {

// A file that is not wanted yet: removed with this object unless it was kept.
class UnfinishedFile {
  public:
    explicit UnfinishedFile(std::filesystem::path path) : path_(std::move(path)) {}
    UnfinishedFile(UnfinishedFile&& other) noexcept : path_(std::exchange(other.path_, {})) {}
    UnfinishedFile& operator=(UnfinishedFile&&) = delete;
    ~UnfinishedFile();

    [[nodiscard]] const std::filesystem::path& path() const { return path_; }

  private:
    friend class FilesDirectory;
    std::filesystem::path path_;  // Empty when there is nothing to remove.
};

// The files that rows of the database name. Shared by the processes of one database. Thread-safe; throws
// std::system_error.
class FilesDirectory {
  public:
    // The directory is there. The reserve, if there is one, is of its disk. `bytes_max` is what its files may take
    // together; 0: no limit.
    explicit FilesDirectory(std::filesystem::path path, const DiskReserve* reserve = nullptr,
                            std::int64_t bytes_max = 0)
        : path_(std::move(path)), reserve_(reserve), bytes_max_(bytes_max) {}

    // False while the disk is full: then no file is to be begun or made longer.
    [[nodiscard]] bool has_room() const { return reserve_ == nullptr || !reserve_->is_given_up(); }
    // Whether somebody may ask for one more file, of this size as far as that is known. By what the files took when
    // they were last counted and what was kept and removed here since.
    [[nodiscard]] bool may_take(std::int64_t bytes) const {
        return bytes_max_ == 0 || bytes_.load(std::memory_order_relaxed) + bytes < bytes_max_;
    }
    [[nodiscard]] std::int64_t bytes_max() const { return bytes_max_; }

    // Where a file with this name may be written until it is kept.
    [[nodiscard]] std::filesystem::path unfinished(std::string_view name) const;
    [[nodiscard]] std::filesystem::path path_of(std::string_view name) const { return path_ / name; }

    // Makes the file and its name durable, in the place of one that may be there. Takes as long as the disk does.
    void keep(UnfinishedFile file, std::string_view name) const;
    // Nothing happens when there is none.
    void remove(std::string_view name) const;

    // Removes those last written before this moment that were never kept, or that nobody wants by their name. How many.
    std::size_t sweep(base::Instant before, const std::function<bool(std::string_view name)>& is_wanted) const;

    struct Held {
        std::int64_t files = 0;
        std::int64_t bytes = 0;
    };
    // Counts all of them, wanted or not.
    [[nodiscard]] Held held() const;

  private:
    std::filesystem::path path_;
    const DiskReserve* reserve_;
    const std::int64_t bytes_max_;
    mutable std::atomic<std::int64_t> bytes_{0};
};

}  // namespace tradewind::storage
