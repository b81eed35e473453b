#include "api/admin/resources.h"

#include "api/coupon_set_answer.h"
#include "api/database_answer.h"
#include "domain/fields/json_fields.h"
#include "operations/coupon_set_operations.h"

namespace tradewind::api::admin {
namespace {

constexpr std::string_view coupon_set_collection_path = "/admin/v1/coupon-sets/";
constexpr std::string_view coupon_set_item_path = "/admin/v1/coupon-sets/{id}";
constexpr auto view = domain::CouponSetView::Management;

using SetPatch = domain::Patch<domain::CouponSet>;

void get_sets(const Services& services, Call& call) {
    answer_coupon_sets(services, call, coupon_set_collection_path, view);
}

void get_set(const Services& services, Call& call) {
    answer_coupon_set(services, call, view);
}

base::Result<domain::NewCouponSet> read_wanted(std::string_view body) {
    const auto document = TRY(domain::read_object(body));
    return domain::read_coupon_set(document.root());
}

void create_set(const Services& services, Call& call) {
    answer_write(
        services, call, read_wanted(call.request.body),
        [&sources = services.sources, actor = call.caller.actor()](
            storage::Transaction& transaction, const domain::NewCouponSet& wanted) -> base::Result<JsonAnswer> {
            const auto set = TRY(operations::create_coupon_set(transaction, sources, actor, wanted));
            return JsonAnswer{.status = 201, .body = render_coupon_set(transaction, set, view)};
        });
}

base::Result<SetPatch> read_set_patch(std::string_view body) {
    const auto document = TRY(domain::read_object(body));
    return read_fields(domain::coupon_set_change_fields, document.root(), domain::ReadMode::Merge);
}

void patch_set(const Services& services, Call& call) {
    const auto id = base::Id::parse(call.parameters[0]);
    if (!id) { return call.answer.refuse(id.error()); }
    answer_write(services, call, read_set_patch(call.request.body),
                 [&sources = services.sources, actor = call.caller.actor(), named = id.value()](
                     storage::Transaction& transaction, const SetPatch& patch) -> base::Result<JsonAnswer> {
                     if (!named) { return operations::unknown_coupon_set(); }
                     const auto set = TRY(operations::change_coupon_set(transaction, sources, actor, *named, patch));
                     return JsonAnswer{.status = 200, .body = render_coupon_set(transaction, set, view)};
                 });
}

void delete_set(const Services& services, Call& call) {
    const auto id = base::Id::parse(call.parameters[0]);
    if (!id) { return call.answer.refuse(id.error()); }
    if (!id.value()) { return call.answer.refuse(operations::unknown_coupon_set()); }
    answer_write(services, call,
                 [&sources = services.sources, actor = call.caller.actor(), definitions = call.caller.definitions,
                  unwanted = *id.value()](storage::Transaction& transaction) -> base::Result<JsonAnswer> {
                     const auto users = operations::users_of(transaction, definitions, unwanted);
                     TRY(operations::delete_coupon_set(transaction, sources, actor, unwanted, users));
                     return JsonAnswer{.status = 204, .body = {}};
                 });
}

}  // namespace

std::vector<Route> coupon_set_routes(const Services& services) {
    using domain::Scope;
    const auto with_services = [&](void (*handler)(const Services&, Call&)) {
        return [services, handler](Call& call) { handler(services, call); };
    };
    return {
        Route(net::Method::Get, coupon_set_collection_path, Managed{Scope::CouponSetRead}, BodyKind::Ignored,
              with_services(get_sets)),
        Route(net::Method::Post, coupon_set_collection_path, Managed{Scope::CouponSetWrite}, BodyKind::Json,
              with_services(create_set)),
        Route(net::Method::Get, coupon_set_item_path, Managed{Scope::CouponSetRead}, BodyKind::Ignored,
              with_services(get_set)),
        Route(net::Method::Patch, coupon_set_item_path, Managed{Scope::CouponSetWrite}, BodyKind::Json,
              with_services(patch_set)),
        Route(net::Method::Delete, coupon_set_item_path, Managed{Scope::CouponSetWrite}, BodyKind::Ignored,
              with_services(delete_set)),
    };
}

}  // namespace tradewind::api::admin
