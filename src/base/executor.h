#pragma once

#include "base/unique_function.h"

namespace tradewind::base {

// Somewhere to run a piece of work later. Thread-safe; work posted by one thread runs in the order it was posted.
class Executor {
  public:
    virtual ~Executor() = default;
    virtual void post(UniqueFunction<void()> work) = 0;
};

// Runs the work at once, on the thread that posts it.
class InlineExecutor final : public Executor {
  public:
    void post(UniqueFunction<void()> work) override { work(); }
};

}  // namespace tradewind::base
