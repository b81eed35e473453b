#pragma once

#include <sys/un.h>

#include <filesystem>
#include <optional>

namespace tradewind::net {

// The address of a Unix socket; none when the path is longer than the system allows (107 bytes).
std::optional<sockaddr_un> unix_address(const std::filesystem::path& path);

}  // namespace tradewind::net
