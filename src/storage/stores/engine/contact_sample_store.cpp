#include "storage/stores/engine/contact_sample_store.h"

#include <cmath>

#include "base/random.h"
#include "storage/database/sql_text.h"

namespace tradewind::storage {
namespace {

constexpr SqlText insert_if_below{
    R"(INSERT INTO contact_samples (contact_id, mixed)
       SELECT cast($1 as bigint), cast($2 as bigint) FROM sampling WHERE id = 1 AND threshold > $2)"};

constexpr Query contact_samples_insert_query{
    .name = "contact_samples.insert",
    .sql = sql<insert_if_below>,
    // As VALUES, so that PostgreSQL may get several at once.
    .postgres = R"(INSERT INTO contact_samples (contact_id, mixed)
                   SELECT column1, column2 FROM (VALUES (cast($1 as bigint), cast($2 as bigint))) AS made
                   WHERE column2 < (SELECT threshold FROM sampling WHERE id = 1))",
    .cluster = sql<insert_if_below>,
};

constexpr Query contact_samples_delete_query{
    .name = "contact_samples.delete",
    .sql = R"(DELETE FROM contact_samples WHERE contact_id = $1)",
};

// Whoever added one while another process halved the threshold may have left a row above it, which does not count.
constexpr Query contact_samples_count_query{
    .name = "contact_samples.count",
    .sql = R"(SELECT (SELECT threshold FROM sampling WHERE id = 1),
                     (SELECT count(*) FROM contact_samples
                      WHERE mixed < (SELECT threshold FROM sampling WHERE id = 1)))",
};

constexpr Query contact_samples_first_query{
    .name = "contact_samples.first",
    .sql = R"(SELECT contact_id FROM contact_samples WHERE mixed < (SELECT threshold FROM sampling WHERE id = 1)
              ORDER BY mixed LIMIT $1)",
};

// Of two who halve it at the same moment one does, and the other does not wait for that.
constexpr SqlText halve{R"(UPDATE sampling SET threshold = threshold / 2 WHERE id = 1 AND threshold = $1)"};

constexpr Query sampling_halve_query{
    .name = "sampling.halve",
    .sql = sql<halve>,
    .postgres = R"(UPDATE sampling SET threshold = threshold / 2 WHERE id IN
                   (SELECT id FROM sampling WHERE id = 1 AND threshold = $1 FOR UPDATE SKIP LOCKED))",
    .cluster = sql<halve>,
};

constexpr Query contact_samples_cut_query{
    .name = "contact_samples.cut",
    .sql = R"(DELETE FROM contact_samples WHERE mixed >= $1)",
};

void halve_samples(Transaction& transaction, std::int64_t threshold) {
    if (transaction.execute_and_count(sampling_halve_query, {threshold}) == 0) { return; }
    transaction.execute(contact_samples_cut_query, {threshold / 2});
}

}  // namespace

std::int64_t sample_key(base::Id contact) {
    const auto mixed = base::mixed_bits(static_cast<std::uint64_t>(contact.number));
    return static_cast<std::int64_t>(mixed % static_cast<std::uint64_t>(domain::mixed_ids));
}

std::int64_t Sampling::contacts() const {
    return std::llround(static_cast<double>(samples) / fraction());
}

double Sampling::deviation() const {
    // One more than were seen: where there are none, there may be contacts all the same.
    return std::sqrt(static_cast<double>(samples + 1) * (1 - fraction())) / fraction();
}

void add_contact_sample(Transaction& transaction, base::Id contact) {
    const auto mixed = sample_key(contact);
    // It is as good as a chance, so that it says when to look.
    if (mixed % contact_samples_looked_at != 0) {
        return transaction.execute(contact_samples_insert_query, {contact.number, mixed});
    }
    if (transaction.execute_and_count(contact_samples_insert_query, {contact.number, mixed}) == 0) { return; }
    const auto sampling = find_sampling(transaction);
    if (sampling.samples > contact_samples_max) { halve_samples(transaction, sampling.threshold); }
}

void remove_contact_sample(Transaction& transaction, base::Id contact) {
    transaction.execute(contact_samples_delete_query, {contact.number});
}

Sampling find_sampling(Transaction& transaction) {
    auto rows = transaction.query(contact_samples_count_query);
    if (!rows.next() || rows.is_null(0)) {
        throw DatabaseBroken("the database does not say which contacts are samples");
    }
    return {.threshold = rows.integer(0), .samples = rows.integer(1)};
}

std::vector<base::Id> contact_samples(Transaction& transaction, std::int64_t rows_max) {
    std::vector<base::Id> contacts;
    auto rows = transaction.query(contact_samples_first_query, {rows_max});
    while (rows.next()) { contacts.push_back({rows.integer(0)}); }
    return contacts;
}

}  // namespace tradewind::storage
