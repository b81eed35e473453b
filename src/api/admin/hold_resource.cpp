#include "api/admin/resources.h"

#include "api/admin/workflow_answer.h"
#include "api/database_answer.h"
#include "api/path_id.h"
#include "base/json_writer.h"
#include "domain/fields/json_fields.h"
#include "domain/settings/hold_request.h"
#include "operations/contact_operations.h"
#include "operations/hold_operations.h"
#include "storage/stores/contacts/contact_store.h"
#include "storage/stores/settings/definitions.h"

namespace tradewind::api::admin {
namespace {

constexpr std::string_view store_hold_path = "/admin/v1/hold";
constexpr std::string_view workflow_hold_path = "/admin/v1/workflows/{id}/hold";
constexpr std::string_view contact_hold_path = "/admin/v1/contacts/{id}/hold";

base::Result<domain::HoldRequest> read_hold_request(std::string_view body) {
    const auto document = TRY(domain::read_object(body));
    const auto read = TRY(read_fields(domain::hold_request_fields, document.root(), domain::ReadMode::Create));
    return read.values;
}

// Nothing: there is no hold.
JsonAnswer answer_hold(const std::optional<storage::ContactHold>& hold) {
    JsonAnswer answer{.status = 200, .body = {}};
    base::JsonWriter writer(answer.body);
    writer.begin_object();
    writer.key("reason");
    hold ? writer.string(hold->reason) : writer.null();
    writer.key("since");
    hold ? writer.instant(hold->since) : writer.null();
    writer.end_object();
    return answer;
}

JsonAnswer answer_hold(const std::optional<storage::Hold>& hold) {
    if (!hold) { return answer_hold(std::optional<storage::ContactHold>()); }
    return answer_hold(storage::ContactHold{.reason = hold->because, .since = hold->since});
}

void get_store_hold(const Services& services, Call& call) {
    answer_read(services, storage::ReadCost::Point, call, [](storage::Transaction& transaction) {
        return base::Result(answer_hold(storage::find_hold(transaction)));
    });
}

void post_store_hold(const Services& services, Call& call) {
    answer_write(services, call, read_hold_request(call.request.body),
                 [&sources = services.sources, actor = call.caller.actor()](
                     storage::Transaction& transaction, const domain::HoldRequest& wanted) -> base::Result<JsonAnswer> {
                     return answer_hold(operations::hold_store(transaction, sources, actor, wanted.reason));
                 });
}

void delete_store_hold(const Services& services, Call& call) {
    answer_write(services, call,
                 [&sources = services.sources,
                  actor = call.caller.actor()](storage::Transaction& transaction) -> base::Result<JsonAnswer> {
                     TRY(operations::release_store(transaction, sources, actor));
                     return JsonAnswer{.status = 204, .body = {}};
                 });
}

void post_workflow_hold(const Services& services, Call& call) {
    const auto id = base::Id::parse(call.parameters[0]);
    if (!id) { return call.answer.refuse(id.error()); }
    answer_write(
        services, call, read_hold_request(call.request.body),
        [&sources = services.sources, actor = call.caller.actor(), known = call.caller.definitions,
         named = id.value().value_or(base::Id{})](storage::Transaction& transaction,
                                                  const domain::HoldRequest& wanted) -> base::Result<JsonAnswer> {
            const auto held = TRY(operations::hold_workflow(transaction, sources, actor, named, wanted.reason));
            return answer_workflow(200, held, *storage::definitions_in(transaction, known), {.definitions = known});
        });
}

void get_contact_hold(const Services& services, Call& call) {
    const auto id = id_in_path(call, "contact");
    if (!id) { return call.answer.refuse(id.error()); }
    answer_read(services, storage::ReadCost::Point, call,
                [named = id.value()](storage::Transaction& transaction) -> base::Result<JsonAnswer> {
                    if (!storage::find_contact(transaction, named)) { return operations::unknown_contact_id(); }
                    return answer_hold(storage::find_contact_hold(transaction, named));
                });
}

void post_contact_hold(const Services& services, Call& call) {
    const auto id = base::Id::parse(call.parameters[0]);
    if (!id) { return call.answer.refuse(id.error()); }
    answer_write(services, call, read_hold_request(call.request.body),
                 [&sources = services.sources, actor = call.caller.actor(), named = id.value().value_or(base::Id{})](
                     storage::Transaction& transaction, const domain::HoldRequest& wanted) -> base::Result<JsonAnswer> {
                     const auto hold = TRY(operations::hold_contact(transaction, sources, actor, named, wanted.reason));
                     return answer_hold(hold);
                 });
}

// `release` is what ends the hold of what the path names.
void answer_release(const Services& services, Call& call, std::string_view noun,
                    decltype(operations::release_contact)& release) {
    const auto id = id_in_path(call, noun);
    if (!id) { return call.answer.refuse(id.error()); }
    answer_write(services, call,
                 [&sources = services.sources, &release, actor = call.caller.actor(),
                  named = id.value()](storage::Transaction& transaction) -> base::Result<JsonAnswer> {
                     TRY(release(transaction, sources, actor, named));
                     return JsonAnswer{.status = 204, .body = {}};
                 });
}

void delete_workflow_hold(const Services& services, Call& call) {
    answer_release(services, call, "workflow", operations::release_workflow);
}

void delete_contact_hold(const Services& services, Call& call) {
    answer_release(services, call, "contact", operations::release_contact);
}

}  // namespace

std::vector<Route> hold_routes(const Services& services) {
    using domain::Scope;
    using net::Method;
    const auto with_services = [&](void (*handler)(const Services&, Call&)) {
        return [services, handler](Call& call) { handler(services, call); };
    };
    return {
        Route(Method::Get, store_hold_path, Managed{Scope::StoreRead}, BodyKind::Ignored,
              with_services(get_store_hold)),
        Route(Method::Post, store_hold_path, Managed{Scope::WorkflowRun}, BodyKind::Json,
              with_services(post_store_hold)),
        Route(Method::Delete, store_hold_path, Managed{Scope::WorkflowRun}, BodyKind::Ignored,
              with_services(delete_store_hold)),
        Route(Method::Post, workflow_hold_path, Managed{Scope::WorkflowRun}, BodyKind::Json,
              with_services(post_workflow_hold)),
        Route(Method::Delete, workflow_hold_path, Managed{Scope::WorkflowRun}, BodyKind::Ignored,
              with_services(delete_workflow_hold)),
        Route(Method::Get, contact_hold_path, Managed{Scope::ContactRead}, BodyKind::Ignored,
              with_services(get_contact_hold)),
        Route(Method::Post, contact_hold_path, Managed{Scope::ContactWrite}, BodyKind::Json,
              with_services(post_contact_hold)),
        Route(Method::Delete, contact_hold_path, Managed{Scope::ContactWrite}, BodyKind::Ignored,
              with_services(delete_contact_hold)),
    };
}

}  // namespace tradewind::api::admin
