#include "api/admin/resources.h"

#include "api/coupon_set_answer.h"
#include "api/database_answer.h"
#include "api/list_links.h"
#include "domain/fields/json_fields.h"
#include "operations/coupon_operations.h"
#include "operations/coupon_set_operations.h"
#include "storage/stores/shop/coupon_set_store.h"
#include "storage/stores/shop/coupon_store.h"

namespace tradewind::api::admin {
namespace {

constexpr std::string_view codes_path = "/admin/v1/coupon-sets/{id}/codes/";
constexpr std::string_view coupon_remove_path = "/admin/v1/coupon-sets/{id}/codes/remove";
constexpr std::string_view assignments_path = "/admin/v1/coupon-sets/{id}/assignments/";

struct CouponRequest {
    domain::PageRequest page;
    std::optional<domain::CouponState> state;
};

base::Result<CouponRequest> read_coupon_request(const QueryString& query) {
    CouponRequest request;
    std::vector<base::Problem> problems;
    if (const auto word = query.find("state")) {
        for (const auto state : {domain::CouponState::Available, domain::CouponState::Assigned}) {
            if (*word == domain::word_of(state)) { request.state = state; }
        }
        if (!request.state) { problems.push_back({.path = "/state", .reason = "must be available or assigned"}); }
    }
    auto page = read_page_request(query, CursorId::Number);
    if (!page) {
        problems.insert(problems.end(), page.error().problems.begin(), page.error().problems.end());
    } else {
        request.page = std::move(page).take();
    }
    if (!problems.empty()) { return base::invalid(std::move(problems)); }
    return request;
}

void get_codes(const Services& services, Call& call) {
    const auto id = base::Id::parse(call.parameters[0]);
    if (!id) { return call.answer.refuse(id.error()); }
    auto request = read_coupon_request(call.query);
    if (!request) { return call.answer.refuse(request.error()); }
    if (!id.value()) { return call.answer.refuse(operations::unknown_coupon_set()); }
    auto address = services.public_address.with_path("/admin/v1/coupon-sets/" + id.value()->text() + "/codes/");
    answer_read(services, storage::ReadCost::Walk, call,
                [address = std::move(address), query = std::move(call.query), request = std::move(request).take(),
                 id = *id.value()](storage::Transaction& transaction) -> base::Result<JsonAnswer> {
                    const auto set = storage::find_coupon_set(transaction, id);
                    if (!set) { return operations::unknown_coupon_set(); }
                    const auto page = storage::list_coupons(transaction, *set, request.state, request.page);
                    return JsonAnswer{.status = 200,
                                      .body = render_list(
                                          {.address = address, .query = query, .request = request.page}, page,
                                          [](const domain::Coupon& coupon) {
                                              return RowPlace{.created_at = coupon.created_at,
                                                              .id = std::to_string(coupon.number)};
                                          },
                                          domain::write_coupon)};
                });
}

base::Result<domain::CouponCodes> read_codes(std::string_view body) {
    const auto document = TRY(domain::read_object(body));
    return domain::read_coupon_codes(document.root());
}

// `change` is what to do with the codes that a request names.
void answer_change(const Services& services, Call& call, decltype(operations::add_coupon_codes)& change) {
    const auto id = base::Id::parse(call.parameters[0]);
    if (!id) { return call.answer.refuse(id.error()); }
    answer_write(services, call, read_codes(call.request.body),
                 [&sources = services.sources, &change, actor = call.caller.actor(), named = id.value()](
                     storage::Transaction& transaction, const domain::CouponCodes& wanted) -> base::Result<JsonAnswer> {
                     const auto set = TRY(change(transaction, sources, actor, named.value_or(base::Id{}), wanted));
                     return JsonAnswer{.status = 200,
                                       .body = render_coupon_set(transaction, set, domain::CouponSetView::Management)};
                 });
}

void add_codes(const Services& services, Call& call) {
    answer_change(services, call, operations::add_coupon_codes);
}

void remove_codes(const Services& services, Call& call) {
    answer_change(services, call, operations::remove_coupon_codes);
}

base::Result<domain::CouponClaim> read_claim(std::string_view body) {
    const auto document = TRY(domain::read_object(body));
    return domain::read_coupon_claim(document.root());
}

std::string render_assigned(const operations::AssignedCoupon& assigned) {
    std::string json;
    base::JsonWriter writer(json);
    writer.begin_object();
    writer.key("couponSetId");
    writer.string(assigned.set.text());
    writer.key("contactId");
    writer.string(assigned.contact.text());
    writer.key("code");
    writer.string(assigned.code);
    writer.key("assignedAt");
    writer.instant(assigned.at);
    writer.end_object();
    return json;
}

void assign(const Services& services, Call& call) {
    const auto id = base::Id::parse(call.parameters[0]);
    if (!id) { return call.answer.refuse(id.error()); }
    answer_write(services, call, read_claim(call.request.body),
                 [&sources = services.sources, definitions = call.caller.definitions, actor = call.caller.actor(),
                  named = id.value()](storage::Transaction& transaction,
                                      const domain::CouponClaim& claim) -> base::Result<JsonAnswer> {
                     if (!named) { return operations::unknown_coupon_set(); }
                     const auto current = storage::definitions_in(transaction, definitions);
                     const auto assigned =
                         TRY(operations::give_coupon(transaction, sources, *current, actor, *named, claim));
                     return JsonAnswer{.status = 201, .body = render_assigned(assigned), .contact = assigned.contact};
                 });
}

}  // namespace

std::vector<Route> coupon_routes(const Services& services) {
    using domain::Scope;
    const auto with_services = [&](void (*handler)(const Services&, Call&)) {
        return [services, handler](Call& call) { handler(services, call); };
    };
    return {
        Route(net::Method::Get, codes_path, Managed{Scope::CouponSetRead}, BodyKind::Ignored, with_services(get_codes)),
        Route(net::Method::Post, codes_path, Managed{Scope::CouponSetWrite}, BodyKind::Json, with_services(add_codes)),
        Route(net::Method::Post, coupon_remove_path, Managed{Scope::CouponSetWrite}, BodyKind::Json,
              with_services(remove_codes))
            .giving_space_back(),
        Route(net::Method::Post, assignments_path, Managed{Scope::CouponSetWrite}, BodyKind::Json,
              with_services(assign)),
    };
}

}  // namespace tradewind::api::admin
