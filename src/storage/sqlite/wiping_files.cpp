#include "storage/sqlite/wiping_files.h"

#include <sqlite3.h>

#include <array>
#include <bit>
#include <cstring>
#include <new>

#include "base/fault.h"

namespace tradewind::storage {
namespace {

constexpr std::size_t page_bytes_min = 512;
constexpr std::size_t page_bytes_max = 65536;
// Before the directory of the first page.
constexpr std::size_t file_header_bytes = 100;
constexpr std::size_t cell_pointer_bytes = 2;

// By the first byte of a page.
constexpr unsigned char inner_index_page = 2;
constexpr unsigned char inner_table_page = 5;
constexpr unsigned char leaf_index_page = 10;
constexpr unsigned char leaf_table_page = 13;

// How long the directory is without the cell pointers; nothing for a page without rows.
std::optional<std::size_t> page_header_bytes(unsigned char first_byte) {
    switch (first_byte) {
        case inner_index_page:
        case inner_table_page:
            return 12;
        case leaf_index_page:
        case leaf_table_page:
            return 8;
        default:
            return std::nullopt;
    }
}

// What SQLite's own file has behind it: its methods, with one of them replaced.
struct WipingMethods {
    sqlite3_io_methods replaced;
    const sqlite3_io_methods* original;
};

// Of the default files; ours have room for WipingMethods behind that.
int original_file_bytes = 0;

void* behind(sqlite3_file* file) {
    return reinterpret_cast<std::byte*>(file) + original_file_bytes;
}

int write_wiped(sqlite3_file* file, const void* bytes, int size, sqlite3_int64 offset) {
    const auto& write = std::launder(static_cast<WipingMethods*>(behind(file)))->original->xWrite;
    const std::span page(static_cast<const unsigned char*>(bytes), static_cast<std::size_t>(size));
    const auto unused = offset % size == 0 ? unused_bytes_of_page(page, offset == 0) : std::nullopt;
    if (!unused || base::is_planted(base::Fault::KeepGaps)) { return write(file, bytes, size, offset); }
    // The page is SQLite's, which may still look at it.
    std::array<unsigned char, page_bytes_max> wiped;
    std::memcpy(wiped.data(), page.data(), page.size());
    std::memset(wiped.data() + unused->begin, 0, unused->end - unused->begin);
    return write(file, wiped.data(), size, offset);
}

int open_wiping(sqlite3_vfs*, const char* name, sqlite3_file* file, int flags, int* flags_out) {
    auto* const original = sqlite3_vfs_find(nullptr);
    const int code = original->xOpen(original, name, file, flags, flags_out);
    if (code != SQLITE_OK || (flags & SQLITE_OPEN_MAIN_DB) == 0) { return code; }
    auto* const methods = ::new (behind(file)) WipingMethods{.replaced = *file->pMethods, .original = file->pMethods};
    methods->replaced.xWrite = write_wiped;
    file->pMethods = &methods->replaced;
    return code;
}

const char* register_wiping_files() {
    static sqlite3_vfs files = *sqlite3_vfs_find(nullptr);
    original_file_bytes = files.szOsFile;
    files.szOsFile += static_cast<int>(sizeof(WipingMethods));
    files.pNext = nullptr;
    files.zName = "wiping-files";
    files.xOpen = open_wiping;
    // Were it refused, no file could be opened by this name.
    sqlite3_vfs_register(&files, 0);
    return files.zName;
}

}  // namespace

std::optional<UnusedBytes> unused_bytes_of_page(std::span<const unsigned char> page, bool is_first) {
    if (!std::has_single_bit(page.size()) || page.size() < page_bytes_min || page.size() > page_bytes_max) {
        return std::nullopt;
    }
    const auto number_at = [page](std::size_t place) { return std::size_t{page[place]} << 8U | page[place + 1]; };
    const std::size_t header = is_first ? file_header_bytes : 0;
    const auto header_bytes = page_header_bytes(page[header]);
    if (!header_bytes) { return std::nullopt; }
    const auto first_free_block = number_at(header + 1);
    const auto cells = number_at(header + 3);
    const auto first_cell = number_at(header + 5);
    const UnusedBytes unused{.begin = header + *header_bytes + cells * cell_pointer_bytes,
                             // The largest page is larger than the number that fits.
                             .end = first_cell == 0 ? page_bytes_max : first_cell};
    const auto is_in_range = [&](std::size_t place) { return place >= unused.end && place < page.size(); };
    if (unused.begin > unused.end || unused.end > page.size()) { return std::nullopt; }
    if (first_free_block != 0 && !is_in_range(first_free_block)) { return std::nullopt; }
    for (auto pointer = header + *header_bytes; pointer < unused.begin; pointer += cell_pointer_bytes) {
        if (!is_in_range(number_at(pointer))) { return std::nullopt; }
    }
    return unused;
}

const char* wiping_files() {
    static const char* const name = register_wiping_files();
    return name;
}

}  // namespace tradewind::storage
