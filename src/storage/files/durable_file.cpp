#include "storage/files/durable_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>

#include "storage/files/file_error.h"

namespace tradewind::storage {
namespace {

class OpenFile {
  public:
    OpenFile(const std::filesystem::path& path, int flags, mode_t mode = 0)
        : path_(path), descriptor_(::open(path.c_str(), flags | O_CLOEXEC, mode)) {
        check_file(descriptor_ >= 0, path_);
    }
    ~OpenFile() { ::close(descriptor_); }
    OpenFile(const OpenFile&) = delete;
    OpenFile& operator=(const OpenFile&) = delete;

    void set_mode(mode_t mode) { check_file(::fchmod(descriptor_, mode) == 0, path_); }
    void write(std::string_view bytes) {
        while (!bytes.empty()) {
            const auto written = ::write(descriptor_, bytes.data(), bytes.size());
            if (written < 0 && errno == EINTR) { continue; }
            check_file(written >= 0, path_);
            bytes.remove_prefix(static_cast<std::size_t>(written));
        }
    }
    void sync() { check_file(::fsync(descriptor_) == 0, path_); }

  private:
    const std::filesystem::path& path_;
    int descriptor_;
};

}  // namespace

void write_private_file(const std::filesystem::path& path, std::string_view bytes) {
    constexpr mode_t owner_only = 0600;
    auto unfinished = path;
    unfinished += ".unfinished";
    {
        OpenFile file(unfinished, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW, owner_only);
        file.set_mode(owner_only);
        file.write(bytes);
        file.sync();
    }
    std::filesystem::rename(unfinished, path);
    sync_directory(path.parent_path());
}

void sync_file(const std::filesystem::path& path) {
    OpenFile(path, O_RDONLY | O_NOFOLLOW).sync();
}

void sync_directory(const std::filesystem::path& path) {
    OpenFile(path.empty() ? "." : path, O_RDONLY | O_DIRECTORY).sync();
}

}  // namespace tradewind::storage
