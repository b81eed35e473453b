#include "delivery/outbox_pump.h"

#include <algorithm>
#include <array>
#include <condition_variable>
#include <map>
#include <mutex>
#include <set>
#include <utility>
#include <vector>

#include "base/fault.h"
#include "delivery/host_gate.h"
#include "delivery/outbox_claim.h"
#include "operations/delivery_operations.h"

namespace tradewind::delivery {
namespace {

std::uint16_t random_chance(base::Random& random) {
    std::array<std::byte, 2> bytes{};
    random.fill(bytes);
    return static_cast<std::uint16_t>(std::to_integer<unsigned>(bytes[0]) << 8U | std::to_integer<unsigned>(bytes[1]));
}

}  // namespace

// The calls that this process is making, and what is known of the machines that it calls. Thread-safe.
class OutboxPump::Calls : public std::enable_shared_from_this<Calls> {
  public:
    explicit Calls(Dependencies dependencies) : dependencies_(std::move(dependencies)) {}

    [[nodiscard]] const Dependencies& dependencies() const { return dependencies_; }

    ClaimTerms terms() {
        const std::lock_guard lock(mutex_);
        const auto now = dependencies_.sources.clock.now();
        const auto steady_now = dependencies_.sources.clock.steady_now();
        ClaimTerms terms{.now = now,
                         .free_places = {},
                         .free_places_otherwise = HostGate::calls_at_once_max,
                         .calls_max = calls_at_once_max - std::min(calls_at_once_max, on_their_way_.size()),
                         .on_their_way = on_their_way_,
                         .lease = {}};
        std::erase_if(gates_, [](const auto& gate) { return gate.second.is_idle(); });
        std::int64_t open = 0;
        for (const auto& [host, gate] : gates_) {
            const bool is_open_to_all = base::is_planted(base::Fault::SpendAttempts) && gate.is_open();
            terms.free_places[host] = is_open_to_all ? HostGate::calls_at_once_max : gate.free_places(steady_now);
            open += gate.is_open() ? 1 : 0;
        }
        dependencies_.figures.open_breakers.set(open);
        if (dependencies_.sharing == Sharing::Shared) {
            terms.lease = {.holder = dependencies_.holder, .until = {now.milliseconds + lease_time.count()}};
        }
        return terms;
    }

    void start(Claim claim) {
        const auto began_at = dependencies_.sources.clock.steady_now();
        HostGate::Call kind{};
        bool is_spent = false;
        {
            const std::lock_guard lock(mutex_);
            auto& gate = gates_[claim.host];
            is_spent = base::is_planted(base::Fault::SpendAttempts) && gate.free_places(began_at) == 0;
            if (!is_spent) { kind = gate.note_start(); }
            on_their_way_.insert(claim.seen.id.number);
            dependencies_.figures.on_their_way.set(std::ssize(on_their_way_));
        }
        if (is_spent) { return write({.seen = claim.seen, .type = claim.type, .answer = {.error = "it is down"}}); }
        dependencies_.call_web(std::move(*claim.call),
                               [calls = shared_from_this(), began_at, kind, seen = claim.seen, type = claim.type,
                                host = claim.host](domain::WebCallAnswer answer) {
                                   calls->note_answer(host, kind, answer, began_at);
                                   calls->write({.seen = seen, .type = type, .answer = std::move(answer)});
                               });
    }

    // Tries again to write the answers that the database did not take.
    void write_leftovers() {
        std::vector<Answered> leftovers;
        {
            const std::lock_guard lock(mutex_);
            leftovers.swap(leftovers_);
        }
        for (const auto& answered : leftovers) { write(answered); }
    }

    void count(const domain::Delivery& delivery) {
        auto& figures = dependencies_.figures;
        switch (delivery.state) {
            case domain::DeliveryState::Done:
                return figures.done.add();
            case domain::DeliveryState::Dead:
                return figures.dead.add();
            case domain::DeliveryState::Skipped:
                return figures.skipped.add();
            case domain::DeliveryState::Waiting:
                return figures.repeated.add();
            case domain::DeliveryState::Taken:
            case domain::DeliveryState::Held:
                return;
        }
    }

    void await_idle() {
        std::unique_lock lock(mutex_);
        idle_.wait_for(lock, dependencies_.end_wait_max, [this] { return on_their_way_.empty(); });
    }

  private:
    static bool is_stopped(const domain::Delivery& delivery, const domain::WebCallAnswer& answer) {
        return answer.status == 410 && !delivery.test_address;
    }
    static void tell_stopped(storage::Transaction& transaction, const Dependencies& dependencies, base::Id type) {
        const auto definitions = storage::definitions_in(transaction, dependencies.definitions.current());
        const auto* const stopped = definitions->custom_events.find_type(type);
        operations::tell_incident(
            transaction, dependencies.sources, *definitions,
            {.kind = "calls-stopped",
             .subject = type,
             .place = {},
             .text = "The receiver of the event type " + (stopped == nullptr ? type.text() : stopped->name) +
                     " wants no more calls. Its calls are dead until somebody has one tried again."});
    }

    struct Answered {
        operations::SeenDelivery seen;
        base::Id type;
        domain::WebCallAnswer answer;
    };

    void note_answer(const HostKey& host, HostGate::Call kind, const domain::WebCallAnswer& answer,
                     std::chrono::steady_clock::time_point began_at) {
        const auto& clock = dependencies_.sources.clock;
        const auto verdict = domain::judge_answer(answer, clock.now());
        auto outcome = HostGate::Outcome::Works;
        if (answer.is_refused) { outcome = HostGate::Outcome::SaysNothing; }
        if (verdict.is_host_failing) { outcome = HostGate::Outcome::Fails; }
        const auto now = clock.steady_now();
        dependencies_.figures.call_time.note(now - began_at);
        const std::lock_guard lock(mutex_);
        gates_[host].note_end(kind, outcome, now);
    }

    void write(const Answered& answered) {
        auto& sources = dependencies_.sources;
        const domain::AnsweredAttempt attempt{
            .at = sources.clock.now(), .answer = answered.answer, .chance = random_chance(sources.random)};
        using Finished = std::optional<domain::Delivery>;
        dependencies_.database.write(
            storage::Priority::Reaction, inline_executor_,
            [&dependencies = dependencies_, answered,
             attempt](storage::Transaction& transaction) -> base::Result<Finished> {
                auto finished = operations::finish_call(transaction, answered.seen, attempt);
                if (finished && is_stopped(*finished, attempt.answer)) {
                    tell_stopped(transaction, dependencies, answered.type);
                }
                // There is room for another one.
                transaction.wake(storage::Sleeper::Outbox);
                return finished;
            },
            [calls = shared_from_this(), answered](const base::Result<Finished>& finished) {
                calls->note_written(answered, finished);
            });
    }

    void note_written(const Answered& answered, const base::Result<std::optional<domain::Delivery>>& finished) {
        if (!finished) {
            const std::lock_guard lock(mutex_);
            leftovers_.push_back(answered);
            return;
        }
        if (finished.value()) {
            count(*finished.value());
            if (is_stopped(*finished.value(), answered.answer)) {
                dependencies_.log.warning("the receiver of an event type wants no more calls",
                                          {{"eventTypeId", answered.type.text()}});
            }
        }
        const std::lock_guard lock(mutex_);
        on_their_way_.erase(answered.seen.id.number);
        dependencies_.figures.on_their_way.set(std::ssize(on_their_way_));
        if (on_their_way_.empty()) { idle_.notify_all(); }
    }

    const Dependencies dependencies_;
    base::InlineExecutor inline_executor_;
    std::mutex mutex_;
    std::condition_variable idle_;
    // Guarded by mutex_:
    std::map<HostKey, HostGate> gates_;
    std::set<std::int64_t> on_their_way_;  // Until the answer is written.
    std::vector<Answered> leftovers_;
};

OutboxPump::OutboxPump(Dependencies dependencies) : calls_(std::make_shared<Calls>(std::move(dependencies))) {}

OutboxPump::~OutboxPump() {
    calls_->await_idle();
}

void OutboxPump::run() {
    calls_->write_leftovers();
    while (!is_stopped_) {
        const auto sent = send_some();
        if (!sent && !was_refused_) {
            calls_->dependencies().log.warning("deliveries have to wait", {{"cause", sent.error().detail}});
        }
        was_refused_ = !sent;
        if (!sent || !sent.value()) { return; }
    }
}

base::Result<bool> OutboxPump::send_some() {
    const auto& dependencies = calls_->dependencies();
    const auto terms = calls_->terms();
    const auto claim = [&terms, &dependencies, known = dependencies.definitions.current()](
                           storage::Transaction& transaction) -> base::Result<Claimed> {
        const auto definitions = storage::definitions_in(transaction, known);
        return claim_deliveries(transaction, definitions->custom_events, dependencies.secret_key, terms);
    };
    auto& database = dependencies.database;
    auto claimed = TRY(terms.lease ? storage::write_and_wait(database, claim, storage::Priority::Reaction)
                                   : storage::read_and_wait(database, claim, storage::ReadCost::Point));
    const auto now = terms.now;
    dependencies.figures.overdue.set(claimed.first_due_at ? now.milliseconds - claimed.first_due_at->milliseconds
                                                          : std::int64_t{0});
    bool has_done_something = false;
    std::vector<Claim> unsent;
    for (auto& one : claimed.claims) {
        if (one.call) {
            calls_->start(std::move(one));
            has_done_something = true;
        } else {
            unsent.push_back(std::move(one));
        }
    }
    if (!unsent.empty()) {
        // Contacts are locked in one order by everybody.
        std::ranges::sort(unsent, {}, [](const Claim& one) { return one.seen.contact; });
        using Left = std::vector<domain::Delivery>;
        const auto left = TRY(storage::write_and_wait(
            database,
            [&unsent, now](storage::Transaction& transaction) -> base::Result<Left> {
                Left all;
                for (const auto& one : unsent) {
                    auto delivery = operations::leave_unsent(transaction, one.seen, *one.unsent, now);
                    if (delivery) { all.push_back(std::move(*delivery)); }
                }
                return all;
            },
            storage::Priority::Reaction));
        for (const auto& delivery : left) { calls_->count(delivery); }
        has_done_something = has_done_something || !left.empty();
    }
    return has_done_something;
}

}  // namespace tradewind::delivery
