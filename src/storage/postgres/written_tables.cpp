#include "storage/postgres/written_tables.h"

#include <algorithm>
#include <array>

namespace tradewind::storage {
namespace {

constexpr std::array<std::string_view, 3> writing_words{"INSERT INTO ", "UPDATE ", "DELETE FROM "};

// Those of `FOR UPDATE`, `FOR NO KEY UPDATE` and `DO UPDATE` write to no other table.
bool begins_a_statement(std::string_view before) {
    const auto ends_with = [&](std::string_view word) { return before.ends_with(word); };
    return !ends_with("FOR ") && !ends_with("KEY ") && !ends_with("DO ");
}

bool is_of_name(char character) {
    return (character >= 'a' && character <= 'z') || character == '_';
}

}  // namespace

std::vector<std::string> written_tables(std::string_view sql) {
    std::vector<std::string> tables;
    for (std::size_t place = 0; place < sql.size(); ++place) {
        const auto rest = sql.substr(place);
        const auto* const word =
            std::ranges::find_if(writing_words, [&](std::string_view each) { return rest.starts_with(each); });
        if (word == writing_words.end() || !begins_a_statement(sql.substr(0, place))) { continue; }
        const auto name = rest.substr(word->size());
        const auto* const end = std::ranges::find_if_not(name, is_of_name);
        tables.emplace_back(name.begin(), end);
        place += word->size() - 1;
    }
    return tables;
}

}  // namespace tradewind::storage
