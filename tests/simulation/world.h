#pragma once

#include <array>
#include <chrono>
#include <cstdint>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "chance.h"
#include "delivery/outbox_pump.h"
#include "engine/engine_test.h"
#include "random_workflow.h"
#include "receivers.h"
#include "storage/stores/engine/run_store.h"
#include "storage/testing/test_refusals.h"

namespace tradewind::simulation {

// What counts of a workflow's nodes: workflow, node, what, name.
using Tally = std::map<std::tuple<std::int64_t, std::string, std::string, std::string>, std::int64_t>;

// A run with what it did.
struct RunHistory {
    storage::StoredRun run;
    std::vector<storage::StoredStep> steps;
};

// Everything that is kept of a contact.
struct ContactHistory {
    domain::Contact contact;
    std::vector<RunHistory> runs;  // The oldest first; so are activities.
    std::vector<domain::Activity> activities;
    std::vector<storage::RunTimer> timers;
};

enum class Fate {
    Disturbed,  // Engines are killed, writes are undone, processes stand still.
    Calm,       // One engine does everything in peace.
};

// A store with its people, its workflows and the real engine, whose life follows from a seed. Time is turned, not
// waited for, and each thing that happens has a millisecond of its own.
//
// Of two lives of a seed with is_repeatable(), a disturbed and a calm one, everybody must end in the same place. In the
// other ones things also happen between any two transactions of an engine, several processes share the database, and
// contacts take things from each other, so that only what always holds can be asked for.
class World : public engine::EngineTest {
  public:
    World(std::uint64_t seed, Fate fate);

    static bool is_repeatable(std::uint64_t seed) { return seed % 3 == 0; }

    void live();
    // What is wrong at the end; empty: nothing.
    std::string problem();
    // All that became of everybody, but for ids that the engine made.
    std::string account();
    [[nodiscard]] std::chrono::milliseconds age() const;

  private:
    void TestBody() override {}

    // Somebody, as the world outside remembers them. Whoever is erased begins anew.
    struct Person {
        std::string name;
        bool is_imported = false;  // Everything about them comes from files.
        bool exists = false;
        std::int64_t events = 0;
        std::int64_t kicks = 0;
        std::int64_t subscriptions = 0;  // That are to be told; so are these, in their order.
        std::vector<std::string> surnames = {};
        std::vector<std::pair<base::Instant, bool>> subscribed = {};  // From when on.
    };
    // A workflow by chance.
    struct Flow {
        base::Id id = {};
        std::uint64_t seed = 0;
        int edition = 1;
        // Between these nobody came in and no node acted; the last one may last still.
        std::vector<std::pair<base::Instant, std::optional<base::Instant>>> pauses = {};
    };
    // Workflows of which the world knows exactly what they must do.
    struct Probes {
        base::Id heard;     // Counts events.
        base::Id named;     // Copies surnames in their order.
        base::Id ring;      // Starts itself, ten times.
        base::Id welcome;   // Asks for a segment that follows from what started it.
        base::Id silent;    // Hears of nobody whom imports alone subscribe.
        base::Id reminder;  // Acts, and waits for a purchase.
        base::Id pool;      // Acts so often for all people together.
        base::Id caller;    // Calls for each event.
    };
    static constexpr std::int64_t pool_size = 3;
    // A process that works on the store.
    struct Process {
        Process(storage::Database& behind, const base::Clock& clock, base::Random& random, base::IdSource& ids)
            : database(behind), sources{.clock = clock, .random = random, .ids = ids} {}
        storage::RefusingDatabase database;
        base::Sources sources;
        std::unique_ptr<engine::Engine> engine;
        std::unique_ptr<Line> line;
        std::unique_ptr<delivery::OutboxPump> outbox;
    };

    // The store before anything happens.
    void furnish();
    void make_fields();
    void make_called_type();
    void make_probes();
    base::Id publish(const std::string& definition);
    void edit(Flow& flow);

    // Something happens, now.
    void happen();
    void happen_to(Person& person);
    void happen_to_workflows();
    void patch(Person& person, const std::string& json, const domain::Cause& cause);
    void subscribe(Person& person, const domain::Cause& cause);
    void rename(Person& person, const domain::Cause& cause);
    void purchase(Person& person);
    void send_events(std::span<Person> people);
    void erase(Person& person);
    void steer_run(const Person& person);
    domain::Cause some_cause(const Person& person);
    void turn_clock();

    // Engines.
    std::unique_ptr<Process> make_process();
    // Does what is to be done: the engine, and the calls that follow from it.
    void run(Process& process);
    bool send_calls(Process& process);  // Whether some were answered.
    // Until nothing is left to do, whatever comes in between.
    void settle();
    // Somebody works, with the luck it has.
    void work();
    void work_until_killed(std::unique_ptr<Process> process);
    void interrupt();
    void end();

    // What is kept.
    std::vector<ContactHistory> histories();
    ContactHistory history_of(storage::Transaction& transaction, const domain::Contact& contact);
    std::shared_ptr<const domain::Definition> definition_of(const storage::StoredRun& run);
    std::int64_t whole_number(const domain::Contact& contact, const std::string& field);
    std::string account_of(const ContactHistory& history);

    // The judge.
    static void count(const ContactHistory& history, Tally& tally);
    void judge_quiet();
    void judge_segments();
    void judge_numbers(const std::vector<ContactHistory>& all);
    void judge_walk(const RunHistory& history);
    void judge_rest(const ContactHistory& history, const RunHistory& run);
    void judge_pauses(const ContactHistory& history);
    void judge_effects(const ContactHistory& history);
    void judge_limits(const ContactHistory& history);
    void judge_totals(const std::vector<ContactHistory>& all);
    void judge_entries(const ContactHistory& history);
    void judge_waits(const ContactHistory& history);
    void judge_calls(const std::vector<ContactHistory>& all);
    void judge_person(const Person& person, const ContactHistory& history);
    void blame(const std::string& what);

    const std::uint64_t seed_;
    const Fate fate_;
    Chance history_;
    Chance luck_;
    const base::Instant begun_at_;
    bool is_shared_ = false;

    SeededRandom engine_random_;
    base::IdSource engine_ids_{clock, 1};
    base::IdSource rival_ids_{clock, 2};
    int processes_made_ = 0;
    Receivers receivers_;
    delivery::DeliveryFigures delivery_figures_;
    std::vector<std::unique_ptr<Process>> processes_;
    int interruptions_left_ = 0;

    std::vector<Person> people_;
    std::vector<Flow> flows_;
    Probes probes_;
    Surroundings surroundings_;
    base::Id subscribers_;  // A segment whose filter stays.
    std::vector<base::Id> bought_;
    int surnames_made_ = 0;

    Tally erased_;  // Of contacts that are gone.
    std::map<std::pair<std::int64_t, std::int64_t>, std::shared_ptr<const domain::Definition>> read_;
    std::vector<std::string> problems_;
};

}  // namespace tradewind::simulation
