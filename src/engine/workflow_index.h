#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "base/id.h"
#include "domain/journal/change.h"
#include "domain/workflows/definition.h"
#include "storage/stores/settings/definitions.h"

namespace tradewind::engine {

// A version of a workflow, read once.
struct WorkflowVersion {
    base::Id workflow;
    std::int64_t version = 0;
    domain::Definition definition;
    domain::ChangeListeners entering;  // What can start a run,
    domain::ChangeListeners ending;    // and what can end one before its time.

    // What a run that waits at this node waits for.
    [[nodiscard]] bool waits_for(std::size_t node, const domain::Change& change) const;
};

// The workflows that run, as of one version of the definitions, and versions that people are still in. For the thread
// of the engine.
class WorkflowIndex {
  public:
    // What is known of versions of workflows that run is taken from the index before: they never change.
    // `salt` is operations::split_salt().
    WorkflowIndex(storage::Transaction& transaction, const storage::Definitions& definitions, std::string salt,
                  const WorkflowIndex* before);

    // The newest version of every workflow that is active or paused.
    [[nodiscard]] const std::vector<std::shared_ptr<const WorkflowVersion>>& newest() const { return newest_; }
    // Null when there is none, or nobody can read it any more.
    std::shared_ptr<const WorkflowVersion> find(storage::Transaction& transaction,
                                                const storage::Definitions& definitions, base::Id workflow,
                                                std::int64_t version);
    // Whether nobody comes in and nothing acts: it is paused, or it or the whole store is on hold.
    [[nodiscard]] bool is_paused(base::Id workflow) const;
    [[nodiscard]] bool is_finished(base::Id workflow) const;
    [[nodiscard]] const std::string& salt() const { return salt_; }
    [[nodiscard]] bool is_empty() const { return standings_.empty(); }
    // The run that is being decided on, no id otherwise. When that fails, it is left.
    void note_deciding(base::Id run) { deciding_ = run; }
    [[nodiscard]] base::Id take_deciding() { return std::exchange(deciding_, base::Id{}); }

  private:
    void take_versions(const WorkflowIndex& before, base::Id workflow);

    const std::string salt_;
    base::Id deciding_ = {};
    std::vector<std::shared_ptr<const WorkflowVersion>> newest_;
    struct Standing {
        bool is_paused = false;
        bool is_finished = false;
    };
    std::map<std::int64_t, Standing> standings_;
    std::map<std::pair<std::int64_t, std::int64_t>, std::shared_ptr<const WorkflowVersion>> versions_;
};

}  // namespace tradewind::engine
