#include "storage/files/part_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>

#include "base/fault.h"
#include "base/full_disk.h"
#include "storage/files/file_error.h"

namespace tradewind::storage {
namespace {

constexpr mode_t owner_only = 0600;

}  // namespace

PartFile PartFile::create(const std::filesystem::path& path) {
    PartFile file(path, ::open(path.c_str(), O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, owner_only));
    check_file(file.descriptor_ >= 0, path);
    return file;
}

std::optional<PartFile> PartFile::open(const std::filesystem::path& path) {
    PartFile file(path, ::open(path.c_str(), O_RDWR | O_CLOEXEC | O_NOFOLLOW));
    if (file.descriptor_ < 0 && errno == ENOENT) { return std::nullopt; }
    check_file(file.descriptor_ >= 0, path);
    return file;
}

std::optional<PartFile> PartFile::resume(const std::filesystem::path& path, std::int64_t bytes) {
    auto file = open(path);
    if (!file || file->size() < bytes) { return std::nullopt; }
    const bool keeps_tail = base::is_planted(base::Fault::KeepTail);
    if (!keeps_tail) { check_file(::ftruncate(file->descriptor_, bytes) == 0, path); }
    file->go_to(keeps_tail ? file->size() : bytes);
    return file;
}

std::optional<PartFile> PartFile::copy(const std::filesystem::path& from, const std::filesystem::path& path,
                                       std::int64_t bytes) {
    const auto source = open(from);
    if (!source || source->size() < bytes) { return std::nullopt; }
    auto file = create(path);
    if (file.copy_from(source->descriptor_, bytes) < bytes) { return std::nullopt; }
    return file;
}

PartFile::~PartFile() {
    if (descriptor_ >= 0) { ::close(descriptor_); }
}

base::Result<void> PartFile::append(std::string_view bytes) {
    while (!bytes.empty()) {
        const auto written = ::write(descriptor_, bytes.data(), bytes.size());
        if (written < 0 && errno == EINTR) { continue; }
        if (written < 0 && base::means_full_disk(errno)) {
            return base::Error{.kind = base::ErrorKind::StorageFull, .detail = "There is no room left on the disk."};
        }
        check_file(written >= 0, path_);
        bytes_ += written;
        bytes.remove_prefix(static_cast<std::size_t>(written));
    }
    return {};
}

void PartFile::sync() {
    check_file(::fdatasync(descriptor_) == 0, path_);
}

std::int64_t PartFile::size() const {
    struct stat found;
    check_file(::fstat(descriptor_, &found) == 0, path_);
    return found.st_size;
}

void PartFile::go_to(std::int64_t offset) {
    check_file(::lseek(descriptor_, offset, SEEK_SET) == offset, path_);
    bytes_ = offset;
}

std::int64_t PartFile::copy_from(int descriptor, std::int64_t bytes) {
    while (bytes_ < bytes) {
        const auto copied =
            ::copy_file_range(descriptor, nullptr, descriptor_, nullptr, static_cast<std::size_t>(bytes - bytes_), 0);
        if (copied < 0 && errno == EINTR) { continue; }
        check_file(copied >= 0, path_);
        if (copied == 0) { break; }
        bytes_ += copied;
    }
    return bytes_;
}

}  // namespace tradewind::storage
