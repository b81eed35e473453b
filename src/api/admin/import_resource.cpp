#include "api/admin/import_resource.h"

#include "api/import_answer.h"
#include "api/import_upload.h"

namespace tradewind::api::admin {
namespace {

constexpr std::string_view collection_path = "/admin/v1/imports/";
constexpr std::string_view item_path = "/admin/v1/imports/{id}";
constexpr std::string_view cancel_path = "/admin/v1/imports/{id}/cancel";
constexpr auto family = domain::ImportFamily::Files;

void get_imports(const Services& services, Call& call) {
    answer_import_list(services, call, family, collection_path);
}

void create_import(const Services& services, Call& call) {
    answer_import_upload(services, call, ImportOrigin::App);
}

void get_import(const Services& services, Call& call) {
    answer_import(services, call, family);
}

void cancel_import(const Services& services, Call& call) {
    answer_import_cancellation(services, call, family);
}

void delete_import(const Services& services, Call& call) {
    answer_import_deletion(services, call, family, call.caller.actor());
}

}  // namespace

std::vector<Route> import_routes(const Services& services) {
    using domain::Scope;
    const auto with_surroundings = [&](void (*handler)(const Services&, Call&)) {
        return [services, handler](Call& call) { handler(services, call); };
    };
    const FormUpload upload{.files = &services.files, .file_bytes_max = services.import_bytes_max};
    return {
        Route(net::Method::Get, collection_path, Scope::Admin, BodyKind::Ignored, with_surroundings(get_imports)),
        Route(net::Method::Post, collection_path, Scope::Admin, upload, with_surroundings(create_import)),
        Route(net::Method::Get, item_path, Scope::Admin, BodyKind::Ignored, with_surroundings(get_import)),
        Route(net::Method::Delete, item_path, Scope::Admin, BodyKind::Ignored, with_surroundings(delete_import)),
        Route(net::Method::Post, cancel_path, Scope::Admin, BodyKind::Ignored, with_surroundings(cancel_import))
            .giving_space_back(),
    };
}

}  // namespace tradewind::api::admin
