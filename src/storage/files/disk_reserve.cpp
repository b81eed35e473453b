#include "storage/files/disk_reserve.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include <cerrno>
#include <string>
#include <system_error>
#include <utility>

#include "base/full_disk.h"
#include "storage/files/durable_file.h"
#include "storage/files/file_error.h"

namespace tradewind::storage {
namespace {

std::filesystem::path directory_of(const std::filesystem::path& file) {
    return file.has_parent_path() ? file.parent_path() : ".";
}

}  // namespace

std::uint64_t DiskReserve::free_bytes_beside(const std::filesystem::path& file) {
    struct statvfs disk {};
    const auto directory = directory_of(file);
    if (::statvfs(directory.c_str(), &disk) != 0) { throw_file_error(directory); }
    return std::uint64_t{disk.f_bavail} * disk.f_frsize;
}

DiskReserve::DiskReserve(Options options, base::Log& log) : options_(std::move(options)), log_(log) {
    const bool was_held = is_held();
    if (was_held && free_bytes() >= start_bytes_min) { return; }
    if (was_held) {
        give_up("there is hardly any room at the start");
        return;
    }
    // Of another size, or of a start that was cut short.
    remove();
    if (options_.bytes == 0) { return; }
    is_given_up_ = true;
    take_back_if_there_is_room();
    if (is_given_up()) {
        log_.warning("the disk has too little room; only what gives some back is written until there is enough",
                     {{"free_bytes", std::to_string(free_bytes())}, {"wanted", std::to_string(bytes_wanted())}});
    }
}

void DiskReserve::give_up(std::string_view cause) {
    const std::lock_guard lock(change_mutex_);
    if (options_.bytes == 0 || is_given_up()) { return; }
    is_given_up_.store(true, std::memory_order_release);
    remove();
    log_.warning("the disk is full; only what gives room back is written until there is enough",
                 {{"cause", cause}, {"wanted", std::to_string(bytes_wanted())}});
}

void DiskReserve::take_back_if_there_is_room() {
    const std::lock_guard lock(change_mutex_);
    if (!is_given_up() || free_bytes() < bytes_wanted() || !make()) { return; }
    is_given_up_.store(false, std::memory_order_release);
    log_.info("the disk has room for everything", {{"reserve", options_.file.string()}});
}

bool DiskReserve::is_held() const {
    struct stat file {};
    constexpr std::uint64_t block_bytes = 512;
    return options_.bytes > 0 && ::stat(options_.file.c_str(), &file) == 0 &&
           static_cast<std::uint64_t>(file.st_size) == options_.bytes &&
           static_cast<std::uint64_t>(file.st_blocks) * block_bytes >= options_.bytes;
}

bool DiskReserve::make() const {
    const int descriptor = ::open(options_.file.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600);
    if (descriptor < 0 && base::means_full_disk(errno)) { return false; }
    if (descriptor < 0) { throw_file_error(options_.file); }
    const int problem = ::posix_fallocate(descriptor, 0, static_cast<off_t>(options_.bytes));
    ::close(descriptor);
    if (problem != 0) {
        remove();
        if (base::means_full_disk(problem)) { return false; }
        throw_file_error(options_.file, problem);
    }
    sync_file(options_.file);
    sync_directory(directory_of(options_.file));
    return true;
}

// The room is there once the name is durably gone: some file systems keep the blocks until then.
void DiskReserve::remove() const {
    if (::unlink(options_.file.c_str()) == 0) {
        sync_directory(directory_of(options_.file));
    } else if (errno != ENOENT) {
        throw_file_error(options_.file);
    }
}

}  // namespace tradewind::storage
