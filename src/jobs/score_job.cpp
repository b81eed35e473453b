#include "jobs/score_job.h"

#include <algorithm>
#include <iterator>
#include <vector>

#include "operations/score_operations.h"
#include "storage/contact_store.h"

namespace tradewind::jobs {

using storage::Transaction;

namespace {

base::Error given_up() {
    return base::conflict("Somebody else makes the scores, or nobody is to make them now.");
}

}  // namespace

template <class Work>
std::invoke_result_t<Work&, Transaction&> ScoreJob::write_holding_lease(Work work) {
    const auto& clock = surroundings_.outside.clock;
    auto answer = storage::write_and_wait(
        surroundings_.database,
        [&](Transaction& transaction) -> std::invoke_result_t<Work&, Transaction&> {
            const auto now = clock.now();
            const bool is_ours = storage::take_scoring_lease(
                transaction,
                {.holder = surroundings_.holder, .now = now, .until = {now.milliseconds + lease_time.count()}});
            if (!is_ours) { return given_up(); }
            return work(transaction);
        },
        storage::Priority::Bulk);
    renewed_at_ = clock.steady_now();
    return answer;
}

template <class Visit>
base::Result<void> ScoreJob::walk(Visit visit) {
    const auto& clock = surroundings_.outside.clock;
    struct Slice {
        std::vector<storage::ScoredContact> contacts;
        std::chrono::steady_clock::duration lasted{};
    };
    base::Id last;
    for (bool is_end = false; !is_end;) {
        TRY(keep_lease());
        const auto rows = size_.rows();
        const auto slice =
            TRY(storage::read_and_wait(surroundings_.database, [&](Transaction& transaction) -> base::Result<Slice> {
                const auto begun = clock.steady_now();
                auto contacts = storage::scored_contacts_after(transaction, last, rows);
                return Slice{.contacts = std::move(contacts), .lasted = clock.steady_now() - begun};
            }));
        size_.note(slice.lasted);
        is_end = std::ssize(slice.contacts) < rows;
        if (!slice.contacts.empty()) { last = slice.contacts.back().id; }
        TRY(visit(slice.contacts));
    }
    return {};
}

void ScoreJob::run() {
    const auto& clock = surroundings_.outside.clock;
    if (clock.steady_now() < not_before_) { return; }
    const auto made = make_if_due();
    if (made) {
        has_told_ = false;
    } else if (made.error().kind != base::ErrorKind::Conflict) {
        not_before_ = clock.steady_now() + pause;
        const auto& error = made.error();
        const auto& cause = error.cause.empty() ? error.detail : error.cause;
        if (!has_told_) { surroundings_.log.warning("scores have to wait", {{"cause", cause}}); }
        has_told_ = true;
    }
}

base::Result<void> ScoreJob::make_if_due() {
    const auto due = domain::scores_due_at(surroundings_.outside.clock.now());
    const auto made_for = TRY(storage::read_and_wait(
        surroundings_.database,
        [](Transaction& transaction) { return base::Result(storage::scores_made_for(transaction)); },
        storage::ReadCost::Point));
    surroundings_.figures.scores_made_for.set(made_for.milliseconds);
    if (!domain::are_scores_due(made_for, due)) { return {}; }
    TRY(claim(due));
    if (surroundings_.notes_made_first) { TRY(note_made(due)); }
    Models models{.rfm = domain::RfmModel(due)};
    TRY(learn(models));
    TRY(write(models));
    return note_made(due);
}

base::Result<void> ScoreJob::claim(base::Instant due) {
    return write_holding_lease([due](Transaction& transaction) -> base::Result<void> {
        // Whoever had it may have made them just now.
        if (!domain::are_scores_due(storage::scores_made_for(transaction), due)) { return given_up(); }
        return {};
    });
}

base::Result<void> ScoreJob::learn(Models& models) {
    TRY(walk([&](const std::vector<storage::ScoredContact>& contacts) -> base::Result<void> {
        for (const auto& contact : contacts) { models.rfm.add(contact.figures); }
        return {};
    }));
    models.rfm.settle();
    return {};
}

base::Result<void> ScoreJob::write(const Models& models) {
    std::vector<base::Id> changed;
    return walk([&](const std::vector<storage::ScoredContact>& contacts) -> base::Result<void> {
        changed.clear();
        for (const auto& contact : contacts) {
            if (models.rfm.scores_of(contact.figures) != contact.rfm) { changed.push_back(contact.id); }
        }
        return write_slices(models, changed);
    });
}

base::Result<void> ScoreJob::write_slices(const Models& models, std::span<const base::Id> contacts) {
    const auto& clock = surroundings_.outside.clock;
    while (!contacts.empty()) {
        if (is_stopped_) { return given_up(); }
        const auto begun = clock.steady_now();
        const auto done = TRY(write_holding_lease([&](Transaction& transaction) {
            return base::Result(
                write_in(transaction, models, contacts.first(std::min(contacts_per_slice, contacts.size()))));
        }));
        surroundings_.figures.scored_rows.add(done.changed);
        contacts = contacts.subspan(done.looked_at);
        const auto lasted = std::chrono::ceil<std::chrono::milliseconds>(clock.steady_now() - begun);
        stop_.wait_for(std::min(lasted * rest_factor, rest_max));
    }
    return {};
}

ScoreJob::Done ScoreJob::write_in(Transaction& transaction, const Models& models,
                                  std::span<const base::Id> contacts) const {
    const auto& clock = surroundings_.outside.clock;
    const auto definitions = storage::definitions_in(transaction, surroundings_.definitions.current());
    const auto begun = clock.steady_now();
    Done done;
    for (const auto id : contacts) {
        if (done.looked_at > 0 && clock.steady_now() - begun > slice_time_max) { break; }
        ++done.looked_at;
        // It may have bought something since it was read, or be gone.
        const auto contact = storage::lock_contact(transaction, id);
        if (!contact) { continue; }
        const auto scores = models.rfm.scores_of(domain::purchase_figures(*contact));
        const bool is_changed =
            operations::change_scores(transaction, surroundings_.outside, *definitions, *contact, scores);
        done.changed += is_changed ? 1U : 0U;
    }
    return done;
}

base::Result<void> ScoreJob::note_made(base::Instant due) {
    TRY(write_holding_lease([due](Transaction& transaction) -> base::Result<void> {
        storage::note_scores_made(transaction, due);
        return {};
    }));
    surroundings_.figures.scores_made_for.set(due.milliseconds);
    return {};
}

base::Result<void> ScoreJob::keep_lease() {
    if (is_stopped_) { return given_up(); }
    if (surroundings_.outside.clock.steady_now() - renewed_at_ < lease_renewal) { return {}; }
    return write_holding_lease([](Transaction&) -> base::Result<void> { return {}; });
}

}  // namespace tradewind::jobs
