#include "base/unique_function.h"

#include <gtest/gtest.h>

#include <array>
#include <memory>
#include <string>

#include "base/executor.h"

namespace tradewind::base {
namespace {

// Counts how often one of its copies or moves that still owns the count is destroyed.
struct Tally {
    explicit Tally(int& destroyed) : count(&destroyed) {}
    Tally(Tally&& other) noexcept : count(std::exchange(other.count, nullptr)) {}
    Tally(const Tally&) = delete;
    Tally& operator=(Tally&&) = delete;
    ~Tally() {
        if (count != nullptr) { ++*count; }
    }
    int* count;
};

TEST(UniqueFunction, CallsWhatItOwns) {
    UniqueFunction<int(int)> add = [own = std::make_unique<int>(3)](int more) { return *own + more; };
    EXPECT_EQ(add(4), 7);
    auto moved = std::move(add);
    EXPECT_FALSE(static_cast<bool>(add));  // NOLINT: that it is empty now is the point.
    EXPECT_EQ(moved(5), 8);
}

TEST(UniqueFunction, KeepsALargeCallableOnTheHeap) {
    std::array<int, 100> many{};
    many[99] = 11;
    UniqueFunction<int()> last = [many] { return many[99]; };
    auto moved = std::move(last);
    EXPECT_EQ(moved(), 11);
}

TEST(UniqueFunction, PassesMoveOnlyArgumentsAndReferences) {
    UniqueFunction<std::string(std::unique_ptr<std::string>, int&)> call = [](std::unique_ptr<std::string> text,
                                                                              int& calls) {
        ++calls;
        return *text;
    };
    int calls = 0;
    EXPECT_EQ(call(std::make_unique<std::string>("hello"), calls), "hello");
    EXPECT_EQ(calls, 1);
}

template <class Callable>
void expect_destroyed_once(Callable make) {
    int destroyed = 0;
    {
        UniqueFunction<void()> function = make(destroyed);
        auto moved = std::move(function);
        UniqueFunction<void()> assigned = [] {};
        assigned = std::move(moved);
        assigned();
        EXPECT_EQ(destroyed, 0);
    }
    EXPECT_EQ(destroyed, 1);
}

struct LargeTally {
    explicit LargeTally(int& destroyed) : tally(destroyed) {}
    void operator()() const {}

    Tally tally;
    std::array<char, 200> filling{};
};

TEST(UniqueFunction, DestroysWhatItOwnsOnce) {
    expect_destroyed_once([](int& destroyed) { return [tally = Tally(destroyed)] {}; });
    expect_destroyed_once([](int& destroyed) { return LargeTally(destroyed); });
}

TEST(UniqueFunction, DestroysWhatItHeldWhenAnotherIsAssigned) {
    int destroyed = 0;
    UniqueFunction<void()> function = [tally = Tally(destroyed)] {};
    function = [] {};
    EXPECT_EQ(destroyed, 1);
}

TEST(InlineExecutor, RunsTheWorkAtOnce) {
    InlineExecutor executor;
    int runs = 0;
    static_cast<Executor&>(executor).post([&, own = std::make_unique<int>(2)] { runs += *own; });
    EXPECT_EQ(runs, 2);
}

}  // namespace
}  // namespace tradewind::base
