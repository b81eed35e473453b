#pragma once

#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

#include "base/clock.h"
#include "base/executor.h"
#include "net/file_descriptor.h"

namespace tradewind::net {

// Work for a loop from other threads. It outlives the loop for those who still hold it; work given to it then is
// dropped. Thread-safe.
class Mailbox {
  public:
    Mailbox();

    void post(base::UniqueFunction<void()> work);
    // Everything posted so far, in order.
    void take_into(std::vector<base::UniqueFunction<void()>>& empty);
    void close();
    // Becomes readable, as an edge, when the mailbox is no longer empty.
    [[nodiscard]] int wake_descriptor() const { return wake_.get(); }

  private:
    const FileDescriptor wake_;

    std::mutex mutex_;
    std::vector<base::UniqueFunction<void()>> posted_;  // Guarded by mutex_.
    bool open_ = true;                                  // Guarded by mutex_.
};

// Waits on epoll and runs what is ready, on the one thread that calls run(). Everything but post() and stop() belongs
// to that thread. Work and watchers must not throw: who cannot answer for an exception here ends the program.
class EventLoop final : public base::Executor {
  public:
    using Time = std::chrono::steady_clock::time_point;

    static constexpr std::chrono::milliseconds tick{100};

    // Is told when a descriptor is ready. `events` are those of epoll.
    class Watcher {
      public:
        virtual ~Watcher() = default;
        virtual void on_ready(std::uint32_t events) = 0;
    };

    // Is told that another tick is over.
    class Ticker {
      public:
        virtual void on_tick() = 0;

      protected:
        ~Ticker() = default;
    };

    EventLoop();
    ~EventLoop() override;
    EventLoop(const EventLoop&) = delete;
    EventLoop& operator=(const EventLoop&) = delete;

    void run();
    void stop();  // From any thread: run() returns soon. Work not begun by then is dropped with the loop.
    void post(base::UniqueFunction<void()> work) override;

    [[nodiscard]] const std::shared_ptr<Mailbox>& mailbox() const { return mailbox_; }
    // The loop whose run() the caller is inside of, or null.
    [[nodiscard]] static const EventLoop* current();

    // False, with errno, when the system refuses.
    [[nodiscard]] bool watch(int descriptor, std::uint32_t events, Watcher& watcher);
    void forget(int descriptor);
    // Destroys it once nothing that is ready can name it any more.
    void retire(std::unique_ptr<Watcher> watcher) { retired_.push_back(std::move(watcher)); }

    void add_ticker(Ticker& ticker);
    void remove_ticker(Ticker& ticker);

    // The time at which this round began.
    [[nodiscard]] Time now() const { return now_; }
    // The wall clock for a Date header.
    [[nodiscard]] std::string_view http_date();
    // A large buffer for what is used up at once.
    [[nodiscard]] std::array<char, 64 * 1024>& scratch() { return scratch_; }

  private:
    static constexpr int events_per_round_max = 256;

    void run_round();
    void run_posted();
    void run_tickers();
    [[nodiscard]] int wait_milliseconds() const;

    const base::SystemClock clock_;
    const FileDescriptor epoll_;
    const std::shared_ptr<Mailbox> mailbox_;
    std::vector<base::UniqueFunction<void()>> local_;  // Posted by this thread itself.
    std::vector<base::UniqueFunction<void()>> running_;
    std::vector<std::unique_ptr<Watcher>> retired_;
    std::vector<Ticker*> tickers_;
    Time now_;
    Time next_tick_;
    bool stopping_ = false;
    bool mail_waits_ = false;
    std::int64_t date_second_ = -1;
    std::string date_;
    std::array<char, 64 * 1024> scratch_;
};

}  // namespace tradewind::net
