#include "storage/stores/shop/coupon_store.h"

#include <algorithm>
#include <charconv>
#include <limits>

#include "storage/database/field_columns.h"
#include "storage/database/json_column.h"
#include "storage/database/list_rows.h"

namespace tradewind::storage {
namespace {

// The two engines take a list apart by functions of their own; SQLite counts from 0.
constexpr Query insert_many_query{
    .name = "coupons.insert_many",
    .sql = R"(INSERT INTO coupons (set_id, number, code, created_at)
              SELECT $1, $2 + key + 1, value, $3 FROM json_each($4))",
    .postgres = R"(INSERT INTO coupons (set_id, number, code, created_at)
                   SELECT cast($1 as bigint), cast($2 as bigint) + place, value, cast($3 as bigint)
                   FROM jsonb_array_elements_text(cast($4 as jsonb)) WITH ORDINALITY AS wanted (value, place))",
};

constexpr Query coupons_insert_query{
    .name = "coupons.insert",
    .sql = R"(INSERT INTO coupons (set_id, number, code, created_at) VALUES ($1, $2, $3, $4)
              ON CONFLICT (set_id, code) DO NOTHING)",
};

constexpr Query insert_use_query{
    .name = "coupons.insert_use",
    .sql = R"(INSERT INTO coupons (set_id, number, contact_id, assigned_at, created_at) VALUES ($1, $2, $3, $4, $4))",
};

// Likewise.
constexpr Query coupons_find_query{
    .name = "coupons.find",
    .sql = R"(SELECT code, assigned_at FROM coupons WHERE set_id = $1 AND code IN (SELECT value FROM json_each($2)))",
    .postgres = R"(SELECT code, assigned_at FROM coupons WHERE set_id = $1 AND code = ANY (ARRAY(
                       SELECT jsonb_array_elements_text(cast($2 as jsonb)))))",
};

constexpr Query made_at_query{
    .name = "coupons.made_at",
    .sql = R"(SELECT created_at FROM coupons WHERE set_id = $1 AND code = $2)",
};

constexpr Query coupons_take_query{
    .name = "coupons.take",
    .sql = R"(UPDATE coupons SET contact_id = $3, assigned_at = $4
              WHERE set_id = $1 AND number = (SELECT number FROM coupons WHERE set_id = $1 AND number > $2
                                              ORDER BY number LIMIT 1)
              RETURNING number, code, contact_id, assigned_at, created_at)",
};

// Likewise.
constexpr Query coupons_delete_query{
    .name = "coupons.delete",
    .sql = R"(DELETE FROM coupons WHERE set_id = $1 AND code IN (SELECT value FROM json_each($2)))",
    .postgres = R"(DELETE FROM coupons WHERE set_id = $1 AND code = ANY (ARRAY(
                       SELECT jsonb_array_elements_text(cast($2 as jsonb)))))",
};

constexpr Query down_query{
    .name = "coupons.down",
    .sql = R"(SELECT number, code, contact_id, assigned_at, created_at FROM coupons
              WHERE set_id = $1 AND number < $2 AND number > $3 ORDER BY number DESC LIMIT $4 OFFSET $5)",
};

constexpr Query up_query{
    .name = "coupons.up",
    .sql = R"(SELECT number, code, contact_id, assigned_at, created_at FROM coupons
              WHERE set_id = $1 AND number > $2 AND number < $3 ORDER BY number LIMIT $4)",
};

constexpr Query coupons_of_contact_query{
    .name = "coupons.of_contact",
    .sql = R"(SELECT coupons.set_id, coupon_sets.name, coalesce(coupons.code, coupon_sets.code), coupons.assigned_at
              FROM coupons JOIN coupon_sets ON coupon_sets.id = coupons.set_id
              WHERE coupons.contact_id = $1 ORDER BY coupons.assigned_at DESC LIMIT $2)",
};

constexpr Query forget_holder_query{
    .name = "coupons.forget_holder",
    .sql = R"(UPDATE coupons SET contact_id = NULL WHERE contact_id = $1)",
};

constexpr Query next_set_query{
    .name = "coupons.next_set",
    .sql = R"(SELECT set_id FROM coupons WHERE set_id > $1 ORDER BY set_id LIMIT 1)",
};

constexpr Query delete_some_query{
    .name = "coupons.delete_some",
    .sql = R"(DELETE FROM coupons WHERE set_id = $1 AND number IN
              (SELECT number FROM coupons WHERE set_id = $1 ORDER BY number LIMIT $2))",
};

domain::Coupon read_coupon(const Rows& rows, const domain::CouponSet& set) {
    domain::Coupon coupon;
    coupon.number = rows.integer(0);
    coupon.code = rows.is_null(1) ? set.code.value_or("") : std::string(rows.text(1));
    read_column(rows, 2, coupon.contact);
    read_column(rows, 3, coupon.assigned_at);
    coupon.created_at = {rows.integer(4)};
    return coupon;
}

std::vector<domain::Coupon> read_coupons(Rows rows, const domain::CouponSet& set) {
    std::vector<domain::Coupon> coupons;
    while (rows.next()) { coupons.push_back(read_coupon(rows, set)); }
    return coupons;
}

// The numbers between which the coupons of a state lie, both ends not among them.
struct Numbers {
    std::int64_t above = 0;
    std::int64_t below = std::numeric_limits<std::int64_t>::max();
};

Numbers numbers_of(const domain::CouponSet& set, const std::optional<domain::CouponState>& state) {
    if (!state) { return {}; }
    switch (*state) {
        case domain::CouponState::Available:
            return {.above = set.last_assigned};
        case domain::CouponState::Assigned:
            return {.below = set.last_assigned + 1};
    }
    return {};
}

// The number in a cursor; of one that we did not make: before every row.
std::int64_t number_in(const domain::ListCursor& cursor) {
    std::int64_t number = 0;
    std::from_chars(cursor.id.data(), cursor.id.data() + cursor.id.size(), number);
    return number;
}

}  // namespace

void insert_coupons(Transaction& transaction, const domain::CouponSet& set, const std::vector<std::string>& codes,
                    base::Instant now) {
    transaction.execute(insert_many_query, {set.id.number, set.last_number, now.milliseconds, json_from_texts(codes)});
}

bool insert_coupon(Transaction& transaction, const domain::CouponSet& set, std::string_view code, base::Instant now) {
    return transaction.execute_and_count(coupons_insert_query,
                                         {set.id.number, set.last_number + 1, code, now.milliseconds}) > 0;
}

std::vector<FoundCode> find_coupons(Transaction& transaction, base::Id set, const std::vector<std::string>& codes) {
    const auto list = json_from_texts(codes);
    std::vector<FoundCode> found;
    auto rows = transaction.query(coupons_find_query, {set.number, list});
    while (rows.next()) { found.push_back({.code = std::string(rows.text(0)), .is_assigned = !rows.is_null(1)}); }
    return found;
}

std::optional<domain::Coupon> take_coupon(Transaction& transaction, const domain::CouponSet& set,
                                          const CouponHolder& holder) {
    auto rows = transaction.query(coupons_take_query,
                                  {set.id.number, set.last_assigned, holder.contact.number, holder.at.milliseconds});
    if (!rows.next()) { return std::nullopt; }
    return read_coupon(rows, set);
}

void insert_coupon_use(Transaction& transaction, const domain::CouponSet& set, std::int64_t number,
                       const CouponHolder& holder) {
    transaction.execute(insert_use_query, {set.id.number, number, holder.contact.number, holder.at.milliseconds});
}

void delete_coupons(Transaction& transaction, base::Id set, const std::vector<std::string>& codes) {
    transaction.execute(coupons_delete_query, {set.number, json_from_texts(codes)});
}

domain::Page<domain::Coupon> list_coupons(Transaction& transaction, const domain::CouponSet& set,
                                          const std::optional<domain::CouponState>& state,
                                          const domain::PageRequest& page) {
    const auto numbers = numbers_of(set, state);
    const auto wanted = page.size + 1;
    const auto down = [&] {
        const auto below = page.cursor ? std::min(numbers.below, number_in(*page.cursor)) : numbers.below;
        const auto skipped = page.cursor ? 0 : (page.page - 1) * page.size;
        return read_coupons(transaction.query(down_query, {set.id.number, below, numbers.above, wanted, skipped}), set);
    };
    const auto up = [&] {
        const auto above = std::max(numbers.above, number_in(*page.cursor));
        return read_coupons(transaction.query(up_query, {set.id.number, above, numbers.below, wanted}), set);
    };
    return read_page<domain::Coupon>(page, down, up);
}

std::vector<HeldCoupon> coupons_of_contact(Transaction& transaction, base::Id contact, std::int64_t rows_max) {
    std::vector<HeldCoupon> held;
    auto rows = transaction.query(coupons_of_contact_query, {contact.number, rows_max});
    while (rows.next()) {
        held.push_back({.set = {rows.integer(0)},
                        .set_name = std::string(rows.text(1)),
                        .code = std::string(rows.text(2)),
                        .assigned_at = {rows.integer(3)}});
    }
    return held;
}

void forget_coupon_holder(Transaction& transaction, base::Id contact) {
    transaction.execute(forget_holder_query, {contact.number});
}

std::optional<base::Id> next_set_with_coupons(Transaction& transaction, base::Id after) {
    auto rows = transaction.query(next_set_query, {after.number});
    if (!rows.next()) { return std::nullopt; }
    return base::Id{rows.integer(0)};
}

std::int64_t delete_some_coupons(Transaction& transaction, base::Id set, std::int64_t rows_max) {
    return transaction.execute_and_count(delete_some_query, {set.number, rows_max});
}

std::optional<base::Instant> coupon_made_at(Transaction& transaction, base::Id set, std::string_view code) {
    auto rows = transaction.query(made_at_query, {set.number, code});
    if (!rows.next()) { return std::nullopt; }
    return base::Instant{rows.integer(0)};
}

}  // namespace tradewind::storage
