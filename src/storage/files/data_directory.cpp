#include "storage/files/data_directory.h"

#include <fcntl.h>
#include <pwd.h>
#include <sodium.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <fstream>
#include <optional>
#include <span>
#include <system_error>
#include <utility>

#include "storage/files/durable_file.h"
#include "storage/files/file_error.h"

namespace tradewind::storage {
namespace {

constexpr std::string_view seen_file = "seen";
constexpr std::string_view first_key_name = "first-admin-key";
constexpr std::string_view files_name = "files";
// There from before the first key until the store is made.
constexpr std::string_view first_start_mark = "first-start";

// Reading and writing for anybody but the owner.
constexpr mode_t others_mask = 066;

using KeyBytes = std::array<std::byte, base::SecretKey::size>;

void make_private_directory(const std::filesystem::path& path) {
    if (::mkdir(path.c_str(), 0700) == 0) {
        sync_directory(path / "..");
    } else if (errno != EEXIST) {
        throw_file_error(path);
    }
}

enum class WhenTaken { GiveUp, Wait };

// Nothing when another process holds it and nobody wants to wait for that.
std::optional<int> take_lock(const std::filesystem::path& path, WhenTaken when_taken) {
    const int descriptor = ::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    if (descriptor < 0) { throw_file_error(path); }
    if (::flock(descriptor, LOCK_EX | (when_taken == WhenTaken::GiveUp ? LOCK_NB : 0)) == 0) { return descriptor; }
    const int problem = errno;
    ::close(descriptor);
    if (problem == EWOULDBLOCK) { return std::nullopt; }
    errno = problem;
    throw_file_error(path);
}

base::Error belongs_to(const std::filesystem::path& path, uid_t user) {
    const passwd* owner = ::getpwuid(user);
    const std::string name = owner != nullptr ? owner->pw_name : "#" + std::to_string(user);
    return base::bad_request("The data directory " + path.string() + " belongs to the user " + name +
                             ". Run this as that user: sudo -u " + name + " tradewind ...");
}

std::string octal(mode_t mode) {
    std::string digits;
    for (int shift = 9; shift >= 0; shift -= 3) { digits += static_cast<char>('0' + (mode >> shift & 7)); }
    return digits;
}

base::Error open_to_others(std::string_view what, const std::filesystem::path& path, mode_t mode) {
    return base::bad_request(std::string(what) + " " + path.string() +
                             " can be read or written by other users: its mode is " + octal(mode) +
                             ". Mend that: chmod " + (S_ISDIR(mode) ? "700 " : "600 ") + path.string());
}

// Why a directory cannot be used that is there.
base::Error without_access(const std::filesystem::path& path, const struct stat& found, int problem) {
    if (problem == EROFS) {
        return base::bad_request("The data directory " + path.string() +
                                 " is on a file system that is mounted for reading only. Mount it for writing, or name "
                                 "another directory by --data.");
    }
    if (found.st_uid != ::geteuid()) { return belongs_to(path, found.st_uid); }
    return base::bad_request("The data directory " + path.string() +
                             " cannot be written by the user it belongs to. Mend that: chmod 700 " + path.string());
}

void make_key(const std::filesystem::path& path, base::Random& random) {
    KeyBytes bytes;
    random.fill(bytes);
    write_private_file(path, {reinterpret_cast<const char*>(bytes.data()), bytes.size()});
    sodium_memzero(bytes.data(), bytes.size());
}

}  // namespace

base::Result<std::unique_ptr<base::SecretKey>> DataDirectory::read_key(const std::filesystem::path& path) {
    // One byte more than a key has, to see that the file ends there.
    std::array<char, base::SecretKey::size + 1> content;
    std::ifstream file(path, std::ios::binary);
    if (!file) { return base::bad_request("There is no secret key in " + path.string() + "."); }
    file.read(content.data(), content.size());
    if (file.gcount() != base::SecretKey::size) {
        return base::bad_request("The file " + path.string() + " is damaged: a secret key has " +
                                 std::to_string(base::SecretKey::size) + " bytes. Restore it from where you keep it.");
    }
    auto key = std::make_unique<base::SecretKey>(std::as_bytes(std::span(content)).first<base::SecretKey::size>());
    sodium_memzero(content.data(), content.size());
    return key;
}

void DataDirectory::Lock::release() {
    if (descriptor_ >= 0) { ::close(std::exchange(descriptor_, -1)); }
}

DataDirectory::DataDirectory(std::filesystem::path path, Lock lock) : path_(std::move(path)), lock_(std::move(lock)) {}

base::Result<void> DataDirectory::check_access(const std::filesystem::path& path) {
    struct stat found {};
    if (::stat(path.c_str(), &found) != 0 || ::access(path.c_str(), R_OK | W_OK | X_OK) == 0) { return {}; }
    return without_access(path, found, errno);
}

base::Result<void> DataDirectory::check_mode(const std::filesystem::path& path) {
    struct stat found {};
    if (::stat(path.c_str(), &found) != 0 || (found.st_mode & others_mask) == 0) { return {}; }
    return open_to_others("The data directory", path, found.st_mode);
}

bool DataDirectory::has_database(const std::filesystem::path& path) {
    std::error_code missing;
    const auto bytes = std::filesystem::file_size(path / database_name, missing);
    return !missing && bytes > 0;
}

base::Result<void> DataDirectory::check_database(const std::filesystem::path& path) {
    if (has_database(path)) { return {}; }
    if (std::filesystem::exists(restored_mark(path))) {
        return base::bad_request("A restore into " + path.string() +
                                 " did not come to its end. Empty the directory and restore again.");
    }
    if (std::filesystem::exists(path / first_start_mark)) { return {}; }
    std::string found;
    for (const auto name : {key_name, seen_file, files_name, erasure_log_name, first_key_name}) {
        if (!std::filesystem::exists(path / name)) { continue; }
        found += (found.empty() ? "" : ", ") + std::string(name);
    }
    if (found.empty()) { return {}; }
    const auto file = path / database_name;
    const auto old = path.string();
    return base::bad_request(
        "The data directory " + old + " belongs to a store: it has " + found + ". But its database " + file.string() +
        (std::filesystem::exists(file) ? " is empty" : " is missing") +
        ". If it was lost, restore a backup into a new directory: tradewind restore BACKUP --data NEW --secret-key " +
        (path / key_name).string() + " --erasures " + (path / erasure_log_name).string() +
        ". If the data is in PostgreSQL, name it by --database. To begin anew with an empty store, move everything "
        "in " +
        old + " elsewhere, or name another directory by --data.");
}

base::Result<void> DataDirectory::check_owner(const std::filesystem::path& path) {
    struct stat found {};
    if (::geteuid() != 0 || ::stat(path.c_str(), &found) != 0 || found.st_uid == 0) { return {}; }
    return belongs_to(path, found.st_uid);
}

base::Result<DataDirectory> DataDirectory::open(const std::filesystem::path& path, base::Random& random) {
    make_private_directory(path);
    const auto lock_file = path / "lock";
    const auto owner = check_owner(path);
    if (!owner && !std::filesystem::exists(lock_file)) { return owner.error(); }
    const auto descriptor = take_lock(lock_file, WhenTaken::GiveUp);
    if (!descriptor) {
        return base::conflict("The data directory " + path.string() + " is in use by another process.");
    }
    DataDirectory directory(path, Lock(*descriptor));
    if (!owner) { return owner.error(); }
    TRY(check_mode(path));
    TRY(check_database(path));
    const bool is_old = has_database(path);
    if (!is_old) { write_private_file(path / first_start_mark, {}); }
    TRY(directory.load_key(is_old ? MissingKey::Refuse : MissingKey::Make, random));
    return directory;
}

DataDirectory DataDirectory::open_shared(const std::filesystem::path& path) {
    make_private_directory(path);
    return {path, Lock(take_lock(path / "start.lock", WhenTaken::Wait).value())};
}

base::Result<void> DataDirectory::load_key(MissingKey when_missing, base::Random& random) {
    const auto key_file = path_ / key_name;
    if (!std::filesystem::exists(key_file)) {
        // A new key would make every stored hash and seal worthless.
        if (when_missing == MissingKey::Refuse) {
            return base::bad_request("The file " + key_file.string() +
                                     " is missing, but there is a database. Restore the key from where you keep it.");
        }
        make_key(key_file, random);
    }
    struct stat found {};
    if (::stat(key_file.c_str(), &found) == 0 && (found.st_mode & others_mask) != 0) {
        return open_to_others("The secret key", key_file, found.st_mode);
    }
    secret_key_ = TRY(read_key(key_file));
    return {};
}

bool DataDirectory::is_new() const {
    return std::filesystem::exists(path_ / first_start_mark);
}

void DataDirectory::note_store_made() const {
    if (std::filesystem::remove(path_ / first_start_mark)) { sync_directory(path_); }
}

std::optional<std::string> DataDirectory::files_owner() const {
    std::ifstream file(files_directory() / files_owner_file);
    std::string instance_id;
    if (!std::getline(file, instance_id)) { return std::nullopt; }
    return instance_id;
}

bool DataDirectory::was_restored() const {
    return std::filesystem::exists(restored_mark(path_));
}

void DataDirectory::forget_restored() const {
    if (std::filesystem::remove(restored_mark(path_))) { sync_directory(path_); }
}

// Overwritten in place, for several processes may do so at once; a text that is torn is none.
std::optional<base::Instant> DataDirectory::seen_at() const {
    std::ifstream file(path_ / seen_file);
    std::string text;
    if (!std::getline(file, text) || file.eof()) { return std::nullopt; }
    const auto moment = base::Instant::parse(text);
    return moment ? std::optional(moment.value()) : std::nullopt;
}

void DataDirectory::note_seen(base::Instant now) const {
    const auto path = path_ / seen_file;
    const auto text = now.text() + "\n";
    const int descriptor = ::open(path.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600);
    if (descriptor < 0) { throw_file_error(path); }
    const Lock closes(descriptor);
    if (::pwrite(descriptor, text.data(), text.size(), 0) != static_cast<ssize_t>(text.size())) {
        throw_file_error(path);
    }
}

void DataDirectory::make_files_directory() const {
    make_private_directory(files_directory());
}

void DataDirectory::set_files_owner(std::string_view instance_id) const {
    make_files_directory();
    write_private_file(files_directory() / files_owner_file, std::string(instance_id) + "\n");
}

}  // namespace tradewind::storage
