#include "storage/stores/engine/stored_facts.h"

#include <algorithm>
#include <iterator>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "domain/journal/activity_subject.h"
#include "storage/database/field_columns.h"
#include "storage/database/sql_text.h"
#include "storage/stores/shop/purchase_store.h"

namespace tradewind::storage {
namespace {

constexpr SqlText purchase_facts{
    R"(SELECT purchased_at, id, coalesce(activity_id, 0), total_price, total_quantity, source_type, source_name,
              payment_method)"};
constexpr SqlText of_buyer{
    R"( FROM purchases WHERE contact_id = $1 AND (purchased_at, id) < ($2, $3)
        ORDER BY purchased_at DESC, id DESC LIMIT $4)"};

constexpr Query purchase_facts_query{
    .name = "filters.purchases",
    .sql = sql<purchase_facts, of_buyer>,
};

constexpr Query purchase_facts_with_items_query{
    .name = "filters.purchases_with_items",
    .sql = sql<purchase_facts, ", items", of_buyer>,
};

// Every activity is a row, and what it tells is read only of those that are asked for.
constexpr Query activity_facts_query{
    .name = "filters.activities",
    .sql = R"(SELECT at, id, CASE WHEN kind = $5 THEN data END FROM activities
              WHERE contact_id = $1 AND (at, id) < ($2, $3) ORDER BY at DESC, id DESC LIMIT $4)",
};

// Few at first, because few often decide.
constexpr std::int64_t first_page_rows = 16;
constexpr std::int64_t page_rows_max = 512;
constexpr std::int64_t page_rows_growth = 4;

constexpr auto behind_all = std::numeric_limits<std::int64_t>::max();

// Where a walk goes on: behind the row of this moment and id.
struct WalkPlace {
    std::int64_t at = behind_all;
    std::int64_t id = behind_all;
};

// Reads page after page until one is not full, `visit` has seen enough, or so many rows were read. `read` answers the
// rows of a page, which tell their place. Whether nothing was left that was wanted.
template <class Read, class Visit>
bool walk_pages(std::int64_t& rows_left, Read read, Visit visit) {
    WalkPlace place;
    auto page_rows = first_page_rows;
    while (true) {
        // One more than may be seen, to know whether there is one.
        const auto wanted = std::min(page_rows, rows_left + 1);
        const auto page = read(place, wanted);
        for (const auto& row : page) {
            if (rows_left == 0) { return false; }
            --rows_left;
            if (!visit(row)) { return true; }
        }
        if (std::ssize(page) < wanted) { return true; }
        place = page.back().place;
        page_rows = std::min(page_rows * page_rows_growth, page_rows_max);
    }
}

struct PurchaseRow {
    WalkPlace place;
    std::int64_t number;
    base::Decimal total_price;
    std::int64_t total_quantity;
    std::optional<std::string> source_type;
    std::optional<std::string> source_name;
    std::optional<std::string> payment_method;
    std::string items;
};

std::vector<PurchaseRow> read_purchase_rows(Rows rows, bool with_items) {
    std::vector<PurchaseRow> found;
    while (rows.next()) {
        found.push_back({.place = {.at = rows.integer(0), .id = rows.integer(1)},
                         .number = rows.integer(2),
                         .total_price = {rows.integer(3)},
                         .total_quantity = rows.integer(4),
                         .source_type = rows.maybe_text(5),
                         .source_name = rows.maybe_text(6),
                         .payment_method = rows.maybe_text(7),
                         .items = with_items ? std::string(rows.text(8)) : std::string()});
    }
    return found;
}

struct ActivityFactRow {
    WalkPlace place;
    std::optional<std::string> data;  // Nothing when it is of another kind.
};

std::vector<ActivityFactRow> read_activity_rows(Rows rows) {
    std::vector<ActivityFactRow> found;
    while (rows.next()) {
        found.push_back({.place = {.at = rows.integer(0), .id = rows.integer(1)}, .data = rows.maybe_text(2)});
    }
    return found;
}

}  // namespace

bool StoredFacts::walk_purchases(bool with_items, std::int64_t& rows_left, const Visitor<domain::PurchaseFact>& visit) {
    if (contact_.total_purchases == 0) { return true; }
    const auto& query = with_items ? purchase_facts_with_items_query : purchase_facts_query;
    const auto read = [&](const WalkPlace& place, std::int64_t rows) {
        return read_purchase_rows(transaction_.query(query, {contact_.id.number, place.at, place.id, rows}),
                                  with_items);
    };
    return walk_pages(rows_left, read, [&](const PurchaseRow& row) {
        std::vector<domain::PurchaseItem> items;
        if (with_items) { items = purchase_items_from(row.items); }
        return visit({.at = {row.place.at},
                      .number = row.number,
                      .total_price = row.total_price,
                      .total_quantity = row.total_quantity,
                      .source_type = row.source_type,
                      .source_name = row.source_name,
                      .payment_method = row.payment_method,
                      .items = with_items ? &items : nullptr});
    });
}

bool StoredFacts::walk_activities(const domain::ActivityQuestion& question, std::int64_t& rows_left,
                                  const Visitor<domain::ActivityFact>& visit) {
    const auto kind = domain::word_of(question.kind);
    const auto read = [&](const WalkPlace& place, std::int64_t rows) {
        return read_activity_rows(
            transaction_.query(activity_facts_query, {contact_.id.number, place.at, place.id, rows, kind}));
    };
    return walk_pages(rows_left, read, [&](const ActivityFactRow& row) {
        if (!row.data) { return true; }
        const bool is_asked_for =
            question.subject.number == 0 || domain::subject_of(question.kind, *row.data) == question.subject;
        if (!is_asked_for) { return true; }
        return visit({.at = {row.place.at}, .number = row.place.id, .data = *row.data});
    });
}

}  // namespace tradewind::storage
