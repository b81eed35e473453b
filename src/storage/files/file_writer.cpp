#include "storage/files/file_writer.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>

#include "storage/files/file_error.h"

namespace tradewind::storage {
FileWriter::FileWriter(const std::filesystem::path& path)
    : path_(path), descriptor_(::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0600)) {
    if (descriptor_ < 0) { throw_file_error(path_); }
}

FileWriter::~FileWriter() {
    ::close(descriptor_);
}

void FileWriter::write(std::string_view bytes) {
    while (!bytes.empty()) {
        const auto written = ::write(descriptor_, bytes.data(), bytes.size());
        if (written < 0 && errno == EINTR) { continue; }
        if (written < 0) { throw_file_error(path_); }
        bytes.remove_prefix(static_cast<std::size_t>(written));
    }
}

}  // namespace tradewind::storage
