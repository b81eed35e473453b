#include "api/admin/resources.h"

#include "api/admin/contact_counting.h"
#include "api/admin/filter_reading.h"
#include "api/database_answer.h"
#include "api/path_id.h"
#include "domain/fields/json_fields.h"
#include "domain/fields/unknown_id.h"
#include "domain/workflows/read_simulation.h"
#include "domain/workflows/workflow_vocabulary.h"
#include "operations/contact_operations.h"
#include "operations/workflow_names.h"
#include "operations/workflow_operations.h"
#include "storage/stores/engine/simulated_contact_store.h"
#include "storage/stores/engine/workflow_store.h"
#include "storage/stores/engine/workflow_version_store.h"
#include "storage/stores/shop/product_store.h"

namespace tradewind::api::admin {
namespace {

constexpr std::string_view workflow_vocabulary_path = "/admin/v1/workflows/vocabulary";
constexpr std::string_view workflow_entering_path = "/admin/v1/workflows/{id}/entering";
constexpr std::string_view workflow_simulation_path = "/admin/v1/workflows/{id}/simulations";

void get_workflow_vocabulary(Call& call) {
    JsonAnswer answer{.status = 200, .body = {}};
    base::JsonWriter writer(answer.body);
    domain::write_workflow_vocabulary(writer);
    call.answer.json(std::move(answer));
}

// A request to simulate a workflow, as it came.
struct SimulationCall {
    base::Id workflow;
    std::string body;
    std::string salt;
    std::shared_ptr<const storage::Definitions> known;
    base::Instant now;
};

base::Result<domain::SimulationRequest> read_simulation_call(storage::Transaction& transaction,
                                                             const storage::Definitions& definitions,
                                                             const domain::FilterNames& names,
                                                             const SimulationCall& call) {
    const auto document = TRY(domain::read_object(call.body));
    return domain::read_simulation(
        document.root(),
        {.names = names,
         .find_contact = [&](base::Id id) { return storage::find_simulated_contact(transaction, definitions, id); },
         .find_product = [&](std::string_view id) -> std::optional<domain::Product> {
             auto found = storage::find_products(transaction, {std::string(id)});
             return found.empty() ? std::nullopt : std::optional(std::move(found.front()));
         }},
        call.now);
}

base::Result<JsonAnswer> simulate(storage::Transaction& transaction, const SimulationCall& call) {
    const auto definitions = storage::definitions_in(transaction, call.known);
    const auto names = operations::workflow_names(*definitions);
    auto request = TRY(read_simulation_call(transaction, *definitions, names.filters, call));
    const auto workflow = storage::find_workflow(transaction, call.workflow);
    if (!workflow) { return operations::unknown_workflow(); }
    if (!request.contact) { return operations::unknown_contact_id(); }
    const auto published =
        request.version ? storage::find_workflow_version(transaction, workflow->id, *request.version) : std::nullopt;
    if (request.version && !published) { return base::invalid("/version", std::string(domain::unknown_id_reason)); }
    const auto reading = operations::read_workflow_definition(published.value_or(workflow->definition), *definitions);
    if (!reading.incidents.empty()) { return base::invalid(domain::problems_of(reading.incidents)); }
    const auto simulation = domain::simulate({.definition = reading.definition,
                                              .names = names.filters,
                                              .store = definitions->store,
                                              .salt = call.salt,
                                              .workflow = workflow->id},
                                             std::move(*request.contact), std::move(request.happens), request.from,
                                             storage::zone_of_store(*definitions));
    JsonAnswer answer{.status = 200, .body = {}};
    base::JsonWriter writer(answer.body);
    domain::write_simulation(writer, simulation);
    return answer;
}

void simulate_workflow(const Services& services, Call& call) {
    const auto id = base::Id::parse(call.parameters[0]);
    if (!id) { return call.answer.refuse(id.error()); }
    answer_read(services, storage::ReadCost::Walk, call,
                [asked = SimulationCall{.workflow = id.value().value_or(base::Id{}),
                                        .body = std::string(call.request.body),
                                        .salt = operations::split_salt(services.secret_key),
                                        .known = call.caller.definitions,
                                        .now = services.sources.clock.now()}](storage::Transaction& transaction) {
                    return simulate(transaction, asked);
                });
}

// Whom the start of a draft means. Nothing has happened that a test could be about.
base::Result<domain::Filter> read_entering(storage::Transaction& transaction, base::Id id,
                                           const std::shared_ptr<const storage::Definitions>& known) {
    const auto workflow = storage::find_workflow(transaction, id);
    if (!workflow) { return operations::unknown_workflow(); }
    const auto definitions = storage::definitions_in(transaction, known);
    const auto reading = operations::read_workflow_definition(workflow->definition, *definitions);
    if (!reading.incidents.empty()) { return base::invalid(domain::problems_of(reading.incidents)); }
    const auto& start = std::get<domain::StartNode>(reading.definition.nodes[reading.definition.start].parameters);
    // All of nothing is everybody.
    domain::Filter entering{.kind = domain::Filter::Kind::All};
    if (start.audience) { entering.parts.push_back(*start.audience); }
    if (start.segment) { entering.parts.push_back({.test = domain::SegmentTest{.segment = *start.segment}}); }
    return entering;
}

void count_entering(const Services& services, Call& call) {
    const auto id = id_in_path(call, "workflow");
    if (!id) { return call.answer.refuse(id.error()); }
    auto& executor = call.answer.executor();
    services.database.read(
        storage::ReadCost::Walk, executor,
        [id = id.value(), known = call.caller.definitions](storage::Transaction& transaction) {
            return read_entering(transaction, id, known);
        },
        [services, known = call.caller.definitions,
         answer = std::move(call.answer)](base::Result<domain::Filter> filter) mutable {
            if (!filter) { return answer.refuse(filter.error()); }
            answer_count(services, {.filter = std::move(filter).take()}, std::move(known), std::move(answer));
        });
}

}  // namespace

std::vector<Route> workflow_draft_routes(const Services& services) {
    using domain::Scope;
    return {
        Route(net::Method::Get, workflow_vocabulary_path, Managed{Scope::WorkflowRead}, BodyKind::Ignored,
              get_workflow_vocabulary),
        Route(net::Method::Get, workflow_entering_path, Managed{Scope::WorkflowRead}, BodyKind::Ignored,
              [services](Call& call) { count_entering(services, call); }),
        Route(net::Method::Post, workflow_simulation_path, Managed{Scope::WorkflowRead}, BodyKind::Json,
              [services](Call& call) { simulate_workflow(services, call); }),
    };
}

}  // namespace tradewind::api::admin
