#pragma once

#include <cstdint>
#include <string>

#include "storage/database/database.h"

namespace tradewind::storage {

// For tests: a small table to write into and read from.
// SQLite numbers the rows of such a table by itself; for PostgreSQL this must be said.
inline constexpr Query create_notes{
    .name = "notes.create",
    .sql = "CREATE TABLE notes (id integer primary key, body text not null)",
    .postgres = "CREATE TABLE notes (id bigint generated always as identity primary key, body text not null)"};
inline constexpr Query add_note_query{.name = "notes.add", .sql = "INSERT INTO notes (body) VALUES ($1)"};
inline constexpr Query all_notes_query{.name = "notes.all", .sql = "SELECT body FROM notes ORDER BY id"};

inline void make_notes(Database& database) {
    write_and_wait(database, [](Transaction& transaction) -> base::Result<void> {
        transaction.execute(create_notes);
        return {};
    }).take();
}

inline void add_note(Transaction& transaction, const std::string& body) {
    transaction.execute(add_note_query, {body});
}

// All notes in the order they were added, with a space between.
inline std::string all_notes(Transaction& transaction) {
    std::string notes;
    auto rows = transaction.query(all_notes_query);
    while (rows.next()) {
        notes += notes.empty() ? "" : " ";
        notes += rows.text(0);
    }
    return notes;
}

inline std::string all_notes(Database& database) {
    return read_and_wait(database,
                         [](Transaction& transaction) -> base::Result<std::string> { return all_notes(transaction); })
        .take();
}

}  // namespace tradewind::storage
