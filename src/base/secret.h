#pragma once

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <iosfwd>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "base/random.h"

namespace tradewind::base {

// A text that must never be seen: printing it prints `***`. Its memory is wiped, also where it was moved from.
class Secret {
  public:
    explicit Secret(const std::string& text) : text_(text) {}
    // Leaves the given string empty, with no trace of the text in it.
    explicit Secret(std::string&& text);
    Secret(const Secret&) = default;
    Secret& operator=(const Secret& other);
    Secret(Secret&& other) noexcept;
    Secret& operator=(Secret&& other) noexcept;
    ~Secret();

    // The one way to the text; the name makes its use easy to find.
    [[nodiscard]] const std::string& reveal() const { return text_; }

  private:
    std::string text_;
};

std::ostream& operator<<(std::ostream& out, const Secret& secret);

using KeyedHash = std::array<std::byte, 32>;

// The 32 bytes of data/secret.key. Every use has a purpose, so that a hash made for one is worthless for another.
class SecretKey {
  public:
    static constexpr std::size_t size = 32;
    static constexpr std::size_t purpose_bytes_max = 255;

    explicit SecretKey(std::span<const std::byte, size> bytes);
    ~SecretKey();
    SecretKey(const SecretKey&) = delete;
    SecretKey& operator=(const SecretKey&) = delete;

    [[nodiscard]] KeyedHash hash(std::string_view purpose, std::string_view text) const;
    // Makes a text unreadable without this key and the same purpose.
    [[nodiscard]] std::string seal(Random& random, std::string_view purpose, std::string_view text) const;
    // What was sealed; nothing when it was changed, or sealed with another key or purpose.
    [[nodiscard]] std::optional<std::string> unseal(std::string_view purpose, std::string_view sealed) const;
    // A short public name of the key, from which nothing about it follows.
    [[nodiscard]] std::string fingerprint() const;

  private:
    std::array<std::byte, size> bytes_;
};

// In constant time.
bool equal(const KeyedHash& one, const KeyedHash& other);

// A text about a person: printing it prints a short keyed hash, so that log lines about one person can be matched
// without telling who it is.
class Personal {
  public:
    Personal(const SecretKey& key, std::string_view text);
    [[nodiscard]] const std::string& printable() const { return printable_; }

  private:
    std::string printable_;
};

std::ostream& operator<<(std::ostream& out, const Personal& person);

}  // namespace tradewind::base

template <>
struct fmt::formatter<tradewind::base::Secret> {
    constexpr auto parse(format_parse_context& context) const { return context.begin(); }
    auto format(const tradewind::base::Secret&, format_context& context) const {
        return std::ranges::copy(std::string_view("***"), context.out()).out;
    }
};

template <>
struct fmt::formatter<tradewind::base::Personal> {
    constexpr auto parse(format_parse_context& context) const { return context.begin(); }
    auto format(const tradewind::base::Personal& person, format_context& context) const {
        return std::ranges::copy(person.printable(), context.out()).out;
    }
};
