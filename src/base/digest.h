#pragma once

#include <cstddef>
#include <memory>
#include <string_view>

#include "base/secret.h"

namespace tradewind::base {

// Tells one long text from every other by 32 bytes, while it comes in pieces of any size.
class Digest {
  public:
    Digest();
    ~Digest();
    Digest(const Digest&) = delete;
    Digest& operator=(const Digest&) = delete;

    void add(std::string_view bytes);
    // Once, at the end.
    [[nodiscard]] KeyedHash finish();

  private:
    struct State;
    std::unique_ptr<State> state_;
};

}  // namespace tradewind::base
