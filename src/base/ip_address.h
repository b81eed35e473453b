#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

namespace tradewind::base {

// The literal address of a machine, version 4 or 6.
class IpAddress {
  public:
    // `192.168.0.1`, all four numbers in decimal, or `fe80::1`, without brackets and without a zone.
    static std::optional<IpAddress> parse(std::string_view text);

    // Whether it is one machine on the open internet. Not: this machine, private networks, links, multicast, addresses
    // for examples, and those of version 6 that hide one of version 4.
    [[nodiscard]] bool is_public() const;

  private:
    using Bytes = std::array<std::uint8_t, 16>;

    explicit IpAddress(const Bytes& bytes) : bytes_(bytes) {}

    Bytes bytes_;  // Of version 6; one of version 4 is mapped into it.
};

}  // namespace tradewind::base
