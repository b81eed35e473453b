#include "storage/stores/jobs/export_store.h"

#include "storage/database/field_columns.h"
#include "storage/database/list_rows.h"

namespace tradewind::storage {
namespace {

constexpr Query exports_find_query{
    .name = "exports.find",
    .sql = R"(SELECT id, type, status, origin, delimiter, date_format, version, total, progress, file, part, place,
                     rows_written, bytes, products_bytes, created_at, finished_at, filters, plan
              FROM exports WHERE id = $1)",
};

// SQLite has one writer, who need not lock.
constexpr Query exports_lock_query{
    .name = "exports.lock",
    .sql = R"(SELECT id, type, status, origin, delimiter, date_format, version, total, progress, file, part, place,
                     rows_written, bytes, products_bytes, created_at, finished_at, filters, plan
              FROM exports WHERE id = $1)",
    .postgres = R"(SELECT id, type, status, origin, delimiter, date_format, version, total, progress, file, part, place,
                          rows_written, bytes, products_bytes, created_at, finished_at, filters, plan
                   FROM exports WHERE id = $1 FOR UPDATE)",
};

constexpr Query exports_page_query{
    .name = "exports.page",
    .sql = R"(SELECT id, type, status, origin, delimiter, date_format, version, total, progress, file, part, place,
                     rows_written, bytes, products_bytes, created_at, finished_at, filters, plan
              FROM exports ORDER BY id DESC LIMIT $1 OFFSET $2)",
};

constexpr Query exports_older_query{
    .name = "exports.older",
    .sql = R"(SELECT id, type, status, origin, delimiter, date_format, version, total, progress, file, part, place,
                     rows_written, bytes, products_bytes, created_at, finished_at, filters, plan
              FROM exports WHERE id < $2 ORDER BY id DESC LIMIT $1)",
};

constexpr Query exports_newer_query{
    .name = "exports.newer",
    .sql = R"(SELECT id, type, status, origin, delimiter, date_format, version, total, progress, file, part, place,
                     rows_written, bytes, products_bytes, created_at, finished_at, filters, plan
              FROM exports WHERE id > $2 ORDER BY id LIMIT $1)",
};

constexpr Query with_files_query{
    .name = "exports.with_files",
    .sql = R"(SELECT id, type, status, origin, delimiter, date_format, version, total, progress, file, part, place,
                     rows_written, bytes, products_bytes, created_at, finished_at, filters, plan
              FROM exports WHERE (file IS NOT NULL OR part IS NOT NULL) AND created_at < $1 ORDER BY id LIMIT $2)",
};

constexpr Query exports_count_queued_query{
    .name = "exports.count_queued",
    .sql = R"(SELECT count(*) FROM exports WHERE status = 'queued')",
};

constexpr Query exports_first_with_status_query{
    .name = "exports.first_with_status",
    .sql = R"(SELECT id FROM exports WHERE status = $1 ORDER BY id LIMIT 1)",
};

constexpr Query exports_insert_query{
    .name = "exports.insert",
    .sql = R"(INSERT INTO exports (id, type, status, origin, delimiter, date_format, version, total, progress, place,
                                   rows_written, bytes, products_bytes, created_at, filters, plan)
              VALUES ($1, $2, $3, $4, $5, $6, $7, 0, 0, '', 0, 0, 0, $8, $9, $10))",
};

constexpr Query exports_update_query{
    .name = "exports.update",
    .sql = R"(UPDATE exports SET status = $2, total = $3, progress = $4, file = $5, part = $6, place = $7,
                                 rows_written = $8, bytes = $9, products_bytes = $10, finished_at = $11
              WHERE id = $1)",
};

constexpr Query exports_delete_query{
    .name = "exports.delete",
    .sql = R"(DELETE FROM exports WHERE id = $1)",
};

constexpr Query exports_file_names_query{
    .name = "exports.file_names",
    .sql = R"(SELECT file, part FROM exports WHERE file IS NOT NULL OR part IS NOT NULL)",
};

template <class Value>
Value known_of_export(std::optional<Value> value) {
    if (!value) { throw DatabaseBroken("an export is damaged"); }
    return std::move(*value);
}

domain::Export read_export(const Rows& rows) {
    domain::Export read;
    read_column(rows, 0, read.id);
    read_column(rows, 1, read.type);
    read.status = known_of_export(domain::export_status(rows.text(2)));
    read_column(rows, 3, read.origin);
    read_column(rows, 4, read.delimiter);
    read_column(rows, 5, read.date_format);
    read_column(rows, 6, read.version);
    read_column(rows, 7, read.total);
    read_column(rows, 8, read.progress);
    read_column(rows, 9, read.file);
    read_column(rows, 10, read.checkpoint.part);
    read_column(rows, 11, read.checkpoint.place);
    read_column(rows, 12, read.checkpoint.rows);
    read.checkpoint.bytes = {rows.integer(13), rows.integer(14)};
    read_column(rows, 15, read.created_at);
    read_column(rows, 16, read.finished_at);
    read.filters = known_of_export(domain::parse_export_filters(rows.text(17)));
    read.plan = known_of_export(domain::parse_export_plan(rows.text(18)));
    return read;
}

std::optional<domain::Export> read_one_export(Rows rows) {
    if (!rows.next()) { return std::nullopt; }
    return read_export(rows);
}

std::vector<domain::Export> read_all_exports(Rows rows) {
    std::vector<domain::Export> all;
    while (rows.next()) { all.push_back(read_export(rows)); }
    return all;
}

}  // namespace

void insert_export(Transaction& transaction, const domain::Export& wanted) {
    const auto filters = domain::render_export_filters(wanted.filters);
    const auto plan = domain::render_export_plan(wanted.plan);
    transaction.execute(exports_insert_query,
                        {wanted.id.number, wanted.type, domain::word_of(wanted.status), wanted.origin, wanted.delimiter,
                         wanted.date_format, wanted.version, wanted.created_at.milliseconds, filters, plan});
}

std::optional<domain::Export> find_export(Transaction& transaction, base::Id id) {
    return read_one_export(transaction.query(exports_find_query, {id.number}));
}

std::optional<domain::Export> find_export_for_change(Transaction& transaction, base::Id id) {
    return read_one_export(transaction.query(exports_lock_query, {id.number}));
}

domain::Page<domain::Export> list_exports(Transaction& transaction, const domain::PageRequest& page) {
    const auto wanted = page.size + 1;
    const auto from = [&](const Query& query) {
        return read_all_exports(transaction.query(query, {wanted, id_of(*page.cursor)}));
    };
    const auto down = [&] {
        if (page.cursor) { return from(exports_older_query); }
        return read_all_exports(transaction.query(exports_page_query, {wanted, (page.page - 1) * page.size}));
    };
    return read_page<domain::Export>(page, down, [&] { return from(exports_newer_query); });
}

std::int64_t count_queued_exports(Transaction& transaction) {
    auto rows = transaction.query(exports_count_queued_query);
    return rows.next() ? rows.integer(0) : 0;
}

std::optional<base::Id> next_export(Transaction& transaction) {
    for (const auto status : {domain::ExportStatus::InProgress, domain::ExportStatus::Queued}) {
        auto rows = transaction.query(exports_first_with_status_query, {domain::word_of(status)});
        if (rows.next()) { return base::Id{rows.integer(0)}; }
    }
    return std::nullopt;
}

void update_export(Transaction& transaction, const domain::Export& changed) {
    const auto& checkpoint = changed.checkpoint;
    transaction.execute(exports_update_query,
                        {changed.id.number, domain::word_of(changed.status), changed.total, changed.progress,
                         changed.file, checkpoint.part, checkpoint.place, checkpoint.rows, checkpoint.bytes[0],
                         checkpoint.bytes[1], column_of(changed.finished_at)});
}

bool delete_export(Transaction& transaction, base::Id id) {
    return transaction.execute_and_count(exports_delete_query, {id.number}) > 0;
}

std::vector<domain::Export> exports_with_files_before(Transaction& transaction, base::Instant before,
                                                      std::int64_t rows_max) {
    return read_all_exports(transaction.query(with_files_query, {before.milliseconds, rows_max}));
}

std::vector<std::string> export_file_names(Transaction& transaction) {
    std::vector<std::string> names;
    auto rows = transaction.query(exports_file_names_query);
    while (rows.next()) {
        domain::Export owner;
        owner.file = rows.maybe_text(0);
        owner.checkpoint.part = rows.maybe_text(1);
        for (auto& name : domain::files_of(owner)) { names.push_back(std::move(name)); }
    }
    return names;
}

}  // namespace tradewind::storage
