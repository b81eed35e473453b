#include "world.h"

#include <algorithm>

#include "operations/contact_field_operations.h"
#include "operations/coupon_set_operations.h"
#include "operations/run_operations.h"
#include "operations/workflow_life.h"
#include "operations/workflow_operations.h"

namespace tradewind::simulation {
namespace {

using namespace std::chrono_literals;
using engine::BucketLeases;
using operations::MemberMove;

constexpr int people_count = 6;
constexpr int imported_people = 2;  // The first ones; everything about them comes from files.
constexpr int kicks_max = 4;        // Ten runs each, of fifty that may start in a day.
constexpr std::string_view subscribed_filter =
    R"({"field": "_newsletterSubscriptionStatus", "is": "in", "values": ["subscribed"]})";
constexpr std::string_view probe_settings = R"({"reentry": "always", "lateness": "P50Y"})";

// A start, a trigger `t`, and nodes one after the other, `n0` first.
std::string chain(const std::string& trigger, const std::vector<std::string>& nodes) {
    std::string all = R"({"id": "s", "kind": "start"}, {"id": "t", )" + trigger + "}";
    std::string edges = R"({"from": "s", "to": "t"})";
    std::string last = "t";
    for (std::size_t place = 0; place < nodes.size(); ++place) {
        const auto id = "n" + std::to_string(place);
        all += R"(, {"id": ")" + id + R"(", )" + nodes[place] + "}";
        edges += R"(, {"from": ")" + last + R"(", "to": ")" + id + R"("})";
        last = id;
    }
    return R"({"formatVersion": 2, "nodes": [)" + all + R"(], "edges": [)" + edges + R"(], "settings": )" +
           std::string(probe_settings) + "}";
}

std::string add_to(const std::string& field) {
    return R"("kind": "set-field", "field": ")" + field + R"(", "add": 1)";
}

}  // namespace

World::World(std::uint64_t seed, Fate fate)
    : seed_(seed), fate_(fate), history_(seed), luck_(~seed), begun_at_(clock.now()), engine_random_(seed) {
    is_shared_ = !is_repeatable(seed) && history_.one_in(2);
    for (int number = 0; number < people_count; ++number) {
        people_.push_back({.name = "person" + std::to_string(number)});
        people_.back().is_imported = number < imported_people;
    }
}

std::chrono::milliseconds World::age() const {
    return std::chrono::milliseconds(clock.now().milliseconds - begun_at_.milliseconds);
}

void World::make_fields() {
    for (const auto* const id : {"heard", "ring", "acts", "pool", "reminded", "copy"}) {
        domain::ContactField field;
        field.id = id;
        field.name = id;
        field.type = field.id == "copy" ? domain::FieldType::Text : domain::FieldType::Integer;
        in_transaction(
            [&](auto& transaction) { return operations::create_contact_field(transaction, sources, field).take(); });
    }
}

void World::make_called_type() {
    domain::CustomIntegration integration;
    integration.name = "calls";
    integration.events_enabled = true;
    domain::NewCustomEventType wanted;
    wanted.type.name = "called";
    wanted.type.category = domain::send_category;
    wanted.type.webhook_url = "https://receiver.example/";
    domain::CustomEventField surname;
    surname.id = "surname";
    surname.name = "Surname";
    surname.type = domain::FieldType::Text;
    wanted.type.fields = {surname};
    surroundings_.called = in_transaction([&](auto& transaction) {
        const auto made = operations::create_custom_integration(transaction, sources, integration).take();
        return operations::create_custom_event_type(transaction, sources, secret_key, made.id, wanted).take().id;
    });
}

base::Id World::publish(const std::string& definition) {
    const auto document = base::JsonDocument::parse(R"({"name": "W", "definition": )" + definition + "}").take();
    const auto wanted = domain::read_workflow(document.root(), domain::ReadMode::Create);
    return in_transaction([&](auto& transaction) {
        const auto id = operations::create_workflow(transaction, sources, actor, wanted).take().id;
        const auto published = operations::publish_workflow(transaction, sources, {.definitions = known()}, actor, id);
        EXPECT_TRUE(published.ok()) << definition;
        return id;
    });
}

void World::make_probes() {
    const std::string on_cart = R"("kind": "on-event", "event": "cart")";
    probes_.heard = publish(chain(on_cart, {add_to("heard")}));
    probes_.named = publish(chain(R"("kind": "on-field-changed", "field": "_surname")",
                                  {R"("kind": "set-field", "field": "copy", "path": "event.to")"}));
    probes_.ring = publish(chain(R"("kind": "on-field-changed", "field": "ring")", {add_to("ring")}));
    probes_.welcome = publish(chain(
        R"("kind": "on-subscribed")",
        {R"("kind": "switch", "cases": [{"port": "next", "filter": {"segment": ")" + subscribers_.text() + R"("}}])"}));
    probes_.silent = publish(chain(R"("kind": "on-segment-entered", "segment": ")" + subscribers_.text() + "\"", {}));
    probes_.reminder = publish(chain(
        on_cart, {add_to("reminded"), R"("kind": "wait-for", "trigger": {"kind": "on-purchase"}, "limit": "PT6H")"}));
    probes_.caller =
        publish(chain(on_cart, {R"("kind": "send-event", "eventTypeId": ")" + surroundings_.called.text() +
                                R"(", "answerWithin": "PT0S", "fields": {"surname": "{{ contact._surname }}"})"}));
    if (surroundings_.is_contended) {
        probes_.pool =
            publish(chain(on_cart, {add_to("pool") + R"(, "limits": {"total": )" + std::to_string(pool_size) + "}"}));
    }
}

void World::furnish() {
    make_fields();
    make_called_type();
    surroundings_.is_contended = !is_repeatable(seed_);
    surroundings_.chosen = make_segment("");
    const auto chosen = surroundings_.chosen.text();
    subscribers_ = make_segment(std::string(subscribed_filter));
    surroundings_.segments = {
        surroundings_.chosen,
        subscribers_,
        make_segment(R"({"purchases": {"within": {"last": "P10D"}}})"),
        make_segment(R"({"any": [{"field": "_points", "is": "atLeast", "value": 3}, {"segment": ")" +
                     subscribers_.text() + R"("}]})"),
        make_segment(R"({"field": "acts", "is": "atLeast", "value": 2})"),
        make_segment(R"({"field": "_rfm", "is": "in", "values": ["champions"]})"),
        make_segment(R"({"all": [{"not": {"segment": ")" + chosen +
                     R"("}}, {"event": "cart", "within": {"last": "P2D"}}]})")};
    domain::NewCouponSet wanted;
    wanted.set.name = "Thanks";
    wanted.set.type = std::string(domain::single_coupon_set);
    wanted.set.code = "THANKS";
    if (surroundings_.is_contended) { wanted.set.quantity = 8; }
    surroundings_.coupons = in_transaction([&](auto& transaction) {
                                return operations::create_coupon_set(transaction, sources, actor, wanted).take();
                            }).id;
    settle();
    make_probes();
    for (auto& person : people_) {
        if (history_.one_in(2)) { subscribe(person, some_cause(person)); }
    }
    settle();
    const int flows = 2 + history_.below(3);
    for (int number = 0; number < flows; ++number) {
        Flow flow{.seed = history_.seed()};
        flow.id = publish(random_workflow(flow.seed, flow.edition, surroundings_));
        flows_.push_back(flow);
    }
    settle();  // Whoever is there comes in before anything else happens.
}

void World::edit(Flow& flow) {
    const auto definition = random_workflow(flow.seed, ++flow.edition, surroundings_);
    const auto document = base::JsonDocument::parse(R"({"definition": )" + definition + "}").take();
    const auto wanted = domain::read_workflow(document.root(), domain::ReadMode::Merge);
    static_cast<void>(
        attempt([&](auto& transaction) -> base::Result<void> {
            TRY(operations::change_workflow(transaction, sources, actor, flow.id, wanted));
            TRY(operations::publish_workflow(transaction, sources, {.definitions = known()}, actor, flow.id));
            return {};
        }).ok());
}

domain::Cause World::some_cause(const Person& person) {
    const bool is_import = history_.one_in(4);
    return {.kind = is_import || person.is_imported ? domain::Cause::Kind::Import : domain::Cause::Kind::Api};
}

void World::patch(Person& person, const std::string& json, const domain::Cause& cause) {
    change(person.name, json, cause);
    person.exists = true;
}

void World::subscribe(Person& person, const domain::Cause& cause) {
    const bool wants = history_.one_in(2);
    const bool has = !person.subscribed.empty() && person.subscribed.back().second;
    const auto points = std::to_string(history_.below(7));
    patch(person,
          R"({"_newsletterSubscriptionStatus": ")" + std::string(wants ? "subscribed" : "unsubscribed") +
              R"(", "_points": )" + points + "}",
          cause);
    if (wants && !has && domain::starts_runs(cause.kind)) { ++person.subscriptions; }
    person.subscribed.emplace_back(clock.now(), wants);
}

void World::rename(Person& person, const domain::Cause& cause) {
    const auto surname = "S" + std::to_string(++surnames_made_);
    const bool is_told = person.exists && domain::starts_runs(cause.kind);
    patch(person, R"({"_surname": ")" + surname + R"("})", cause);
    if (is_told) { person.surnames.push_back(surname); }
}

void World::purchase(Person& person) {
    if (!person.exists) { return; }
    const std::vector<std::string> products{"mug", "hat", "shoe"};
    const auto& product = history_.pick(products);
    const auto euros = history_.below(60) - 10;
    const auto days = history_.one_in(3) ? history_.below(12) - 10 : 0;
    auto cause = some_cause(person);
    if (history_.one_in(6)) { cause.kind = domain::Cause::Kind::Quiet; }
    bought_.push_back(
        buy(person.name, product, euros, {clock.now().milliseconds + days * std::int64_t{86'400'000}}, cause));
}

void World::send_events(std::span<Person> people) {
    for (auto& person : people) {
        if (!person.exists) { continue; }
        ++person.events;
        send_event(person.name, history_.below(10));
    }
}

void World::erase(Person& person) {
    const auto who = key(person.name);
    const auto gone = in_transaction([&](auto& transaction) {
        Tally tally;
        if (const auto contact = storage::find_contact(transaction, who)) {
            count(history_of(transaction, *contact), tally);
        }
        operations::erase_contact(transaction, sources, secret_key, who);
        return tally;
    });
    for (const auto& [what, number] : gone) { erased_[what] += number; }
    person = {.name = person.name, .is_imported = person.is_imported};
}

void World::steer_run(const Person& person) {
    const auto& flow = history_.pick(flows_);
    const int hand = history_.below(4);
    static_cast<void>(attempt([&](auto& transaction) -> base::Result<void> {
                          const auto contact = storage::find_contact(transaction, key(person.name));
                          if (!contact) { return {}; }
                          const auto now = storage::definitions_in(transaction, known());
                          if (hand < 2) {
                              const auto version = TRY(operations::find_published(transaction, *now, flow.id));
                              TRY(operations::start_run(transaction, sources, *now, actor, version,
                                                        {.contact = contact->id, .values = R"({"total": 3})"}));
                              return {};
                          }
                          for (const auto& run : storage::open_runs_of(transaction, contact->id)) {
                              if (run.workflow != flow.id) { continue; }
                              if (hand == 2) {
                                  TRY(operations::stop_run(transaction, sources, actor, flow.id, run.id));
                                  return {};
                              }
                              const auto version = TRY(operations::find_version_of(transaction, *now, flow.id, run.id));
                              TRY(operations::skip_node(transaction, sources, actor, version, run.id));
                              return {};
                          }
                          return {};
                      }).ok());
}

void World::happen_to_workflows() {
    auto& flow = flows_[static_cast<std::size_t>(history_.below(static_cast<int>(flows_.size())))];
    // False: it cannot be now.
    const auto live = [&](auto step) {
        return attempt([&](auto& transaction) { return step(transaction, sources, actor, flow.id); }).ok();
    };
    switch (history_.below(8)) {
        case 0:
        case 1:
            if (live(operations::pause_workflow)) { flow.pauses.emplace_back(clock.now(), std::nullopt); }
            return;
        case 2:
        case 3:
        case 4:
            if (live(operations::resume_workflow)) { flow.pauses.back().second = clock.now(); }
            return;
        case 5:
            // It never goes on.
            if (history_.one_in(3) && live(operations::finish_workflow)) {
                flow.pauses.emplace_back(clock.now(), std::nullopt);
            }
            return;
        case 6:
            return edit(flow);
        default:
            return change_filter(surroundings_.segments[2], R"({"purchases": {"within": {"last": "P)" +
                                                                std::to_string(history_.below(15) + 1) + R"(D"}}})");
    }
}

void World::happen_to(Person& person) {
    switch (history_.below(16)) {
        case 0:
        case 1:
        case 2:
            return subscribe(person, some_cause(person));
        case 3:
        case 4:
            return rename(person, some_cause(person));
        case 5:
        case 6:
        case 7:
            return purchase(person);
        case 8:
            if (!bought_.empty()) { take_back(history_.pick(bought_)); }
            return;
        case 9:
        case 10:
        case 11:
            return history_.one_in(5) ? send_events(people_) : send_events(std::span(&person, 1));
        case 12: {
            const auto move = history_.one_in(2) ? MemberMove::Enter : MemberMove::Leave;
            return put_into(surroundings_.chosen, person.name, move);
        }
        case 13:
            if (!person.exists || person.is_imported || person.kicks == kicks_max) { return; }
            ++person.kicks;
            return patch(person, R"({"ring": )" + std::to_string(person.kicks * 1'000) + "}", {});
        case 14:
            if (history_.one_in(2)) { return score(person.name, history_.one_in(2) ? "champions" : "lost"); }
            return patch(person, R"({"_birthdate": "199)" + std::to_string(history_.below(10)) + R"(-11-20"})",
                         some_cause(person));
        default:
            if (history_.one_in(3)) { return erase(person); }
            return steer_run(person);
    }
}

void World::turn_clock() {
    clock.advance(history_.one_in(2) ? std::chrono::minutes(history_.below(600))
                                     : std::chrono::hours(history_.below(120)));
}

void World::happen() {
    const int what = history_.below(13);
    if (what == 0) { return happen_to_workflows(); }
    if (what == 1) {
        using Mood = Receivers::Mood;
        receivers_.mood = history_.pick(std::vector{Mood::Works, Mood::Fails, Mood::Silent});
        return;
    }
    clock.advance(1ms);
    happen_to(people_[static_cast<std::size_t>(history_.below(people_count))]);
}

std::unique_ptr<World::Process> World::make_process() {
    auto& made_ids = is_shared_ && processes_made_ % 2 == 1 ? rival_ids_ : engine_ids_;
    auto process = std::make_unique<Process>(*database, clock, engine_random_, made_ids);
    ++processes_made_;
    process->engine = std::make_unique<engine::Engine>(engine::Engine::Dependencies{
        .database = process->database,
        .sources = process->sources,
        .definitions = *definitions,
        .log = log,
        .figures = figures,
        .holder = is_shared_ ? "process" + std::to_string(processes_made_) : "owner",
        .process = {processes_made_},
        .sharing = is_shared_ ? BucketLeases::Sharing::Shared : BucketLeases::Sharing::Alone,
        .split_salt = "salt"});
    using delivery::OutboxPump;
    process->line = std::make_unique<Line>(receivers_);
    process->outbox = std::make_unique<OutboxPump>(OutboxPump::Dependencies{
        .database = process->database,
        .sources = process->sources,
        .definitions = *definitions,
        .secret_key = secret_key,
        .log = log,
        .figures = delivery_figures_,
        .call_web = [line = process->line.get()](const domain::WebCall& call,
                                                 domain::CallDone done) { line->start(call, std::move(done)); },
        .holder = is_shared_ ? "process" + std::to_string(processes_made_) : "owner",
        .sharing = is_shared_ ? OutboxPump::Sharing::Shared : OutboxPump::Sharing::Alone,
        .end_wait_max = 0ms});
    return process;
}

bool World::send_calls(Process& process) {
    // Behind an answer, which is written by then.
    const auto wait = [this] {
        const auto nothing = [](storage::Transaction&) -> base::Result<void> { return {}; };
        EXPECT_TRUE(storage::write_and_wait(*database, nothing, storage::Priority::Reaction).ok());
    };
    process.outbox->run();
    wait();
    bool were_answered = false;
    while (process.line->answer_one()) {
        were_answered = true;
        wait();
    }
    return were_answered;
}

void World::run(Process& process) {
    constexpr int rounds_max = 50;
    process.engine->run();
    for (int round = 0; round < rounds_max && send_calls(process); ++round) { process.engine->run(); }
}

void World::work_until_killed(std::unique_ptr<Process> process) {
    process->database.undoes = luck_.one_in(2);
    process->database.refuse(1'000'000, luck_.below(25));
    run(*process);
}

void World::settle() {
    for (int kill = 0; fate_ == Fate::Disturbed && kill < 3 && luck_.one_in(2); ++kill) {
        processes_.clear();
        work_until_killed(make_process());
        if (is_shared_) { clock.advance(2 * BucketLeases::lease_time); }
    }
    if (processes_.empty()) { processes_.push_back(make_process()); }
    run(*processes_.front());
}

void World::interrupt() {
    if (interruptions_left_ == 0 || !luck_.one_in(10)) { return; }
    const int left = std::exchange(interruptions_left_, 0);
    happen();
    if (luck_.one_in(4)) { happen(); }
    interruptions_left_ = left - 1;
}

void World::work() {
    const std::size_t wanted = is_shared_ ? 2 : 1;
    while (processes_.size() < wanted) { processes_.push_back(make_process()); }
    std::swap(processes_.front(), processes_[static_cast<std::size_t>(luck_.below(static_cast<int>(wanted)))]);
    auto& process = *processes_.front();
    clock.advance(1ms);  // Ids of two processes are of one moment only where a server keeps them apart.
    interruptions_left_ = 4;
    process.database.before_each = [this] { interrupt(); };
    int asked = 0;
    const int stands_still_at = is_shared_ && luck_.one_in(2) ? luck_.below(6) : -1;
    if (stands_still_at >= 0) {
        process.database.before_each = [&] {
            if (asked++ != stands_still_at) { return; }
            clock.advance(3 * BucketLeases::lease_time);
            happen();
            auto other = make_process();
            run(*other);
            clock.advance(1ms);
            if (luck_.one_in(2)) { other->engine->release(); }
        };
    }
    switch (luck_.below(4)) {
        case 0:
            process.database.refuse(0, 0);
            work_until_killed(std::move(processes_.front()));
            processes_.erase(processes_.begin());
            break;
        case 1:
            process.database.undoes = luck_.one_in(2);
            process.database.refuse(1, luck_.below(20));
            run(process);
            break;
        default:
            process.database.refuse(0, 0);
            run(process);
            break;
    }
    interruptions_left_ = 0;
    for (auto& each : processes_) { each->database.before_each = nullptr; }
}

void World::end() {
    receivers_.mood = Receivers::Mood::Works;
    processes_.clear();
    for (int round = 0; round < 3; ++round) {
        clock.advance(2 * BucketLeases::lease_time);
        if (processes_.empty()) { processes_.push_back(make_process()); }
        processes_.front()->database.refuse(0, 0);
        run(*processes_.front());
    }
}

void World::live() {
    furnish();
    const int steps = 50 + history_.below(70);
    for (int step = 0; step < steps; ++step) {
        const int what = history_.below(8);
        if (!is_repeatable(seed_)) {
            if (what == 0) { turn_clock(); }
            what < 4 ? work() : happen();
            continue;
        }
        // What concerns everybody comes when there is nothing else to do.
        if (what == 0) {
            settle();
            turn_clock();
            settle();
        } else if (what == 1) {
            settle();
            happen_to_workflows();
            settle();
        } else if (what == 2) {
            settle();
        } else {
            clock.advance(1ms);
            happen_to(people_[static_cast<std::size_t>(history_.below(people_count))]);
        }
    }
    end();
    for (int month = 0; month < 2; ++month) {
        clock.advance(24h * 20);
        end();
    }
}

}  // namespace tradewind::simulation
