#pragma once

#include <atomic>
#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/clock.h"
#include "base/result.h"

namespace tradewind::base {

// A service id: 63 bits = 41 of milliseconds since 2020-01-01, 10 of node, 12 of counter. Shown as 24 lower-case hex
// digits: 8 of the Unix second, then 16 of the number.
struct Id {
    std::int64_t number = 0;

    friend auto operator<=>(const Id&, const Id&) = default;

    [[nodiscard]] std::string text() const;
    // When it was made.
    [[nodiscard]] Instant made_at() const;
    // The lowest that could be made at this moment or after it.
    static Id first_at(Instant instant);

    // Exactly 24 hex digits of either case, else BadRequest. An inner empty optional: well-formed, but its first 8
    // digits are not the second of its last 16 (or the number is negative), so that nothing can have this id.
    static Result<std::optional<Id>> parse(std::string_view text);
};

// Makes ids that only grow. A full counter borrows the next millisecond; a clock that goes back is held. Thread-safe.
class IdSource {
  public:
    static constexpr int nodes_max = 1024;

    IdSource(const Clock& clock, int node);
    Id next();

  private:
    const Clock& clock_;
    const std::int64_t node_;
    std::atomic<std::int64_t> last_tick_{0};  // milliseconds << 12 | counter
};

}  // namespace tradewind::base
