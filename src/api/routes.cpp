#include "api/routes.h"

#include <iterator>

#include "api/admin/activity_resource.h"
#include "api/admin/contact_export_resource.h"
#include "api/admin/resources.h"
#include "api/admin/segment_member_resource.h"
#include "api/export_resource.h"
#include "api/file_resource.h"
#include "api/import_answer.h"
#include "api/resources.h"
#include "api/workflow_resource.h"

namespace tradewind::api {
namespace {

void add(std::vector<Route>& routes, std::vector<Route> more) {
    routes.insert(routes.end(), std::make_move_iterator(more.begin()), std::make_move_iterator(more.end()));
}

}  // namespace

std::vector<Route> admin_routes(const Services& services, const admin::Operating& operating) {
    std::vector<Route> routes;
    add(routes, admin::store_routes(services));
    add(routes, admin::hold_routes(services));
    add(routes, admin::sample_data_routes(services));
    add(routes, admin::test_clock_routes(services));
    add(routes, admin::api_key_routes(services));
    add(routes, admin::person_routes(services));
    add(routes, admin::contact_routes(services));
    add(routes, admin::activity_routes(services));
    add(routes, admin::contact_export_routes(services));
    add(routes, admin::audit_routes(services));
    add(routes, admin::product_buyers_routes(services));
    add(routes, admin::product_routes(services));
    add(routes, admin::purchase_routes(services));
    add(routes, admin::purchase_import_routes(services));
    add(routes, admin::import_routes(services));
    add(routes, admin::import_trial_routes(services));
    add(routes, admin::export_routes(services));
    add(routes, admin::custom_event_hook_routes(services));
    add(routes, admin::custom_event_tail_routes(services));
    add(routes, admin::signing_secret_routes(services));
    add(routes, admin::test_call_routes(services));
    add(routes, admin::delivery_routes(services));
    add(routes, admin::segment_routes(services));
    add(routes, admin::segment_count_routes(services));
    add(routes, admin::segment_member_routes(services));
    add(routes, admin::filter_routes());
    add(routes, admin::report_routes(services));
    add(routes, admin::report_rows_routes(services));
    add(routes, admin::coupon_set_routes(services));
    add(routes, admin::coupon_routes(services));
    add(routes, admin::workflow_routes(services));
    add(routes, admin::workflow_draft_routes(services));
    add(routes, admin::workflow_life_routes(services));
    add(routes, admin::run_routes(services));
    add(routes, admin::node_runs_routes(services));
    add(routes, admin::workflow_why_routes(services));
    add(routes, admin::used_by_routes(services));
    add(routes, admin::live_routes(services));
    add(routes, admin::operations_routes(services, operating));
    return routes;
}

std::vector<Route> control_routes(const Services& services, const admin::Operating& operating) {
    auto routes = admin_routes(services, operating);
    add(routes, backup_routes(services));
    add(routes, admin::setup_link_routes(services));
    return routes;
}

std::vector<Route> all_routes(const Services& services, const admin::Operating& operating) {
    auto routes = admin_routes(services, operating);
    add(routes, admin::session_routes(services));
    add(routes, admin::setup_routes(services));
    add(routes, admin::me_routes(services));
    add(routes, store_routes());
    add(routes, contact_routes(services));
    add(routes, contact_field_routes(services));
    add(routes, product_routes(services));
    add(routes, purchase_routes(services));
    add(routes, custom_integration_routes(services));
    add(routes, custom_event_type_routes(services));
    add(routes, custom_event_routes(services));
    add(routes, custom_event_batch_routes(services));
    add(routes, hook_routes(services));
    add(routes, import_routes(services));
    add(routes, export_routes(services));
    add(routes, file_routes(services, {linked_import_report(services), exported_file(services)}));
    add(routes, coupon_set_routes(services));
    add(routes, workflow_routes(services));
    add(routes, reference_routes());
    add(routes, console_routes());
    return routes;
}

}  // namespace tradewind::api
