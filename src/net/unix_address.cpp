#include "net/unix_address.h"

#include <sys/socket.h>

namespace tradewind::net {

std::optional<sockaddr_un> unix_address(const std::filesystem::path& path) {
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    const auto& text = path.native();
    if (text.size() >= sizeof address.sun_path) return std::nullopt;
    text.copy(address.sun_path, text.size());
    return address;
}

}  // namespace tradewind::net
