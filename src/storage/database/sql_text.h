#pragma once

#include <algorithm>
#include <cstddef>
#include <string_view>

namespace tradewind::storage {

// A part of a statement, put together while the program is compiled. The text is public for the sake of `sql` alone.
template <std::size_t Size>
struct SqlText {
    char characters[Size + 1] = {};

    constexpr SqlText() = default;
    constexpr SqlText(const char (&literal)[Size + 1]) { std::copy_n(literal, Size, characters); }

    constexpr operator std::string_view() const { return {characters, Size}; }
};

template <std::size_t Size>
SqlText(const char (&)[Size]) -> SqlText<Size - 1>;

template <std::size_t... Sizes>
consteval auto join_texts(const SqlText<Sizes>&... parts) {
    SqlText<(0 + ... + Sizes)> joined;
    auto* end = joined.characters;
    ((end = std::copy_n(parts.characters, Sizes, end)), ...);
    return joined;
}

template <SqlText... parts>
inline constexpr auto joined_texts = join_texts(parts...);

// The words of a statement one after another, literals and others: sql<"SELECT ", names, " FROM contacts">.
template <SqlText... parts>
inline constexpr std::string_view sql = joined_texts<parts...>;

}  // namespace tradewind::storage
