#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <string_view>

#include "base/instant.h"
#include "domain/deliveries/web_call.h"

namespace tradewind::domain {

// No receiver makes a call wait longer.
inline constexpr std::chrono::milliseconds retry_after_max{std::chrono::hours(24)};

// What is to become of a call after an answer.
struct CallVerdict {
    enum class Kind { Done, Dead, Repeat };

    Kind kind = Kind::Repeat;
    std::string reason = {};  // Of those that are not done.
    // When the receiver wants it again; nothing: by our own schedule.
    std::optional<std::chrono::milliseconds> wait = {};
    bool is_gone = false;  // The receiver wants no more calls at all.
    bool is_host_failing =
        false;  // The machine gave no answer, or said that it cannot: the next call would fare no better.

    friend bool operator==(const CallVerdict&, const CallVerdict&) = default;
};

CallVerdict judge_answer(const WebCallAnswer& answer, base::Instant now);

// What `Retry-After` says: a number of seconds, or a date. At most retry_after_max; nothing when it makes no sense.
std::optional<std::chrono::milliseconds> read_retry_after(std::string_view text, base::Instant now);

}  // namespace tradewind::domain
