#include "api/admin/resources.h"

#include "api/admin/workflow_numbers.h"
#include "api/database_answer.h"
#include "domain/fields/json_fields.h"
#include "operations/run_operations.h"
#include "operations/workflow_operations.h"
#include "storage/stores/engine/workflow_store.h"

namespace tradewind::api::admin {
namespace {

constexpr std::string_view node_runs_stop_path = "/admin/v1/workflows/{id}/nodes/{node}/runs/stop";
constexpr std::string_view node_runs_skip_path = "/admin/v1/workflows/{id}/nodes/{node}/runs/skip";

enum class Moving { Stop, Skip };

// All runs at a node, as somebody saw them.
struct NodeRuns {
    base::Id workflow;
    std::string node;
    std::vector<operations::PublishedVersion> versions = {};  // Only for those who skip.
};

base::Result<domain::ManyRunsRequest> read_many_runs(std::string_view body) {
    const auto document = TRY(domain::read_object(body));
    const auto read = TRY(read_fields(domain::many_runs_request_fields, document.root(), domain::ReadMode::Create));
    return read.values;
}

// Conflict when there are others than somebody saw.
base::Result<NodeRuns> look_at_node(storage::Transaction& transaction, NodeRuns runs, std::int64_t expected,
                                    Moving moving, const std::shared_ptr<const storage::Definitions>& known) {
    const auto workflow = storage::find_workflow(transaction, runs.workflow);
    if (!workflow) { return operations::unknown_workflow(); }
    if (!has_node(transaction, *workflow, runs.node)) { return unknown_node(); }
    const auto count = storage::count_open_runs_at(transaction, runs.workflow, runs.node);
    if (count != expected) {
        return base::conflict("There are " + std::to_string(count) + " runs at this node now, not " +
                              std::to_string(expected) + ".");
    }
    if (moving == Moving::Skip) {
        runs.versions = TRY(operations::find_versions_at(transaction, *storage::definitions_in(transaction, known),
                                                         runs.workflow, runs.node));
    }
    return runs;
}

JsonAnswer answer_moved(const operations::MovedRuns& moved) {
    JsonAnswer answer{.status = 200, .body = {}};
    base::JsonWriter writer(answer.body);
    writer.begin_object();
    writer.key("count");
    writer.integer(moved.count);
    writer.key("areMoreLeft");
    writer.boolean(moved.are_more_left);
    writer.end_object();
    return answer;
}

void move_node_runs(const Services& services, Call& call, Moving moving) {
    const auto id = base::Id::parse(call.parameters[0]);
    if (!id) { return call.answer.refuse(id.error()); }
    auto request = read_many_runs(call.request.body);
    if (!request && request.error().kind != base::ErrorKind::Invalid) { return call.answer.refuse(request.error()); }
    answer_write_after(
        services, call,
        [runs = NodeRuns{.workflow = id.value().value_or(base::Id{}), .node = std::move(call.parameters[1])},
         request = std::move(request), known = call.caller.definitions,
         moving](storage::Transaction& transaction) -> base::Result<NodeRuns> {
            const auto wanted = TRY(request);
            return look_at_node(transaction, runs, wanted.expected.value(), moving, known);
        },
        [&sources = services.sources, actor = call.caller.actor(), moving](
            storage::Transaction& transaction, const NodeRuns& runs) -> base::Result<JsonAnswer> {
            return answer_moved(
                moving == Moving::Stop
                    ? operations::stop_runs_at(transaction, sources, actor, runs.workflow, runs.node)
                    : operations::skip_runs_at(transaction, sources, actor, runs.workflow, runs.node, runs.versions));
        });
}

}  // namespace

std::vector<Route> node_runs_routes(const Services& services) {
    const auto to = [&](std::string_view path, Moving moving) {
        return Route(net::Method::Post, path, Managed{domain::Scope::WorkflowRun}, BodyKind::Json,
                     [services, moving](Call& call) { move_node_runs(services, call, moving); });
    };
    return {to(node_runs_stop_path, Moving::Stop), to(node_runs_skip_path, Moving::Skip)};
}

}  // namespace tradewind::api::admin
