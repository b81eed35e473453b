#include "app/supervisor.h"

#include <sys/socket.h>
#include <sys/un.h>

#include <cstddef>
#include <cstdlib>

#include "net/file_descriptor.h"

namespace tradewind::app {

void tell_supervisor(std::string_view state) {
    const char* variable = std::getenv("NOTIFY_SOCKET");
    const std::string_view name = variable == nullptr ? std::string_view() : variable;
    sockaddr_un address{};
    if (name.empty() || name.size() >= sizeof(address.sun_path)) { return; }
    address.sun_family = AF_UNIX;
    name.copy(address.sun_path, name.size());
    // A name that starts with @ is not in the file system.
    if (name.front() == '@') { address.sun_path[0] = '\0'; }
    const net::FileDescriptor socket(::socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0));
    const auto size = static_cast<socklen_t>(offsetof(sockaddr_un, sun_path) + name.size());
    ::sendto(socket.get(), state.data(), state.size(), MSG_NOSIGNAL, reinterpret_cast<const sockaddr*>(&address), size);
}

}  // namespace tradewind::app
