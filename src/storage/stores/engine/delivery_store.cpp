#include "storage/stores/engine/delivery_store.h"

#include <algorithm>
#include <limits>

#include "storage/database/field_columns.h"
#include "storage/database/list_rows.h"
#include "storage/database/sql_text.h"

namespace tradewind::storage {
namespace {

constexpr SqlText delivery_columns{
    R"(SELECT d.contact_id, d.id, d.event_type, d.workflow_id, d.run_id, d.node, d.visit, d.state, d.reason, d.due_at,
              d.expires_at, d.ended_at, d.taken_by, d.generation, d.tries, d.attempts, d.test_address)"};
constexpr int delivery_columns_count = 17;
constexpr SqlText from_deliveries{" FROM deliveries d "};

constexpr Query deliveries_insert_query{
    .name = "deliveries.insert",
    .sql = R"(INSERT INTO deliveries (contact_id, id, event_type, workflow_id, run_id, node, visit, state, reason,
                                      due_at, expires_at, ended_at, taken_by, generation, tries, attempts, body, answer,
                                      test_address)
              VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19)
              ON CONFLICT DO NOTHING)",
};

constexpr Query deliveries_answer_query{
    .name = "deliveries.answer",
    .sql = R"(SELECT state FROM deliveries
              WHERE contact_id = $1 AND run_id = $2 AND node = $3 AND visit = $4 AND ended_at IS NOT NULL)",
};

constexpr Query deliveries_unsent_query{
    .name = "deliveries.unsent",
    .sql = R"(SELECT id FROM deliveries WHERE contact_id = $1 AND run_id = $2 AND ended_at IS NULL)",
};

constexpr Query deliveries_find_query{
    .name = "deliveries.find",
    .sql = sql<delivery_columns, ", d.body, d.answer", from_deliveries, "WHERE d.id = $1">,
};

// SQLite has one writer and no row locks.
constexpr Query deliveries_lock_query{
    .name = "deliveries.lock",
    .sql = sql<delivery_columns, ", d.body, d.answer", from_deliveries, "WHERE d.contact_id = $1 AND d.id = $2">,
    .postgres = sql<delivery_columns, ", d.body, d.answer", from_deliveries,
                    "WHERE d.contact_id = $1 AND d.id = $2 FOR UPDATE">,
};

constexpr Query deliveries_update_query{
    .name = "deliveries.update",
    .sql = R"(UPDATE deliveries SET state = $3, reason = $4, due_at = $5, expires_at = $6, ended_at = $7, taken_by = $8,
                                    generation = $9, tries = $10, attempts = $11, answer = $12
              WHERE contact_id = $1 AND id = $2)",
};

// One look at the index for each type, however many rows there are.
constexpr Query deliveries_due_types_query{
    .name = "deliveries.due_types",
    .sql = R"(WITH RECURSIVE types (event_type) AS (
                  SELECT min(event_type) FROM deliveries WHERE due_at IS NOT NULL
                  UNION ALL
                  SELECT (SELECT min(d.event_type) FROM deliveries d
                          WHERE d.due_at IS NOT NULL AND d.event_type > types.event_type)
                  FROM types WHERE types.event_type IS NOT NULL)
              SELECT event_type, (SELECT min(d.due_at) FROM deliveries d
                                  WHERE d.event_type = types.event_type AND d.due_at IS NOT NULL)
              FROM types WHERE event_type IS NOT NULL)",
    // A cluster knows no recursion over all of its machines.
    .cluster = R"(SELECT event_type, min(due_at) FROM deliveries WHERE due_at IS NOT NULL GROUP BY event_type)",
};

constexpr SqlText due_rows{
    R"(, d.body, c.id, w.status, w.hold, h.reason FROM deliveries d
       LEFT JOIN contacts c ON c.id = d.contact_id LEFT JOIN workflows w ON w.id = d.workflow_id
       LEFT JOIN contact_holds h ON h.contact_id = d.contact_id
       WHERE d.event_type = $1 AND d.due_at IS NOT NULL AND d.due_at <= $2 ORDER BY d.due_at LIMIT $3)"};

// On PostgreSQL processes share the rows. A cluster locks by a key alone: there two may see the same row, and one of
// them takes it.
constexpr Query deliveries_due_query{
    .name = "deliveries.due",
    .sql = sql<delivery_columns, due_rows>,
    .postgres = sql<delivery_columns, due_rows, " FOR UPDATE OF d SKIP LOCKED">,
    .cluster = sql<delivery_columns, due_rows>,
};

constexpr Query deliveries_take_query{
    .name = "deliveries.take",
    .sql = R"(UPDATE deliveries SET state = 'taken', taken_by = $3, due_at = $4, generation = $5
              WHERE contact_id = $1 AND id = $2 AND generation = $6)",
};

// $1 rows at most, $2 and $3 the ids between which they are, $4 rows to skip; 0 and '' leave open whose they are: $5
// the type, $6 the state, $7 the contact. The first condition says by which index.
constexpr SqlText rest_of_filter{
    R"( AND (cast($5 as bigint) = 0 OR d.event_type = $5)
        AND (cast($6 as text) = '' OR d.state = $6) AND (cast($7 as bigint) = 0 OR d.contact_id = $7) )"};
constexpr SqlText in_bounds{"d.id >= $2 AND d.id < $3"};
constexpr SqlText newest_first{"ORDER BY d.id DESC LIMIT $1 OFFSET $4"};
constexpr SqlText oldest_first{"ORDER BY d.id LIMIT $1 OFFSET $4"};

constexpr Query deliveries_down_query{
    .name = "deliveries.down",
    .sql = sql<delivery_columns, from_deliveries, "WHERE ", in_bounds, rest_of_filter, newest_first>,
};
constexpr Query deliveries_up_query{
    .name = "deliveries.up",
    .sql = sql<delivery_columns, from_deliveries, "WHERE ", in_bounds, rest_of_filter, oldest_first>,
};
constexpr Query deliveries_not_done_down_query{
    .name = "deliveries.not_done_down",
    .sql =
        sql<delivery_columns, from_deliveries, "WHERE d.state <> 'done' AND ", in_bounds, rest_of_filter, newest_first>,
};
constexpr Query deliveries_not_done_up_query{
    .name = "deliveries.not_done_up",
    .sql =
        sql<delivery_columns, from_deliveries, "WHERE d.state <> 'done' AND ", in_bounds, rest_of_filter, oldest_first>,
};
constexpr Query deliveries_of_type_down_query{
    .name = "deliveries.of_type_down",
    .sql =
        sql<delivery_columns, from_deliveries, "WHERE d.event_type = $5 AND ", in_bounds, rest_of_filter, newest_first>,
};
constexpr Query deliveries_of_type_up_query{
    .name = "deliveries.of_type_up",
    .sql =
        sql<delivery_columns, from_deliveries, "WHERE d.event_type = $5 AND ", in_bounds, rest_of_filter, oldest_first>,
};
constexpr Query deliveries_of_contact_down_query{
    .name = "deliveries.of_contact_down",
    .sql =
        sql<delivery_columns, from_deliveries, "WHERE d.contact_id = $7 AND ", in_bounds, rest_of_filter, newest_first>,
};
constexpr Query deliveries_of_contact_up_query{
    .name = "deliveries.of_contact_up",
    .sql =
        sql<delivery_columns, from_deliveries, "WHERE d.contact_id = $7 AND ", in_bounds, rest_of_filter, oldest_first>,
};

constexpr Query deliveries_delete_ended_query{
    .name = "deliveries.delete_ended",
    .sql = R"(DELETE FROM deliveries WHERE (contact_id, id) IN
                  (SELECT contact_id, id FROM deliveries WHERE state = $1 AND ended_at IS NOT NULL AND ended_at < $2
                   ORDER BY ended_at LIMIT $3))",
};

constexpr Query deliveries_delete_of_query{.name = "deliveries.delete_of",
                                           .sql = R"(DELETE FROM deliveries WHERE contact_id = $1)"};

constexpr Query stopped_calls_insert_query{
    .name = "stopped_calls.insert",
    .sql = R"(INSERT INTO stopped_calls (event_type, since) VALUES ($1, $2) ON CONFLICT DO NOTHING)",
};
constexpr Query stopped_calls_delete_query{.name = "stopped_calls.delete",
                                           .sql = R"(DELETE FROM stopped_calls WHERE event_type = $1)"};
constexpr Query stopped_calls_find_query{.name = "stopped_calls.find",
                                         .sql = R"(SELECT since FROM stopped_calls WHERE event_type = $1)"};

domain::DeliveryState delivery_state_of(std::string_view word) {
    const auto state = domain::find_delivery_state(word);
    if (!state) { throw DatabaseBroken("a delivery has no known state: " + std::string(word)); }
    return *state;
}

domain::Delivery read_delivery(const Rows& rows) {
    domain::Delivery delivery{.contact = {rows.integer(0)},
                              .id = {rows.integer(1)},
                              .type = {rows.integer(2)},
                              .workflow = {rows.integer(3)},
                              .run = {rows.integer(4)},
                              .node = std::string(rows.text(5)),
                              .visit = rows.integer(6),
                              .state = delivery_state_of(rows.text(7)),
                              .reason = rows.maybe_text(8)};
    read_column(rows, 9, delivery.due_at);
    read_column(rows, 10, delivery.expires_at);
    read_column(rows, 11, delivery.ended_at);
    delivery.taken_by = rows.maybe_text(12);
    delivery.generation = rows.integer(13);
    delivery.tries = rows.integer(14);
    auto attempts = domain::read_call_attempts(rows.text(15));
    if (!attempts) { throw DatabaseBroken("the attempts of a delivery make no sense"); }
    delivery.attempts = std::move(attempts).take();
    delivery.test_address = rows.maybe_text(16);
    return delivery;
}

std::optional<domain::Delivery> read_whole_delivery(Rows rows) {
    if (!rows.next()) { return std::nullopt; }
    auto delivery = read_delivery(rows);
    delivery.body = rows.text(delivery_columns_count);
    delivery.answer = rows.maybe_text(delivery_columns_count + 1);
    return delivery;
}

std::vector<domain::Delivery> read_deliveries(Rows rows) {
    std::vector<domain::Delivery> deliveries;
    while (rows.next()) { deliveries.push_back(read_delivery(rows)); }
    return deliveries;
}

// The two ways through a list that start with what narrows it most.
struct DeliveryWalk {
    const Query& down;
    const Query& up;
};

DeliveryWalk walk_of(const DeliveryFilter& filter) {
    if (filter.contact) { return {.down = deliveries_of_contact_down_query, .up = deliveries_of_contact_up_query}; }
    if (filter.state && *filter.state != domain::DeliveryState::Done) {
        return {.down = deliveries_not_done_down_query, .up = deliveries_not_done_up_query};
    }
    if (filter.type) { return {.down = deliveries_of_type_down_query, .up = deliveries_of_type_up_query}; }
    return {.down = deliveries_down_query, .up = deliveries_up_query};
}

struct DeliveryRange {
    std::int64_t rows_max;
    std::int64_t from;
    std::int64_t to;
    std::int64_t skipped;
};

std::vector<domain::Delivery> read_range(Transaction& transaction, const Query& query, const DeliveryFilter& filter,
                                         const DeliveryRange& range) {
    const std::string_view state = filter.state ? word_of(*filter.state) : std::string_view();
    return read_deliveries(transaction.query(
        query, {range.rows_max, range.from, range.to, range.skipped, filter.type.value_or(base::Id{}).number, state,
                filter.contact.value_or(base::Id{}).number}));
}

std::int64_t first_id_of(const DeliveryFilter& filter) {
    return filter.from ? base::Id::first_at(*filter.from).number : 0;
}

std::int64_t end_of_ids(const DeliveryFilter& filter) {
    return filter.to ? base::Id::first_at(*filter.to).number : std::numeric_limits<std::int64_t>::max();
}

}  // namespace

bool insert_delivery(Transaction& transaction, const domain::Delivery& delivery) {
    const auto attempts = domain::write_call_attempts(delivery.attempts);
    const auto rows = transaction.execute_and_count(
        deliveries_insert_query,
        {delivery.contact.number, delivery.id.number, delivery.type.number, delivery.workflow.number,
         delivery.run.number, delivery.node, delivery.visit, word_of(delivery.state), delivery.reason,
         column_of(delivery.due_at), column_of(delivery.expires_at), column_of(delivery.ended_at), delivery.taken_by,
         delivery.generation, delivery.tries, attempts, delivery.body, delivery.answer, delivery.test_address});
    if (rows == 0) { return false; }
    if (delivery.due_at) { transaction.wake(Sleeper::Outbox); }
    return true;
}

std::optional<DeliveryAnswer> find_delivery_answer(Transaction& transaction, const DeliveryVisit& visit) {
    auto rows =
        transaction.query(deliveries_answer_query, {visit.contact.number, visit.run.number, visit.node, visit.visit});
    if (!rows.next()) { return std::nullopt; }
    return delivery_state_of(rows.text(0)) == domain::DeliveryState::Done ? DeliveryAnswer::Sent
                                                                          : DeliveryAnswer::Failed;
}

std::vector<base::Id> unsent_deliveries_of(Transaction& transaction, base::Id contact, base::Id run) {
    std::vector<base::Id> ids;
    auto rows = transaction.query(deliveries_unsent_query, {contact.number, run.number});
    while (rows.next()) { ids.push_back({rows.integer(0)}); }
    return ids;
}

std::optional<domain::Delivery> find_delivery(Transaction& transaction, base::Id id) {
    return read_whole_delivery(transaction.query(deliveries_find_query, {id.number}));
}

std::optional<domain::Delivery> lock_delivery(Transaction& transaction, base::Id contact, base::Id id) {
    return read_whole_delivery(transaction.query(deliveries_lock_query, {contact.number, id.number}));
}

void update_delivery(Transaction& transaction, const domain::Delivery& delivery) {
    const auto attempts = domain::write_call_attempts(delivery.attempts);
    transaction.execute(deliveries_update_query,
                        {delivery.contact.number, delivery.id.number, word_of(delivery.state), delivery.reason,
                         column_of(delivery.due_at), column_of(delivery.expires_at), column_of(delivery.ended_at),
                         delivery.taken_by, delivery.generation, delivery.tries, attempts, delivery.answer});
}

std::vector<DueType> due_delivery_types(Transaction& transaction) {
    std::vector<DueType> types;
    auto rows = transaction.query(deliveries_due_types_query);
    while (rows.next()) { types.push_back({.type = {rows.integer(0)}, .first_due_at = {rows.integer(1)}}); }
    return types;
}

std::vector<DueDelivery> due_deliveries(Transaction& transaction, base::Id type, base::Instant now,
                                        std::int64_t rows_max) {
    std::vector<DueDelivery> due;
    auto rows = transaction.query(deliveries_due_query, {type.number, now.milliseconds, rows_max});
    while (rows.next()) {
        auto& row = due.emplace_back();
        row.delivery = read_delivery(rows);
        row.delivery.body = rows.text(delivery_columns_count);
        row.has_contact = !rows.is_null(delivery_columns_count + 1);
        if (const auto word = rows.maybe_text(delivery_columns_count + 2)) {
            row.workflow_status = domain::workflow_status(*word);
        }
        row.workflow_hold = rows.maybe_text(delivery_columns_count + 3);
        row.contact_hold = rows.maybe_text(delivery_columns_count + 4);
    }
    return due;
}

bool take_delivery(Transaction& transaction, const DeliveryLease& lease) {
    return transaction.execute_and_count(deliveries_take_query,
                                         {lease.contact.number, lease.id.number, lease.holder, lease.until.milliseconds,
                                          lease.generation, lease.generation - 1}) > 0;
}

domain::Page<domain::Delivery> list_deliveries(Transaction& transaction, const DeliveryFilter& filter,
                                               const domain::PageRequest& page) {
    const auto walk = walk_of(filter);
    const auto down = [&] {
        return read_range(transaction, walk.down, filter,
                          {.rows_max = page.size + 1,
                           .from = first_id_of(filter),
                           .to = std::min(end_of_ids(filter), first_id(page)),
                           .skipped = skipped_rows(page)});
    };
    return read_page<domain::Delivery>(page, down, [&] {
        return read_range(transaction, walk.up, filter,
                          {.rows_max = page.size + 1,
                           .from = std::max(first_id_of(filter), id_of(*page.cursor) + 1),
                           .to = end_of_ids(filter),
                           .skipped = 0});
    });
}

std::vector<domain::Delivery> deliveries_after(Transaction& transaction, const DeliveryFilter& filter, base::Id after,
                                               std::int64_t rows_max) {
    return read_range(transaction, walk_of(filter).up, filter,
                      {.rows_max = rows_max,
                       .from = std::max(first_id_of(filter), after.number + 1),
                       .to = end_of_ids(filter),
                       .skipped = 0});
}

std::int64_t delete_ended_deliveries(Transaction& transaction, domain::DeliveryState state, base::Instant before,
                                     std::int64_t rows_max) {
    return transaction.execute_and_count(deliveries_delete_ended_query,
                                         {word_of(state), before.milliseconds, rows_max});
}

void delete_deliveries_of(Transaction& transaction, base::Id contact) {
    transaction.execute(deliveries_delete_of_query, {contact.number});
}

void stop_calls(Transaction& transaction, base::Id type, base::Instant since) {
    transaction.execute(stopped_calls_insert_query, {type.number, since.milliseconds});
}

void allow_calls(Transaction& transaction, base::Id type) {
    transaction.execute(stopped_calls_delete_query, {type.number});
}

bool are_calls_stopped(Transaction& transaction, base::Id type) {
    return transaction.query(stopped_calls_find_query, {type.number}).next();
}

}  // namespace tradewind::storage
