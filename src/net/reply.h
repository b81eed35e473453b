#pragma once

#include <memory>
#include <optional>

#include "net/event_loop.h"
#include "net/http.h"

namespace tradewind::net {

class HttpConnection;

// The way back from whoever holds a Reply to its connection, which may be gone by then, with its loop.
struct ReplyPath {
    const EventLoop* const loop;  // Only compared, never looked into.
    const std::shared_ptr<Mailbox> mailbox;
    HttpConnection* connection;  // Null once it is closed. Belongs to the loop's thread.
};

// What a handler gets as its Respond: carries one answer, from any thread, or the news that there will be none.
class Reply {
  public:
    explicit Reply(std::shared_ptr<ReplyPath> path) : path_(std::move(path)) {}
    Reply(Reply&&) noexcept = default;
    Reply& operator=(Reply&&) = delete;
    ~Reply() {
        if (path_) deliver(std::nullopt);
    }

    void operator()(HttpResponse response) {
        if (path_) deliver(std::move(response));
    }

  private:
    void deliver(std::optional<HttpResponse> response);

    std::shared_ptr<ReplyPath> path_;
};

}  // namespace tradewind::net
