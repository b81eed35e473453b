#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace tradewind::base {

// Browsers and resolvers read such a host as an address of version 4, in any of its odd forms: `127.1`, `0x7f.0.0.1`.
bool ends_in_a_number(std::string_view host);

// The literal address of a machine, version 4 or 6.
class IpAddress {
  public:
    // `192.168.0.1`, all four numbers in decimal, or `fe80::1`, without brackets and without a zone.
    static std::optional<IpAddress> parse(std::string_view text);

    // As sockets have it: 4 bytes or 16, the first one of the network first. Nothing of any other number.
    static std::optional<IpAddress> from_bytes(std::span<const std::uint8_t> bytes);

    // Whether it is one machine on the open internet. Not: this machine, private networks, links, multicast, addresses
    // for examples, and those of version 6 that hide one of version 4. Two of these are judged by the one that they
    // hide: `::ffff:0:0/96`, which is version 4 in another form, and `64:ff9b::/96`, which a translator turns into it.
    [[nodiscard]] bool is_public() const;
    // Whether it is of version 4, in either form.
    [[nodiscard]] bool is_version_4() const;
    // Whether it is this machine by its name for itself: 127/8 and `::1`.
    [[nodiscard]] bool is_loopback() const;
    // Stands for every address of the machine, where one listens: `0.0.0.0` and `::`.
    [[nodiscard]] bool is_wildcard() const;
    // The first half of one of version 6, which is what a household or a server has to itself: in hex.
    [[nodiscard]] std::string network_64() const;
    // The shortest form, without brackets.
    [[nodiscard]] std::string text() const;

    friend bool operator==(const IpAddress&, const IpAddress&) = default;

  private:
    using Bytes = std::array<std::uint8_t, 16>;

    explicit IpAddress(const Bytes& bytes) : bytes_(bytes) {}

    Bytes bytes_;  // Of version 6; one of version 4 is mapped into it.
};

}  // namespace tradewind::base
