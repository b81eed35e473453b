#include "api/admin/resources.h"

#include "api/database_answer.h"
#include "api/if_match.h"
#include "api/list_links.h"
#include "api/path_id.h"
#include "domain/fields/json_fields.h"
#include "operations/report_operations.h"
#include "storage/stores/reports/report_store.h"

namespace tradewind::api::admin {
namespace {

constexpr std::string_view report_collection_path = "/admin/v1/reports/";
constexpr std::string_view report_item_path = "/admin/v1/reports/{id}";

std::string render_report(const domain::Report& report) {
    std::string json;
    base::JsonWriter writer(json);
    domain::write_report(writer, report);
    return json;
}

base::Result<domain::ReportPatch> read_wanted(std::string_view body, domain::ReadMode mode) {
    const auto document = TRY(domain::read_object(body));
    return domain::read_report(document.root(), mode);
}

void list_reports(const Services& services, Call& call) {
    auto request = read_page_request(call.query, CursorId::ServiceId);
    if (!request) { return call.answer.refuse(request.error()); }
    answer_read(services, storage::ReadCost::Point, call,
                [address = services.public_address.with_path(report_collection_path), query = std::move(call.query),
                 request = std::move(request).take()](storage::Transaction& transaction) -> base::Result<JsonAnswer> {
                    const auto page = storage::list_reports(transaction, request);
                    return JsonAnswer{
                        .status = 200,
                        .body = render_list(
                            {.address = address, .query = query, .request = request}, page,
                            [](const domain::Report& report) {
                                return RowPlace{.created_at = report.created_at, .id = report.id.text()};
                            },
                            domain::write_report),
                    };
                });
}

void create_report(const Services& services, Call& call) {
    answer_write(services, call, read_wanted(call.request.body, domain::ReadMode::Create),
                 [&sources = services.sources, definitions = call.caller.definitions, actor = call.caller.actor()](
                     storage::Transaction& transaction, const domain::ReportPatch& wanted) -> base::Result<JsonAnswer> {
                     const auto created =
                         TRY(operations::create_report(transaction, sources, definitions, actor, wanted));
                     return JsonAnswer{.status = 201, .body = render_report(created)};
                 });
}

void get_report(const Services& services, Call& call) {
    const auto id = id_in_path(call, "report");
    if (!id) { return call.answer.refuse(id.error()); }
    answer_read(services, storage::ReadCost::Point, call,
                [wanted = id.value()](storage::Transaction& transaction) -> base::Result<JsonAnswer> {
                    const auto report = storage::find_report(transaction, wanted);
                    if (!report) { return operations::unknown_report(); }
                    return JsonAnswer{.status = 200, .body = render_report(*report)};
                });
}

void patch_report(const Services& services, Call& call) {
    const auto id = base::Id::parse(call.parameters[0]);
    if (!id) { return call.answer.refuse(id.error()); }
    answer_write(
        services, call, read_wanted(call.request.body, domain::ReadMode::Merge),
        [&sources = services.sources, definitions = call.caller.definitions, actor = call.caller.actor(),
         named = id.value(), if_match = IfMatch(call.request.head)](
            storage::Transaction& transaction, const domain::ReportPatch& patch) -> base::Result<JsonAnswer> {
            if (!named && !patch.problems.empty()) { return base::invalid(patch.problems); }
            if (!named) { return operations::unknown_report(); }
            transaction.lock_definitions();
            const auto changed = TRY(if_match.guard(
                [&] { return storage::find_report(transaction, *named); },
                [&] { return operations::change_report(transaction, sources, definitions, actor, *named, patch); }));
            return JsonAnswer{.status = 200, .body = render_report(changed)};
        });
}

void delete_report(const Services& services, Call& call) {
    const auto id = id_in_path(call, "report");
    if (!id) { return call.answer.refuse(id.error()); }
    answer_write(
        services, call,
        [&sources = services.sources, actor = call.caller.actor(), unwanted = id.value(),
         if_match = IfMatch(call.request.head)](storage::Transaction& transaction) -> base::Result<JsonAnswer> {
            transaction.lock_definitions();
            TRY(if_match.guard([&] { return storage::find_report(transaction, unwanted); },
                               [&] { return operations::delete_report(transaction, sources, actor, unwanted); }));
            return JsonAnswer{.status = 204, .body = {}};
        });
}

}  // namespace

std::vector<Route> report_routes(const Services& services) {
    const auto with_services = [&](void (*handler)(const Services&, Call&)) {
        return [services, handler](Call& call) { handler(services, call); };
    };
    using domain::Scope;
    return {
        Route(net::Method::Get, report_collection_path, Managed{Scope::ReportRead}, BodyKind::Ignored,
              with_services(list_reports)),
        Route(net::Method::Post, report_collection_path, Managed{Scope::ReportWrite}, BodyKind::Json,
              with_services(create_report))
            .with_tag(),
        Route(net::Method::Get, report_item_path, Managed{Scope::ReportRead}, BodyKind::Ignored,
              with_services(get_report))
            .with_tag(),
        Route(net::Method::Patch, report_item_path, Managed{Scope::ReportWrite}, BodyKind::Json,
              with_services(patch_report))
            .with_tag(),
        Route(net::Method::Delete, report_item_path, Managed{Scope::ReportWrite}, BodyKind::Ignored,
              with_services(delete_report)),
    };
}

}  // namespace tradewind::api::admin
