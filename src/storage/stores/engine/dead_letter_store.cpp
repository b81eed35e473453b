#include "storage/stores/engine/dead_letter_store.h"

#include <vector>

#include "storage/database/list_rows.h"

namespace tradewind::storage {
namespace {

constexpr Query dead_letters_insert_query{
    .name = "dead_letters.insert",
    .sql = R"(INSERT INTO dead_letters (id, contact_id, number, kind, error, at) VALUES ($1, $2, $3, $4, $5, $6))",
};

constexpr Query dead_letters_forget_query{
    .name = "dead_letters.forget",
    .sql = R"(DELETE FROM dead_letters
              WHERE id <= (SELECT id FROM dead_letters ORDER BY id DESC LIMIT 1 OFFSET $1))",
};

constexpr Query dead_letters_page_query{
    .name = "dead_letters.page",
    .sql = R"(SELECT id, contact_id, number, kind, error, at FROM dead_letters WHERE id < $2
              ORDER BY id DESC LIMIT $1 OFFSET $3)",
};

constexpr Query dead_letters_newer_query{
    .name = "dead_letters.newer",
    .sql = R"(SELECT id, contact_id, number, kind, error, at FROM dead_letters WHERE id > $2 ORDER BY id LIMIT $1)",
};

constexpr Query dead_letters_delete_of_query{
    .name = "dead_letters.delete_of",
    .sql = R"(DELETE FROM dead_letters WHERE contact_id = $1)",
};

std::vector<DeadLetter> read_letters(Rows rows) {
    std::vector<DeadLetter> letters;
    while (rows.next()) {
        auto& letter = letters.emplace_back();
        letter = {.id = {rows.integer(0)},
                  .contact = {rows.integer(1)},
                  .number = rows.integer(2),
                  .error = std::string(rows.text(4)),
                  .at = {rows.integer(5)}};
        if (rows.is_null(3)) { continue; }
        letter.kind = domain::find_activity_kind(rows.text(3));
        if (!letter.kind) { throw DatabaseBroken("a dead letter is of no known kind"); }
    }
    return letters;
}

}  // namespace

void insert_dead_letter(Transaction& transaction, const DeadLetter& letter) {
    std::optional<std::string_view> kind;
    if (letter.kind) { kind = domain::word_of(*letter.kind); }
    transaction.execute(dead_letters_insert_query, {letter.id.number, letter.contact.number, letter.number, kind,
                                                    letter.error, letter.at.milliseconds});
    transaction.execute(dead_letters_forget_query, {dead_letters_max});
}

domain::Page<DeadLetter> list_dead_letters(Transaction& transaction, const domain::PageRequest& page) {
    const auto down = [&] {
        return read_letters(
            transaction.query(dead_letters_page_query, {page.size + 1, first_id(page), skipped_rows(page)}));
    };
    return read_page<DeadLetter>(page, down, [&] {
        return read_letters(transaction.query(dead_letters_newer_query, {page.size + 1, id_of(*page.cursor)}));
    });
}

void delete_dead_letters_of(Transaction& transaction, base::Id contact) {
    transaction.execute(dead_letters_delete_of_query, {contact.number});
}

}  // namespace tradewind::storage
