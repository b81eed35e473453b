#include "storage/files/file_reader.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>

#include "storage/files/file_error.h"

namespace tradewind::storage {
std::optional<FileReader> FileReader::open(const std::filesystem::path& path) {
    const int descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW);
    if (descriptor >= 0) { return FileReader(descriptor, path); }
    if (errno == ENOENT) { return std::nullopt; }
    throw_file_error(path);
}

FileReader::~FileReader() {
    if (descriptor_ >= 0) { ::close(descriptor_); }
}

std::string_view FileReader::next() {
    while (true) {
        const auto count = ::read(descriptor_, piece_.data(), piece_.size());
        if (count >= 0) { return {piece_.data(), static_cast<std::size_t>(count)}; }
        if (errno != EINTR) { throw_file_error(path_); }
    }
}

void FileReader::go_to(std::uint64_t offset) {
    if (::lseek(descriptor_, static_cast<off_t>(offset), SEEK_SET) < 0) { throw_file_error(path_); }
}

}  // namespace tradewind::storage
