#include "api/admin/resources.h"

#include "api/import_answer.h"
#include "api/import_upload.h"

namespace tradewind::api::admin {
namespace {

constexpr std::string_view import_collection_path = "/admin/v1/imports/";
constexpr std::string_view import_item_path = "/admin/v1/imports/{id}";
constexpr std::string_view import_cancel_path = "/admin/v1/imports/{id}/cancel";
constexpr auto file_imports = domain::ImportFamily::Files;

void get_imports(const Services& services, Call& call) {
    answer_import_list(services, call, file_imports, import_collection_path);
}

void create_import(const Services& services, Call& call) {
    answer_import_upload(services, call, ImportOrigin::App);
}

void get_import(const Services& services, Call& call) {
    answer_import(services, call, file_imports);
}

void cancel_import(const Services& services, Call& call) {
    answer_import_cancellation(services, call, file_imports);
}

void delete_import(const Services& services, Call& call) {
    answer_import_deletion(services, call, file_imports, call.caller.actor());
}

}  // namespace

std::vector<Route> import_routes(const Services& services) {
    using domain::Scope;
    const auto with_services = [&](void (*handler)(const Services&, Call&)) {
        return [services, handler](Call& call) { handler(services, call); };
    };
    const FormUpload upload{.files = &services.files, .file_bytes_max = services.import_bytes_max};
    return {
        Route(net::Method::Get, import_collection_path, Managed{Scope::ImportRead}, BodyKind::Ignored,
              with_services(get_imports)),
        Route(net::Method::Post, import_collection_path, Managed{Scope::ImportWrite}, upload,
              with_services(create_import)),
        Route(net::Method::Get, import_item_path, Managed{Scope::ImportRead}, BodyKind::Ignored,
              with_services(get_import)),
        Route(net::Method::Delete, import_item_path, Managed{Scope::ImportDelete}, BodyKind::Ignored,
              with_services(delete_import)),
        Route(net::Method::Post, import_cancel_path, Managed{Scope::ImportWrite}, BodyKind::Ignored,
              with_services(cancel_import))
            .giving_space_back(),
    };
}

}  // namespace tradewind::api::admin
