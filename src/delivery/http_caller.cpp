#include "delivery/http_caller.h"

#include <curl/curl.h>

#include <map>
#include <mutex>
#include <new>
#include <thread>
#include <utility>
#include <vector>

#include "delivery/http_transfer.h"
#include "delivery/name_lookup.h"

namespace tradewind::delivery {
namespace {

// Something wakes it long before; this is for what might have been missed.
constexpr std::chrono::milliseconds idle_wait{1'000};
constexpr long connections_kept_max = 50;

}  // namespace

// Owns the thread. What is posted is guarded by the mutex; everything else is of the thread alone.
class HttpCaller::Loop {
  public:
    Loop(const OutboundGuard& guard, const base::Clock& clock, Options options)
        : guard_(guard), clock_(clock), options_(std::move(options)) {
        static const auto started = curl_global_init(CURL_GLOBAL_DEFAULT);
        multi_ = curl_multi_init();
        if (started != CURLE_OK || multi_ == nullptr) { throw std::bad_alloc(); }
        curl_multi_setopt(multi_, CURLMOPT_MAXCONNECTS, connections_kept_max);
        thread_ = std::thread([this] { run(); });
    }
    ~Loop() {
        {
            const std::lock_guard lock(mutex_);
            is_stopped_ = true;
        }
        curl_multi_wakeup(multi_);
        thread_.join();
        curl_multi_cleanup(multi_);
    }
    Loop(const Loop&) = delete;
    Loop& operator=(const Loop&) = delete;

    void post(domain::WebCall call, Done done) {
        {
            const std::lock_guard lock(mutex_);
            posted_.push_back({.call = std::move(call), .done = std::move(done)});
        }
        curl_multi_wakeup(multi_);
    }

  private:
    using Time = std::chrono::steady_clock::time_point;

    struct Posted {
        domain::WebCall call;
        Done done;
    };

    void run() {
        NameLookup names(options_.name_servers);
        names_ = &names;
        while (true) {
            std::vector<Posted> posted;
            {
                const std::lock_guard lock(mutex_);
                if (is_stopped_) { break; }
                posted.swap(posted_);
            }
            for (auto& one : posted) { begin(std::move(one)); }
            wait();
            int running = 0;
            curl_multi_perform(multi_, &running);
            take_finished();
        }
        is_ending_ = true;
        for (const auto& [easy, transfer] : transfers_) { curl_multi_remove_handle(multi_, easy); }
        transfers_.clear();
    }

    void begin(Posted posted) {
        const auto began_at = clock_.steady_now();
        auto address = domain::WebAddress::parse(posted.call.url);
        if (!address) { return posted.done({.error = "the address makes no sense", .is_refused = true}); }
        auto target = guard_.look_at(address.value());
        auto transfer = std::make_unique<HttpTransfer>(std::move(posted.call), address.value(), std::move(posted.done));
        if (target.refusal) { return transfer->answer({.error = std::move(target.refusal), .is_refused = true}); }
        if (target.address) { return call(std::move(transfer), {*target.address}, began_at); }
        const auto host = address.value().host();
        names_->find(host, [this, began_at,
                            transfer = std::move(transfer)](base::Result<std::vector<base::IpAddress>> found) mutable {
            if (is_ending_) { return; }
            if (!found) { return transfer->answer({.error = found.error().detail}); }
            if (auto refusal = guard_.refusal(found.value(), transfer->address().port())) {
                return transfer->answer({.error = std::move(refusal), .is_refused = true});
            }
            call(std::move(transfer), found.value(), began_at);
        });
    }

    void call(std::unique_ptr<HttpTransfer> transfer, const std::vector<base::IpAddress>& addresses, Time began_at) {
        const auto spent = std::chrono::ceil<std::chrono::milliseconds>(clock_.steady_now() - began_at);
        const auto left = options_.time_max - spent;
        if (left <= std::chrono::milliseconds(0)) {
            return transfer->answer({.error = "the name was not found in time"});
        }
        transfer->prepare(addresses, guard_, left);
        auto* const easy = transfer->handle();
        if (curl_multi_add_handle(multi_, easy) != CURLM_OK) { throw std::bad_alloc(); }
        transfers_.emplace(easy, std::move(transfer));
    }

    void wait() {
        const auto sockets = names_->sockets();
        std::vector<curl_waitfd> waited;
        for (const auto& socket : sockets) {
            const auto events = (socket.reads ? CURL_WAIT_POLLIN : 0) | (socket.writes ? CURL_WAIT_POLLOUT : 0);
            waited.push_back({.fd = socket.descriptor, .events = static_cast<short>(events), .revents = 0});
        }
        const auto longest = names_->wait_max(idle_wait);
        curl_multi_poll(multi_, waited.data(), static_cast<unsigned>(waited.size()), static_cast<int>(longest.count()),
                        nullptr);
        std::vector<NameLookup::Socket> ready;
        for (const auto& socket : waited) {
            // Whatever else happened to it is read, too.
            if (socket.revents == 0) { continue; }
            ready.push_back({.descriptor = socket.fd,
                             .reads = (socket.revents & ~CURL_WAIT_POLLOUT) != 0,
                             .writes = (socket.revents & CURL_WAIT_POLLOUT) != 0});
        }
        names_->process(ready);
    }

    void take_finished() {
        int left = 0;
        while (const auto* const message = curl_multi_info_read(multi_, &left)) {
            if (message->msg != CURLMSG_DONE) { continue; }
            auto* const easy = message->easy_handle;
            const auto result = message->data.result;
            curl_multi_remove_handle(multi_, easy);
            const auto found = transfers_.extract(easy);
            found.mapped()->finish(result);
        }
    }

    const OutboundGuard& guard_;
    const base::Clock& clock_;
    const Options options_;
    CURLM* multi_ = nullptr;
    NameLookup* names_ = nullptr;
    bool is_ending_ = false;  // Names that are still looked up are given up.
    std::map<void*, std::unique_ptr<HttpTransfer>> transfers_;
    std::mutex mutex_;
    std::vector<Posted> posted_;  // Guarded by mutex_, as is the next.
    bool is_stopped_ = false;
    std::thread thread_;
};

HttpCaller::HttpCaller(const OutboundGuard& guard, const base::Clock& clock, Options options)
    : loop_(std::make_unique<Loop>(guard, clock, std::move(options))) {}

HttpCaller::~HttpCaller() = default;

void HttpCaller::start(domain::WebCall call, Done done) {
    loop_->post(std::move(call), std::move(done));
}

}  // namespace tradewind::delivery
