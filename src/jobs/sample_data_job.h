#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/log.h"
#include "base/result.h"
#include "base/secret.h"
#include "base/sources.h"
#include "domain/settings/sample_data.h"
#include "jobs/demo/life.h"
#include "jobs/leased_work.h"
#include "storage/database/database.h"
#include "storage/stores/settings/definitions.h"

namespace tradewind::jobs {

// Puts a shop for a first look into an empty store, and takes it out again, in slices between which requests go on. A
// process that is killed in between goes on where it was. Of processes that share a database one does it, by a lease.
class SampleDataJob final : public LeasedJob {
  public:
    // A slice ends with the day on which it has so many steps.
    static constexpr std::size_t steps_per_slice = 40;
    static constexpr std::int64_t rows_per_slice = 20;
    // Before it looks again whether people have left the workflows that are to go, and how often. After that such a
    // workflow is kept.
    static constexpr std::chrono::milliseconds leaving_wait{100};
    static constexpr int leaving_looks_max = 300;

    struct Dependencies {
        storage::Database& database;
        base::Sources& sources;
        const storage::DefinitionsCache& definitions;
        const base::SecretKey& secret_key;
        base::Log& log;
        int node = 0;        // Of the ids.
        std::string holder;  // The name of this process among those that share the database.
    };

    explicit SampleDataJob(Dependencies dependencies)
        : dependencies_(std::move(dependencies)),
          work_({.database = dependencies_.database,
                 .clock = dependencies_.sources.clock,
                 .log = dependencies_.log,
                 .kind = storage::LeaseKind::SampleData,
                 .holder = dependencies_.holder}) {}

    void run() override;
    void stop() override { work_.stop(); }

  private:
    using State = domain::SampleShopState;
    using Known = std::shared_ptr<const storage::Definitions>;
    // Something of the shop that something else may use.
    struct Part {
        std::string name;  // For people.
        // The field whose values of the store's own people would go with it.
        std::optional<std::int64_t> field_number = {};
        std::function<base::Result<void>(storage::Transaction&)> remove;
    };

    base::Result<domain::SampleShop> read() const;
    base::Result<void> work_through(const domain::SampleShop& data);
    // `work`, a `Result<void>(Transaction&, SampleShop&)`, while the data is in this state; what it changes of it is
    // kept. Conflict when the state is another one. What the work refused is in refusal_ then.
    template <class Work>
    base::Result<void> write(State state, Work work);

    base::Result<void> add(const domain::SampleShop& data);
    base::Result<demo::Shop> set_up_shop(base::Sources& sources);
    base::Result<void> tell_history(const demo::Life& life, demo::History& history);
    base::Result<void> begin_to_act(const demo::Shop& shop);
    // What cannot be added is taken out again.
    base::Result<void> give_up(const base::Error& error);

    base::Result<void> remove(const domain::SampleShop& data);
    base::Result<void> finish_workflows(const domain::SampleShop& data);
    base::Result<void> remove_rows(const domain::SampleShop& data);
    using FindRows = std::vector<base::Id> (*)(storage::Transaction&, base::Id before, std::int64_t rows_max);
    // `remove_row`, a `void(Transaction&, base::Id)`, for each of them.
    template <class RemoveRow>
    base::Result<void> remove_all(FindRows find, base::Id before, RemoveRow remove_row);
    base::Result<void> wait_for_runs_to_end(base::Id workflow);
    // What could not be removed, with the reasons.
    base::Result<std::vector<std::string>> remove_parts(const domain::SampleShop& data);
    // Nothing when it is gone, else why it is not.
    base::Result<std::optional<std::string>> remove_part(const Part& part);
    base::Result<bool> has_values(std::int64_t field_number);
    // In an order in which none is used by a later one.
    [[nodiscard]] std::vector<Part> parts_of(const domain::SampleShop& data) const;
    [[nodiscard]] Known known() const { return dependencies_.definitions.current(); }

    const Dependencies dependencies_;
    LeasedWork work_;
    std::optional<base::Error> refusal_;
};

}  // namespace tradewind::jobs
