#include "app/demo_command.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <iterator>

#include "app/installation.h"
#include "app/progress_bar.h"
#include "domain/files/import.h"
#include "jobs/demo/dynamic_segments.h"
#include "jobs/demo/history.h"
#include "jobs/demo/life.h"
#include "jobs/demo/workflows.h"
#include "storage/stores/contacts/contact_list_store.h"
#include "storage/stores/jobs/score_store.h"

namespace tradewind::app {
namespace {

namespace demo = jobs::demo;
using demo::Step;

constexpr std::ptrdiff_t steps_per_transaction = 500;

struct Tally {
    std::int64_t contacts = 0;
    std::int64_t purchases = 0;
    std::int64_t events = 0;

    void count(Step::Kind kind) {
        contacts += kind == Step::Kind::Joins ? 1 : 0;
        purchases += kind == Step::Kind::Buys ? 1 : 0;
        events += kind == Step::Kind::LeavesCart || kind == Step::Kind::WritesReview ? 1 : 0;
    }
};

// With every problem, for the terminal.
template <class T>
base::Result<T> worded(base::Result<T> result) {
    if (result) { return result; }
    return base::bad_request(domain::import_error_reason(result.error()));
}

base::Result<void> refuse_unless_empty(storage::Database& database) {
    const auto page = TRY(storage::read_and_wait(
        database, [](storage::Transaction& transaction) -> base::Result<domain::Page<domain::Contact>> {
            domain::ContactListRequest first;
            first.size = 1;
            return storage::list_contacts(transaction, first);
        }));
    if (page.items.empty()) { return {}; }
    return base::conflict(
        "This store holds contacts already. A demo goes into a new one: name another folder by --data.");
}

// Days of a small shop share a transaction, a day of a large one takes several.
base::Result<Tally> live_through(storage::Database& database, const storage::DefinitionsCache& known,
                                 demo::History& history, const demo::Life& life, std::int64_t contacts) {
    const auto definitions = known.current();
    Tally tally;
    ProgressBar bar(stdout, ProgressBar::style_of(stdout), "contacts");
    std::vector<Step> waiting;
    while (!history.is_over() || !waiting.empty()) {
        if (!history.is_over() && std::ssize(waiting) < steps_per_transaction) {
            auto day = history.next_day();
            std::ranges::move(day, std::back_inserter(waiting));
            continue;
        }
        const auto end = waiting.begin() + std::min(steps_per_transaction, std::ssize(waiting));
        const std::vector<Step> steps(std::make_move_iterator(waiting.begin()), std::make_move_iterator(end));
        waiting.erase(waiting.begin(), end);
        TRY(worded(storage::write_and_wait(
            database,
            [&](storage::Transaction& transaction) {
                return life.take(transaction, *storage::definitions_in(transaction, definitions), steps);
            },
            storage::Priority::Bulk)));
        for (const auto& step : steps) { tally.count(step.kind); }
        bar.show(tally.contacts, contacts);
    }
    bar.finish();
    return tally;
}

}  // namespace

base::Result<void> fill_with_demo(const Config& config, const DemoCommand& wanted, base::Log& log) {
    const auto installation = TRY(Installation::open(config, log));
    auto services = installation->services();
    TRY(refuse_unless_empty(services.database));

    demo::HistoryClock clock;
    base::IdSource ids(clock, installation->node());
    base::Sources sources{.clock = clock, .random = services.sources.random, .ids = ids};
    demo::Shop shop;
    demo::History history({.seed = wanted.seed, .customers = wanted.contacts, .today = installation->clock().now()},
                          shop);
    clock.set(history.begin());
    const auto write = [&services](auto work) {
        return worded(storage::write_and_wait(services.database, std::move(work)));
    };
    const auto& known = installation->definitions();
    const auto set_up = [&](storage::Transaction& transaction) -> base::Result<void> {
        TRY(demo::set_up_store(transaction, sources));
        shop = TRY(demo::set_up_shop(transaction, sources, known.current(), services.secret_key));
        return {};
    };
    TRY(write(set_up));
    const demo::Life life{.clock = clock, .sources = sources, .shop = shop, .seed = wanted.seed};
    const auto tally = TRY(live_through(services.database, known, history, life, wanted.contacts));
    // Only now: before, every step would leave changes for them, and nobody is there to look at those.
    const auto begin_to_act = [&](storage::Transaction& transaction) -> base::Result<void> {
        TRY(demo::make_dynamic_segments(transaction, services.sources, known.current()));
        TRY(demo::publish_workflows(transaction, services.sources, known.current(), shop));
        // Whoever serves it makes them at once, and not only in the night.
        storage::note_scores_made(transaction, {});
        return {};
    };
    TRY(write(begin_to_act));
    fmt::print(
        "Brisa Home has {} contacts, {} products, {} purchases and {} events. Look at it:\n\n"
        "  tradewind serve --data {}\n",
        tally.contacts, shop.products.size(), tally.purchases, tally.events, config.data.string());
    return {};
}

}  // namespace tradewind::app
