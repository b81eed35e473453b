#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/id.h"
#include "base/instant.h"
#include "domain/lists/list_page.h"
#include "domain/workflows/entry.h"
#include "domain/workflows/run.h"
#include "storage/database/transaction.h"
#include "storage/stores/engine/due_of_buckets.h"

namespace tradewind::storage {

// Runs of workflows, with when they are to be looked at, what they did, and what is remembered of them. Whoever writes
// has locked the contact.

// A run as it is kept; see domain::write_run_body for the rest of it.
struct StoredRun {
    base::Id contact = {};
    base::Id id = {};
    base::Id workflow = {};
    std::int64_t version = 0;
    domain::RunState state = domain::RunState::Running;
    std::optional<domain::RunOutcome> outcome = {};
    std::string node = {};
    std::string key = {};
    base::Instant started_at = {};
    std::optional<base::Instant> ended_at = {};
    std::optional<base::Instant> waits_until = {};
    std::int64_t revision = 0;
    std::string body = {};

    friend bool operator==(const StoredRun&, const StoredRun&) = default;
};

void insert_run(Transaction& transaction, const StoredRun& run);
// False when somebody wrote it since `run.revision` was read; then nothing is written. Raises the revision.
bool update_run(Transaction& transaction, const StoredRun& run);
std::optional<StoredRun> find_run(Transaction& transaction, base::Id id);
// Of a contact in a workflow: one that has not ended, else the last.
std::optional<StoredRun> find_last_run(Transaction& transaction, base::Id contact, base::Id workflow);
// Those of a contact that have not ended, the oldest first.
std::vector<StoredRun> open_runs_of(Transaction& transaction, base::Id contact);
// Whoever decided on a run of the contact before now decides again: raises the revision of each that is open.
void outdate_decisions(Transaction& transaction, base::Id contact);
// By what whoever decided on the runs of a contact sees that nothing happened since, in one statement.
struct WorkState {
    std::int64_t newest_change = 0;                            // As newest_change() says; 0: there is none.
    std::map<std::int64_t, std::int64_t> open_revisions = {};  // Of each run that has not ended, by its id.
};
WorkState work_state_of(Transaction& transaction, base::Id contact);
// All of a contact, the last first.
domain::Page<StoredRun> list_runs_of(Transaction& transaction, base::Id contact, const domain::PageRequest& page);
// Those at a node of a workflow that have not ended, in every version, the last first.
domain::Page<StoredRun> list_open_runs_at(Transaction& transaction, base::Id workflow, const std::string& node,
                                          const domain::PageRequest& page);
// Those of a workflow that have not ended, at one node or anywhere, behind an id.
std::vector<StoredRun> open_runs_at(Transaction& transaction, base::Id workflow, const std::optional<std::string>& node,
                                    base::Id after, std::int64_t rows_max);
// How many are at each node, in every version; trials do not count.
struct NodeCount {
    std::string node;
    std::int64_t runs;
};
std::vector<NodeCount> open_runs_by_node(Transaction& transaction, base::Id workflow);
std::int64_t count_open_runs_at(Transaction& transaction, base::Id workflow, const std::string& node);
bool has_open_runs(Transaction& transaction, base::Id workflow, std::int64_t version);

struct RunTimer {
    base::Id contact;
    base::Id run;
    base::Instant due_at;

    friend bool operator==(const RunTimer&, const RunTimer&) = default;
};
// Nothing: it is not looked at by itself.
void set_run_timer(Transaction& transaction, base::Id contact, base::Id run, std::optional<base::Instant> due_at);
// Of those whose time has come the earliest, at most so many.
std::vector<RunTimer> due_run_timers(Transaction& transaction, const BucketRange& buckets, base::Instant now,
                                     std::int64_t rows_max);
std::vector<RunTimer> run_timers_of(Transaction& transaction, base::Id contact);

// A step as people read it.
struct StoredStep {
    std::int64_t number = 0;
    std::string node = {};
    std::int64_t visit = 0;
    base::Instant at = {};
    bool arrives = false;
    bool is_skipped = false;
    bool is_failed = false;
    std::optional<std::string> port = {};
    std::optional<std::string> reason = {};
    std::optional<std::string> value = {};

    friend bool operator==(const StoredStep&, const StoredStep&) = default;
};
void insert_step(Transaction& transaction, base::Id contact, base::Id run, const StoredStep& step);
// In their order, behind a number, at most so many.
std::vector<StoredStep> steps_of(Transaction& transaction, base::Id contact, base::Id run, std::int64_t after,
                                 std::int64_t rows_max);
std::optional<StoredStep> last_step_of(Transaction& transaction, const StoredRun& run);
// Those of before then, at most so many; how many they were.
std::int64_t delete_old_steps(Transaction& transaction, base::Instant before, std::int64_t rows_max);
// The same of runs that ended before then. That their contacts were in the workflow is known without them.
std::int64_t delete_old_runs(Transaction& transaction, base::Instant before, std::int64_t rows_max);

// That a run begins. `day` is the day of the store, as a number.
struct RunEntry {
    base::Id contact;
    base::Id workflow;
    std::string key;
    base::Instant at;
    std::int64_t day;
};
void note_entry(Transaction& transaction, const RunEntry& entry);
domain::PastRuns past_runs(Transaction& transaction, const RunEntry& entry);

// How often a node acted for a contact, and when last.
struct ContactUses {
    std::int64_t uses = 0;
    std::optional<base::Instant> last_at = {};
};
ContactUses node_uses(Transaction& transaction, base::Id contact, base::Id workflow, const std::string& node);
void note_node_use(Transaction& transaction, base::Id contact, base::Id workflow, const std::string& node,
                   base::Instant at);
std::int64_t node_total(Transaction& transaction, base::Id workflow, const std::string& node);
// False when it acted so often already. The last write of a transaction: it makes others wait.
bool claim_node_total(Transaction& transaction, base::Id workflow, const std::string& node, std::int64_t most);
// What was claimed and then not done.
void give_back_node_total(Transaction& transaction, base::Id workflow, const std::string& node);

// Everything about the contact, as if it had never been in any workflow. Numbers stay.
void delete_runs_of_contact(Transaction& transaction, base::Id contact);

}  // namespace tradewind::storage
