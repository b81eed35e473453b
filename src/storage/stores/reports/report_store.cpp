#include "storage/stores/reports/report_store.h"

#include <string>

#include "storage/database/list_rows.h"

namespace tradewind::storage {
namespace {

constexpr Query reports_find_query{
    .name = "reports.find",
    .sql = R"(SELECT id, name, created_at, updated_at, definition FROM reports WHERE id = $1)",
};

constexpr Query reports_page_query{
    .name = "reports.page",
    .sql = R"(SELECT id, name, created_at, updated_at, definition FROM reports ORDER BY id DESC LIMIT $1 OFFSET $2)",
};

constexpr Query reports_older_query{
    .name = "reports.older",
    .sql = R"(SELECT id, name, created_at, updated_at, definition FROM reports WHERE id < $2
              ORDER BY id DESC LIMIT $1)",
};

constexpr Query reports_newer_query{
    .name = "reports.newer",
    .sql = R"(SELECT id, name, created_at, updated_at, definition FROM reports WHERE id > $2 ORDER BY id LIMIT $1)",
};

constexpr Query reports_count_query{
    .name = "reports.count",
    .sql = R"(SELECT count(*) FROM reports)",
};

constexpr Query reports_insert_query{
    .name = "reports.insert",
    .sql = R"(INSERT INTO reports (id, name, created_at, updated_at, definition) VALUES ($1, $2, $3, $4, $5))",
};

constexpr Query reports_update_query{
    .name = "reports.update",
    .sql = R"(UPDATE reports SET name = $2, updated_at = $3, definition = $4 WHERE id = $1)",
};

constexpr Query reports_delete_query{
    .name = "reports.delete",
    .sql = R"(DELETE FROM reports WHERE id = $1)",
};

std::string definition_of(const domain::Report& report) {
    std::string json;
    base::JsonWriter writer(json);
    domain::write_report_definition(writer, report);
    return json;
}

domain::Report read_report(const Rows& rows) {
    const auto document = base::JsonDocument::parse(rows.text(4));
    if (!document) { throw DatabaseBroken("the definition of a report is damaged"); }
    auto read = domain::read_report_definition(document.value().root());
    if (!read) { throw DatabaseBroken("the definition of a report is damaged"); }
    auto report = std::move(read).take();
    report.id = {rows.integer(0)};
    report.name = rows.text(1);
    report.created_at = {rows.integer(2)};
    report.updated_at = {rows.integer(3)};
    return report;
}

std::vector<domain::Report> read_reports(Rows rows) {
    std::vector<domain::Report> reports;
    while (rows.next()) { reports.push_back(read_report(rows)); }
    return reports;
}

}  // namespace

std::optional<domain::Report> find_report(Transaction& transaction, base::Id id) {
    auto rows = transaction.query(reports_find_query, {id.number});
    if (!rows.next()) { return std::nullopt; }
    return read_report(rows);
}

domain::Page<domain::Report> list_reports(Transaction& transaction, const domain::PageRequest& page) {
    const auto from = [&](const Query& query) {
        return read_reports(transaction.query(query, {page.size + 1, id_of(*page.cursor)}));
    };
    const auto down = [&] {
        if (page.cursor) { return from(reports_older_query); }
        return read_reports(transaction.query(reports_page_query, {page.size + 1, (page.page - 1) * page.size}));
    };
    return read_page<domain::Report>(page, down, [&] { return from(reports_newer_query); });
}

std::int64_t count_reports(Transaction& transaction) {
    auto rows = transaction.query(reports_count_query);
    return rows.next() ? rows.integer(0) : 0;
}

void insert_report(Transaction& transaction, const domain::Report& report) {
    const auto definition = definition_of(report);
    transaction.execute(reports_insert_query, {report.id.number, report.name, report.created_at.milliseconds,
                                               report.updated_at.milliseconds, definition});
}

void update_report(Transaction& transaction, const domain::Report& report) {
    const auto definition = definition_of(report);
    transaction.execute(reports_update_query,
                        {report.id.number, report.name, report.updated_at.milliseconds, definition});
}

bool delete_report(Transaction& transaction, base::Id id) {
    return transaction.execute_and_count(reports_delete_query, {id.number}) > 0;
}

}  // namespace tradewind::storage
