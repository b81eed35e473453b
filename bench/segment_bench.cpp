// What dynamic segments and workflows cost: a PATCH that concerns none of them, PATCHes that concern some segments
// until everybody is where the filters say, and the first build.

#include <benchmark/benchmark.h>

#include <ctime>
#include <memory>
#include <string>
#include <vector>

#include "base/json.h"
#include "base/log.h"
#include "base/random.h"
#include "contact_values.h"
#include "domain/filters/parse_filter.h"
#include "engine/engine.h"
#include "operations/contact_operations.h"
#include "operations/segment_operations.h"
#include "operations/segment_uses.h"
#include "operations/store_operations.h"
#include "operations/workflow_life.h"
#include "operations/workflow_names.h"
#include "operations/workflow_operations.h"
#include "storage/testing/test_database.h"

namespace tradewind::bench {
namespace {

using storage::Transaction;

constexpr std::uint64_t contacts_of_segments = 20'000;
constexpr std::uint64_t contacts_per_commit = 64;

// A store of contacts with segments and workflows, and its engine.
class SegmentedStore {
  public:
    SegmentedStore() {
        write([this](Transaction& transaction) { operations::create_store(transaction, sources_); });
        definitions_ = std::make_unique<storage::DefinitionsCache>(storage::DefinitionsCache::load(*database).take());
        engine_ = std::make_unique<engine::Engine>(
            engine::Engine::Dependencies{.database = *database,
                                         .sources = sources_,
                                         .definitions = *definitions_,
                                         .log = log_,
                                         .figures = figures,
                                         .holder = "bench",
                                         .process = {1},
                                         .sharing = engine::BucketLeases::Sharing::Alone,
                                         .split_salt = "salt"});
        change_all(R"({"_name": "Ada", "_points": {}})");
    }

    template <class Work>
    void write(Work work) {
        if (!storage::write_and_wait(*database, [&](Transaction& transaction) -> base::Result<void> {
                work(transaction);
                return {};
            })) {
            throw std::runtime_error("a write was refused");
        }
    }
    // `{}` in the body is a number that the contact never had.
    void change(Transaction& transaction, std::uint64_t number, std::string body) {
        body.replace(body.find("{}"), 2, std::to_string(++writes_));
        const auto document = base::JsonDocument::parse(body).take();
        const domain::ContactKey key = base::EmailAddress::parse(email_of(number)).take();
        const auto known = definitions_->current();
        const auto patch =
            domain::read_contact_patch(document.root(), known->contact_fields, key, domain::OtherKey::MaySet).take();
        if (!operations::change_contact(transaction, sources_, *known, key, patch)) {
            throw std::runtime_error("a change was refused");
        }
    }
    void change_all(const std::string& body) {
        for (std::uint64_t first = 0; first < contacts_of_segments; first += contacts_per_commit) {
            write([&](Transaction& transaction) {
                for (auto number = first; number < first + contacts_per_commit; ++number) {
                    change(transaction, number, body);
                }
            });
        }
    }
    void add_segment(const std::string& json) {
        write([&](Transaction& transaction) {
            const auto known = definitions_->current();
            const auto document = base::JsonDocument::parse(json).take();
            const auto filter = domain::parse_filter(document.root(), operations::filter_names(*known), "").take();
            domain::Segment wanted;
            wanted.name = "segment";
            wanted.kind = domain::SegmentKind::Dynamic;
            if (!operations::create_segment(transaction, sources_, {"bench"}, wanted,
                                            operations::segment_filter(filter, *known))) {
                throw std::runtime_error("a segment was refused");
            }
        });
    }
    // As a body of POST /admin/v1/workflows/. It is active at once.
    void add_workflow(const std::string& json) {
        write([&](Transaction& transaction) {
            const auto document = base::JsonDocument::parse(json).take();
            const auto wanted = domain::read_workflow(document.root(), domain::ReadMode::Create);
            const auto made = operations::create_workflow(transaction, sources_, {"bench"}, wanted);
            const auto draft = operations::read_draft(made ? made.value().definition : "", definitions_->current());
            if (!made || !operations::publish_workflow(transaction, sources_, draft, {"bench"}, made.value().id)) {
                throw std::runtime_error("a workflow was refused");
            }
        });
    }
    void run_engine() { engine_->run(); }

    storage::TestDatabase database{storage::TestEngine::Sqlite};
    engine::EngineFigures figures;

  private:
    const base::SystemClock clock_;
    base::SystemRandom random_;
    base::IdSource ids_{clock_, 0};
    base::Sources sources_{.clock = clock_, .random = random_, .ids = ids_};
    base::Log log_{base::LogFormat::Text, base::LogLevel::Error};
    std::unique_ptr<storage::DefinitionsCache> definitions_;
    std::unique_ptr<engine::Engine> engine_;
    std::int64_t writes_ = 0;
};

double processor_seconds() {
    return static_cast<double>(std::clock()) / CLOCKS_PER_SEC;
}

// One durable PATCH, alone in its commit, beside as many segments and workflows that wait for other things.
void UnheardPatch(benchmark::State& state) {
    constexpr std::uint64_t writes = 1'000;
    constexpr std::int64_t page_bytes = 4096;
    SegmentedStore store;
    for (std::int64_t count = 0; count < state.range(0); ++count) {
        store.add_segment(R"({"any": [{"field": "_surname", "is": "equals", "value": ")" + std::to_string(count) +
                          R"("}, {"purchases": {}}]})");
        store.add_workflow(R"({"name": "Unheard", "definition": {"formatVersion": 2, "nodes": [
            {"id": "start", "kind": "start", "audience": {"field": "_points", "is": "atLeast", "value": 1}},
            {"id": "changed", "kind": "on-field-changed", "field": "_surname"},
            {"id": "bought", "kind": "wait-for", "trigger": {"kind": "on-purchase"}, "limit": "P1D"}],
            "edges": [{"from": "start", "to": "changed"}, {"from": "changed", "to": "bought"}],
            "settings": {"goal": {"purchases": {}}}}})");
    }
    store.run_engine();
    const auto& log_bytes = store.database->figures().log_bytes;
    std::int64_t pages = 0;
    double used = 0;
    for (auto _ : state) {
        const auto begun = processor_seconds();
        for (std::uint64_t count = 0; count < writes; ++count) {
            const auto before = log_bytes.value();
            store.write([&](Transaction& transaction) {
                store.change(transaction, count * 7919 % contacts_of_segments, R"({"_points": {}})");
            });
            const auto after = log_bytes.value();
            pages += (after >= before ? after - before : after) / page_bytes;
        }
        store.run_engine();
        used += processor_seconds() - begun;
    }
    if (store.figures.changes.value() != 0) { state.SkipWithError("somebody listened"); }
    state.counters["log_pages"] = static_cast<double>(pages) / static_cast<double>(writes);
    state.counters["processor_us"] = used * 1e6 / static_cast<double>(writes);
}
BENCHMARK(UnheardPatch)->Arg(0)->Arg(20)->Iterations(1);

// Changes of a field of everybody, on which 5 of 20 segments depend, until everybody is where the filters say.
void HeardPatch(benchmark::State& state) {
    SegmentedStore store;
    for (std::int64_t count = 0; count < state.range(0); ++count) {
        const auto filter =
            count % 4 == 0 ? R"({"field": "_points", "is": "atLeast", "value": )" + std::to_string(count * 1'000) + "}"
                           : R"({"field": "_surname", "is": "equals", "value": ")" + std::to_string(count) + R"("})";
        store.add_segment(filter);
    }
    store.run_engine();
    double used = 0;
    for (auto _ : state) {
        const auto begun = processor_seconds();
        store.change_all(R"({"_points": {}})");
        store.run_engine();
        used += processor_seconds() - begun;
    }
    state.counters["processor_us"] = used * 1e6 / static_cast<double>(contacts_of_segments);
}
BENCHMARK(HeardPatch)->Arg(0)->Arg(20)->Iterations(1);

// The first build of a segment of a fifth of all.
void FirstBuild(benchmark::State& state) {
    SegmentedStore store;
    double used = 0;
    for (auto _ : state) {
        store.add_segment(R"({"all": [{"field": "_name", "is": "equals", "value": "ada"},
            {"field": "_points", "is": "atMost", "value": )" +
                          std::to_string(contacts_of_segments / 5) + R"(},
            {"field": "_newsletterSubscriptionStatus", "is": "notIn", "values": ["unsubscribed"]},
            {"not": {"purchases": {"within": {"last": "P90D"}}, "count": {"atLeast": 2}}}]})");
        const auto begun = processor_seconds();
        store.run_engine();
        used += processor_seconds() - begun;
    }
    state.counters["processor_us"] = used * 1e6 / static_cast<double>(contacts_of_segments);
}
BENCHMARK(FirstBuild)->Iterations(1);

}  // namespace
}  // namespace tradewind::bench
