#include "storage/migrations/migrate.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <utility>

#include "storage/files/file_hash.h"

namespace tradewind::storage {
namespace {

constexpr std::string_view create_schema_migrations =
    "create table if not exists schema_migrations ("
    "version bigint not null primary key, name {text} not null, checksum {text} not null, applied_at bigint not null)";

constexpr Query applied_query{
    .name = "schema_migrations.all",
    .sql = R"(SELECT version, name, checksum FROM schema_migrations ORDER BY version)",
};

constexpr Query schema_migrations_insert_query{
    .name = "schema_migrations.insert",
    .sql = R"(INSERT INTO schema_migrations (version, name, checksum, applied_at) VALUES ($1, $2, $3, $4))",
};

constexpr std::size_t number_digits = 4;
constexpr std::string_view file_ending = ".sql";

DatabaseBroken broken(std::string_view name, std::string_view what) {
    return DatabaseBroken("the migration " + std::string(name) + " " + std::string(what));
}

Migration read_migration(const base::EmbeddedText& file) {
    Migration migration{.name = {}, .text = file.text, .checksum = sha256_of(file.text)};
    const auto* const begin = file.name.data();
    const auto* const number_end = begin + std::min(number_digits, file.name.size());
    const auto [end, problem] = std::from_chars(begin, number_end, migration.version);
    const auto rest = file.name.substr(std::min(number_digits, file.name.size()));
    if (problem != std::errc() || end != begin + number_digits || !rest.starts_with('_') ||
        !rest.ends_with(file_ending)) {
        throw broken(file.name, "is not called NNNN_name.sql");
    }
    migration.name = rest.substr(1, rest.size() - 1 - file_ending.size());
    return migration;
}

std::vector<AppliedMigration> applied_migrations(Transaction& transaction) {
    std::vector<AppliedMigration> applied;
    auto rows = transaction.query(applied_query);
    while (rows.next()) {
        applied.push_back(
            {.version = rows.integer(0), .name = std::string(rows.text(1)), .checksum = std::string(rows.text(2))});
    }
    return applied;
}

// Runs the first step that is missing; how many were missing.
base::Result<std::size_t> run_first_missing(SchemaConnection& connection, const std::vector<Migration>& known,
                                            const base::Clock& clock) {
    auto& transaction = connection.begin(fill_in(create_schema_migrations, connection.words()));
    const auto missing = TRY(plan_migrations(known, applied_migrations(transaction)));
    if (!missing.empty()) {
        const auto& step = missing.front();
        connection.run_script(fill_in(step.text, connection.words()));
        transaction.execute(schema_migrations_insert_query,
                            {step.version, step.name, step.checksum, clock.now().milliseconds});
    }
    connection.commit();
    return missing.size();
}

}  // namespace

std::string fill_in(std::string_view migration_text, const MigrationWords& words) {
    const std::array<std::pair<std::string_view, std::string_view>, 5> meanings{{{"id", words.id},
                                                                                 {"text", words.text},
                                                                                 {"json", words.json},
                                                                                 {"bytes", words.bytes},
                                                                                 {"by_key", words.by_key}}};
    constexpr std::array<std::string_view, 3> readers{"for both", "for sqlite", "for postgres"};
    std::string filled;
    bool is_for_engine = true;
    while (true) {
        const auto open = migration_text.find('{');
        if (is_for_engine) { filled += migration_text.substr(0, open); }
        if (open == std::string_view::npos) { return filled; }
        const auto close = migration_text.find('}', open);
        const auto word = migration_text.substr(open + 1, close == std::string_view::npos ? close : close - open - 1);
        const auto meaning =
            std::find_if(meanings.begin(), meanings.end(), [word](const auto& m) { return m.first == word; });
        const bool is_reader = std::find(readers.begin(), readers.end(), word) != readers.end();
        if (close == std::string_view::npos || (meaning == meanings.end() && !is_reader)) {
            throw DatabaseBroken("a migration holds the unknown word {" + std::string(word) + "}");
        }
        if (is_reader) {
            is_for_engine = word == readers.front() || word.ends_with(words.engine);
        } else if (is_for_engine) {
            filled += meaning->second;
        }
        migration_text.remove_prefix(close + 1);
    }
}

std::vector<Migration> read_migrations(std::span<const base::EmbeddedText> texts) {
    std::vector<Migration> migrations;
    for (const auto& file : texts) {
        migrations.push_back(read_migration(file));
        if (migrations.back().version != static_cast<std::int64_t>(migrations.size())) {
            throw broken(file.name, "does not follow the one before it");
        }
    }
    return migrations;
}

base::Result<std::vector<Migration>> plan_migrations(std::vector<Migration> known,
                                                     std::span<const AppliedMigration> applied) {
    if (applied.size() > known.size()) {
        return base::conflict("The database was made by a newer version of this program (its schema is " +
                              std::to_string(applied.back().version) + ", this program knows " +
                              std::to_string(known.size()) + "). Use that version, or restore a backup.");
    }
    for (std::size_t index = 0; index < applied.size(); ++index) {
        if (applied[index].version != known[index].version || applied[index].checksum != known[index].checksum) {
            return base::conflict("Step " + std::to_string(applied[index].version) + " (" + applied[index].name +
                                  ") of the database's schema is not the one this program knows. Use the program that "
                                  "made the database, or restore a backup.");
        }
    }
    known.erase(known.begin(), known.begin() + static_cast<std::ptrdiff_t>(applied.size()));
    return known;
}

base::Result<std::int64_t> outdated_version(SchemaConnection& connection, std::span<const base::EmbeddedText> texts) {
    auto& transaction = connection.begin(fill_in(create_schema_migrations, connection.words()));
    const auto applied = applied_migrations(transaction);
    connection.roll_back();
    const auto missing = TRY(plan_migrations(read_migrations(texts), applied));
    return applied.empty() || missing.empty() ? 0 : applied.back().version;
}

base::Result<bool> is_up_to_date(Transaction& transaction, std::span<const base::EmbeddedText> texts) {
    const auto missing = TRY(plan_migrations(read_migrations(texts), applied_migrations(transaction)));
    return missing.empty();
}

base::Result<void> migrate(SchemaConnection& connection, std::span<const base::EmbeddedText> texts,
                           const base::Clock& clock) {
    const auto known = read_migrations(texts);
    try {
        while (true) {
            auto missing = run_first_missing(connection, known, clock);
            if (!missing) {
                connection.roll_back();
                return std::move(missing).error();
            }
            if (missing.value() <= 1) { return {}; }
        }
    } catch (...) {
        connection.roll_back();
        throw;
    }
}

}  // namespace tradewind::storage
