#include "api/admin/resources.h"

#include "api/import_answer.h"
#include "api/import_upload.h"

namespace tradewind::api::admin {
namespace {

constexpr std::string_view purchase_import_collection_path = "/admin/v1/purchase-imports/";
constexpr std::string_view purchase_import_item_path = "/admin/v1/purchase-imports/{id}";
constexpr std::string_view purchase_import_cancel_path = "/admin/v1/purchase-imports/{id}/cancel";
constexpr std::string_view errors_path = "/admin/v1/purchase-imports/{id}/errors";
constexpr auto purchase_imports = domain::ImportFamily::PastPurchases;

void get_purchase_imports(const Services& services, Call& call) {
    answer_import_list(services, call, purchase_imports, purchase_import_collection_path);
}

void get_purchase_import(const Services& services, Call& call) {
    answer_import(services, call, purchase_imports);
}

void cancel_purchase_import(const Services& services, Call& call) {
    answer_import_cancellation(services, call, purchase_imports);
}

void delete_purchase_import(const Services& services, Call& call) {
    answer_import_deletion(services, call, purchase_imports, call.caller.actor());
}

void get_errors(const Services& services, Call& call) {
    answer_import_errors(services, call, purchase_imports);
}

}  // namespace

std::vector<Route> purchase_import_routes(const Services& services) {
    using domain::Scope;
    const auto with_services = [&](void (*handler)(const Services&, Call&)) {
        return [services, handler](Call& call) { handler(services, call); };
    };
    const Upload upload{
        .files = &services.files, .bytes_max = services.import_bytes_max, .content_types = purchase_file_types};
    return {
        Route(net::Method::Get, purchase_import_collection_path, Managed{Scope::ImportRead}, BodyKind::Ignored,
              with_services(get_purchase_imports)),
        Route(net::Method::Post, purchase_import_collection_path, Managed{Scope::ImportWrite}, upload,
              with_services(answer_purchase_upload)),
        Route(net::Method::Get, purchase_import_item_path, Managed{Scope::ImportRead}, BodyKind::Ignored,
              with_services(get_purchase_import)),
        Route(net::Method::Delete, purchase_import_item_path, Managed{Scope::ImportDelete}, BodyKind::Ignored,
              with_services(delete_purchase_import)),
        Route(net::Method::Post, purchase_import_cancel_path, Managed{Scope::ImportWrite}, BodyKind::Ignored,
              with_services(cancel_purchase_import))
            .giving_space_back(),
        Route(net::Method::Get, errors_path, Managed{Scope::ImportRead}, BodyKind::Ignored, with_services(get_errors)),
    };
}

}  // namespace tradewind::api::admin
