#include "api/resources.h"

#include "api/import_answer.h"
#include "api/import_upload.h"

namespace tradewind::api {
namespace {

constexpr std::string_view import_collection_path = "/imports/";
constexpr std::string_view import_item_path = "/imports/{id}";
constexpr auto family = domain::ImportFamily::Files;

void get_imports(const Services& services, Call& call) {
    answer_import_list(services, call, family, import_collection_path);
}

void create_import(const Services& services, Call& call) {
    answer_import_upload(services, call, ImportOrigin::Api);
}

void get_import(const Services& services, Call& call) {
    answer_import(services, call, family);
}

void delete_import(const Services& services, Call& call) {
    answer_import_deletion(services, call, family, std::nullopt);
}

}  // namespace

std::vector<Route> import_routes(const Services& services) {
    using domain::Scope;
    const auto with_services = [&](void (*handler)(const Services&, Call&)) {
        return [services, handler](Call& call) { handler(services, call); };
    };
    const FormUpload upload{.files = &services.files, .file_bytes_max = services.import_bytes_max};
    return {
        Route(net::Method::Get, import_collection_path, Scope::ImportRead, BodyKind::Ignored,
              with_services(get_imports)),
        Route(net::Method::Post, import_collection_path, Scope::ImportWrite, upload, with_services(create_import)),
        Route(net::Method::Get, import_item_path, Scope::ImportRead, BodyKind::Ignored, with_services(get_import)),
        Route(net::Method::Delete, import_item_path, Scope::ImportDelete, BodyKind::Ignored,
              with_services(delete_import)),
    };
}

}  // namespace tradewind::api
