#include "jobs/score_job.h"

#include <algorithm>
#include <iterator>

#include "base/fault.h"
#include "operations/score_operations.h"
#include "storage/stores/contacts/contact_store.h"

namespace tradewind::jobs {

using storage::Transaction;

namespace {

base::Error given_up() {
    return base::conflict("Another process made the scores, or they are not to be made now.");
}

bool is_buyer(const domain::PurchaseFigures& figures) {
    return figures.purchases > 0 && figures.first_at && figures.last_at;
}

}  // namespace

template <class Work>
std::invoke_result_t<Work&, Transaction&> ScoreJob::write_patiently(Work work) {
    return patience_.answer_of([&] { return work_.write(work); });
}

template <class Visit>
base::Result<void> ScoreJob::walk(Visit visit) {
    const auto& clock = dependencies_.sources.clock;
    struct Slice {
        Contacts contacts;
        std::chrono::steady_clock::duration lasted{};
    };
    base::Id last;
    for (bool is_end = false; !is_end;) {
        TRY(keep_lease());
        const auto rows = size_.rows();
        const auto read = [&](Transaction& transaction) -> base::Result<Slice> {
            const auto begun = clock.steady_now();
            auto contacts = storage::scored_contacts_after(transaction, last, rows);
            return Slice{.contacts = std::move(contacts), .lasted = clock.steady_now() - begun};
        };
        const auto slice =
            TRY(patience_.answer_of([&] { return storage::read_and_wait(dependencies_.database, read); }));
        size_.note(slice.lasted);
        is_end = std::ssize(slice.contacts) < rows;
        if (!slice.contacts.empty()) { last = slice.contacts.back().id; }
        TRY(visit(slice.contacts));
    }
    return {};
}

void ScoreJob::run() {
    const auto& clock = dependencies_.sources.clock;
    if (clock.steady_now() < not_before_) { return; }
    const auto made = make_if_due();
    if (made || work_.is_stopped()) { work_.release(); }
    if (made) { return work_.has_worked(); }
    if (work_.is_stopped() || made.error().kind == base::ErrorKind::Conflict) { return; }
    not_before_ = clock.steady_now() + pause;
    work_.say_once("scores have to wait", {}, made.error());
}

base::Result<void> ScoreJob::make_if_due() {
    const auto due = domain::scores_due_at(dependencies_.sources.clock.now());
    const auto made_for = TRY(storage::read_and_wait(
        dependencies_.database,
        [](Transaction& transaction) { return base::Result(storage::scores_made_for(transaction)); },
        storage::ReadCost::Point));
    dependencies_.figures.scores_made_for.set(made_for.milliseconds);
    if (!domain::are_scores_due(made_for, due)) { return {}; }
    TRY(claim(due));
    if (base::is_planted(base::Fault::NoteScoresFirst)) { TRY(note_made(due)); }
    Models models{.as_of = due};
    TRY(learn(models));
    TRY(write(models));
    return note_made(due);
}

base::Result<void> ScoreJob::claim(base::Instant due) {
    return patience_.answer_of([&] {
        return work_.claim({}, [due](Transaction& transaction) -> base::Result<void> {
            // Another process may have made them just now.
            if (!domain::are_scores_due(storage::scores_made_for(transaction), due)) { return given_up(); }
            return {};
        });
    });
}

base::Result<void> ScoreJob::learn(Models& models) {
    domain::StoreHistory store;
    domain::BuyerSample sample;
    std::vector<Buyer> buyers;
    const auto look = [&](const Contacts& contacts) -> base::Result<void> {
        buyers.clear();
        for (const auto& [id, figures, scores] : contacts) {
            models.rfm.add(figures);
            if (!is_buyer(figures)) { continue; }
            store.add({.first = *figures.first_at, .last = *figures.last_at, .purchases = figures.purchases});
            if (sample.wants(id)) { buyers.push_back({.id = id, .figures = figures}); }
        }
        const auto histories = TRY(histories_.read(buyers, [this] { return keep_lease(); }));
        for (std::size_t number = 0; number < buyers.size(); ++number) {
            const auto summary = histories[number].summary(models.as_of);
            if (summary) { sample.add(buyers[number].id, *summary); }
        }
        return {};
    };
    TRY(walk(look));
    models.rfm.settle();
    return fit_value(models, store, sample);
}

base::Result<void> ScoreJob::fit_value(Models& models, const domain::StoreHistory& store,
                                       const domain::BuyerSample& sample) {
    base::Result<void> kept;
    domain::SearchLimits limits;
    limits.is_wanted = [&] {
        kept = keep_lease();
        return kept.ok();
    };
    const auto fitted = domain::fit_customer_value(store, sample, limits);
    TRY(kept);
    if (!fitted) {
        dependencies_.log.info("customers have no expected value", {{"cause", fitted.error().detail}});
        return {};
    }
    models.value = fitted.value();
    const auto& rhythm = models.value->rhythm();
    const auto& spending = models.value->spending();
    dependencies_.log.info("customers have an expected value", {{"buyers", static_cast<std::int64_t>(sample.size())},
                                                                {"r", std::to_string(rhythm.r)},
                                                                {"alpha", std::to_string(rhythm.alpha)},
                                                                {"a", std::to_string(rhythm.a)},
                                                                {"b", std::to_string(rhythm.b)},
                                                                {"p", std::to_string(spending.p)},
                                                                {"q", std::to_string(spending.q)},
                                                                {"v", std::to_string(spending.v)}});
    return {};
}

base::Result<void> ScoreJob::write(const Models& models) {
    std::vector<Finding> changed;
    return walk([&](const Contacts& contacts) -> base::Result<void> {
        changed.clear();
        const auto values = TRY(values_of(models, contacts));
        for (std::size_t number = 0; number < contacts.size(); ++number) {
            const auto& [id, figures, scores] = contacts[number];
            if (domain::ContactScores{.rfm = models.rfm.scores_of(figures), .value = values[number]} != scores) {
                changed.push_back({.contact = id, .figures = figures, .value = values[number]});
            }
        }
        return write_slices(models, changed);
    });
}

base::Result<std::vector<ScoreJob::Value>> ScoreJob::values_of(const Models& models, const Contacts& contacts) {
    std::vector<Value> values(contacts.size());
    if (!models.value) { return values; }
    std::vector<Buyer> buyers;
    std::vector<std::size_t> numbers;
    for (std::size_t number = 0; number < contacts.size(); ++number) {
        if (!is_buyer(contacts[number].figures)) { continue; }
        buyers.push_back({.id = contacts[number].id, .figures = contacts[number].figures});
        numbers.push_back(number);
    }
    const auto histories = TRY(histories_.read(buyers, [this] { return keep_lease(); }));
    for (std::size_t buyer = 0; buyer < buyers.size(); ++buyer) {
        const auto summary = histories[buyer].summary(models.as_of);
        if (summary) { values[numbers[buyer]] = models.value->value(*summary); }
    }
    return values;
}

base::Result<void> ScoreJob::write_slices(const Models& models, std::span<const Finding> findings) {
    const auto& clock = dependencies_.sources.clock;
    while (!findings.empty()) {
        if (work_.is_stopped()) { return given_up(); }
        const auto begun = clock.steady_now();
        const auto done = TRY(write_patiently([&](Transaction& transaction) {
            return base::Result(
                write_in(transaction, models, findings.first(std::min(contacts_per_slice, findings.size()))));
        }));
        dependencies_.figures.scored_rows.add(done.changed);
        findings = findings.subspan(done.looked_at);
        const auto lasted = std::chrono::ceil<std::chrono::milliseconds>(clock.steady_now() - begun);
        work_.stop_wakeup().wait_for(std::min(lasted * rest_factor, rest_max));
    }
    return {};
}

ScoreJob::Done ScoreJob::write_in(Transaction& transaction, const Models& models,
                                  std::span<const Finding> findings) const {
    const auto& clock = dependencies_.sources.clock;
    const auto definitions = storage::definitions_in(transaction, dependencies_.definitions.current());
    const auto begun = clock.steady_now();
    Done done;
    for (const auto& finding : findings) {
        if (done.looked_at > 0 && clock.steady_now() - begun > slice_time_max) { break; }
        ++done.looked_at;
        // It may have bought something since it was read, or be gone.
        const auto contact = storage::lock_contact(transaction, finding.contact);
        if (!contact) { continue; }
        const auto figures = domain::purchase_figures(*contact);
        auto scores = domain::contact_scores(*contact);
        scores.rfm = models.rfm.scores_of(figures);
        if (!models.value || !is_buyer(figures)) {
            scores.value.reset();
        } else if (figures == finding.figures) {
            // Otherwise it stays: the purchases may be too many to be read here.
            scores.value = finding.value;
        }
        const bool is_changed =
            operations::change_scores(transaction, dependencies_.sources, *definitions, *contact, scores);
        done.changed += is_changed ? 1U : 0U;
    }
    return done;
}

base::Result<void> ScoreJob::note_made(base::Instant due) {
    TRY(write_patiently([due](Transaction& transaction) -> base::Result<void> {
        storage::note_scores_made(transaction, due);
        return {};
    }));
    dependencies_.figures.scores_made_for.set(due.milliseconds);
    return {};
}

base::Result<void> ScoreJob::keep_lease() {
    return patience_.answer_of([this] { return work_.keep(); });
}

}  // namespace tradewind::jobs
