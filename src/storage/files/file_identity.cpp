#include "storage/files/file_identity.h"

#include <fcntl.h>
#include <sys/stat.h>

#include <cerrno>
#include <system_error>

namespace tradewind::storage {

// Not the number of the device: that may be another one after a reboot.
std::string identity_of(const std::filesystem::path& file) {
    struct statx found;
    if (::statx(AT_FDCWD, file.c_str(), 0, STATX_INO | STATX_BTIME, &found) != 0) {
        throw std::system_error(errno, std::generic_category(), file.string());
    }
    auto identity = "file " + std::to_string(found.stx_ino);
    if ((found.stx_mask & STATX_BTIME) != 0) {
        identity += " made " + std::to_string(found.stx_btime.tv_sec) + "." + std::to_string(found.stx_btime.tv_nsec);
    }
    return identity;
}

}  // namespace tradewind::storage
