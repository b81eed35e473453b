#pragma once

#include <filesystem>
#include <string>

namespace tradewind::storage {

// What tells a file from every other one, also from an image of it: its number in its file system and, where that is
// kept, when it was made. Neither changes with a restart, a reboot or another name. Throws std::system_error.
std::string identity_of(const std::filesystem::path& file);

}  // namespace tradewind::storage
