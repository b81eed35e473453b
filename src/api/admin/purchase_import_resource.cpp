#include "api/admin/purchase_import_resource.h"

#include "api/import_answer.h"
#include "api/import_upload.h"

namespace tradewind::api::admin {
namespace {

constexpr std::string_view collection_path = "/admin/v1/purchase-imports/";
constexpr std::string_view item_path = "/admin/v1/purchase-imports/{id}";
constexpr std::string_view cancel_path = "/admin/v1/purchase-imports/{id}/cancel";
constexpr std::string_view errors_path = "/admin/v1/purchase-imports/{id}/errors";
constexpr auto family = domain::ImportFamily::PastPurchases;

void get_imports(const Services& services, Call& call) {
    answer_import_list(services, call, family, collection_path);
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

void get_errors(const Services& services, Call& call) {
    answer_import_errors(services, call, family);
}

}  // namespace

std::vector<Route> purchase_import_routes(const Services& services) {
    using domain::Scope;
    const auto with_surroundings = [&](void (*handler)(const Services&, Call&)) {
        return [services, handler](Call& call) { handler(services, call); };
    };
    const Upload upload{
        .files = &services.files, .bytes_max = services.import_bytes_max, .content_types = purchase_file_types};
    return {
        Route(net::Method::Get, collection_path, Scope::Admin, BodyKind::Ignored, with_surroundings(get_imports)),
        Route(net::Method::Post, collection_path, Scope::Admin, upload, with_surroundings(answer_purchase_upload)),
        Route(net::Method::Get, item_path, Scope::Admin, BodyKind::Ignored, with_surroundings(get_import)),
        Route(net::Method::Delete, item_path, Scope::Admin, BodyKind::Ignored, with_surroundings(delete_import)),
        Route(net::Method::Post, cancel_path, Scope::Admin, BodyKind::Ignored, with_surroundings(cancel_import))
            .giving_space_back(),
        Route(net::Method::Get, errors_path, Scope::Admin, BodyKind::Ignored, with_surroundings(get_errors)),
    };
}

}  // namespace tradewind::api::admin
