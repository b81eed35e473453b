#include "storage/stores/engine/workflow_store.h"

#include "storage/database/field_columns.h"
#include "storage/database/list_rows.h"

namespace tradewind::storage {
namespace {

// The columns stand in the order of domain::workflow_fields; the definition comes after them.
constexpr Query workflows_find_query{
    .name = "workflows.find",
    .sql = R"(SELECT id, name, status, tags, created_at, updated_at, started_at, finished_at, definition, version, hold
              FROM workflows WHERE id = $1)",
};

constexpr Query workflows_page_query{
    .name = "workflows.page",
    .sql = R"(SELECT id, name, status, tags, created_at, updated_at, started_at, finished_at
              FROM workflows ORDER BY id DESC LIMIT $1 OFFSET $2)",
};

constexpr Query workflows_older_query{
    .name = "workflows.older",
    .sql = R"(SELECT id, name, status, tags, created_at, updated_at, started_at, finished_at
              FROM workflows WHERE id < $2 ORDER BY id DESC LIMIT $1)",
};

constexpr Query workflows_newer_query{
    .name = "workflows.newer",
    .sql = R"(SELECT id, name, status, tags, created_at, updated_at, started_at, finished_at
              FROM workflows WHERE id > $2 ORDER BY id LIMIT $1)",
};

constexpr Query workflows_names_query{
    .name = "workflows.names",
    .sql = R"(SELECT id, name, status, version, hold FROM workflows ORDER BY id)",
};

constexpr Query workflows_count_query{
    .name = "workflows.count",
    .sql = R"(SELECT count(*) FROM workflows)",
};

constexpr Query workflows_insert_query{
    .name = "workflows.insert",
    .sql =
        R"(INSERT INTO workflows (id, name, status, tags, created_at, updated_at, started_at, finished_at, definition)
              VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9))",
};

constexpr Query workflows_update_query{
    .name = "workflows.update",
    .sql = R"(UPDATE workflows SET name = $2, status = $3, tags = $4, updated_at = $5, started_at = $6,
                                   finished_at = $7, definition = $8, version = $9, hold = $10
              WHERE id = $1)",
};

constexpr Query workflows_delete_query{
    .name = "workflows.delete",
    .sql = R"(DELETE FROM workflows WHERE id = $1)",
};

constexpr Query insert_named_query{
    .name = "workflow_coupon_sets.insert",
    .sql = R"(INSERT INTO workflow_coupon_sets (coupon_set, workflow) VALUES ($1, $2))",
};

constexpr Query delete_named_query{
    .name = "workflow_coupon_sets.delete",
    .sql = R"(DELETE FROM workflow_coupon_sets WHERE workflow = $1)",
};

// The two engines take a list apart by functions of their own.
constexpr Query naming_query{
    .name = "workflow_coupon_sets.naming",
    .sql = R"(SELECT coupon_set, workflow FROM workflow_coupon_sets
              WHERE coupon_set IN (SELECT value FROM json_each($1)) ORDER BY coupon_set, workflow)",
    .postgres = R"(SELECT coupon_set, workflow FROM workflow_coupon_sets
                   WHERE coupon_set = ANY (ARRAY(SELECT cast(value as bigint)
                                                 FROM jsonb_array_elements_text(cast($1 as jsonb)) AS wanted (value)))
                   ORDER BY coupon_set, workflow)",
};

constexpr Query at_work_query{
    .name = "workflow_coupon_sets.at_work",
    .sql = R"(SELECT workflows.id FROM workflow_coupon_sets
              JOIN workflows ON workflows.id = workflow_coupon_sets.workflow
              WHERE workflow_coupon_sets.coupon_set = $1 AND workflows.status IN ('active', 'paused') LIMIT 1)",
};

constexpr Query forget_named_query{
    .name = "workflow_coupon_sets.forget",
    .sql = R"(DELETE FROM workflow_coupon_sets WHERE coupon_set = $1)",
};

std::vector<domain::Workflow> read_workflows(Rows rows) {
    std::vector<domain::Workflow> workflows;
    while (rows.next()) { workflows.push_back(read_columns(domain::workflow_fields, rows)); }
    return workflows;
}

}  // namespace

std::optional<domain::Workflow> find_workflow(Transaction& transaction, base::Id id) {
    auto rows = transaction.query(workflows_find_query, {id.number});
    if (!rows.next()) { return std::nullopt; }
    auto workflow = read_columns(domain::workflow_fields, rows);
    constexpr auto behind = static_cast<int>(domain::workflow_fields.size());
    workflow.definition = rows.text(behind);
    workflow.version = rows.maybe_integer(behind + 1);
    workflow.hold = rows.maybe_text(behind + 2);
    return workflow;
}

domain::Page<domain::Workflow> list_workflows(Transaction& transaction, const domain::PageRequest& page) {
    const auto wanted = page.size + 1;
    const auto from = [&](const Query& query) {
        return read_workflows(transaction.query(query, {wanted, id_of(*page.cursor)}));
    };
    const auto down = [&] {
        if (page.cursor) { return from(workflows_older_query); }
        return read_workflows(transaction.query(workflows_page_query, {wanted, (page.page - 1) * page.size}));
    };
    return read_page<domain::Workflow>(page, down, [&] { return from(workflows_newer_query); });
}

std::vector<KnownWorkflow> known_workflows(Transaction& transaction) {
    std::vector<KnownWorkflow> workflows;
    auto rows = transaction.query(workflows_names_query);
    while (rows.next()) {
        workflows.push_back({.id = {rows.integer(0)},
                             .name = std::string(rows.text(1)),
                             .status = domain::workflow_status(rows.text(2)),
                             .version = rows.maybe_integer(3),
                             .is_on_hold = rows.maybe_text(4).has_value()});
    }
    return workflows;
}

std::int64_t count_workflows(Transaction& transaction) {
    auto rows = transaction.query(workflows_count_query);
    return rows.next() ? rows.integer(0) : 0;
}

void insert_workflow(Transaction& transaction, const domain::Workflow& workflow) {
    transaction.execute(workflows_insert_query,
                        {workflow.id.number, workflow.name, workflow.status, column_of(workflow.tags),
                         workflow.created_at.milliseconds, workflow.updated_at.milliseconds,
                         column_of(workflow.started_at), column_of(workflow.finished_at), workflow.definition});
}

void update_workflow(Transaction& transaction, const domain::Workflow& workflow) {
    transaction.execute(workflows_update_query,
                        {workflow.id.number, workflow.name, workflow.status, column_of(workflow.tags),
                         workflow.updated_at.milliseconds, column_of(workflow.started_at),
                         column_of(workflow.finished_at), workflow.definition, workflow.version, workflow.hold});
}

bool delete_workflow(Transaction& transaction, base::Id id) {
    transaction.execute(delete_named_query, {id.number});
    return transaction.execute_and_count(workflows_delete_query, {id.number}) > 0;
}

void set_named_coupon_sets(Transaction& transaction, base::Id workflow, const std::vector<base::Id>& sets) {
    transaction.execute(delete_named_query, {workflow.number});
    for (const auto set : sets) { transaction.execute(insert_named_query, {set.number, workflow.number}); }
}

WorkflowsBySet workflows_naming(Transaction& transaction, const std::vector<base::Id>& sets) {
    std::vector<std::int64_t> numbers;
    numbers.reserve(sets.size());
    for (const auto set : sets) { numbers.push_back(set.number); }
    const auto list = json_from_numbers(numbers);
    WorkflowsBySet workflows;
    auto rows = transaction.query(naming_query, {list});
    while (rows.next()) { workflows[{rows.integer(0)}].push_back({rows.integer(1)}); }
    return workflows;
}

bool is_coupon_set_at_work(Transaction& transaction, base::Id set) {
    return transaction.query(at_work_query, {set.number}).next();
}

void forget_named_coupon_set(Transaction& transaction, base::Id set) {
    transaction.execute(forget_named_query, {set.number});
}

}  // namespace tradewind::storage
