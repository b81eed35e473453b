#include "storage/stores/jobs/import_store.h"

#include <algorithm>
#include <limits>

#include "storage/database/json_column.h"

namespace tradewind::storage {
namespace {

constexpr Query imports_find_query{
    .name = "imports.find",
    .sql = R"(SELECT id, type, status, origin, file, total, success, errors, next_offset, next_line,
                     created_at, started_at, finished_at, cancelled_at, options, error_reason FROM imports WHERE id = $1)",
};

// SQLite has one writer, who need not lock.
constexpr Query imports_lock_query{
    .name = "imports.lock",
    .sql = R"(SELECT id, type, status, origin, file, total, success, errors, next_offset, next_line,
                     created_at, started_at, finished_at, cancelled_at, options, error_reason FROM imports WHERE id = $1)",
    .postgres = R"(SELECT id, type, status, origin, file, total, success, errors, next_offset, next_line,
                     created_at, started_at, finished_at, cancelled_at, options, error_reason FROM imports WHERE id = $1 FOR UPDATE)",
    .when_locked = "The import is just being worked on.",
};

constexpr Query header_query{
    .name = "imports.header",
    .sql = R"(SELECT header FROM imports WHERE id = $1)",
};

constexpr Query imports_page_query{
    .name = "imports.page",
    .sql = R"(SELECT id, type, status, origin, file, total, success, errors, next_offset, next_line,
                     created_at, started_at, finished_at, cancelled_at, options, error_reason FROM imports
              WHERE CASE WHEN type = 'purchases' THEN 'purchases' ELSE 'files' END = $1
              ORDER BY id DESC LIMIT $2 OFFSET $3)",
};

constexpr Query imports_older_query{
    .name = "imports.older",
    .sql = R"(SELECT id, type, status, origin, file, total, success, errors, next_offset, next_line,
                     created_at, started_at, finished_at, cancelled_at, options, error_reason FROM imports
              WHERE CASE WHEN type = 'purchases' THEN 'purchases' ELSE 'files' END = $1 AND id < $3
              ORDER BY id DESC LIMIT $2)",
};

constexpr Query imports_newer_query{
    .name = "imports.newer",
    .sql = R"(SELECT id, type, status, origin, file, total, success, errors, next_offset, next_line,
                     created_at, started_at, finished_at, cancelled_at, options, error_reason FROM imports
              WHERE CASE WHEN type = 'purchases' THEN 'purchases' ELSE 'files' END = $1 AND id > $3
              ORDER BY id LIMIT $2)",
};

constexpr Query imports_count_queued_query{
    .name = "imports.count_queued",
    .sql = R"(SELECT count(*) FROM imports WHERE status = 'queued')",
};

constexpr Query imports_first_with_status_query{
    .name = "imports.first_with_status",
    .sql = R"(SELECT id FROM imports WHERE status = $1 ORDER BY id LIMIT 1)",
};

constexpr Query imports_insert_query{
    .name = "imports.insert",
    .sql = R"(INSERT INTO imports (id, type, status, origin, file, total, success, errors, next_offset, next_line,
                                   created_at, options, header)
              VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13))",
};

constexpr Query imports_update_query{
    .name = "imports.update",
    .sql = R"(UPDATE imports SET status = $2, success = $3, errors = $4, next_offset = $5, next_line = $6,
                                 started_at = $7, finished_at = $8, cancelled_at = $9, error_reason = $10
              WHERE id = $1)",
};

constexpr Query imports_delete_query{
    .name = "imports.delete",
    .sql = R"(DELETE FROM imports WHERE id = $1)",
};

constexpr Query insert_error_query{
    .name = "import_errors.insert",
    .sql = R"(INSERT INTO import_errors (import_id, line, reason, cells) VALUES ($1, $2, $3, $4))",
};

constexpr Query find_errors_query{
    .name = "import_errors.find",
    .sql = R"(SELECT line, reason, cells FROM import_errors WHERE import_id = $1 AND line > $2 ORDER BY line LIMIT $3)",
};

constexpr Query delete_errors_query{
    .name = "import_errors.delete",
    .sql = R"(DELETE FROM import_errors WHERE import_id = $1 AND line IN
              (SELECT line FROM import_errors WHERE import_id = $1 ORDER BY line LIMIT $2))",
};

constexpr Query next_with_errors_query{
    .name = "import_errors.next_import",
    .sql = R"(SELECT import_id FROM import_errors WHERE import_id > $1 ORDER BY import_id LIMIT 1)",
};

constexpr Query with_file_query{
    .name = "imports.with_file",
    .sql = R"(SELECT id, type, status, origin, file, total, success, errors, next_offset, next_line,
                     created_at, started_at, finished_at, cancelled_at, options, error_reason FROM imports
              WHERE file IS NOT NULL AND created_at < $1 ORDER BY id LIMIT $2)",
};

constexpr Query imports_file_names_query{
    .name = "imports.file_names",
    .sql = R"(SELECT file FROM imports WHERE file IS NOT NULL)",
};

constexpr Query forget_file_query{
    .name = "imports.forget_file",
    .sql = R"(UPDATE imports SET file = NULL WHERE id = $1)",
};

std::optional<base::Instant> maybe_instant(std::optional<std::int64_t> milliseconds) {
    return milliseconds ? std::optional(base::Instant{*milliseconds}) : std::nullopt;
}

std::optional<std::int64_t> maybe_number(const std::optional<base::Instant>& instant) {
    return instant ? std::optional(instant->milliseconds) : std::nullopt;
}

template <class Value>
Value known_of_import(std::optional<Value> value) {
    if (!value) { throw DatabaseBroken("an import is damaged"); }
    return *value;
}

domain::Import read_import(const Rows& rows) {
    return {
        .id = {rows.integer(0)},
        .type = known_of_import(domain::import_type(rows.text(1))),
        .status = known_of_import(domain::import_status(rows.text(2))),
        .options = known_of_import(domain::read_import_options(rows.text(14))),
        .origin = std::string(rows.text(3)),
        .file = rows.maybe_text(4),
        .total = rows.integer(5),
        .success = rows.integer(6),
        .errors = rows.integer(7),
        .next = {.offset = static_cast<std::uint64_t>(rows.integer(8)),
                 .line = static_cast<std::uint64_t>(rows.integer(9))},
        .error_reason = rows.maybe_text(15),
        .created_at = {rows.integer(10)},
        .started_at = maybe_instant(rows.maybe_integer(11)),
        .finished_at = maybe_instant(rows.maybe_integer(12)),
        .cancelled_at = maybe_instant(rows.maybe_integer(13)),
    };
}

std::optional<domain::Import> read_one_import(Rows rows) {
    if (!rows.next()) { return std::nullopt; }
    return read_import(rows);
}

std::vector<domain::Import> read_all_imports(Rows rows) {
    std::vector<domain::Import> imports;
    while (rows.next()) { imports.push_back(read_import(rows)); }
    return imports;
}

// One row more than the page holds was asked for: it tells whether the list goes on.
bool take_extra(std::vector<domain::Import>& imports, std::int64_t size) {
    if (imports.size() <= static_cast<std::size_t>(size)) { return false; }
    imports.pop_back();
    return true;
}

std::int64_t place_of(const domain::ListCursor& cursor) {
    const auto id = base::Id::parse(cursor.id);
    // Nothing has such an id: beyond the end of the list in either direction.
    if (!id || !id.value()) {
        return cursor.direction == domain::Direction::Older ? 0 : std::numeric_limits<std::int64_t>::max();
    }
    return id.value()->number;
}

}  // namespace

void insert_import(Transaction& transaction, const domain::Import& import, const std::vector<std::string>& header) {
    const auto options = domain::render_import_options(import.type, import.options);
    const auto header_json = json_from_texts(header);
    transaction.execute(
        imports_insert_query,
        {import.id.number, domain::word_of(import.type), domain::word_of(import.status), import.origin, import.file,
         import.total, import.success, import.errors, static_cast<std::int64_t>(import.next.offset),
         static_cast<std::int64_t>(import.next.line), import.created_at.milliseconds, options, header_json});
}

std::optional<domain::Import> find_import(Transaction& transaction, base::Id id) {
    return read_one_import(transaction.query(imports_find_query, {id.number}));
}

std::optional<domain::Import> find_import_for_change(Transaction& transaction, base::Id id) {
    return read_one_import(transaction.query(imports_lock_query, {id.number}));
}

std::vector<std::string> import_header(Transaction& transaction, base::Id id) {
    auto rows = transaction.query(header_query, {id.number});
    return rows.next() ? texts_from_json(rows.text(0)) : std::vector<std::string>();
}

domain::Page<domain::Import> list_imports(Transaction& transaction, domain::ImportFamily family,
                                          const domain::PageRequest& page) {
    const auto word = domain::word_of(family);
    domain::Page<domain::Import> answer;
    if (!page.cursor) {
        answer.items =
            read_all_imports(transaction.query(imports_page_query, {word, page.size + 1, (page.page - 1) * page.size}));
        answer.has_older = take_extra(answer.items, page.size);
        answer.has_newer = page.page > 1;
        return answer;
    }
    const auto place = place_of(*page.cursor);
    switch (page.cursor->direction) {
        case domain::Direction::Older:
            answer.items = read_all_imports(transaction.query(imports_older_query, {word, page.size + 1, place}));
            answer.has_older = take_extra(answer.items, page.size);
            answer.has_newer = true;
            break;
        case domain::Direction::Newer:
            answer.items = read_all_imports(transaction.query(imports_newer_query, {word, page.size + 1, place}));
            answer.has_newer = take_extra(answer.items, page.size);
            answer.has_older = true;
            std::reverse(answer.items.begin(), answer.items.end());
            break;
    }
    return answer;
}

std::int64_t count_queued_imports(Transaction& transaction) {
    auto rows = transaction.query(imports_count_queued_query);
    return rows.next() ? rows.integer(0) : 0;
}

std::optional<base::Id> next_import(Transaction& transaction) {
    for (const auto status : {domain::ImportStatus::InProgress, domain::ImportStatus::Queued}) {
        auto rows = transaction.query(imports_first_with_status_query, {domain::word_of(status)});
        if (rows.next()) { return base::Id{rows.integer(0)}; }
    }
    return std::nullopt;
}

void update_import(Transaction& transaction, const domain::Import& import) {
    transaction.execute(imports_update_query,
                        {import.id.number, domain::word_of(import.status), import.success, import.errors,
                         static_cast<std::int64_t>(import.next.offset), static_cast<std::int64_t>(import.next.line),
                         maybe_number(import.started_at), maybe_number(import.finished_at),
                         maybe_number(import.cancelled_at), import.error_reason});
}

void delete_import(Transaction& transaction, base::Id id) {
    transaction.execute(imports_delete_query, {id.number});
}

void insert_import_error(Transaction& transaction, base::Id import, const domain::ImportError& error) {
    const auto cells = json_from_texts(error.cells);
    transaction.execute(insert_error_query, {import.number, error.line, error.reason, cells});
}

std::vector<domain::ImportError> find_import_errors(Transaction& transaction, base::Id import, std::int64_t after_line,
                                                    std::int64_t rows_max) {
    std::vector<domain::ImportError> errors;
    auto rows = transaction.query(find_errors_query, {import.number, after_line, rows_max});
    while (rows.next()) {
        errors.push_back(
            {.line = rows.integer(0), .reason = std::string(rows.text(1)), .cells = texts_from_json(rows.text(2))});
    }
    return errors;
}

std::int64_t delete_import_errors(Transaction& transaction, base::Id import, std::int64_t rows_max) {
    return transaction.execute_and_count(delete_errors_query, {import.number, rows_max});
}

std::optional<base::Id> next_import_with_errors(Transaction& transaction, base::Id after) {
    auto rows = transaction.query(next_with_errors_query, {after.number});
    if (!rows.next()) { return std::nullopt; }
    return base::Id{rows.integer(0)};
}

std::vector<domain::Import> imports_with_file_before(Transaction& transaction, base::Instant before,
                                                     std::int64_t rows_max) {
    return read_all_imports(transaction.query(with_file_query, {before.milliseconds, rows_max}));
}

std::vector<std::string> import_file_names(Transaction& transaction) {
    std::vector<std::string> names;
    auto rows = transaction.query(imports_file_names_query);
    while (rows.next()) { names.emplace_back(rows.text(0)); }
    return names;
}

void forget_import_file(Transaction& transaction, base::Id id) {
    transaction.execute(forget_file_query, {id.number});
}

}  // namespace tradewind::storage
