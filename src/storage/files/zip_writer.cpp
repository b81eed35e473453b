#include "storage/files/zip_writer.h"

#include <minizip/zip.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstdint>
#include <system_error>

#include "base/full_disk.h"
#include "storage/files/file_reader.h"
#include "storage/files/file_writer.h"

namespace tradewind::storage {
namespace {

// Rows of CSV shrink to a fifth even so, at twice the speed of the usual level.
constexpr int compression_level = 1;
constexpr std::uint64_t small_entry_bytes_max = 0xF000'0000;

base::Error full() {
    return {.kind = base::ErrorKind::StorageFull, .detail = "There is no room left on the disk."};
}

// What a failed call means: only a full disk is no surprise.
base::Error failed(const std::filesystem::path& path) {
    if (base::means_full_disk(errno)) { return full(); }
    throw std::system_error(errno != 0 ? errno : EIO, std::generic_category(), path.string());
}

// Dates in a ZIP are from 1980 to 2107.
tm_zip zip_date(base::Instant moment) {
    constexpr std::int64_t earliest_ms = 315'532'800'000;
    constexpr std::int64_t latest_ms = 4'354'819'199'000;
    const std::chrono::sys_time<std::chrono::milliseconds> time(
        std::chrono::milliseconds(std::clamp(moment.milliseconds, earliest_ms, latest_ms)));
    const auto day = std::chrono::floor<std::chrono::days>(time);
    const std::chrono::year_month_day date(day);
    const std::chrono::hh_mm_ss clock(time - day);
    return {.tm_sec = static_cast<uInt>(clock.seconds().count()),
            .tm_min = static_cast<uInt>(clock.minutes().count()),
            .tm_hour = static_cast<uInt>(clock.hours().count()),
            .tm_mday = static_cast<unsigned>(date.day()),
            .tm_mon = static_cast<unsigned>(date.month()) - 1,
            .tm_year = static_cast<uInt>(static_cast<int>(date.year()))};
}

class OpenZip {
  public:
    explicit OpenZip(const std::filesystem::path& path) : file_(zipOpen64(path.c_str(), APPEND_STATUS_CREATE)) {}
    ~OpenZip() {
        if (file_ != nullptr) { zipClose(file_, nullptr); }
    }
    OpenZip(const OpenZip&) = delete;
    OpenZip& operator=(const OpenZip&) = delete;

    [[nodiscard]] bool is_open() const { return file_ != nullptr; }
    [[nodiscard]] bool begin(const std::string& name, base::Instant dated, bool is_large) {
        zip_fileinfo entry{};
        entry.tmz_date = zip_date(dated);
        constexpr int memory_level = 8;  // What zlib itself takes.
        constexpr unsigned long made_by = 0;
        constexpr unsigned long name_is_utf8 = 1UL << 11;
        return zipOpenNewFileInZip4_64(file_, name.c_str(), &entry, nullptr, 0, nullptr, 0, nullptr, Z_DEFLATED,
                                       compression_level, 0, -MAX_WBITS, memory_level, Z_DEFAULT_STRATEGY, nullptr, 0,
                                       made_by, name_is_utf8, is_large ? 1 : 0) == ZIP_OK;
    }
    [[nodiscard]] bool write(std::string_view bytes) {
        return zipWriteInFileInZip(file_, bytes.data(), static_cast<unsigned>(bytes.size())) == ZIP_OK;
    }
    [[nodiscard]] bool end() { return zipCloseFileInZip(file_) == ZIP_OK; }
    [[nodiscard]] bool close() { return zipClose(std::exchange(file_, nullptr), nullptr) == ZIP_OK; }

  private:
    zipFile file_;
};

}  // namespace

base::Result<bool> write_zip(const std::filesystem::path& zip, const std::vector<ZipEntry>& entries,
                             base::Instant dated, const std::function<bool()>& goes_on) {
    // Made first, so that it is nobody else's from the start.
    std::filesystem::remove(zip);
    { const FileWriter made(zip); }
    errno = 0;
    OpenZip out(zip);
    if (!out.is_open()) { return failed(zip); }
    for (const auto& entry : entries) {
        auto file = FileReader::open(entry.path);
        if (!file) { return base::not_found("The file " + entry.path.filename().string() + " is gone."); }
        const bool is_large = std::filesystem::file_size(entry.path) > small_entry_bytes_max;
        if (!out.begin(entry.name, dated, is_large)) { return failed(zip); }
        for (auto piece = file->next(); !piece.empty(); piece = file->next()) {
            if (!goes_on()) { return false; }
            if (!out.write(piece)) { return failed(zip); }
        }
        if (!out.end()) { return failed(zip); }
    }
    if (!out.close()) { return failed(zip); }
    return true;
}

}  // namespace tradewind::storage
