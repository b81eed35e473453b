#include "api/admin/purchase_import_resource.h"

#include "api/database_answer.h"
#include "api/import_report.h"
#include "api/import_upload.h"
#include "api/list_links.h"
#include "operations/import_operations.h"
#include "storage/import_store.h"

namespace tradewind::api::admin {
namespace {

constexpr std::string_view collection_path = "/admin/v1/purchase-imports/";
constexpr std::string_view item_path = "/admin/v1/purchase-imports/{id}";
constexpr std::string_view cancel_path = "/admin/v1/purchase-imports/{id}/cancel";
constexpr std::string_view errors_path = "/admin/v1/purchase-imports/{id}/errors";
constexpr auto type = domain::ImportType::Purchases;

base::Error unknown_import() {
    return base::not_found("There is no import with this id.");
}

void get_imports(const Surroundings& surroundings, Call& call) {
    auto request = read_page_request(call.query);
    if (!request) { return call.answer.refuse(request.error()); }
    answer_read(surroundings, storage::ReadCost::Point, call,
                [address = surroundings.public_address.with_path(collection_path), query = std::move(call.query),
                 request = std::move(request).take()](storage::Transaction& transaction) -> base::Result<JsonAnswer> {
                    const auto page = storage::list_imports(transaction, type, request);
                    return JsonAnswer{.status = 200,
                                      .body = render_list(
                                          {.address = address, .query = query, .request = request}, page,
                                          [](const domain::Import& import) {
                                              return RowPlace{.created_at = import.created_at, .id = import.id.text()};
                                          },
                                          domain::write_import)};
                });
}

void create_import(const Surroundings& surroundings, Call& call) {
    answer_upload(surroundings, call, type);
}

void get_import(const Surroundings& surroundings, Call& call) {
    const auto id = base::Id::parse(call.parameters[0]);
    if (!id) { return call.answer.refuse(id.error()); }
    if (!id.value()) { return call.answer.refuse(unknown_import()); }
    answer_read(surroundings, storage::ReadCost::Point, call,
                [id = *id.value()](storage::Transaction& transaction) -> base::Result<JsonAnswer> {
                    const auto import = storage::find_import(transaction, id);
                    if (!import || import->type != type) { return unknown_import(); }
                    return JsonAnswer{.status = 200, .body = render_import(*import)};
                });
}

void cancel_import(const Surroundings& surroundings, Call& call) {
    const auto id = base::Id::parse(call.parameters[0]);
    if (!id) { return call.answer.refuse(id.error()); }
    answer_write(surroundings, call,
                 [&outside = surroundings.outside, actor = call.caller.actor(),
                  id = id.value()](storage::Transaction& transaction) -> base::Result<JsonAnswer> {
                     const auto import =
                         TRY(operations::cancel_import(transaction, outside, actor, {.type = type, .id = id}));
                     return JsonAnswer{.status = 200, .body = render_import(import)};
                 });
}

void delete_import(const Surroundings& surroundings, Call& call) {
    const auto id = base::Id::parse(call.parameters[0]);
    if (!id) { return call.answer.refuse(id.error()); }
    using FileName = std::optional<std::string>;
    auto& executor = call.answer.executor();
    surroundings.database.write(
        storage::Priority::Request, executor,
        [&outside = surroundings.outside, actor = call.caller.actor(),
         id = id.value()](storage::Transaction& transaction) {
            return operations::delete_import(transaction, outside, actor, {.type = type, .id = id});
        },
        [surroundings, id = id.value(), answer = std::move(call.answer)](base::Result<FileName> deleted) mutable {
            if (!deleted) { return answer.refuse(deleted.error()); }
            surroundings.worker.post([&files = surroundings.files, report = domain::report_file(id.value()),
                                      file = std::move(deleted).take()] {
                files.remove(report);
                if (file) { files.remove(*file); }
            });
            answer.no_content();
        });
}

void get_errors(const Surroundings& surroundings, Call& call) {
    const auto id = base::Id::parse(call.parameters[0]);
    if (!id) { return call.answer.refuse(id.error()); }
    if (!id.value()) { return call.answer.refuse(unknown_import()); }
    answer_report(surroundings, call, type, *id.value());
}

}  // namespace

std::vector<Route> purchase_import_routes(const Surroundings& surroundings) {
    using domain::Scope;
    const auto with_surroundings = [&](void (*handler)(const Surroundings&, Call&)) {
        return [surroundings, handler](Call& call) { handler(surroundings, call); };
    };
    const Upload upload{.files = &surroundings.files,
                        .bytes_max = surroundings.import_bytes_max,
                        .content_types = import_content_types};
    return {
        Route(net::Method::Get, collection_path, Scope::Admin, BodyKind::Ignored, with_surroundings(get_imports)),
        Route(net::Method::Post, collection_path, Scope::Admin, upload, with_surroundings(create_import)),
        Route(net::Method::Get, item_path, Scope::Admin, BodyKind::Ignored, with_surroundings(get_import)),
        Route(net::Method::Delete, item_path, Scope::Admin, BodyKind::Ignored, with_surroundings(delete_import)),
        Route(net::Method::Post, cancel_path, Scope::Admin, BodyKind::Ignored, with_surroundings(cancel_import)),
        Route(net::Method::Get, errors_path, Scope::Admin, BodyKind::Ignored, with_surroundings(get_errors)),
    };
}

}  // namespace tradewind::api::admin
