#pragma once

#include <chrono>
#include <cstddef>
#include <string>
#include <vector>

#include "base/ip_address.h"
#include "base/result.h"
#include "base/unique_function.h"

struct ares_channeldata;

namespace tradewind::delivery {

// Finds the addresses that names stand for, without making anybody wait: whoever owns it waits for its sockets and
// calls process(). At most 4 seconds are spent on a name. For one thread.
class NameLookup {
  public:
    // For tests: asks these servers, `127.0.0.1:5353`, instead of those of the machine.
    explicit NameLookup(const std::string& servers = {});
    ~NameLookup();
    NameLookup(const NameLookup&) = delete;
    NameLookup& operator=(const NameLookup&) = delete;

    using Found = base::UniqueFunction<void(base::Result<std::vector<base::IpAddress>>)>;
    // `found` is told all addresses, of which there is at least one, or why there is none; maybe before this returns.
    void find(const std::string& name, Found found);

    struct Socket {
        int descriptor;
        bool reads;
        bool writes;
    };
    // What it waits for now, and how long at most.
    [[nodiscard]] std::vector<Socket> sockets() const;
    [[nodiscard]] std::chrono::milliseconds wait_max(std::chrono::milliseconds otherwise) const;
    // Goes on with what these sockets are ready for, and gives up what took too long.
    void process(const std::vector<Socket>& ready);

  private:
    ares_channeldata* channel_ = nullptr;
};

}  // namespace tradewind::delivery
