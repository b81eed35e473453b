#include "base/id.h"

#include <algorithm>
#include <cassert>
#include <charconv>
#include <limits>
#include <span>

#include "base/fault.h"

namespace tradewind::base {

namespace {

constexpr std::int64_t epoch_milliseconds = 1'577'836'800'000;  // 2020-01-01T00:00:00Z
constexpr int node_bits = 10;
constexpr int counter_bits = 12;
constexpr std::int64_t counter_mask = (std::int64_t{1} << counter_bits) - 1;

constexpr std::size_t second_digits = 8;
constexpr std::size_t number_digits = 16;

// The last digits of the number, into as many places.
void write_hex(std::span<char> places, std::uint64_t number) {
    constexpr std::string_view hex_digits = "0123456789abcdef";
    for (auto place = places.rbegin(); place != places.rend(); ++place, number >>= 4) {
        *place = hex_digits[number & 0xF];
    }
}

std::optional<std::uint64_t> read_hex(std::string_view text) {
    std::uint64_t number = 0;
    const auto end = text.data() + text.size();
    const auto [stop, error] = std::from_chars(text.data(), end, number, 16);
    if (error != std::errc() || stop != end) { return std::nullopt; }
    return number;
}

std::uint64_t second_of(Id id) {
    return static_cast<std::uint64_t>(id.made_at().milliseconds / 1000);
}

}  // namespace

std::string Id::text() const {
    std::string out(second_digits + number_digits, '0');
    write_hex(std::span(out).first(second_digits), second_of(*this));
    write_hex(std::span(out).last(number_digits), static_cast<std::uint64_t>(number));
    return out;
}

Instant Id::made_at() const {
    return {epoch_milliseconds + (number >> (node_bits + counter_bits))};
}

Id Id::first_at(Instant instant) {
    constexpr auto latest = std::numeric_limits<std::int64_t>::max() >> (node_bits + counter_bits);
    const auto since_epoch = instant.milliseconds - epoch_milliseconds;
    if (since_epoch > latest) { return {std::numeric_limits<std::int64_t>::max()}; }
    return {std::max<std::int64_t>(since_epoch, 0) << (node_bits + counter_bits)};
}

Result<std::optional<Id>> Id::parse(std::string_view text) {
    if (text.size() == second_digits + number_digits) {
        const auto second = read_hex(text.substr(0, second_digits));
        const auto number = read_hex(text.substr(second_digits));
        if (second && number) {
            const Id id{static_cast<std::int64_t>(*number)};
            const bool could_exist = id.number >= 0 && second_of(id) == *second;
            return could_exist ? std::optional(id) : std::nullopt;
        }
    }
    return bad_request("An id has exactly 24 hexadecimal digits.");
}

IdSource::IdSource(const Clock& clock, int node) : clock_(clock), node_(node) {
    assert(node >= 0 && node < nodes_max);
}

Id IdSource::next() {
    const auto now_tick = (clock_.now().milliseconds - epoch_milliseconds) * (counter_mask + 1);
    auto last_tick = last_tick_.load(std::memory_order_relaxed);
    std::int64_t tick;
    do {
        tick = std::max(last_tick + 1, now_tick);
        if (is_planted(Fault::FollowClock)) { tick = now_tick + (last_tick + 1) % (counter_mask + 1); }
    } while (!last_tick_.compare_exchange_weak(last_tick, tick, std::memory_order_relaxed));
    const auto millisecond = tick >> counter_bits;
    return {millisecond << (node_bits + counter_bits) | node_ << counter_bits | (tick & counter_mask)};
}

}  // namespace tradewind::base
