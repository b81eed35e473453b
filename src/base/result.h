#pragma once

#include <cassert>
#include <utility>
#include <variant>

#include "base/error.h"

namespace tradewind::base {

// A value, or the Error that says why there is none.
template <class T>
class [[nodiscard]] Result {
  public:
    Result(T value) : state_(std::in_place_index<0>, std::move(value)) {}
    Result(Error error) : state_(std::in_place_index<1>, std::move(error)) {}

    [[nodiscard]] bool ok() const { return state_.index() == 0; }
    explicit operator bool() const { return ok(); }

    [[nodiscard]] const T& value() const& {
        assert(ok() && "value() of a refused result");
        return *std::get_if<0>(&state_);
    }
    [[nodiscard]] T& value() & {
        assert(ok() && "value() of a refused result");
        return *std::get_if<0>(&state_);
    }
    [[nodiscard]] T value() && { return std::move(*this).take(); }
    [[nodiscard]] const Error& error() const& {
        assert(!ok() && "error() of a result that holds a value");
        return *std::get_if<1>(&state_);
    }
    [[nodiscard]] Error error() && {
        assert(!ok() && "error() of a result that holds a value");
        return std::move(*std::get_if<1>(&state_));
    }
    T take() && {
        assert(ok() && "take() of a refused result");
        return std::move(*std::get_if<0>(&state_));
    }

  private:
    std::variant<T, Error> state_;
};

template <>
class [[nodiscard]] Result<void> {
  public:
    Result() = default;
    Result(Error error) : state_(std::in_place_index<1>, std::move(error)) {}

    [[nodiscard]] bool ok() const { return state_.index() == 0; }
    explicit operator bool() const { return ok(); }

    [[nodiscard]] const Error& error() const& {
        assert(!ok() && "error() of a result that holds a value");
        return *std::get_if<1>(&state_);
    }
    [[nodiscard]] Error error() && {
        assert(!ok() && "error() of a result that holds a value");
        return std::move(*std::get_if<1>(&state_));
    }
    void take() && { assert(ok() && "take() of a refused result"); }

  private:
    std::variant<std::monostate, Error> state_;
};

}  // namespace tradewind::base

// The value of a Result, or return its Error from the enclosing function. It stands alone on its line: after `=`, after
// `return`, or first; never inside braces or arguments (what was built so far would leak), never in a coroutine.
#define TRY(expression)                                                   \
    ({                                                                    \
        auto try_result_ = (expression);                                  \
        if (!try_result_.ok()) { return std::move(try_result_).error(); } \
        std::move(try_result_).take();                                    \
    })
