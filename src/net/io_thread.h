#pragma once

#include <cstddef>
#include <thread>

#include "net/event_loop.h"

namespace tradewind::net {

// A loop and the thread that runs it.
class IoThread {
  public:
    explicit IoThread(std::size_t index);
    ~IoThread();  // Stops and joins.
    IoThread(const IoThread&) = delete;
    IoThread& operator=(const IoThread&) = delete;

    [[nodiscard]] EventLoop& loop() { return loop_; }

  private:
    EventLoop loop_;
    std::thread thread_;
};

}  // namespace tradewind::net
