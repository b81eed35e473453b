#include "storage/files/damage_mark.h"

#include <fcntl.h>
#include <unistd.h>

#include <fstream>

#include "storage/files/durable_file.h"
#include "storage/files/file_identity.h"

namespace tradewind::storage {

DamageMark::DamageMark(const std::filesystem::path& database_file)
    : file_(database_file.parent_path() / "damaged"), identity_(identity_of(database_file)) {}

std::optional<std::string> DamageMark::read() const {
    std::ifstream file(file_);
    std::string identity;
    std::string where;
    if (!std::getline(file, identity) || identity != identity_) { return std::nullopt; }
    std::getline(file, where);
    return where;
}

bool DamageMark::set(std::string_view where) const {
    return write(text(where));
}

void DamageMark::remove() const {
    if (std::filesystem::remove(file_)) { sync_directory(file_.parent_path()); }
}

DamageMark::Text DamageMark::text(std::string_view where) const {
    return {.file = file_.string(), .content = identity_ + "\n" + std::string(where) + "\n"};
}

// In place and in one piece, for it asks for no memory; what is torn is about no file. What is there is not emptied
// first: another thread may end the process at any moment.
bool DamageMark::write(const Text& text) noexcept {
    const int descriptor = ::open(text.file.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600);
    if (descriptor < 0) { return false; }
    const auto size = static_cast<ssize_t>(text.content.size());
    const bool is_written = ::write(descriptor, text.content.data(), text.content.size()) == size;
    // The rest of a longer one stands behind the lines that are read.
    const bool is_durable = is_written && ::ftruncate(descriptor, size) == 0 && ::fsync(descriptor) == 0;
    ::close(descriptor);
    return is_durable;
}

}  // namespace tradewind::storage
