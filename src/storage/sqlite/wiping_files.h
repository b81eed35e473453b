#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

namespace tradewind::storage {

// With more pages than this, 128 GiB, a page that holds the rest of a long row could be taken for one that holds rows:
// it begins with the number of another page, and pages with rows begin with a byte from 2 on.
inline constexpr std::int64_t database_pages_max = (std::int64_t{1} << 25) - 1;

struct UnusedBytes {
    std::size_t begin = 0;
    std::size_t end = 0;
};

// The bytes between the directory of a page and its rows, where SQLite leaves rows that it has moved elsewhere: not
// even secure_delete overwrites them. Nothing for a page that holds no rows, or whose directory is not as it must be.
[[nodiscard]] std::optional<UnusedBytes> unused_bytes_of_page(std::span<const unsigned char> page, bool is_first);

// The name by which SQLite opens files as it always does, but that zeroes get into a database in the place of unused
// bytes. Whoever writes a database file opens it by this name. The write-ahead log keeps them until it is emptied: it
// has checksums. Thread-safe.
[[nodiscard]] const char* wiping_files();

}  // namespace tradewind::storage
