#include "delivery/name_lookup.h"

#include <ares.h>
#include <netdb.h>
#include <netinet/in.h>
#include <sys/time.h>

#include <array>
#include <memory>
#include <new>
#include <span>

namespace tradewind::delivery {
namespace {

constexpr int try_milliseconds = 2'000;
constexpr int tries_max = 2;
constexpr std::size_t addresses_max = 32;

std::optional<base::IpAddress> address_of(const sockaddr& address) {
    const auto bytes_of = [](const void* bytes, std::size_t size) {
        return base::IpAddress::from_bytes({static_cast<const std::uint8_t*>(bytes), size});
    };
    if (address.sa_family == AF_INET) {
        const auto& four = reinterpret_cast<const sockaddr_in&>(address).sin_addr;
        return bytes_of(&four, sizeof(four));
    }
    if (address.sa_family == AF_INET6) {
        const auto& six = reinterpret_cast<const sockaddr_in6&>(address).sin6_addr;
        return bytes_of(&six, sizeof(six));
    }
    return std::nullopt;
}

void tell_addresses(void* found_pointer, int status, int /*timeouts*/, ares_addrinfo* list) {
    const std::unique_ptr<NameLookup::Found> found(static_cast<NameLookup::Found*>(found_pointer));
    const std::unique_ptr<ares_addrinfo, decltype(&ares_freeaddrinfo)> owner(list, ares_freeaddrinfo);
    std::vector<base::IpAddress> addresses;
    for (auto* node = list == nullptr ? nullptr : list->nodes; node != nullptr; node = node->ai_next) {
        const auto address = address_of(*node->ai_addr);
        if (address) { addresses.push_back(*address); }
    }
    if (status != ARES_SUCCESS || addresses.empty()) {
        return (*found)(base::not_found(std::string("the name was not found: ") + ares_strerror(status)));
    }
    if (addresses.size() > addresses_max) { return (*found)(base::not_found("the name has too many addresses")); }
    (*found)(std::move(addresses));
}

}  // namespace

NameLookup::NameLookup(const std::string& servers) {
    ares_library_init(ARES_LIB_INIT_ALL);
    ares_options options{};
    options.timeout = try_milliseconds;
    options.tries = tries_max;
    if (ares_init_options(&channel_, &options, ARES_OPT_TIMEOUTMS | ARES_OPT_TRIES) != ARES_SUCCESS) {
        throw std::bad_alloc();
    }
    if (!servers.empty()) { ares_set_servers_ports_csv(channel_, servers.c_str()); }
}

NameLookup::~NameLookup() {
    ares_destroy(channel_);
    ares_library_cleanup();
}

void NameLookup::find(const std::string& name, Found found) {
    ares_addrinfo_hints hints{};
    hints.ai_family = AF_UNSPEC;
    hints.ai_flags = ARES_AI_NOSORT;
    hints.ai_socktype = SOCK_STREAM;
    auto owned = std::make_unique<Found>(std::move(found));
    ares_getaddrinfo(channel_, name.c_str(), nullptr, &hints, tell_addresses, owned.release());
}

std::vector<NameLookup::Socket> NameLookup::sockets() const {
    std::array<ares_socket_t, ARES_GETSOCK_MAXNUM> descriptors{};
    const auto bits = ares_getsock(channel_, descriptors.data(), static_cast<int>(descriptors.size()));
    std::vector<Socket> sockets;
    for (unsigned index = 0; index < descriptors.size(); ++index) {
        const bool reads = ARES_GETSOCK_READABLE(static_cast<unsigned>(bits), index) != 0;
        const bool writes = ARES_GETSOCK_WRITABLE(static_cast<unsigned>(bits), index) != 0;
        if (reads || writes) {
            sockets.push_back({.descriptor = descriptors[index], .reads = reads, .writes = writes});
        }
    }
    return sockets;
}

std::chrono::milliseconds NameLookup::wait_max(std::chrono::milliseconds otherwise) const {
    constexpr std::int64_t per_second = 1'000;
    timeval most{.tv_sec = otherwise.count() / per_second, .tv_usec = otherwise.count() % per_second * per_second};
    timeval wait{};
    const auto* const chosen = ares_timeout(channel_, &most, &wait);
    return std::chrono::milliseconds(chosen->tv_sec * per_second + (chosen->tv_usec + per_second - 1) / per_second);
}

void NameLookup::process(const std::vector<Socket>& ready) {
    for (const auto& socket : ready) {
        ares_process_fd(channel_, socket.reads ? socket.descriptor : ARES_SOCKET_BAD,
                        socket.writes ? socket.descriptor : ARES_SOCKET_BAD);
    }
    ares_process_fd(channel_, ARES_SOCKET_BAD, ARES_SOCKET_BAD);
}

}  // namespace tradewind::delivery
