#pragma once

#include <chrono>
#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "base/id.h"
#include "base/log.h"
#include "base/result.h"
#include "base/sources.h"
#include "domain/scoring/customer_value.h"
#include "domain/scoring/rfm.h"
#include "jobs/buyer_histories.h"
#include "jobs/job_figures.h"
#include "jobs/leased_work.h"
#include "jobs/retry.h"
#include "jobs/slice_size.h"
#include "storage/database/database.h"
#include "storage/stores/jobs/score_store.h"
#include "storage/stores/settings/definitions.h"

namespace tradewind::jobs {

// Scores contacts by what they bought, once a day, or as soon as it is noticed that a day was missed. Two walks over
// all contacts: in the first one the models look at everybody, in the second one whoever scores otherwise than before
// is written, in slices, each contact by what it is at that moment; only the expected value of who has bought since it
// was found, a moment ago, stays what it was until the next day. A process that is killed in between begins anew, and
// what was written already is found to be right. Processes that share a database leave it to one of them, by a lease.
//
// In memory are a slice of contacts, a slice of purchases, RfmModel::buyers_max and domain::BuyerSample::buyers_max.
//
// Another kind of scores is another model: it is added to Models, and the walks show it the same figures.
class ScoreJob final : public LeasedJob {
  public:
    static constexpr std::size_t contacts_per_slice = 500;
    // How long a slice may keep the writer, once it has done one contact.
    static constexpr std::chrono::milliseconds slice_time_max{4};
    // How much longer than the slice before it the rest between two slices is, so that most requests meet none; at most
    // so long.
    static constexpr int rest_factor = 2;
    static constexpr std::chrono::milliseconds rest_max{100};
    // After the database refused so often that even Retry ended.
    static constexpr std::chrono::milliseconds pause{60'000};

    struct Dependencies {
        storage::Database& database;
        base::Sources& sources;
        const storage::DefinitionsCache& definitions;
        base::Log& log;
        JobFigures& figures;
        std::string holder;  // The name of this process among those that share the database.
        // After the database refused once.
        std::chrono::milliseconds refusal_wait = Retry::usual_wait;
    };

    explicit ScoreJob(Dependencies dependencies)
        : dependencies_(std::move(dependencies)),
          work_({.database = dependencies_.database,
                 .clock = dependencies_.sources.clock,
                 .log = dependencies_.log,
                 .kind = storage::LeaseKind::Scores,
                 .holder = dependencies_.holder}),
          patience_(work_.stop_wakeup(), dependencies_.refusal_wait),
          histories_(dependencies_.database, dependencies_.sources.clock, patience_) {}

    // Makes the scores if they are due and no other process makes them.
    void run() override;
    void stop() override { work_.stop(); }

  private:
    // What the scores of one contact come from.
    struct Models {
        base::Instant as_of;
        domain::RfmModel rfm{as_of};
        std::optional<domain::CustomerValueModel> value = {};  // Without it nobody has a value.
    };
    using Contacts = std::vector<storage::ScoredContact>;
    using Value = std::optional<domain::CustomerValue>;
    // The value of somebody with these figures.
    struct Finding {
        base::Id contact;
        domain::PurchaseFigures figures;
        Value value;
    };

    struct Done {
        std::size_t looked_at = 0;
        std::size_t changed = 0;
    };

    base::Result<void> make_if_due();
    // All of these are a Conflict when another process makes the scores, or this one is to stop.
    base::Result<void> claim(base::Instant due);
    base::Result<void> learn(Models& models);
    base::Result<void> write(const Models& models);
    // The values of contacts, in the same order.
    base::Result<std::vector<Value>> values_of(const Models& models, const Contacts& contacts);
    base::Result<void> write_slices(const Models& models, std::span<const Finding> findings);
    base::Result<void> note_made(base::Instant due);
    base::Result<void> keep_lease();
    // Hands every contact to `visit`, some at a time.
    template <class Visit>
    base::Result<void> walk(Visit visit);
    // LeasedWork::write(), again and again when the database has no time.
    template <class Work>
    std::invoke_result_t<Work&, storage::Transaction&> write_patiently(Work work);
    // The first ones of them, as many as there is time for.
    Done write_in(storage::Transaction& transaction, const Models& models, std::span<const Finding> findings) const;
    base::Result<void> fit_value(Models& models, const domain::StoreHistory& store, const domain::BuyerSample& sample);

    const Dependencies dependencies_;
    LeasedWork work_;
    Retry patience_;
    SliceSize size_;
    BuyerHistories histories_;
    std::chrono::steady_clock::time_point not_before_{};
};

}  // namespace tradewind::jobs
