#include "api/coupon_set_answer.h"

#include "api/database_answer.h"
#include "api/list_links.h"
#include "api/path_id.h"
#include "operations/coupon_set_operations.h"
#include "storage/stores/engine/workflow_store.h"
#include "storage/stores/shop/coupon_set_store.h"

namespace tradewind::api {

std::string render_coupon_set(storage::Transaction& transaction, const domain::CouponSet& set,
                              domain::CouponSetView view) {
    auto workflows = storage::workflows_naming(transaction, {set.id});
    std::string json;
    base::JsonWriter writer(json);
    domain::write_coupon_set(writer, set, workflows[set.id], view);
    return json;
}

void answer_coupon_sets(const Services& services, Call& call, std::string_view path, domain::CouponSetView view) {
    auto request = read_page_request(call.query, CursorId::ServiceId);
    if (!request) { return call.answer.refuse(request.error()); }
    answer_read(
        services, storage::ReadCost::Walk, call,
        [address = services.public_address.with_path(path), query = std::move(call.query),
         request = std::move(request).take(), view](storage::Transaction& transaction) -> base::Result<JsonAnswer> {
            const auto page = storage::list_coupon_sets(transaction, request);
            std::vector<base::Id> ids;
            for (const auto& set : page.items) { ids.push_back(set.id); }
            auto workflows = storage::workflows_naming(transaction, ids);
            return JsonAnswer{.status = 200,
                              .body = render_list(
                                  {.address = address, .query = query, .request = request}, page,
                                  [](const domain::CouponSet& set) {
                                      return RowPlace{.created_at = set.created_at, .id = set.id.text()};
                                  },
                                  [&](base::JsonWriter& writer, const domain::CouponSet& set) {
                                      domain::write_coupon_set(writer, set, workflows[set.id], view);
                                  })};
        });
}

void answer_coupon_set(const Services& services, Call& call, domain::CouponSetView view) {
    const auto id = id_in_path(call, "coupon set");
    if (!id) { return call.answer.refuse(id.error()); }
    answer_read(services, storage::ReadCost::Point, call,
                [id = id.value(), view](storage::Transaction& transaction) -> base::Result<JsonAnswer> {
                    const auto set = storage::find_coupon_set(transaction, id);
                    if (!set) { return operations::unknown_coupon_set(); }
                    return JsonAnswer{.status = 200, .body = render_coupon_set(transaction, *set, view)};
                });
}

}  // namespace tradewind::api
