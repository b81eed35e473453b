#include "storage/stores/jobs/sample_data_store.h"

#include <algorithm>

#include "storage/database/json_column.h"

namespace tradewind::storage {
namespace {

constexpr Query sample_data_find_query{
    .name = "sample_data.find",
    .sql = R"(SELECT state, begun_at, days_done, acting, kept, problem FROM sample_data)",
};

// SQLite has one writer, who need not lock.
constexpr Query sample_data_lock_query{
    .name = "sample_data.lock",
    .sql = R"(SELECT state, begun_at, days_done, acting, kept, problem FROM sample_data)",
    .postgres = R"(SELECT state, begun_at, days_done, acting, kept, problem FROM sample_data FOR UPDATE)",
};

constexpr Query sample_data_update_query{
    .name = "sample_data.update",
    .sql = R"(UPDATE sample_data SET state = $1, begun_at = $2, days_done = $3, acting = $4, kept = $5, problem = $6)",
};

constexpr Query contacts_made_before_query{
    .name = "sample_data.contacts",
    .sql = R"(SELECT id FROM contacts WHERE id < $1 ORDER BY id LIMIT $2)",
};

constexpr Query products_made_before_query{
    .name = "sample_data.products",
    .sql = R"(SELECT id FROM products WHERE id < $1 ORDER BY id LIMIT $2)",
};

constexpr Query purchases_made_before_query{
    .name = "sample_data.purchases",
    .sql = R"(SELECT id FROM purchases WHERE id < $1 ORDER BY id LIMIT $2)",
};

domain::SampleShopState state_of(std::string_view word) {
    const auto& words = domain::sample_data_state_words;
    const auto found = std::ranges::find(words, word);
    if (found == words.end()) { throw DatabaseBroken("the database holds sample data in an unknown state"); }
    return static_cast<domain::SampleShopState>(found - words.begin());
}

std::vector<base::Id> ids_from_json(std::string_view json) {
    std::vector<base::Id> ids;
    for (const auto& text : texts_from_json(json)) {
        const auto id = base::Id::parse(text);
        if (!id || !id.value()) { throw DatabaseBroken("the database holds sample data that names no id"); }
        ids.push_back(*id.value());
    }
    return ids;
}

std::string json_from_ids(const std::vector<base::Id>& ids) {
    std::vector<std::string> texts;
    texts.reserve(ids.size());
    for (const auto id : ids) { texts.push_back(id.text()); }
    return json_from_texts(texts);
}

domain::SampleShop read_sample_data(Rows rows) {
    if (!rows.next()) { throw DatabaseBroken("the database does not say whether there is sample data"); }
    return {.state = state_of(rows.text(0)),
            .begun_at = {rows.integer(1)},
            .days_done = rows.integer(2),
            .acting = ids_from_json(rows.text(3)),
            .kept = texts_from_json(rows.text(4)),
            .problem = rows.maybe_text(5)};
}

std::vector<base::Id> ids_before(Transaction& transaction, const Query& query, base::Id before, std::int64_t rows_max) {
    std::vector<base::Id> ids;
    auto rows = transaction.query(query, {before.number, rows_max});
    while (rows.next()) { ids.push_back({rows.integer(0)}); }
    return ids;
}

}  // namespace

domain::SampleShop find_sample_data(Transaction& transaction) {
    return read_sample_data(transaction.query(sample_data_find_query));
}

domain::SampleShop lock_sample_data(Transaction& transaction) {
    return read_sample_data(transaction.query(sample_data_lock_query));
}

void update_sample_data(Transaction& transaction, const domain::SampleShop& changed) {
    const auto acting = json_from_ids(changed.acting);
    const auto kept = json_from_texts(changed.kept);
    transaction.execute(sample_data_update_query, {word_of(changed.state), changed.begun_at.milliseconds,
                                                   changed.days_done, acting, kept, changed.problem});
}

std::vector<base::Id> contacts_made_before(Transaction& transaction, base::Id before, std::int64_t rows_max) {
    return ids_before(transaction, contacts_made_before_query, before, rows_max);
}

std::vector<base::Id> products_made_before(Transaction& transaction, base::Id before, std::int64_t rows_max) {
    return ids_before(transaction, products_made_before_query, before, rows_max);
}

std::vector<base::Id> purchases_made_before(Transaction& transaction, base::Id before, std::int64_t rows_max) {
    return ids_before(transaction, purchases_made_before_query, before, rows_max);
}

}  // namespace tradewind::storage
