#include "storage/stores/engine/node_number_store.h"

#include <charconv>
#include <map>
#include <tuple>

#include "base/json.h"
#include "base/json_writer.h"

namespace tradewind::storage {
namespace {

constexpr Query changes_insert_query{
    .name = "node_number_changes.insert",
    .sql = R"(INSERT INTO node_number_changes (id, contact_id, workflow_id, changes) VALUES ($1, $2, $3, $4))",
};

constexpr Query changes_of_workflow_query{
    .name = "node_number_changes.of_workflow",
    .sql = R"(SELECT workflow_id, changes FROM node_number_changes WHERE workflow_id = $1)",
};

constexpr Query changes_oldest_query{
    .name = "node_number_changes.oldest",
    .sql = R"(SELECT max(id) FROM (SELECT id FROM node_number_changes ORDER BY id LIMIT $1) AS oldest)",
};

constexpr Query changes_take_query{
    .name = "node_number_changes.take",
    .sql = R"(DELETE FROM node_number_changes WHERE id <= $1 RETURNING workflow_id, changes)",
};

constexpr Query changes_take_of_query{
    .name = "node_number_changes.take_of",
    .sql = R"(DELETE FROM node_number_changes WHERE contact_id = $1 RETURNING workflow_id, changes)",
};

constexpr Query changes_delete_query{
    .name = "node_number_changes.delete",
    .sql = R"(DELETE FROM node_number_changes WHERE workflow_id = $1)",
};

// In rows of other buckets are the numbers of before there were changes.
constexpr Query numbers_add_query{
    .name = "node_numbers.add",
    .sql = R"(INSERT INTO node_numbers (workflow_id, node, what, name, bucket, number) VALUES ($1, $2, $3, $4, 0, $5)
              ON CONFLICT (workflow_id, node, what, name, bucket) DO UPDATE
              SET number = node_numbers.number + excluded.number)",
};

constexpr Query numbers_find_query{
    .name = "node_numbers.find",
    .sql = R"(SELECT node, what, name, cast(sum(number) as bigint) FROM node_numbers WHERE workflow_id = $1
              GROUP BY node, what, name)",
};

constexpr Query numbers_delete_query{
    .name = "node_numbers.delete",
    .sql = R"(DELETE FROM node_numbers WHERE workflow_id = $1)",
};

// Sums by workflow, node, what and name. In one order, so that two that write the same rows do not wait for each other
// in a circle.
class NumberSums {
  public:
    void add(std::int64_t workflow, const NodeNumber& number) {
        sums_[{workflow, number.node, number.what, number.name}] += number.number;
    }
    // Of rows of a workflow and changes.
    void add_changes(Rows rows) {
        while (rows.next()) {
            const auto document = base::JsonDocument::parse(rows.text(1));
            if (!document) { throw DatabaseBroken("the numbers of a workflow are damaged"); }
            for (const auto change : document.value().root().elements()) { add(rows.integer(0), read(change)); }
        }
    }
    void write(Transaction& transaction) const {
        for (const auto& [key, sum] : sums_) {
            const auto& [workflow, node, what, name] = key;
            transaction.execute(numbers_add_query, {workflow, node, what, name, sum});
        }
    }
    [[nodiscard]] std::vector<NodeNumber> all() const {
        std::vector<NodeNumber> numbers;
        numbers.reserve(sums_.size());
        for (const auto& [key, sum] : sums_) {
            const auto& [workflow, node, what, name] = key;
            numbers.push_back({.node = node, .what = what, .name = name, .number = sum});
        }
        return numbers;
    }

  private:
    static NodeNumber read(const base::JsonValue& change) {
        auto part = change.elements().begin();
        NodeNumber number{.node = std::string((*part++).string()),
                          .what = std::string((*part++).string()),
                          .name = std::string((*part++).string())};
        const auto digits = (*part).digits();
        std::from_chars(digits.data(), digits.data() + digits.size(), number.number);
        return number;
    }

    std::map<std::tuple<std::int64_t, std::string, std::string, std::string>, std::int64_t> sums_;
};

std::string changes_json(const std::vector<NodeNumber>& numbers) {
    std::string json;
    base::JsonWriter writer(json);
    writer.begin_array();
    for (const auto& number : numbers) {
        writer.begin_array();
        writer.string(number.node);
        writer.string(number.what);
        writer.string(number.name);
        writer.integer(number.number);
        writer.end_array();
    }
    writer.end_array();
    return json;
}

}  // namespace

void note_node_numbers(Transaction& transaction, const NodeNumberChange& change) {
    const auto json = changes_json(change.numbers);
    transaction.execute(changes_insert_query, {change.id.number, change.contact.number, change.workflow.number, json});
}

std::vector<NodeNumber> node_numbers(Transaction& transaction, base::Id workflow) {
    NumberSums sums;
    {
        auto rows = transaction.query(numbers_find_query, {workflow.number});
        while (rows.next()) {
            sums.add(workflow.number, {.node = std::string(rows.text(0)),
                                       .what = std::string(rows.text(1)),
                                       .name = std::string(rows.text(2)),
                                       .number = rows.integer(3)});
        }
    }
    sums.add_changes(transaction.query(changes_of_workflow_query, {workflow.number}));
    return sums.all();
}

std::optional<base::Id> last_of_oldest_number_changes(Transaction& transaction, std::int64_t rows_max) {
    auto rows = transaction.query(changes_oldest_query, {rows_max});
    if (!rows.next() || rows.is_null(0)) { return std::nullopt; }
    return base::Id{rows.integer(0)};
}

void add_up_node_numbers(Transaction& transaction, base::Id last) {
    NumberSums sums;
    sums.add_changes(transaction.query(changes_take_query, {last.number}));
    sums.write(transaction);
}

void add_up_node_numbers_of(Transaction& transaction, base::Id contact) {
    NumberSums sums;
    sums.add_changes(transaction.query(changes_take_of_query, {contact.number}));
    sums.write(transaction);
}

// The changes first: somebody who adds them up at this moment is waited for, and what that wrote goes, too.
void delete_node_numbers(Transaction& transaction, base::Id workflow) {
    transaction.execute(changes_delete_query, {workflow.number});
    transaction.execute(numbers_delete_query, {workflow.number});
}

}  // namespace tradewind::storage
