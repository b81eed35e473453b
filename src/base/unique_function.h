#pragma once

#include <cstddef>
#include <memory>
#include <new>
#include <type_traits>
#include <utility>

namespace tradewind::base {

template <class Signature>
class UniqueFunction;

// A callable that can be moved but not copied, so that it may own what it needs. Small ones are kept in place.
template <class R, class... Arguments>
class UniqueFunction<R(Arguments...)> {
  public:
    UniqueFunction() = default;

    template <class Callable>
    requires(!std::is_same_v<std::remove_cvref_t<Callable>, UniqueFunction> &&
             std::is_invocable_r_v<R, std::remove_cvref_t<Callable>&, Arguments...>)
        UniqueFunction(Callable&& callable) {
        using Stored = std::remove_cvref_t<Callable>;
        if constexpr (fits_in_place<Stored>) {
            ::new (static_cast<void*>(&space_)) Stored(std::forward<Callable>(callable));
            actions_ = &in_place_actions<Stored>;
        } else {
            ::new (static_cast<void*>(&space_)) Stored*(new Stored(std::forward<Callable>(callable)));
            actions_ = &on_heap_actions<Stored>;
        }
    }

    UniqueFunction(UniqueFunction&& other) noexcept { take(other); }
    UniqueFunction& operator=(UniqueFunction&& other) noexcept {
        if (this != &other) {
            reset();
            take(other);
        }
        return *this;
    }
    UniqueFunction(const UniqueFunction&) = delete;
    UniqueFunction& operator=(const UniqueFunction&) = delete;
    ~UniqueFunction() { reset(); }

    explicit operator bool() const { return actions_ != nullptr; }

    R operator()(Arguments... arguments) { return actions_->call(&space_, std::forward<Arguments>(arguments)...); }

  private:
    struct Actions {
        R (*call)(void*, Arguments&&...);
        void (*move)(void* from, void* to) noexcept;
        void (*destroy)(void*) noexcept;
    };

    static constexpr std::size_t space_size = 64;

    template <class Stored>
    static constexpr bool fits_in_place =
        sizeof(Stored) <= space_size &&
        alignof(Stored) <= alignof(std::max_align_t) && std::is_nothrow_move_constructible_v<Stored>;

    template <class Stored>
    static constexpr Actions in_place_actions{
        [](void* space, Arguments&&... arguments) -> R {
            return (*static_cast<Stored*>(space))(std::forward<Arguments>(arguments)...);
        },
        [](void* from, void* to) noexcept {
            ::new (to) Stored(std::move(*static_cast<Stored*>(from)));
            static_cast<Stored*>(from)->~Stored();
        },
        [](void* space) noexcept { static_cast<Stored*>(space)->~Stored(); },
    };

    template <class Stored>
    static constexpr Actions on_heap_actions{
        [](void* space, Arguments&&... arguments) -> R {
            return (**static_cast<Stored**>(space))(std::forward<Arguments>(arguments)...);
        },
        [](void* from, void* to) noexcept { ::new (to) Stored*(*static_cast<Stored**>(from)); },
        [](void* space) noexcept { delete *static_cast<Stored**>(space); },
    };

    void take(UniqueFunction& other) noexcept {
        if (other.actions_ == nullptr) { return; }
        other.actions_->move(&other.space_, &space_);
        actions_ = std::exchange(other.actions_, nullptr);
    }
    void reset() noexcept {
        if (actions_ != nullptr) { std::exchange(actions_, nullptr)->destroy(&space_); }
    }

    alignas(std::max_align_t) std::byte space_[space_size];
    const Actions* actions_ = nullptr;
};

}  // namespace tradewind::base
