#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/ip_address.h"
#include "delivery/http_caller.h"
#include "delivery/outbound_guard.h"
#include "domain/deliveries/web_call.h"
#include "domain/settings/web_address.h"

namespace tradewind::delivery {

// One call on its way, as libcurl is told of it. `CURL*` and the result of a transfer are handed over as what they are
// in C, so that no other header needs libcurl. For the thread of HttpCaller.
class HttpTransfer {
  public:
    HttpTransfer(domain::WebCall call, domain::WebAddress address, HttpCaller::Done done);
    ~HttpTransfer();
    HttpTransfer(const HttpTransfer&) = delete;
    HttpTransfer& operator=(const HttpTransfer&) = delete;

    [[nodiscard]] const domain::WebAddress& address() const { return address_; }
    [[nodiscard]] void* handle() const { return easy_; }

    // Only these addresses are called, which the guard let pass.
    void prepare(const std::vector<base::IpAddress>& addresses, const OutboundGuard& guard,
                 std::chrono::milliseconds time_max);
    // It has ended with this result of libcurl.
    void finish(int result);
    void answer(domain::WebCallAnswer answer) { done_(std::move(answer)); }

  private:
    static std::size_t take_body(char* bytes, std::size_t size, std::size_t count, void* transfer);
    static std::size_t take_header(char* bytes, std::size_t size, std::size_t count, void* transfer);
    static int open_socket(void* transfer, int purpose, void* address);

    const domain::WebCall call_;
    const domain::WebAddress address_;
    HttpCaller::Done done_;
    const OutboundGuard* guard_ = nullptr;
    void* easy_;
    struct Lists;
    std::unique_ptr<Lists> lists_;
    std::string text_;
    bool is_cut_ = false;
    std::optional<std::string> retry_after_;
    std::optional<std::string> refusal_;
};

}  // namespace tradewind::delivery
