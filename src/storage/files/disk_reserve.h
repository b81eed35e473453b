#pragma once

#include <atomic>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <mutex>
#include <string_view>

#include "base/log.h"

namespace tradewind::storage {

// A file that holds room on the disk for the day when there is none left. It is given up when somebody finds the disk
// full; from then on only what gives room back may be written, and what was held is for that. It is taken back, and
// everything runs again, when twice its size is free. Thread-safe.
class DiskReserve {
  public:
    // Less than this and a database can hardly be opened: then the reserve is given up at the start.
    static constexpr std::uint64_t start_bytes_min = std::uint64_t{1024} * 1024;

    struct Options {
        std::filesystem::path file;
        std::uint64_t bytes = 0;  // 0: there is no reserve, and nothing is ever given up.
        // What others than root may still write on the disk of the file.
        std::function<std::uint64_t()> free_bytes;
    };
    // The same, asked of the file system.
    static std::uint64_t free_bytes_beside(const std::filesystem::path& file);

    // Makes the file when it is missing, with blocks of its own, if there is room for it. Throws std::system_error.
    DiskReserve(Options options, base::Log& log);
    DiskReserve(const DiskReserve&) = delete;
    DiskReserve& operator=(const DiskReserve&) = delete;

    // Somebody found the disk full. Nothing happens the second time.
    void give_up(std::string_view cause);
    // To be called now and then. Throws std::system_error.
    void take_back_if_there_is_room();

    // Whether only what gives room back may be written.
    [[nodiscard]] bool is_given_up() const { return is_given_up_.load(std::memory_order_acquire); }
    [[nodiscard]] std::uint64_t free_bytes() const { return options_.free_bytes(); }
    // What must be free for everything to run again.
    [[nodiscard]] std::uint64_t bytes_wanted() const { return 2 * options_.bytes; }

  private:
    [[nodiscard]] bool is_held() const;
    // False when the disk has no room for it; then nothing of it is left.
    [[nodiscard]] bool make() const;
    void remove() const;

    const Options options_;
    base::Log& log_;
    std::mutex change_mutex_;
    std::atomic<bool> is_given_up_{false};
};

}  // namespace tradewind::storage
