#include "base/ip_address.h"

#include <arpa/inet.h>

#include <algorithm>
#include <string>

#include "base/text.h"

namespace tradewind::base {
namespace {

// The first bits of an address.
struct Prefix {
    std::array<std::uint8_t, 16> bytes;
    unsigned bits;

    [[nodiscard]] bool holds(const std::array<std::uint8_t, 16>& address) const {
        const auto whole = bits / 8;
        const auto rest = bits % 8;
        if (!std::equal(bytes.begin(), bytes.begin() + whole, address.begin())) { return false; }
        return rest == 0 || (bytes[whole] ^ address[whole]) >> (8 - rest) == 0;
    }
};

constexpr Prefix version_4(std::array<std::uint8_t, 4> start, unsigned bits) {
    return {.bytes = {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff, start[0], start[1], start[2], start[3]},
            .bits = 96 + bits};
}

constexpr Prefix mapped = version_4({0, 0, 0, 0}, 0);
// Holds an address of version 4 in its last four bytes.
constexpr Prefix translated{.bytes = {0x00, 0x64, 0xff, 0x9b}, .bits = 96};
// Of version 6 nothing else is given to machines on the internet.
constexpr Prefix global_unicast{.bytes = {0x20}, .bits = 3};

constexpr std::array special_prefixes{
    version_4({0, 0, 0, 0}, 8),
    version_4({10, 0, 0, 0}, 8),
    version_4({100, 64, 0, 0}, 10),
    version_4({127, 0, 0, 0}, 8),
    version_4({169, 254, 0, 0}, 16),
    version_4({172, 16, 0, 0}, 12),
    version_4({192, 0, 0, 0}, 24),
    version_4({192, 0, 2, 0}, 24),
    version_4({192, 88, 99, 0}, 24),
    version_4({192, 168, 0, 0}, 16),
    version_4({198, 18, 0, 0}, 15),
    version_4({198, 51, 100, 0}, 24),
    version_4({203, 0, 113, 0}, 24),
    version_4({224, 0, 0, 0}, 4),
    version_4({240, 0, 0, 0}, 4),
    Prefix{.bytes = {0x20, 0x01, 0x00}, .bits = 23},
    Prefix{.bytes = {0x20, 0x01, 0x0d, 0xb8}, .bits = 32},
    Prefix{.bytes = {0x20, 0x02}, .bits = 16},
    Prefix{.bytes = {0x3f, 0xff, 0x00}, .bits = 20},
};

}  // namespace

bool ends_in_a_number(std::string_view host) {
    const auto label = host.substr(host.rfind('.') + 1);
    const bool is_decimal = label.find_first_not_of("0123456789") == std::string_view::npos;
    const bool is_hexadecimal =
        label.starts_with("0x") && label.find_first_not_of("0123456789abcdef", 2) == std::string_view::npos;
    return is_decimal || is_hexadecimal;
}

std::optional<IpAddress> IpAddress::parse(std::string_view text) {
    const std::string terminated(text);
    if (terminated.find('\0') != std::string::npos) { return std::nullopt; }
    Bytes bytes = mapped.bytes;
    if (inet_pton(AF_INET, terminated.c_str(), &bytes[12]) == 1) { return IpAddress(bytes); }
    if (inet_pton(AF_INET6, terminated.c_str(), bytes.data()) == 1) { return IpAddress(bytes); }
    return std::nullopt;
}

std::optional<IpAddress> IpAddress::from_bytes(std::span<const std::uint8_t> given) {
    Bytes bytes = mapped.bytes;
    if (given.size() != 4 && given.size() != bytes.size()) { return std::nullopt; }
    std::ranges::copy(given, bytes.end() - static_cast<std::ptrdiff_t>(given.size()));
    return IpAddress(bytes);
}

bool IpAddress::is_version_4() const {
    return mapped.holds(bytes_);
}

bool IpAddress::is_loopback() const {
    constexpr std::uint8_t first_of_loopback = 127;
    Bytes one{};
    one.back() = 1;
    return is_version_4() ? bytes_[12] == first_of_loopback : bytes_ == one;
}

bool IpAddress::is_wildcard() const {
    return bytes_ == mapped.bytes || bytes_ == Bytes{};
}

std::string IpAddress::network_64() const {
    return to_hex({reinterpret_cast<const char*>(bytes_.data()), bytes_.size() / 2});
}

std::string IpAddress::text() const {
    std::array<char, INET6_ADDRSTRLEN> text{};
    const auto* const bytes = is_version_4() ? &bytes_[12] : bytes_.data();
    return inet_ntop(is_version_4() ? AF_INET : AF_INET6, bytes, text.data(), text.size());
}

bool IpAddress::is_public() const {
    if (translated.holds(bytes_)) { return from_bytes(std::span(bytes_).last(4))->is_public(); }
    if (!mapped.holds(bytes_) && !global_unicast.holds(bytes_)) { return false; }
    return std::ranges::none_of(special_prefixes, [this](const Prefix& prefix) { return prefix.holds(bytes_); });
}

}  // namespace tradewind::base
