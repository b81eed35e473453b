#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <vector>

#include "net/event_loop.h"
#include "net/file_descriptor.h"
#include "net/http_connection.h"
#include "net/serving.h"

namespace tradewind::net {

// What a server has on one I/O thread: at most one listening socket, and the connections that came in by it. Made
// anywhere; from start() to shut_down() it belongs to the loop's thread.
class HttpAcceptor final : public EventLoop::Watcher, public EventLoop::Ticker {
  public:
    HttpAcceptor(Serving& serving, EventLoop& loop, FileDescriptor listener);

    void start();  // Or again, after a pause.
    // Takes in who is already waiting, and nobody who comes from now on.
    void refuse_newcomers();
    // Takes in who is already waiting, then nobody any more, and closes connections without a request in flight.
    void retreat();
    // Closes everything.
    void shut_down();

    void remove(HttpConnection& connection);

    void on_ready(std::uint32_t events) override;
    void on_tick() override;

    [[nodiscard]] EventLoop& loop() const { return loop_; }

  private:
    struct Entry {
        std::unique_ptr<HttpConnection> connection;
        bool counted;  // False: it is only told that there is no place for it.
    };

    [[nodiscard]] bool accept_one();
    void welcome(FileDescriptor socket, PeerAddress peer);
    void pause(int cause);
    void tick_if_needed();
    void stop_listening();

    Serving& serving_;
    EventLoop& loop_;
    FileDescriptor listener_;
    std::vector<Entry> entries_;
    std::size_t turned_away_ = 0;
    bool ticking_ = false;
    bool paused_ = false;
    bool refuses_newcomers_ = false;
    EventLoop::Time paused_since_;
    std::optional<EventLoop::Time> last_complaint_;
};

}  // namespace tradewind::net
