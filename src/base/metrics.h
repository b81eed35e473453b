#pragma once

#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>

namespace tradewind::base {

// What is counted while the service runs. Each lives where it is counted, and is read from elsewhere. Thread-safe.

// A number that only grows.
class Counter {
  public:
    void add(std::uint64_t more = 1) { number_.fetch_add(more, std::memory_order_relaxed); }
    [[nodiscard]] std::uint64_t value() const { return number_.load(std::memory_order_relaxed); }

  private:
    std::atomic<std::uint64_t> number_{0};
};

// A number that goes up and down.
class Gauge {
  public:
    void add(std::int64_t more) { number_.fetch_add(more, std::memory_order_relaxed); }
    void set(std::int64_t number) { number_.store(number, std::memory_order_relaxed); }
    [[nodiscard]] std::int64_t value() const { return number_.load(std::memory_order_relaxed); }

  private:
    std::atomic<std::int64_t> number_{0};
};

// How often something was at most so long, or so much, as each of some bounds.
class Histogram {
  public:
    // In microseconds: from half a millisecond to ten seconds.
    static constexpr std::uint64_t times[] = {500,     1'000,   2'500,     5'000,     10'000,    25'000,    50'000,
                                              100'000, 250'000, 1'000'000, 2'500'000, 5'000'000, 10'000'000};
    static constexpr std::uint64_t counts[] = {1, 2, 4, 8, 16, 32, 64, 128};

    // The bounds ascend, and outlive this.
    explicit Histogram(std::span<const std::uint64_t> bounds = times)
        : bounds_(bounds), at_most_(std::make_unique<Counter[]>(bounds.size() + 1)) {}

    void note(std::uint64_t amount);
    void note(std::chrono::nanoseconds time) {
        note(static_cast<std::uint64_t>(std::chrono::duration_cast<std::chrono::microseconds>(time).count()));
    }

    [[nodiscard]] std::span<const std::uint64_t> bounds() const { return bounds_; }
    // Of those amounts that are within this bound and beyond the one before; after the last bound, of all larger ones.
    [[nodiscard]] std::uint64_t count(std::size_t bound) const { return at_most_[bound].value(); }
    [[nodiscard]] std::uint64_t sum() const { return sum_.value(); }
    [[nodiscard]] bool is_empty() const;

  private:
    std::span<const std::uint64_t> bounds_;
    std::unique_ptr<Counter[]> at_most_;
    Counter sum_;
};

// Writes what was counted as a page that Prometheus reads. Rows of one family follow each other.
class MetricsPage {
  public:
    using Labels = std::initializer_list<std::pair<std::string_view, std::string_view>>;

    // Begins a family: `type` is counter, gauge or histogram.
    void family(std::string_view name, std::string_view type, std::string_view help);
    void row(double value, Labels labels = {});
    void row(std::uint64_t value, Labels labels = {});
    void row(std::int64_t value, Labels labels = {});
    // As seconds when its bounds are times.
    void row(const Histogram& histogram, Labels labels = {});

    // A family of one row without labels.
    template <class Value>
    void single(std::string_view name, std::string_view type, std::string_view help, const Value& value) {
        family(name, type, help);
        row(value);
    }

    [[nodiscard]] const std::string& text() const { return text_; }

  private:
    void line(std::string_view suffix, Labels labels, std::string_view bound, std::string_view value);

    std::string name_;
    std::string text_;
};

}  // namespace tradewind::base
