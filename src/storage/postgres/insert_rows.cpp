#include "storage/postgres/insert_rows.h"

#include <algorithm>
#include <charconv>
#include <unordered_map>

namespace tradewind::storage {
namespace {

constexpr std::string_view values_word = "VALUES (";
constexpr std::size_t rows_max = 64;
constexpr std::size_t rows_step = 4;

// The place of the parenthesis that closes the one before `from`; npos when there is none.
std::size_t end_of_row(std::string_view sql, std::size_t from) {
    int depth = 1;
    for (auto place = from; place < sql.size(); ++place) {
        if (sql[place] == '(') { ++depth; }
        if (sql[place] == ')' && --depth == 0) { return place; }
    }
    return std::string_view::npos;
}

// Calls `use` with the text before each parameter and its number; the text behind the last one.
template <class Use>
std::string_view for_each_parameter(std::string_view text, const Use& use) {
    for (auto dollar = text.find('$'); dollar != std::string_view::npos; dollar = text.find('$')) {
        std::size_t number = 0;
        const auto* const digits = text.data() + dollar + 1;
        const auto end = std::from_chars(digits, text.data() + text.size(), number).ptr;
        use(text.substr(0, dollar), number);
        text.remove_prefix(static_cast<std::size_t>(end - text.data()));
    }
    return text;
}

std::size_t largest_parameter(std::string_view text) {
    std::size_t largest = 0;
    for_each_parameter(text, [&](std::string_view, std::size_t number) { largest = std::max(largest, number); });
    return largest;
}

}  // namespace

std::optional<InsertOfARow> InsertOfARow::find(std::string_view sql) {
    const auto values = sql.find(values_word);
    if (!sql.starts_with("INSERT INTO ") || values == std::string_view::npos) { return std::nullopt; }
    const auto begin = values + values_word.size();
    const auto end = end_of_row(sql, begin);
    if (end == std::string_view::npos) { return std::nullopt; }
    InsertOfARow insert;
    insert.before_ = sql.substr(0, begin);
    insert.row_ = sql.substr(begin, end - begin);
    insert.after_ = sql.substr(end);
    insert.parameters_ = largest_parameter(insert.row_);
    const auto has = [](std::string_view text, std::string_view words) {
        return text.find(words) != std::string_view::npos;
    };
    const bool is_plain = insert.parameters_ > 0 && !has(insert.row_, "SELECT") && !has(insert.before_, "$") &&
                          !has(insert.after_, "$") && !has(insert.after_, values_word) &&
                          !has(insert.after_, "ON CONFLICT") && !has(insert.after_, "RETURNING");
    return is_plain ? std::optional(std::move(insert)) : std::nullopt;
}

std::string InsertOfARow::for_rows(std::size_t rows) const {
    auto sql = before_;
    for (std::size_t row = 0; row < rows; ++row) {
        if (row > 0) { sql += "), ("; }
        sql += with_later_parameters(row_, row * parameters_);
    }
    return sql + after_;
}

std::string with_later_parameters(std::string_view sql, std::size_t places) {
    std::string later;
    const auto rest = for_each_parameter(sql, [&](std::string_view before, std::size_t number) {
        later += before;
        later += '$' + std::to_string(number + places);
    });
    return later.append(rest);
}

std::size_t rows_together(std::size_t left) {
    auto rows = rows_max;
    while (rows > left) { rows /= rows_step; }
    return rows;
}

std::vector<std::vector<std::size_t>> put_together(const std::vector<const Query*>& inserts) {
    std::vector<std::vector<std::size_t>> groups;
    std::unordered_map<const Query*, std::size_t> open;  // The group of each, as long as more may come to it.
    for (std::size_t place = 0; place < inserts.size(); ++place) {
        const bool is_insert = inserts[place] != nullptr && place + 1 < inserts.size();
        if (!is_insert) { open.clear(); }
        const auto [group, is_new] = open.try_emplace(is_insert ? inserts[place] : nullptr, groups.size());
        if (is_new) { groups.emplace_back(); }
        groups[group->second].push_back(place);
        if (!is_insert) { open.clear(); }
    }
    return groups;
}

}  // namespace tradewind::storage
