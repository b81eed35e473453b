#include "api/resources.h"

#include "api/coupon_set_answer.h"

namespace tradewind::api {
namespace {

constexpr std::string_view coupon_set_collection_path = "/coupon-sets/";
constexpr std::string_view coupon_set_item_path = "/coupon-sets/{id}";

}  // namespace

std::vector<Route> coupon_set_routes(const Services& services) {
    using domain::CouponSetView;
    using domain::Scope;
    return {
        Route(net::Method::Get, coupon_set_collection_path, Scope::CouponSetRead, BodyKind::Ignored,
              [services](Call& call) {
                  answer_coupon_sets(services, call, coupon_set_collection_path, CouponSetView::Public);
              }),
        Route(net::Method::Get, coupon_set_item_path, Scope::CouponSetRead, BodyKind::Ignored,
              [services](Call& call) { answer_coupon_set(services, call, CouponSetView::Public); }),
    };
}

}  // namespace tradewind::api
