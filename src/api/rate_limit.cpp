#include "api/rate_limit.h"

#include <algorithm>
#include <array>
#include <charconv>

namespace tradewind::api {
namespace {

struct Use {
    std::int64_t limit;
    std::int64_t remaining;
    bool is_over;
};

Use use_of(base::MinuteCounter& counter, std::int64_t limit, base::Instant now) {
    if (limit == 0) { return {.limit = RateLimit::unlimited, .remaining = RateLimit::unlimited, .is_over = false}; }
    const auto count = counter.add(now);
    return {.limit = limit, .remaining = std::max<std::int64_t>(0, limit - count), .is_over = count > limit};
}

void add_number(std::string& lines, std::string_view name_and_colon, std::int64_t number) {
    lines += name_and_colon;
    std::array<char, 20> digits;
    const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), number).ptr;
    lines.append(digits.data(), end);
    lines += "\r\n";
}

}  // namespace

RateLimit::RateLimit(const base::Clock& clock, std::int64_t requests_per_minute)
    : clock_(clock), requests_per_minute_(requests_per_minute) {}

RateState RateLimit::count(const storage::KnownKey& key) {
    const auto now = clock_.now();
    auto use = use_of(account_, requests_per_minute_, now);
    const auto own = use_of(*key.own_requests, key.key.requests_per_minute.value_or(0), now);
    if (own.remaining < use.remaining || (own.is_over && !use.is_over)) { use = own; }
    return state_of(use.limit, use.remaining, use.is_over, now);
}

RateState RateLimit::count(const storage::KnownPerson& person) {
    const auto now = clock_.now();
    const auto use = use_of(*person.requests, person_requests_per_minute, now);
    return state_of(use.limit, use.remaining, use.is_over, now);
}

RateState RateLimit::state_of(std::int64_t limit, std::int64_t remaining, bool is_over, base::Instant now) {
    const auto second = now.milliseconds / 1000;
    const auto reset_at = (second / 60 + 1) * 60;
    return {
        .limit = limit,
        .remaining = remaining,
        .reset_at = reset_at,
        .reset_seconds = reset_at - second,
        .is_over = is_over,
    };
}

std::int64_t RateLimit::seconds_left() const {
    return 60 - clock_.now().milliseconds / 1000 % 60;
}

void add_rate_headers(net::HttpResponse& response, const RateState& state) {
    auto& lines = response.header_lines;
    add_number(lines, "X-RateLimit-Limit: ", state.limit);
    add_number(lines, "X-RateLimit-Remaining: ", state.remaining);
    add_number(lines, "X-RateLimit-Reset: ", state.reset_at);
    add_number(lines, "RateLimit-Limit: ", state.limit);
    add_number(lines, "RateLimit-Remaining: ", state.remaining);
    add_number(lines, "RateLimit-Reset: ", state.reset_seconds);
    if (state.is_over) { add_number(lines, "Retry-After: ", state.reset_seconds); }
}

}  // namespace tradewind::api
