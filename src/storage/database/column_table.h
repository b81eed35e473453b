#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <string_view>
#include <tuple>
#include <utility>

#include "storage/database/sql_text.h"

namespace tradewind::storage {

// A row of a column table: what the column is called, to which part of the table it belongs, and the member kept in it.
template <class Part, class Struct, class Member>
struct Column {
    std::string_view name;
    Part part;
    Member Struct::*member;
};

template <class Part, class Struct, class Member>
Column(const char*, Part, Member Struct::*) -> Column<Part, Struct, Member>;

// The columns of some parts of a table, in the order of the table, which is a std::tuple of Column. The words of
// statements, their parameters and their rows all go by it, so that a column is named once.
template <const auto& table, auto... parts>
class ColumnChoice {
  public:
    // As in SELECT and INSERT: `id, email, name`.
    static consteval auto names() { return text_of<add_name>(); }
    // As in VALUES: `$1, $2, $3`.
    static consteval auto placeholders() { return text_of<add_placeholder>(); }
    // As in SET, of all but the first one, by which the row is found: `email = $2, name = $3`.
    static consteval auto assignments() { return text_of<add_assignment>(); }

    // Calls `act` with these columns as its arguments.
    template <class Act>
    static decltype(auto) apply(Act act) {
        return apply_by(act, std::make_index_sequence<places.size()>());
    }

    // Where a column stands among these, from 0.
    static consteval int place_of(std::string_view name) {
        int place = 0;
        while (all_names.at(places.at(static_cast<std::size_t>(place))) != name) { ++place; }
        return place;
    }

  private:
    // Counts what is added, and keeps it if it is told where.
    struct Draft {
        char* out = nullptr;
        std::size_t size = 0;

        constexpr void add(std::string_view text) {
            if (out != nullptr) { out = std::copy(text.begin(), text.end(), out); }
            size += text.size();
        }
    };
    static constexpr void add_name(Draft& text, std::size_t number) {
        if (number > 1) { text.add(", "); }
        text.add(all_names[places[number - 1]]);
    }
    static constexpr void add_placeholder(Draft& text, std::size_t number) {
        if (number > 1) { text.add(", "); }
        add_number(text, number);
    }
    static constexpr void add_assignment(Draft& text, std::size_t number) {
        if (number == 1) { return; }
        if (number > 2) { text.add(", "); }
        text.add(all_names[places[number - 1]]);
        text.add(" = ");
        add_number(text, number);
    }
    static constexpr void add_number(Draft& text, std::size_t number) {
        static_assert(places.size() < 100, "numbers have two digits at most");
        const char digits[] = {static_cast<char>('0' + number / 10), static_cast<char>('0' + number % 10)};
        text.add("$");
        text.add(number < 10 ? std::string_view(digits + 1, 1) : std::string_view(digits, 2));
    }

    static constexpr auto all_names =
        std::apply([](const auto&... column) { return std::array{column.name...}; }, table);
    static constexpr auto is_chosen = std::apply(
        [](const auto&... column) {
            const auto is_among = [](auto part) { return ((part == parts) || ...); };
            return std::array{is_among(column.part)...};
        },
        table);
    static constexpr auto places = [] {
        std::array<std::size_t, static_cast<std::size_t>(std::count(is_chosen.begin(), is_chosen.end(), true))> found{};
        auto next = found.begin();
        for (std::size_t place = 0; place < is_chosen.size(); ++place) {
            if (is_chosen[place]) { *next++ = place; }
        }
        return found;
    }();

    template <auto add>
    static constexpr void write(Draft& text) {
        for (std::size_t number = 1; number <= places.size(); ++number) { add(text, number); }
    }
    template <auto add>
    static consteval std::size_t size_of_text() {
        Draft measured;
        write<add>(measured);
        return measured.size;
    }
    template <auto add>
    static consteval auto text_of() {
        SqlText<size_of_text<add>()> text;
        Draft draft{.out = text.characters};
        write<add>(draft);
        return text;
    }

    template <class Act, std::size_t... indices>
    static decltype(auto) apply_by(Act& act, std::index_sequence<indices...>) {
        return act(std::get<places[indices]>(table)...);
    }
};

}  // namespace tradewind::storage
