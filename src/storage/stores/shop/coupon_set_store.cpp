#include "storage/stores/shop/coupon_set_store.h"

#include "storage/database/field_columns.h"
#include "storage/database/list_rows.h"

namespace tradewind::storage {
namespace {

// The columns stand in the order of domain::coupon_set_fields; the two numbers come after them.
constexpr Query coupon_sets_find_query{
    .name = "coupon_sets.find",
    .sql = R"(SELECT id, name, type, code, quantity, assigned, alert_threshold, expires_at, created_at, updated_at,
                     last_number, last_assigned FROM coupon_sets WHERE id = $1)",
};

// SQLite has one writer, who need not lock.
constexpr Query coupon_sets_lock_query{
    .name = "coupon_sets.lock",
    .sql = R"(SELECT id, name, type, code, quantity, assigned, alert_threshold, expires_at, created_at, updated_at,
                     last_number, last_assigned FROM coupon_sets WHERE id = $1)",
    .postgres = R"(SELECT id, name, type, code, quantity, assigned, alert_threshold, expires_at, created_at,
                          updated_at, last_number, last_assigned FROM coupon_sets WHERE id = $1 FOR UPDATE)",
};

constexpr Query coupon_sets_page_query{
    .name = "coupon_sets.page",
    .sql = R"(SELECT id, name, type, code, quantity, assigned, alert_threshold, expires_at, created_at, updated_at,
                     last_number, last_assigned FROM coupon_sets ORDER BY id DESC LIMIT $1 OFFSET $2)",
};

constexpr Query coupon_sets_older_query{
    .name = "coupon_sets.older",
    .sql = R"(SELECT id, name, type, code, quantity, assigned, alert_threshold, expires_at, created_at, updated_at,
                     last_number, last_assigned FROM coupon_sets WHERE id < $2 ORDER BY id DESC LIMIT $1)",
};

constexpr Query coupon_sets_newer_query{
    .name = "coupon_sets.newer",
    .sql = R"(SELECT id, name, type, code, quantity, assigned, alert_threshold, expires_at, created_at, updated_at,
                     last_number, last_assigned FROM coupon_sets WHERE id > $2 ORDER BY id LIMIT $1)",
};

constexpr Query coupon_sets_names_query{
    .name = "coupon_sets.names",
    .sql = R"(SELECT id, name FROM coupon_sets ORDER BY id)",
};

constexpr Query coupon_sets_count_query{
    .name = "coupon_sets.count",
    .sql = R"(SELECT count(*) FROM coupon_sets)",
};

constexpr Query coupon_sets_insert_query{
    .name = "coupon_sets.insert",
    .sql = R"(INSERT INTO coupon_sets (id, name, type, code, quantity, assigned, alert_threshold, expires_at,
                                       created_at, updated_at, last_number, last_assigned)
              VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12))",
};

constexpr Query coupon_sets_update_query{
    .name = "coupon_sets.update",
    .sql = R"(UPDATE coupon_sets SET name = $2, quantity = $3, assigned = $4, alert_threshold = $5, expires_at = $6,
                                     updated_at = $7, last_number = $8, last_assigned = $9
              WHERE id = $1)",
};

constexpr Query coupon_sets_delete_query{
    .name = "coupon_sets.delete",
    .sql = R"(DELETE FROM coupon_sets WHERE id = $1)",
};

std::vector<domain::CouponSet> read_sets(Rows rows) {
    constexpr auto columns = static_cast<int>(domain::coupon_set_fields.size());
    std::vector<domain::CouponSet> sets;
    while (rows.next()) {
        auto& set = sets.emplace_back(read_columns(domain::coupon_set_fields, rows));
        set.last_number = rows.integer(columns);
        set.last_assigned = rows.integer(columns + 1);
    }
    return sets;
}

std::optional<domain::CouponSet> first_of(std::vector<domain::CouponSet> sets) {
    return sets.empty() ? std::nullopt : std::optional(std::move(sets.front()));
}

}  // namespace

std::optional<domain::CouponSet> find_coupon_set(Transaction& transaction, base::Id id) {
    return first_of(read_sets(transaction.query(coupon_sets_find_query, {id.number})));
}

std::optional<domain::CouponSet> lock_coupon_set(Transaction& transaction, base::Id id) {
    return first_of(read_sets(transaction.query(coupon_sets_lock_query, {id.number})));
}

domain::Page<domain::CouponSet> list_coupon_sets(Transaction& transaction, const domain::PageRequest& page) {
    const auto wanted = page.size + 1;
    const auto from = [&](const Query& query) {
        return read_sets(transaction.query(query, {wanted, id_of(*page.cursor)}));
    };
    const auto down = [&] {
        if (page.cursor) { return from(coupon_sets_older_query); }
        return read_sets(transaction.query(coupon_sets_page_query, {wanted, (page.page - 1) * page.size}));
    };
    return read_page<domain::CouponSet>(page, down, [&] { return from(coupon_sets_newer_query); });
}

std::vector<KnownName> coupon_set_names(Transaction& transaction) {
    return read_names(transaction.query(coupon_sets_names_query));
}

std::int64_t count_coupon_sets(Transaction& transaction) {
    auto rows = transaction.query(coupon_sets_count_query);
    return rows.next() ? rows.integer(0) : 0;
}

void insert_coupon_set(Transaction& transaction, const domain::CouponSet& set) {
    transaction.execute(coupon_sets_insert_query,
                        {set.id.number, set.name, set.type, set.code, set.quantity, set.assigned, set.alert_threshold,
                         column_of(set.expires_at), set.created_at.milliseconds, set.updated_at.milliseconds,
                         set.last_number, set.last_assigned});
}

void update_coupon_set(Transaction& transaction, const domain::CouponSet& set) {
    transaction.execute(coupon_sets_update_query,
                        {set.id.number, set.name, set.quantity, set.assigned, set.alert_threshold,
                         column_of(set.expires_at), set.updated_at.milliseconds, set.last_number, set.last_assigned});
}

void delete_coupon_set(Transaction& transaction, base::Id id) {
    transaction.execute(coupon_sets_delete_query, {id.number});
}

}  // namespace tradewind::storage
