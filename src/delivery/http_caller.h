#pragma once

#include <chrono>
#include <memory>
#include <string>

#include "base/clock.h"
#include "base/unique_function.h"
#include "delivery/outbound_guard.h"
#include "domain/deliveries/web_call.h"

namespace tradewind::delivery {

// Makes web calls on a thread of its own. The name is looked up, all its addresses are checked by the guard, and only
// those are called, each checked again when its socket is opened. Redirects are not followed, and no proxy is used,
// whatever the environment says.
//
// Its end gives up what is on its way: nobody hears of that.
class HttpCaller {
  public:
    struct Options {
        std::chrono::milliseconds time_max{15'000};  // Of a call, with finding the name.
        std::string name_servers = {};               // For tests; empty: those of the machine.
    };

    // The guard and the clock outlive this.
    HttpCaller(const OutboundGuard& guard, const base::Clock& clock) : HttpCaller(guard, clock, Options()) {}
    HttpCaller(const OutboundGuard& guard, const base::Clock& clock, Options options);
    ~HttpCaller();
    HttpCaller(const HttpCaller&) = delete;
    HttpCaller& operator=(const HttpCaller&) = delete;

    using Done = domain::CallDone;
    // From any thread. `done` is called once on the thread of this object and must not throw.
    void start(domain::WebCall call, Done done);

  private:
    class Loop;
    std::unique_ptr<Loop> loop_;
};

}  // namespace tradewind::delivery
