#pragma once

#include <cstdint>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/ip_address.h"
#include "domain/settings/web_address.h"

namespace tradewind::delivery {

// Decides whether a connection may be opened to an address. Never to where this service itself listens. Thread-safe.
class OutboundGuard {
  public:
    // To the open internet alone; also into private networks, by a setting; or to this machine alone, from a store that
    // was made to try things out.
    enum class Reach { Public, Private, Loopback };

    explicit OutboundGuard(Reach reach) : reach_(reach) {}

    // This service listens there; `0.0.0.0` and `::` stand for all addresses of the machine, which the caller names.
    void add_own(const base::IpAddress& address, std::uint16_t port);

    // Why no connection may be opened there, for whoever operates the service; nothing: it may.
    [[nodiscard]] std::optional<std::string> refusal(const base::IpAddress& address, std::uint16_t port) const;
    // The same of all addresses that a name stands for: one that is refused refuses the name.
    [[nodiscard]] std::optional<std::string> refusal(const std::vector<base::IpAddress>& addresses,
                                                     std::uint16_t port) const;

    // What the host of a web address says by itself: an address, or a name that is to be looked up. Refused: odd forms
    // of addresses, such as `0x7f.1`, which others read in other ways.
    struct Target {
        std::optional<base::IpAddress> address;  // Nothing: look up the name.
        std::optional<std::string> refusal;
    };
    [[nodiscard]] Target look_at(const domain::WebAddress& address) const;

  private:
    struct Own {
        base::IpAddress address;
        std::uint16_t port;
    };

    const Reach reach_;
    mutable std::mutex mutex_;
    std::vector<Own> own_;  // Guarded by mutex_.
};

}  // namespace tradewind::delivery
