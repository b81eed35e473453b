#include "storage/postgres/statement_writes.h"

#include <algorithm>
#include <array>
#include <charconv>

namespace tradewind::storage {
namespace {

constexpr std::string_view insert_word = "INSERT INTO ";
constexpr std::array<std::string_view, 3> writing_words{insert_word, "UPDATE ", "DELETE FROM "};

std::string with_single_spaces(std::string_view sql) {
    std::string text;
    for (const char character : sql) {
        const bool is_space = character == ' ' || character == '\n';
        if (!is_space) { text += character; }
        if (is_space && !text.empty() && text.back() != ' ') { text += ' '; }
    }
    return text;
}

// Those of `FOR UPDATE`, `FOR NO KEY UPDATE` and `DO UPDATE` write to no other table.
bool begins_a_statement(std::string_view before) {
    const auto ends_with = [&](std::string_view word) { return before.ends_with(word); };
    return !ends_with("FOR ") && !ends_with("KEY ") && !ends_with("DO ");
}

std::string_view writing_word_of(std::string_view text) {
    const auto* const word =
        std::ranges::find_if(writing_words, [&](std::string_view each) { return text.starts_with(each); });
    return word == writing_words.end() ? std::string_view() : *word;
}

std::string_view name_in(std::string_view text) {
    const auto* const end = std::ranges::find_if_not(
        text, [](char character) { return (character >= 'a' && character <= 'z') || character == '_'; });
    return text.substr(0, static_cast<std::size_t>(end - text.begin()));
}

// Of `$1...`: 0.
std::optional<std::size_t> parameter_in(std::string_view text) {
    std::size_t number = 0;
    if (!text.starts_with('$')) { return std::nullopt; }
    std::from_chars(text.data() + 1, text.data() + text.size(), number);
    return number == 0 ? std::nullopt : std::optional(number - 1);
}

// What stands behind the first `word`; empty when it is not there.
std::string_view behind(std::string_view text, std::string_view word) {
    const auto place = text.find(word);
    return place == std::string_view::npos ? std::string_view() : text.substr(place + word.size());
}

// Of `(contact_id, number) VALUES ($1, $2)`: the first parameter.
std::optional<std::size_t> inserted_contact(std::string_view text, std::string_view key) {
    constexpr std::string_view separator = ", ";
    auto columns = behind(text, "(");
    columns = columns.substr(0, columns.find(')'));
    auto values = behind(text, ") VALUES (");
    while (!columns.empty() && name_in(columns) != key) {
        columns = behind(columns, separator);
        values = behind(values, separator);
    }
    return columns.empty() ? std::nullopt : parameter_in(values);
}

StatementWrite write_in(std::string_view text) {
    const auto word = writing_word_of(text);
    const auto table = name_in(text.substr(word.size()));
    const std::string_view key = table == "contacts" ? "id" : "contact_id";
    return {.table = std::string(table),
            .contact = word == insert_word ? inserted_contact(text, key)
                                           : parameter_in(behind(text, " " + std::string(key) + " = "))};
}

}  // namespace

std::vector<StatementWrite> writes_of(std::string_view sql) {
    const auto text = with_single_spaces(sql);
    const std::string_view all = text;
    std::vector<std::size_t> begins;
    for (std::size_t place = 0; place < all.size(); ++place) {
        const bool is_write = !writing_word_of(all.substr(place)).empty() && begins_a_statement(all.substr(0, place));
        if (is_write) { begins.push_back(place); }
    }
    std::vector<StatementWrite> writes;
    for (std::size_t index = 0; index < begins.size(); ++index) {
        const auto end = index + 1 < begins.size() ? begins[index + 1] : all.size();
        writes.push_back(write_in(all.substr(begins[index], end - begins[index])));
    }
    return writes;
}

}  // namespace tradewind::storage
