#include "api/admin/resources.h"

#include "api/export_resource.h"

namespace tradewind::api::admin {

std::vector<Route> export_routes(const Services& services) {
    using domain::Scope;
    return api::export_routes(services, {.collection_path = "/admin/v1/exports/",
                                         .item_path = "/admin/v1/exports/{id}",
                                         .explorer_path = "/admin/v1/exports/type/data-explorer",
                                         .read = Managed{Scope::ExportRead},
                                         .write = Managed{Scope::ExportWrite},
                                         .remove = Managed{Scope::ExportDelete},
                                         .is_managed = true});
}

}  // namespace tradewind::api::admin
