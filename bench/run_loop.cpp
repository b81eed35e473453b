// The yardstick of workflows: writes the same rows as the engine that brings everybody through the workflow of
// rows_workflows.py, into a database that the service made, with the same settings, by SQLite's own interface and
// nothing else, 1,000 contacts per durable commit. As the engine does, it queues everybody, then lets them in until
// they wait, and then lets them go on: what waits for a time is written and removed again.
//
//   run_loop FILE WORKFLOW     brings every contact through the workflow with this number; prints what it measured as
//   JSON

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <ctime>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "bare_ids.h"
#include "bare_sqlite.h"
#include "contact_values.h"

namespace tradewind::bench {
namespace {

constexpr std::size_t contacts_per_commit = 1'000;
constexpr std::int64_t wait_milliseconds = 1'000;
constexpr std::int64_t added_points = 1'000;
constexpr std::int64_t arrives = 1;
constexpr std::int64_t passes = 0;

constexpr std::string_view contacts_sql = "SELECT id, points FROM contacts ORDER BY id";
constexpr std::string_view insert_change_sql =
    R"(INSERT INTO changes (bucket, contact_id, number, fields, purchases, kind, subject, at, cause, depth)
       VALUES ($1, $2, $3, null, 0, null, $4, null, null, 0))";
constexpr std::string_view delete_change_sql =
    "DELETE FROM changes WHERE bucket = $1 AND contact_id = $2 AND number = $3";
constexpr std::string_view insert_run_sql =
    R"(INSERT INTO runs (contact_id, id, workflow_id, version, state, outcome, node, run_key, started_at, ended_at,
                         waits_until, revision, body)
       VALUES ($1, $2, $3, 1, 'waiting', null, 'wait', '', $4, null, $5, 0, $6))";
constexpr std::string_view end_run_sql =
    R"(UPDATE runs SET state = 'ended', outcome = 'converted', node = 'stop', ended_at = $1, waits_until = null,
                       revision = revision + 1, body = $2 WHERE contact_id = $3 AND id = $4)";
constexpr std::string_view insert_entry_sql =
    R"(INSERT INTO run_entries (contact_id, workflow_id, run_key, entries, started_at, day, day_starts)
       VALUES ($1, $2, '', 1, $3, $4, 1))";
constexpr std::string_view insert_step_sql =
    R"(INSERT INTO run_steps (contact_id, run_id, number, node, visit, at, what, port, reason, value)
       VALUES ($1, $2, $3, $4, 1, $5, $6, $7, null, $8))";
constexpr std::string_view insert_timer_sql =
    "INSERT INTO run_timers (contact_id, run_id, bucket, due_at) VALUES ($1, $2, $3, $4)";
constexpr std::string_view delete_timer_sql = "DELETE FROM run_timers WHERE contact_id = $1 AND run_id = $2";
constexpr std::string_view update_contact_sql = "UPDATE contacts SET points = $1, updated_at = $2 WHERE id = $3";
constexpr std::string_view insert_activity_sql =
    R"(INSERT INTO activities (contact_id, id, kind, at, data, moment, cause)
       VALUES ($1, $2, 'contact-updated', $3, $4, $5, $6))";
constexpr std::string_view insert_numbers_sql =
    "INSERT INTO node_number_changes (id, contact_id, workflow_id, changes) VALUES ($1, $2, $3, $4)";

struct NumberName {
    std::string_view node;
    std::string_view what;
    std::string_view name;
};
// What is counted about each contact that comes in, and about each that goes on.
constexpr std::array<NumberName, 3> numbers_in{
    {{"check", "entered", ""}, {"check", "left", "yes"}, {"wait", "entered", ""}}};
constexpr std::array<NumberName, 5> numbers_on{{{"wait", "left", "next"},
                                                {"mark", "entered", ""},
                                                {"mark", "left", "next"},
                                                {"stop", "entered", ""},
                                                {"stop", "ended", "converted"}}};

struct Walker {
    std::int64_t contact;
    std::int64_t points;
    std::int64_t change = 0;
    std::int64_t run = 0;
    std::int64_t started_number = 0;
    std::int64_t started_at = 0;
};

class RunLoop {
  public:
    RunLoop(BareDatabase& database, std::int64_t workflow)
        : database_(database),
          workflow_(workflow),
          insert_change_(database, insert_change_sql),
          delete_change_(database, delete_change_sql),
          insert_run_(database, insert_run_sql),
          end_run_(database, end_run_sql),
          insert_entry_(database, insert_entry_sql),
          insert_step_(database, insert_step_sql),
          insert_timer_(database, insert_timer_sql),
          delete_timer_(database, delete_timer_sql),
          update_contact_(database, update_contact_sql),
          insert_activity_(database, insert_activity_sql),
          insert_numbers_(database, insert_numbers_sql) {
        BareStatement contacts(database, contacts_sql);
        while (contacts.step()) { walkers_.push_back({.contact = contacts.integer(0), .points = contacts.integer(1)}); }
    }

    void run() {
        in_commits([this](Walker& walker, std::size_t) { queue(walker); }, {});
        in_commits([this](Walker& walker, std::size_t) { come_in(walker); }, numbers_in);
        in_commits([this](Walker& walker, std::size_t number) { go_on(walker, values_[number % values_.size()]); },
                   numbers_on);
    }
    [[nodiscard]] std::size_t contacts() const { return walkers_.size(); }

  private:
    template <class Work>
    void in_commits(Work work, std::span<const NumberName> numbers) {
        for (std::size_t first = 0; first < walkers_.size(); first += contacts_per_commit) {
            const auto end = std::min(first + contacts_per_commit, walkers_.size());
            database_.run("BEGIN IMMEDIATE");
            for (auto number = first; number < end; ++number) { work(walkers_[number], number); }
            if (!numbers.empty()) { note(walkers_[first].contact, numbers, end - first); }
            database_.run("COMMIT");
        }
    }

    void queue(Walker& walker) {
        walker.change = next_id();
        insert_change_.bind(1, bucket_of(walker.contact)).bind(2, walker.contact).bind(3, walker.change);
        insert_change_.bind(4, workflow_).run();
    }
    void come_in(Walker& walker) {
        const auto now = milliseconds_now();
        const auto bucket = bucket_of(walker.contact);
        walker.run = next_id();
        walker.started_at = now;
        walker.started_number = first_id_at(now);
        delete_change_.bind(1, bucket).bind(2, walker.contact).bind(3, walker.change).run();
        const auto number = walker.started_number;
        const auto body = fmt::format(
            R"({{"entry":1,"depth":0,"startedNumber":"{0}","arrivedAt":{1},"arrivedNumber":"{0}","dueAt":{1},"steps":2,)"
            R"("records":2,"nodes":{{"check":{{"visits":1,"number":"{0}"}},"wait":{{"visits":1,"number":"{0}"}}}},"left":{{}}}})",
            number, now);
        insert_run_.bind(1, walker.contact).bind(2, walker.run).bind(3, workflow_).bind(4, now);
        insert_run_.bind(5, now + wait_milliseconds).bind(6, body).run();
        constexpr std::int64_t day_milliseconds = 86'400'000;
        insert_entry_.bind(1, walker.contact).bind(2, workflow_).bind(3, now).bind(4, now / day_milliseconds).run();
        step(walker, {.number = 1, .node = "check", .at = now, .what = arrives, .port = "yes"});
        step(walker, {.number = 2, .node = "wait", .at = now, .what = arrives});
        insert_timer_.bind(1, walker.contact).bind(2, walker.run).bind(3, bucket);
        insert_timer_.bind(4, now + wait_milliseconds).run();
    }
    void go_on(Walker& walker, const ContactValues& values) {
        const auto now = milliseconds_now();
        const auto activity = next_id();
        const auto points = walker.points + added_points;
        delete_timer_.bind(1, walker.contact).bind(2, walker.run).run();
        update_contact_.bind(1, points).bind(2, now).bind(3, walker.contact).run();
        const auto data = fmt::format(R"({{"changes":{{"_points":{}}}}})", points);
        const auto cause = fmt::format("run {:024x} 3", walker.run);
        insert_activity_.bind(1, walker.contact).bind(2, activity).bind(3, now).bind(4, data);
        insert_activity_.bind(5, values.moment).bind(6, cause).run();
        step(walker, {.number = 3, .node = "wait", .at = now, .what = passes, .port = "next"});
        step(walker, {.number = 4, .node = "mark", .at = now, .what = arrives, .port = "next", .value = "1000"});
        step(walker, {.number = 5, .node = "stop", .at = now, .what = arrives});
        const auto body = fmt::format(
            R"({{"entry":1,"depth":0,"startedNumber":"{0}","arrivedAt":{2},"arrivedNumber":"{1}","dueAt":{3},"steps":4,)"
            R"("records":5,"nodes":{{"check":{{"visits":1,"number":"{0}"}},"wait":{{"visits":1,"number":"{0}"}},)"
            R"("mark":{{"visits":1,"number":"{1}"}},"stop":{{"visits":1,"number":"{1}"}}}},"left":{{}}}})",
            walker.started_number, first_id_at(now), now, walker.started_at + wait_milliseconds);
        end_run_.bind(1, now).bind(2, body).bind(3, walker.contact).bind(4, walker.run).run();
    }

    struct Step {
        std::int64_t number;
        std::string_view node;
        std::int64_t at;
        std::int64_t what;
        std::string_view port = {};
        std::string_view value = {};
    };
    void step(const Walker& walker, const Step& step) {
        insert_step_.bind(1, walker.contact).bind(2, walker.run).bind(3, step.number).bind(4, step.node);
        insert_step_.bind(5, step.at).bind(6, step.what);
        bind_or_null(7, step.port);
        bind_or_null(8, step.value);
        insert_step_.run();
    }
    void bind_or_null(int position, std::string_view text) {
        if (text.empty()) {
            insert_step_.bind_null(position);
        } else {
            insert_step_.bind(position, text);
        }
    }
    void note(std::int64_t contact, std::span<const NumberName> numbers, std::size_t count) {
        std::string changes;
        for (const auto& number : numbers) {
            changes += fmt::format(R"({}["{}","{}","{}",{}])", changes.empty() ? "[" : ",", number.node, number.what,
                                   number.name, count);
        }
        changes += "]";
        insert_numbers_.bind(1, next_id()).bind(2, contact).bind(3, workflow_).bind(4, changes).run();
    }
    std::int64_t next_id() { return last_id_ = std::max(last_id_ + 1, first_id_at(milliseconds_now())); }

    BareDatabase& database_;
    const std::int64_t workflow_;
    BareStatement insert_change_;
    BareStatement delete_change_;
    BareStatement insert_run_;
    BareStatement end_run_;
    BareStatement insert_entry_;
    BareStatement insert_step_;
    BareStatement insert_timer_;
    BareStatement delete_timer_;
    BareStatement update_contact_;
    BareStatement insert_activity_;
    BareStatement insert_numbers_;
    const std::vector<ContactValues> values_ = make_values();
    std::vector<Walker> walkers_;
    std::int64_t last_id_ = 0;
};

int main_of(const std::vector<std::string>& arguments) {
    if (arguments.size() != 2) {
        fmt::print(stderr, "see the top of run_loop.cpp\n");
        return 2;
    }
    BareDatabase database(arguments[0]);
    database.run(durable_settings);
    RunLoop loop(database, std::stoll(arguments[1]));
    const auto cpu_start = std::clock();
    loop.run();
    const auto cpu_seconds = static_cast<double>(std::clock() - cpu_start) / CLOCKS_PER_SEC;
    fmt::print(R"({{"contacts": {}, "cpu_seconds": {:.6f}}})"
               "\n",
               loop.contacts(), cpu_seconds);
    return 0;
}

}  // namespace
}  // namespace tradewind::bench

int main(int argc, char** argv) {
    try {
        return tradewind::bench::main_of({argv + 1, argv + argc});
    } catch (const std::exception& broken) {
        fmt::print(stderr, "run_loop: {}\n", broken.what());
        return 1;
    }
}
