#include "storage/stores/engine/workflow_version_store.h"

#include <algorithm>
#include <array>

#include "storage/stores/engine/node_number_store.h"

namespace tradewind::storage {
namespace {

constexpr Query versions_insert_query{
    .name = "workflow_versions.insert",
    .sql = R"(INSERT INTO workflow_versions (workflow_id, version, definition, published_at) VALUES ($1, $2, $3, $4))",
};

constexpr Query versions_find_query{
    .name = "workflow_versions.find",
    .sql = R"(SELECT definition FROM workflow_versions WHERE workflow_id = $1 AND version = $2)",
};

constexpr Query uses_insert_query{
    .name = "workflow_uses.insert",
    .sql = R"(INSERT INTO workflow_uses (workflow_id, version, kind, used_id) VALUES ($1, $2, $3, $4))",
};

constexpr Query uses_delete_query{
    .name = "workflow_uses.delete",
    .sql = R"(DELETE FROM workflow_uses WHERE workflow_id = $1 AND version = $2)",
};

constexpr Query uses_find_query{
    .name = "workflow_uses.find",
    .sql = R"(SELECT workflow_id, version FROM workflow_uses WHERE kind = $1 AND used_id = $2
              ORDER BY workflow_id, version)",
};

constexpr Query sweeps_begin_query{
    .name = "workflow_sweeps.begin",
    .sql = R"(INSERT INTO workflow_sweeps (workflow_id, kind, place) VALUES ($1, $2, 0)
              ON CONFLICT (workflow_id, kind) DO UPDATE SET place = 0)",
};

constexpr Query sweeps_next_query{
    .name = "workflow_sweeps.next",
    .sql = R"(SELECT workflow_id, kind, place FROM workflow_sweeps
              WHERE kind <> 'enrol' OR EXISTS (
                  SELECT 1 FROM workflows w WHERE w.id = workflow_sweeps.workflow_id AND w.status = 'active'
                  AND w.hold IS NULL
                  AND NOT EXISTS (SELECT 1 FROM outside_world WHERE held_since IS NOT NULL)
                  AND NOT EXISTS (SELECT 1 FROM workflow_uses u JOIN segments g ON g.id = u.used_id
                                  WHERE u.workflow_id = w.id AND u.version = w.version AND u.kind = 'segments'
                                  AND g.member_set IS NULL))
              ORDER BY workflow_id, kind LIMIT 1)",
};

constexpr Query sweeps_move_query{
    .name = "workflow_sweeps.move",
    .sql = R"(UPDATE workflow_sweeps SET place = $4 WHERE workflow_id = $1 AND kind = $2 AND place = $3)",
};

constexpr Query sweeps_end_query{
    .name = "workflow_sweeps.end",
    .sql = R"(DELETE FROM workflow_sweeps WHERE workflow_id = $1 AND kind = $2)",
};

constexpr Query versions_delete_query{.name = "workflow_versions.delete",
                                      .sql = R"(DELETE FROM workflow_versions WHERE workflow_id = $1)"};
constexpr Query all_uses_delete_query{.name = "workflow_uses.delete_all",
                                      .sql = R"(DELETE FROM workflow_uses WHERE workflow_id = $1)"};
constexpr Query totals_delete_query{.name = "node_totals.delete",
                                    .sql = R"(DELETE FROM node_totals WHERE workflow_id = $1)"};
constexpr Query sweeps_delete_query{.name = "workflow_sweeps.delete",
                                    .sql = R"(DELETE FROM workflow_sweeps WHERE workflow_id = $1)"};

// In the order of WorkflowSweep::Kind.
constexpr std::array<std::string_view, 3> sweep_words{"enrol", "resume", "finish"};

std::string sweep_word(WorkflowSweep::Kind kind) {
    return std::string(sweep_words[static_cast<std::size_t>(kind)]);
}

constexpr Query trials_forget_query{
    .name = "workflow_versions.forget_trials",
    .sql = R"(DELETE FROM workflow_versions WHERE workflow_id = $1 AND version < 0
              AND version NOT IN (SELECT version FROM runs
                                  WHERE workflow_id = $1 AND state <> 'ended' AND version < 0))",
};

constexpr Query trial_uses_forget_query{
    .name = "workflow_uses.forget_trials",
    .sql = R"(DELETE FROM workflow_uses WHERE workflow_id = $1 AND version < 0
              AND version NOT IN (SELECT version FROM workflow_versions WHERE workflow_id = $1 AND version < 0))",
};

constexpr Query trials_count_query{
    .name = "workflow_versions.count_trials",
    .sql = R"(SELECT count(*) FROM workflow_versions WHERE workflow_id = $1 AND version < 0)",
};

}  // namespace

void insert_workflow_version(Transaction& transaction, base::Id workflow, std::int64_t version,
                             const std::string& definition, base::Instant at) {
    transaction.execute(versions_insert_query, {workflow.number, version, definition, at.milliseconds});
}

std::int64_t forget_ended_trials(Transaction& transaction, base::Id workflow) {
    transaction.execute(trials_forget_query, {workflow.number});
    transaction.execute(trial_uses_forget_query, {workflow.number});
    auto rows = transaction.query(trials_count_query, {workflow.number});
    return rows.next() ? rows.integer(0) : 0;
}

std::optional<std::string> find_workflow_version(Transaction& transaction, base::Id workflow, std::int64_t version) {
    auto rows = transaction.query(versions_find_query, {workflow.number, version});
    return rows.next() ? std::optional(std::string(rows.text(0))) : std::nullopt;
}

void insert_workflow_uses(Transaction& transaction, base::Id workflow, std::int64_t version,
                          const std::vector<WorkflowUse>& uses) {
    for (const auto& use : uses) {
        transaction.execute(uses_insert_query, {workflow.number, version, use.kind, use.id});
    }
}

void delete_workflow_uses(Transaction& transaction, base::Id workflow, std::int64_t version) {
    transaction.execute(uses_delete_query, {workflow.number, version});
}

std::vector<UsingVersion> versions_using(Transaction& transaction, const WorkflowUse& use) {
    std::vector<UsingVersion> versions;
    auto rows = transaction.query(uses_find_query, {use.kind, use.id});
    while (rows.next()) { versions.push_back({.workflow = {rows.integer(0)}, .version = rows.integer(1)}); }
    return versions;
}

void begin_sweep(Transaction& transaction, base::Id workflow, WorkflowSweep::Kind kind) {
    const auto word = sweep_word(kind);
    transaction.execute(sweeps_begin_query, {workflow.number, word});
}

std::optional<WorkflowSweep> next_sweep(Transaction& transaction) {
    auto rows = transaction.query(sweeps_next_query);
    if (!rows.next()) { return std::nullopt; }
    const auto word = rows.text(1);
    const auto* const found = std::ranges::find(sweep_words, word);
    if (found == sweep_words.end()) { throw DatabaseBroken("no such sweep: " + std::string(word)); }
    return WorkflowSweep{.workflow = {rows.integer(0)},
                         .kind = static_cast<WorkflowSweep::Kind>(found - sweep_words.begin()),
                         .place = rows.integer(2)};
}

bool move_sweep(Transaction& transaction, const WorkflowSweep& sweep, std::int64_t place) {
    const auto word = sweep_word(sweep.kind);
    return transaction.execute_and_count(sweeps_move_query, {sweep.workflow.number, word, sweep.place, place}) > 0;
}

void end_sweep(Transaction& transaction, base::Id workflow, WorkflowSweep::Kind kind) {
    const auto word = sweep_word(kind);
    transaction.execute(sweeps_end_query, {workflow.number, word});
}

void delete_workflow_parts(Transaction& transaction, base::Id workflow) {
    for (const auto* const query :
         {&versions_delete_query, &all_uses_delete_query, &totals_delete_query, &sweeps_delete_query}) {
        transaction.execute(*query, {workflow.number});
    }
    delete_node_numbers(transaction, workflow);
}

}  // namespace tradewind::storage
