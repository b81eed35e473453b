#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/clock.h"
#include "base/embedded_text.h"
#include "base/result.h"
#include "storage/database/transaction.h"

namespace tradewind::storage {

// The texts of src/storage/migrations, `NNNN_name.sql`, by number. A text that has shipped is never edited.
extern const std::span<const base::EmbeddedText> migration_texts;

// What the words `{id}`, `{text}`, `{json}`, `{bytes}` and `{by_key}` of a migration mean to an engine. The last one
// follows a table of small rows that are only ever looked up by their primary key: SQLite then keeps them in one tree
// instead of two. What stands behind `{for sqlite}` or `{for postgres}` is for that engine alone, up to the next such
// word; `{for both}` ends it.
struct MigrationWords {
    std::string_view engine;
    std::string_view id;
    std::string_view text;
    std::string_view json;
    std::string_view bytes;
    std::string_view by_key;
};
inline constexpr MigrationWords sqlite_words{.engine = "sqlite",
                                             .id = "integer primary key",
                                             .text = "text",
                                             .json = "text",
                                             .bytes = "blob",
                                             .by_key = "without rowid"};

inline constexpr MigrationWords postgres_words{.engine = "postgres",
                                               .id = "bigint primary key",
                                               .text = "text collate \"C\"",
                                               .json = "jsonb",
                                               .bytes = "bytea",
                                               .by_key = ""};

// Throws DatabaseBroken on any other word in braces.
std::string fill_in(std::string_view migration_text, const MigrationWords& words);

// One step of the schema. Forward only; numbered 1, 2, 3, ...
struct Migration {
    std::int64_t version = 0;
    std::string name;
    std::string_view text;  // With its words not filled in.
    std::string checksum;   // SHA-256 of the text, in hex: the same on every engine.
};
// Throws DatabaseBroken when names or numbers are not as they must be.
std::vector<Migration> read_migrations(std::span<const base::EmbeddedText> texts);

struct AppliedMigration {
    std::int64_t version = 0;
    std::string name;
    std::string checksum;
};
// Those still to be run, in order. Refused: a database that knows more than this program, or whose steps were others.
base::Result<std::vector<Migration>> plan_migrations(std::vector<Migration> known,
                                                     std::span<const AppliedMigration> applied);

// A connection on which the schema is changed, before anyone else uses it. Throws DatabaseBroken.
class SchemaConnection {
  public:
    virtual ~SchemaConnection() = default;
    // Begins a transaction that waits for those of other processes that change the schema; makes the table of the
    // steps, by this text, when it is missing.
    virtual Transaction& begin(const std::string& create_steps_table) = 0;
    virtual void run_script(const std::string& sql) = 0;
    virtual void commit() = 0;
    virtual void roll_back() = 0;
    [[nodiscard]] virtual const MigrationWords& words() const = 0;
};

// The version of a schema that migrate() would change; 0 for a new database and for one that is up to date. Refused
// like migrate(). Throws DatabaseBroken.
base::Result<std::int64_t> outdated_version(SchemaConnection& connection, std::span<const base::EmbeddedText> texts);

// Whether all steps were run. Refused like migrate().
base::Result<bool> is_up_to_date(Transaction& transaction, std::span<const base::EmbeddedText> texts);

// Brings the schema up to date, each step in one transaction with the row that says so. Of several processes that do so
// at once, one runs each step. Throws DatabaseBroken.
base::Result<void> migrate(SchemaConnection& connection, std::span<const base::EmbeddedText> texts,
                           const base::Clock& clock);

}  // namespace tradewind::storage
