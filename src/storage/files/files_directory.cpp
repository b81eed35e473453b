#include "storage/files/files_directory.h"

#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>
#include <vector>

#include "base/fault.h"
#include "storage/files/durable_file.h"

namespace tradewind::storage {
namespace {

constexpr std::string_view unfinished_ending = ".unfinished";
// Of a file that grows in its place instead of being kept: only held() counts it.
constexpr std::string_view part_ending = ".part";

void unlink(const std::filesystem::path& path) {
    if (::unlink(path.c_str()) != 0 && errno != ENOENT) {
        throw std::system_error(errno, std::generic_category(), path.string());
    }
}

// When it was last written; nothing when it is gone.
std::optional<base::Instant> written_at(const std::filesystem::path& path) {
    struct stat found;
    if (::stat(path.c_str(), &found) != 0) { return std::nullopt; }
    return base::Instant{std::int64_t{found.st_mtim.tv_sec} * 1000 + found.st_mtim.tv_nsec / 1'000'000};
}

// Nothing when it is gone.
std::int64_t size_of(const std::filesystem::path& path) {
    std::error_code gone;
    const auto bytes = std::filesystem::file_size(path, gone);
    return gone ? 0 : static_cast<std::int64_t>(bytes);
}

}  // namespace

UnfinishedFile::~UnfinishedFile() {
    if (!path_.empty()) { ::unlink(path_.c_str()); }
}

std::filesystem::path FilesDirectory::unfinished(std::string_view name) const {
    return path_ / (std::string(name) + std::string(unfinished_ending));
}

void FilesDirectory::keep(UnfinishedFile file, std::string_view name) const {
    const bool trusts_disk = base::is_planted(base::Fault::TrustDisk);
    if (!trusts_disk) { sync_file(file.path()); }
    bytes_ += size_of(file.path());
    std::filesystem::rename(file.path(), path_of(name));
    file.path_.clear();
    if (!trusts_disk) { sync_directory(path_); }
}

void FilesDirectory::remove(std::string_view name) const {
    const auto path = path_of(name);
    if (!name.ends_with(part_ending)) { bytes_ -= size_of(path); }
    unlink(path);
}

std::size_t FilesDirectory::sweep(base::Instant before,
                                  const std::function<bool(std::string_view name)>& is_wanted) const {
    std::vector<std::filesystem::path> unwanted;
    for (const auto& entry : std::filesystem::directory_iterator(path_)) {
        const auto name = entry.path().filename().string();
        const auto written = written_at(entry.path());
        if (!written || *written >= before || !entry.is_regular_file()) { continue; }
        if (name.ends_with(unfinished_ending) || !is_wanted(name)) { unwanted.push_back(entry.path()); }
    }
    for (const auto& path : unwanted) { unlink(path); }
    return unwanted.size();
}

FilesDirectory::Held FilesDirectory::held() const {
    Held held;
    for (const auto& entry : std::filesystem::directory_iterator(path_)) {
        // One that goes away meanwhile counts as gone.
        std::error_code gone;
        const auto bytes = entry.is_regular_file(gone) ? entry.file_size(gone) : 0;
        if (gone || !entry.is_regular_file(gone)) { continue; }
        ++held.files;
        held.bytes += static_cast<std::int64_t>(bytes);
    }
    bytes_ = held.bytes;
    return held;
}

}  // namespace tradewind::storage
