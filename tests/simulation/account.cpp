#include <algorithm>

#include "domain/workflows/changed_values.h"
#include "operations/workflow_names.h"
#include "storage/stores/engine/workflow_version_store.h"
#include "world.h"

namespace tradewind::simulation {
namespace {

constexpr std::int64_t runs_max = 100'000;

}  // namespace

ContactHistory World::history_of(storage::Transaction& transaction, const domain::Contact& contact) {
    ContactHistory history{.contact = contact, .runs = {}, .activities = {}, .timers = {}};
    auto runs = storage::list_runs_of(transaction, contact.id, {.page = 1, .size = runs_max, .cursor = {}}).items;
    std::reverse(runs.begin(), runs.end());
    for (auto& run : runs) {
        auto steps = storage::steps_of(transaction, contact.id, run.id, 0, runs_max);
        history.runs.push_back({.run = std::move(run), .steps = std::move(steps)});
    }
    history.activities =
        storage::list_activities(transaction, contact.id, {.page = 1, .size = 100'000, .cursor = {}}).items;
    std::ranges::sort(history.activities, {}, [](const domain::Activity& activity) { return activity.id; });
    history.timers = storage::run_timers_of(transaction, contact.id);
    return history;
}

std::vector<ContactHistory> World::histories() {
    return in_transaction([&](auto& transaction) {
        std::vector<ContactHistory> all;
        for (const auto& contact :
             storage::contacts_after(transaction, {}, {.rows_max = 1'000, .bytes_max = std::size_t{1} << 30})) {
            all.push_back(history_of(transaction, contact));
        }
        return all;
    });
}

std::shared_ptr<const domain::Definition> World::definition_of(const storage::StoredRun& run) {
    auto& known_one = read_[{run.workflow.number, run.version}];
    if (known_one) { return known_one; }
    const auto json = in_transaction([&](auto& transaction) {
        return storage::find_workflow_version(transaction, run.workflow, run.version).value_or("");
    });
    auto reading = operations::read_workflow_definition(json, *known());
    if (!reading.incidents.empty()) { blame("a version cannot be read: " + reading.incidents.front().words); }
    known_one = std::make_shared<const domain::Definition>(std::move(reading.definition));
    return known_one;
}

std::int64_t World::whole_number(const domain::Contact& contact, const std::string& field) {
    const auto now = known();
    const auto& fields = now->contact_fields;
    const auto json = domain::field_json(contact, fields, domain::name_of(*fields.find(field)).field);
    return json == "null" ? 0 : std::stoll(json);
}

std::string World::account_of(const ContactHistory& history) {
    const auto& contact = history.contact;
    const auto now = known();
    const auto& fields = now->contact_fields;
    auto text = "contact " + contact.id.text() + "\n";
    for (const auto& field : fields.all()) {
        text += "  " + field.id + " " + domain::field_json(contact, fields, domain::name_of(field).field) + "\n";
    }
    for (const auto segment : surroundings_.segments) {
        const auto name = contact.email.value_or("");
        text += "  segment " + segment.text() + " " + told(segment, name.substr(0, name.find('@'))) + "\n";
    }
    for (const auto& activity : history.activities) {
        text += "  " + std::string(word_of(activity.kind)) + " " + activity.at.text() + " cause " +
                std::to_string(static_cast<int>(activity.cause.kind)) + " node " + std::to_string(activity.cause.node) +
                "\n";
    }
    for (const auto& [run, steps] : history.runs) {
        text += "  run of " + run.workflow.text() + " version " + std::to_string(run.version) + " key " + run.key +
                " from " + run.started_at.text() + " " + std::string(word_of(run.state)) + " at " + run.node + "\n";
        for (const auto& step : steps) {
            text += "    " + step.node + " " + std::to_string(step.visit) + " " + step.at.text() + " " +
                    step.port.value_or("") + " " + step.reason.value_or("") + " " + step.value.value_or("") + "\n";
        }
    }
    return text;
}

std::string World::account() {
    std::string text;
    for (const auto& history : histories()) { text += account_of(history); }
    return text;
}

}  // namespace tradewind::simulation
