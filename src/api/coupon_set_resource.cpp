#include "api/coupon_set_resource.h"

#include "api/coupon_set_answer.h"

namespace tradewind::api {
namespace {

constexpr std::string_view collection_path = "/coupon-sets/";
constexpr std::string_view item_path = "/coupon-sets/{id}";

}  // namespace

std::vector<Route> coupon_set_routes(const Services& services) {
    using domain::CouponSetView;
    using domain::Scope;
    return {
        Route(net::Method::Get, collection_path, Scope::CouponSetRead, BodyKind::Ignored,
              [services](Call& call) { answer_coupon_sets(services, call, collection_path, CouponSetView::Public); }),
        Route(net::Method::Get, item_path, Scope::CouponSetRead, BodyKind::Ignored,
              [services](Call& call) { answer_coupon_set(services, call, CouponSetView::Public); }),
    };
}

}  // namespace tradewind::api
