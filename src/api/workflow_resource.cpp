#include "api/workflow_resource.h"

#include "api/database_answer.h"
#include "api/list_links.h"
#include "api/path_id.h"
#include "domain/fields/json_fields.h"
#include "operations/workflow_operations.h"
#include "storage/stores/engine/workflow_store.h"

namespace tradewind::api {
namespace {

constexpr std::string_view workflow_collection_path = "/workflows/";
constexpr std::string_view workflow_item_path = "/workflows/{id}";

void get_workflow(const Services& services, Call& call) {
    const auto id = id_in_path(call, "workflow");
    if (!id) { return call.answer.refuse(id.error()); }
    answer_read(services, storage::ReadCost::Point, call,
                [id = id.value()](storage::Transaction& transaction) -> base::Result<JsonAnswer> {
                    const auto workflow = storage::find_workflow(transaction, id);
                    if (!workflow) { return operations::unknown_workflow(); }
                    return JsonAnswer{.status = 200, .body = domain::render(domain::workflow_fields, *workflow)};
                });
}

}  // namespace

void answer_workflows(const Services& services, Call& call, std::string_view path) {
    auto request = read_page_request(call.query, CursorId::ServiceId);
    if (!request) { return call.answer.refuse(request.error()); }
    answer_read(services, storage::ReadCost::Walk, call,
                [address = services.public_address.with_path(path), query = std::move(call.query),
                 request = std::move(request).take()](storage::Transaction& transaction) -> base::Result<JsonAnswer> {
                    const auto page = storage::list_workflows(transaction, request);
                    return JsonAnswer{.status = 200,
                                      .body = render_list(
                                          {.address = address, .query = query, .request = request}, page,
                                          [](const domain::Workflow& workflow) {
                                              return RowPlace{.created_at = workflow.created_at,
                                                              .id = workflow.id.text()};
                                          },
                                          [](base::JsonWriter& writer, const domain::Workflow& workflow) {
                                              writer.begin_object();
                                              write_fields(writer, domain::workflow_fields, workflow);
                                              writer.end_object();
                                          })};
                });
}

std::vector<Route> workflow_routes(const Services& services) {
    using domain::Scope;
    return {
        Route(net::Method::Get, workflow_collection_path, Scope::WorkflowRead, BodyKind::Ignored,
              [services](Call& call) { answer_workflows(services, call, workflow_collection_path); }),
        Route(net::Method::Get, workflow_item_path, Scope::WorkflowRead, BodyKind::Ignored,
              [services](Call& call) { get_workflow(services, call); }),
    };
}

}  // namespace tradewind::api
