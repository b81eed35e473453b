#include "storage/stores/engine/run_store.h"

#include <algorithm>

#include "domain/journal/change.h"
#include "storage/database/field_columns.h"
#include "storage/database/list_rows.h"
#include "storage/database/sql_text.h"
#include "storage/stores/engine/node_number_store.h"

namespace tradewind::storage {
namespace {

constexpr SqlText run_columns{
    R"(SELECT contact_id, id, workflow_id, version, state, outcome, node, run_key, started_at, ended_at, waits_until,
              revision, body FROM runs )"};

constexpr Query runs_insert_query{
    .name = "runs.insert",
    .sql = R"(INSERT INTO runs (contact_id, id, workflow_id, version, state, outcome, node, run_key, started_at,
                                ended_at, waits_until, revision, body)
              VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13))",
};

constexpr Query runs_update_query{
    .name = "runs.update",
    .sql = R"(UPDATE runs SET state = $4, outcome = $5, node = $6, ended_at = $7, waits_until = $8,
                              revision = revision + 1, body = $9
              WHERE contact_id = $1 AND id = $2 AND revision = $3)",
};

constexpr Query runs_find_query{
    .name = "runs.find",
    .sql = sql<run_columns, "WHERE id = $1">,
};

constexpr Query runs_open_of_query{
    .name = "runs.open_of",
    .sql = sql<run_columns, "WHERE contact_id = $1 AND state <> 'ended' ORDER BY id">,
};

// The change stands in a row with the id 0, which no run has.
constexpr Query runs_work_state_query{
    .name = "runs.work_state",
    .sql = R"(SELECT 0, max(number) FROM changes WHERE bucket = $2 AND contact_id = $1
              UNION ALL SELECT id, revision FROM runs WHERE contact_id = $1 AND state <> 'ended')",
};

constexpr Query runs_outdate_query{
    .name = "runs.outdate",
    .sql = R"(UPDATE runs SET revision = revision + 1 WHERE contact_id = $1 AND state <> 'ended')",
};

constexpr Query runs_of_contact_down_query{
    .name = "runs.of_contact_down",
    .sql = sql<run_columns, "WHERE contact_id = $1 AND id < $2 ORDER BY id DESC LIMIT $3 OFFSET $4">,
};
constexpr Query runs_of_contact_up_query{
    .name = "runs.of_contact_up",
    .sql = sql<run_columns, "WHERE contact_id = $1 AND id > $2 ORDER BY id LIMIT $3">,
};
constexpr Query runs_last_in_query{
    .name = "runs.last_in",
    .sql = sql<run_columns, "WHERE contact_id = $1 AND workflow_id = $2 ORDER BY id DESC LIMIT 1">,
};
constexpr Query runs_at_node_down_query{
    .name = "runs.at_node_down",
    .sql = sql<run_columns, "WHERE workflow_id = $1 AND node = $2 AND id < $3 AND state <> 'ended' ORDER BY id DESC ",
               "LIMIT $4 OFFSET $5">,
};

constexpr Query runs_open_at_node_query{
    .name = "runs.open_at_node",
    .sql =
        sql<run_columns, "WHERE workflow_id = $1 AND node = $2 AND id > $3 AND state <> 'ended' ORDER BY id LIMIT $4">,
};

constexpr Query runs_count_at_node_query{
    .name = "runs.count_at_node",
    .sql = R"(SELECT count(*) FROM runs WHERE workflow_id = $1 AND node = $2 AND state <> 'ended')",
};

constexpr Query runs_open_in_query{
    .name = "runs.open_in",
    .sql = sql<run_columns, "WHERE workflow_id = $1 AND id > $2 AND state <> 'ended' ORDER BY id LIMIT $3">,
};

constexpr Query runs_by_node_query{
    .name = "runs.by_node",
    .sql = R"(SELECT node, count(*) FROM runs
              WHERE workflow_id = $1 AND state <> 'ended' AND version > 0 GROUP BY node)",
};

constexpr Query runs_in_version_query{
    .name = "runs.in_version",
    .sql = R"(SELECT id FROM runs WHERE workflow_id = $1 AND version = $2 AND state <> 'ended' LIMIT 1)",
};

constexpr Query run_timers_set_query{
    .name = "run_timers.set",
    .sql = R"(INSERT INTO run_timers (contact_id, run_id, bucket, due_at) VALUES ($1, $2, $3, $4)
              ON CONFLICT (contact_id, run_id) DO UPDATE SET due_at = excluded.due_at
              WHERE run_timers.due_at <> excluded.due_at)",
};

constexpr Query run_timers_delete_query{
    .name = "run_timers.delete",
    .sql = R"(DELETE FROM run_timers WHERE contact_id = $1 AND run_id = $2)",
};

// Of each bucket the first. A look at the index for each, however many rows there are.
constexpr Query run_timers_first_query{
    .name = "run_timers.first",
    .sql = R"(WITH RECURSIVE buckets (bucket) AS (
                  SELECT cast($1 as bigint)
                  UNION ALL SELECT bucket + 1 FROM buckets WHERE bucket < $2)
              SELECT bucket, (SELECT min(t.due_at) FROM run_timers t WHERE t.bucket = buckets.bucket) FROM buckets)",
    // A cluster knows no recursion over all of its machines.
    .cluster = R"(SELECT bucket, min(due_at) FROM run_timers WHERE bucket >= $1 AND bucket <= $2 GROUP BY bucket)",
};

constexpr Query run_timers_due_query{
    .name = "run_timers.due",
    .sql = R"(SELECT contact_id, run_id, due_at FROM run_timers WHERE bucket = $1 AND due_at <= $2
              ORDER BY due_at LIMIT $3)",
};

constexpr Query run_timers_of_query{
    .name = "run_timers.of",
    .sql = R"(SELECT contact_id, run_id, due_at FROM run_timers WHERE contact_id = $1 ORDER BY due_at, run_id)",
};

constexpr Query run_steps_insert_query{
    .name = "run_steps.insert",
    .sql = R"(INSERT INTO run_steps (contact_id, run_id, number, node, visit, at, what, port, reason, value)
              VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10))",
};

constexpr SqlText step_columns{"SELECT number, node, visit, at, what, port, reason, value FROM run_steps "};

constexpr Query run_steps_of_query{
    .name = "run_steps.of",
    .sql = sql<step_columns, "WHERE contact_id = $1 AND run_id = $2 AND number > $3 ORDER BY number LIMIT $4">,
};

constexpr Query run_steps_last_query{
    .name = "run_steps.last",
    .sql = sql<step_columns, "WHERE contact_id = $1 AND run_id = $2 ORDER BY number DESC LIMIT 1">,
};

constexpr Query run_steps_delete_old_query{
    .name = "run_steps.delete_old",
    .sql = R"(DELETE FROM run_steps WHERE (contact_id, run_id, number) IN
                  (SELECT contact_id, run_id, number FROM run_steps WHERE at < $1 ORDER BY at LIMIT $2))",
};

// Whoever ended then had begun by then.
constexpr Query runs_delete_old_query{
    .name = "runs.delete_old",
    .sql = R"(DELETE FROM runs WHERE (contact_id, id) IN
                  (SELECT contact_id, id FROM runs WHERE id < $1 AND state = 'ended' AND ended_at < $2
                   ORDER BY id LIMIT $3))",
};

constexpr Query run_entries_note_query{
    .name = "run_entries.note",
    .sql = R"(INSERT INTO run_entries (contact_id, workflow_id, run_key, entries, started_at, day, day_starts)
              VALUES ($1, $2, $3, 1, $4, $5, 1)
              ON CONFLICT (contact_id, workflow_id, run_key) DO UPDATE
              SET entries = run_entries.entries + 1, started_at = excluded.started_at, day = excluded.day,
                  day_starts = CASE WHEN run_entries.day = excluded.day THEN run_entries.day_starts + 1 ELSE 1 END)",
};

constexpr Query run_entries_past_query{
    .name = "run_entries.past",
    .sql = R"(SELECT coalesce(cast(sum(entries) as bigint), 0),
                     coalesce(cast(sum(CASE WHEN day = $4 THEN day_starts ELSE 0 END) as bigint), 0),
                     max(CASE WHEN run_key = $3 THEN started_at END)
              FROM run_entries WHERE contact_id = $1 AND workflow_id = $2)",
};

constexpr Query runs_open_keys_query{
    .name = "runs.open_keys",
    .sql = R"(SELECT count(*), count(CASE WHEN run_key = $3 THEN 1 END) FROM runs
              WHERE contact_id = $1 AND workflow_id = $2 AND state <> 'ended')",
};

constexpr Query node_uses_find_query{
    .name = "node_uses.find",
    .sql = R"(SELECT uses, last_at FROM node_uses WHERE contact_id = $1 AND workflow_id = $2 AND node = $3)",
};

constexpr Query node_uses_note_query{
    .name = "node_uses.note",
    .sql = R"(INSERT INTO node_uses (contact_id, workflow_id, node, uses, last_at) VALUES ($1, $2, $3, 1, $4)
              ON CONFLICT (contact_id, workflow_id, node) DO UPDATE
              SET uses = node_uses.uses + 1, last_at = excluded.last_at)",
};

constexpr Query node_totals_find_query{
    .name = "node_totals.find",
    .sql = R"(SELECT uses FROM node_totals WHERE workflow_id = $1 AND node = $2)",
};

constexpr Query node_totals_claim_query{
    .name = "node_totals.claim",
    .sql = R"(INSERT INTO node_totals (workflow_id, node, uses) VALUES ($1, $2, 1)
              ON CONFLICT (workflow_id, node) DO UPDATE SET uses = node_totals.uses + 1 WHERE node_totals.uses < $3)",
};

constexpr Query node_totals_give_back_query{
    .name = "node_totals.give_back",
    .sql = R"(UPDATE node_totals SET uses = uses - 1 WHERE workflow_id = $1 AND node = $2)",
};

constexpr Query runs_delete_of_query{.name = "runs.delete_of", .sql = R"(DELETE FROM runs WHERE contact_id = $1)"};
constexpr Query run_timers_delete_of_query{.name = "run_timers.delete_of",
                                           .sql = R"(DELETE FROM run_timers WHERE contact_id = $1)"};
constexpr Query run_steps_delete_of_query{.name = "run_steps.delete_of",
                                          .sql = R"(DELETE FROM run_steps WHERE contact_id = $1)"};
constexpr Query run_entries_delete_of_query{.name = "run_entries.delete_of",
                                            .sql = R"(DELETE FROM run_entries WHERE contact_id = $1)"};
constexpr Query node_uses_delete_of_query{.name = "node_uses.delete_of",
                                          .sql = R"(DELETE FROM node_uses WHERE contact_id = $1)"};

constexpr std::int64_t arrives_bit = 1;
constexpr std::int64_t skipped_bit = 2;
constexpr std::int64_t failed_bit = 4;

// A state or an outcome by its word. Others cannot be kept.
template <class Enum>
Enum enum_of(const auto& words, std::string_view word) {
    const auto found = std::ranges::find(words, word);
    if (found == words.end()) { throw DatabaseBroken("no such word: " + std::string(word)); }
    return static_cast<Enum>(found - words.begin());
}

std::optional<base::Instant> maybe_instant(const Rows& rows, int column) {
    const auto number = rows.maybe_integer(column);
    return number ? std::optional(base::Instant{*number}) : std::nullopt;
}

std::vector<StoredRun> read_runs(Rows rows) {
    std::vector<StoredRun> runs;
    while (rows.next()) {
        StoredRun run{.contact = {rows.integer(0)},
                      .id = {rows.integer(1)},
                      .workflow = {rows.integer(2)},
                      .version = rows.integer(3),
                      .state = enum_of<domain::RunState>(domain::run_state_words, rows.text(4))};
        if (!rows.is_null(5)) { run.outcome = enum_of<domain::RunOutcome>(domain::run_outcome_words, rows.text(5)); }
        run.node = rows.text(6);
        run.key = rows.text(7);
        run.started_at = {rows.integer(8)};
        run.ended_at = maybe_instant(rows, 9);
        run.waits_until = maybe_instant(rows, 10);
        run.revision = rows.integer(11);
        run.body = rows.text(12);
        runs.push_back(std::move(run));
    }
    return runs;
}

std::optional<std::string> outcome_word(const StoredRun& run) {
    return run.outcome ? std::optional<std::string>(word_of(*run.outcome)) : std::nullopt;
}

std::vector<StoredStep> read_steps(Rows rows) {
    std::vector<StoredStep> steps;
    while (rows.next()) {
        const auto what = rows.integer(4);
        steps.push_back({.number = rows.integer(0),
                         .node = std::string(rows.text(1)),
                         .visit = rows.integer(2),
                         .at = {rows.integer(3)},
                         .arrives = (what & arrives_bit) != 0,
                         .is_skipped = (what & skipped_bit) != 0,
                         .is_failed = (what & failed_bit) != 0,
                         .port = rows.maybe_text(5),
                         .reason = rows.maybe_text(6),
                         .value = rows.maybe_text(7)});
    }
    return steps;
}

std::vector<RunTimer> read_timers(Rows rows) {
    std::vector<RunTimer> timers;
    while (rows.next()) {
        timers.push_back({.contact = {rows.integer(0)}, .run = {rows.integer(1)}, .due_at = {rows.integer(2)}});
    }
    return timers;
}

}  // namespace

void insert_run(Transaction& transaction, const StoredRun& run) {
    const std::string state(word_of(run.state));
    const auto outcome = outcome_word(run);
    transaction.execute(
        runs_insert_query,
        {run.contact.number, run.id.number, run.workflow.number, run.version, state, outcome, run.node, run.key,
         run.started_at.milliseconds, column_of(run.ended_at), column_of(run.waits_until), run.revision, run.body});
}

bool update_run(Transaction& transaction, const StoredRun& run) {
    const std::string state(word_of(run.state));
    const auto outcome = outcome_word(run);
    return transaction.execute_and_count(runs_update_query,
                                         {run.contact.number, run.id.number, run.revision, state, outcome, run.node,
                                          column_of(run.ended_at), column_of(run.waits_until), run.body}) > 0;
}

std::optional<StoredRun> find_run(Transaction& transaction, base::Id id) {
    auto runs = read_runs(transaction.query(runs_find_query, {id.number}));
    return runs.empty() ? std::nullopt : std::optional(std::move(runs.front()));
}

std::optional<StoredRun> find_last_run(Transaction& transaction, base::Id contact, base::Id workflow) {
    for (auto& run : open_runs_of(transaction, contact)) {
        if (run.workflow == workflow) { return std::move(run); }
    }
    auto runs = read_runs(transaction.query(runs_last_in_query, {contact.number, workflow.number}));
    return runs.empty() ? std::nullopt : std::optional(std::move(runs.front()));
}

std::vector<StoredRun> open_runs_of(Transaction& transaction, base::Id contact) {
    return read_runs(transaction.query(runs_open_of_query, {contact.number}));
}

void outdate_decisions(Transaction& transaction, base::Id contact) {
    transaction.execute(runs_outdate_query, {contact.number});
}

WorkState work_state_of(Transaction& transaction, base::Id contact) {
    WorkState state;
    auto rows = transaction.query(runs_work_state_query, {contact.number, domain::bucket_of(contact)});
    while (rows.next()) {
        const auto id = rows.integer(0);
        if (id == 0) {
            state.newest_change = rows.maybe_integer(1).value_or(0);
        } else {
            state.open_revisions[id] = rows.integer(1);
        }
    }
    return state;
}

domain::Page<StoredRun> list_runs_of(Transaction& transaction, base::Id contact, const domain::PageRequest& page) {
    const auto down = [&] {
        return read_runs(transaction.query(runs_of_contact_down_query,
                                           {contact.number, first_id(page), page.size + 1, skipped_rows(page)}));
    };
    return read_page<StoredRun>(page, down, [&] {
        return read_runs(
            transaction.query(runs_of_contact_up_query, {contact.number, id_of(*page.cursor), page.size + 1}));
    });
}

domain::Page<StoredRun> list_open_runs_at(Transaction& transaction, base::Id workflow, const std::string& node,
                                          const domain::PageRequest& page) {
    const auto down = [&] {
        return read_runs(transaction.query(runs_at_node_down_query,
                                           {workflow.number, node, first_id(page), page.size + 1, skipped_rows(page)}));
    };
    return read_page<StoredRun>(
        page, down, [&] { return open_runs_at(transaction, workflow, node, {id_of(*page.cursor)}, page.size + 1); });
}

std::vector<StoredRun> open_runs_at(Transaction& transaction, base::Id workflow, const std::optional<std::string>& node,
                                    base::Id after, std::int64_t rows_max) {
    if (node) {
        return read_runs(transaction.query(runs_open_at_node_query, {workflow.number, *node, after.number, rows_max}));
    }
    return read_runs(transaction.query(runs_open_in_query, {workflow.number, after.number, rows_max}));
}

std::vector<NodeCount> open_runs_by_node(Transaction& transaction, base::Id workflow) {
    std::vector<NodeCount> counts;
    auto rows = transaction.query(runs_by_node_query, {workflow.number});
    while (rows.next()) { counts.push_back({.node = std::string(rows.text(0)), .runs = rows.integer(1)}); }
    return counts;
}

std::int64_t count_open_runs_at(Transaction& transaction, base::Id workflow, const std::string& node) {
    auto rows = transaction.query(runs_count_at_node_query, {workflow.number, node});
    return rows.next() ? rows.integer(0) : 0;
}

bool has_open_runs(Transaction& transaction, base::Id workflow, std::int64_t version) {
    return transaction.query(runs_in_version_query, {workflow.number, version}).next();
}

void set_run_timer(Transaction& transaction, base::Id contact, base::Id run, std::optional<base::Instant> due_at) {
    if (!due_at) { return transaction.execute(run_timers_delete_query, {contact.number, run.number}); }
    transaction.execute(run_timers_set_query,
                        {contact.number, run.number, domain::bucket_of(contact), due_at->milliseconds});
}

std::vector<RunTimer> due_run_timers(Transaction& transaction, const BucketRange& buckets, base::Instant now,
                                     std::int64_t rows_max) {
    return due_of_buckets<RunTimer>(
        transaction,
        {.first = run_timers_first_query, .due = run_timers_due_query, .read = read_timers, .time = &RunTimer::due_at},
        buckets, now, rows_max);
}

std::vector<RunTimer> run_timers_of(Transaction& transaction, base::Id contact) {
    return read_timers(transaction.query(run_timers_of_query, {contact.number}));
}

void insert_step(Transaction& transaction, base::Id contact, base::Id run, const StoredStep& step) {
    const auto what =
        (step.arrives ? arrives_bit : 0) | (step.is_skipped ? skipped_bit : 0) | (step.is_failed ? failed_bit : 0);
    transaction.execute(run_steps_insert_query, {contact.number, run.number, step.number, step.node, step.visit,
                                                 step.at.milliseconds, what, step.port, step.reason, step.value});
}

std::vector<StoredStep> steps_of(Transaction& transaction, base::Id contact, base::Id run, std::int64_t after,
                                 std::int64_t rows_max) {
    return read_steps(transaction.query(run_steps_of_query, {contact.number, run.number, after, rows_max}));
}

std::optional<StoredStep> last_step_of(Transaction& transaction, const StoredRun& run) {
    auto steps = read_steps(transaction.query(run_steps_last_query, {run.contact.number, run.id.number}));
    return steps.empty() ? std::nullopt : std::optional(std::move(steps.front()));
}

std::int64_t delete_old_steps(Transaction& transaction, base::Instant before, std::int64_t rows_max) {
    return transaction.execute_and_count(run_steps_delete_old_query, {before.milliseconds, rows_max});
}

std::int64_t delete_old_runs(Transaction& transaction, base::Instant before, std::int64_t rows_max) {
    return transaction.execute_and_count(runs_delete_old_query,
                                         {base::Id::first_at(before).number, before.milliseconds, rows_max});
}

void note_entry(Transaction& transaction, const RunEntry& entry) {
    transaction.execute(run_entries_note_query,
                        {entry.contact.number, entry.workflow.number, entry.key, entry.at.milliseconds, entry.day});
}

domain::PastRuns past_runs(Transaction& transaction, const RunEntry& entry) {
    domain::PastRuns past;
    {
        auto rows = transaction.query(run_entries_past_query,
                                      {entry.contact.number, entry.workflow.number, entry.key, entry.day});
        if (rows.next()) {
            past.entries = rows.integer(0);
            past.started_today = rows.integer(1);
            past.last_started_at = maybe_instant(rows, 2);
        }
    }
    auto rows = transaction.query(runs_open_keys_query, {entry.contact.number, entry.workflow.number, entry.key});
    if (rows.next()) {
        past.open_runs = rows.integer(0);
        past.has_open_run = rows.integer(1) > 0;
    }
    return past;
}

ContactUses node_uses(Transaction& transaction, base::Id contact, base::Id workflow, const std::string& node) {
    auto rows = transaction.query(node_uses_find_query, {contact.number, workflow.number, node});
    if (!rows.next()) { return {}; }
    return {.uses = rows.integer(0), .last_at = base::Instant{rows.integer(1)}};
}

void note_node_use(Transaction& transaction, base::Id contact, base::Id workflow, const std::string& node,
                   base::Instant at) {
    transaction.execute(node_uses_note_query, {contact.number, workflow.number, node, at.milliseconds});
}

std::int64_t node_total(Transaction& transaction, base::Id workflow, const std::string& node) {
    auto rows = transaction.query(node_totals_find_query, {workflow.number, node});
    return rows.next() ? rows.integer(0) : 0;
}

bool claim_node_total(Transaction& transaction, base::Id workflow, const std::string& node, std::int64_t most) {
    return transaction.execute_and_count(node_totals_claim_query, {workflow.number, node, most}) > 0;
}

void give_back_node_total(Transaction& transaction, base::Id workflow, const std::string& node) {
    transaction.execute(node_totals_give_back_query, {workflow.number, node});
}

void delete_runs_of_contact(Transaction& transaction, base::Id contact) {
    for (const auto* const query : {&runs_delete_of_query, &run_timers_delete_of_query, &run_steps_delete_of_query,
                                    &run_entries_delete_of_query, &node_uses_delete_of_query}) {
        transaction.execute(*query, {contact.number});
    }
    add_up_node_numbers_of(transaction, contact);
}

}  // namespace tradewind::storage
