#include "jobs/demo/workflows.h"

#include <fmt/format.h>

#include <string>

#include "domain/fields/json_fields.h"
#include "operations/workflow_life.h"
#include "operations/workflow_operations.h"

namespace tradewind::jobs::demo {
namespace {

using storage::Transaction;

// `coupons` are given to whoever left a cart and did not buy within an hour.
std::string abandoned_cart(base::Id coupons) {
    return fmt::format(
        R"({{"name":"Abandoned cart","tags":["cart"],"definition":{{"formatVersion":2,"nodes":[
            {{"id":"start","kind":"start","position":{{"x":0,"y":0}}}},
            {{"id":"cart","kind":"on-event","event":"{}","position":{{"x":240,"y":0}}}},
            {{"id":"bought","kind":"wait-for","trigger":{{"kind":"on-purchase"}},"limit":"PT1H",
              "position":{{"x":480,"y":0}}}},
            {{"id":"done","kind":"stop","converted":true,"position":{{"x":720,"y":-80}}}},
            {{"id":"gift","kind":"assign-coupon","couponSetId":"{}","keep":true,"position":{{"x":720,"y":80}}}}],
            "edges":[{{"from":"start","to":"cart"}},{{"from":"cart","to":"bought"}},
            {{"from":"bought","port":"happened","to":"done"}},{{"from":"bought","port":"timeout","to":"gift"}}],
            "settings":{{"reentry":"after:P7D"}}}}}})",
        cart_abandoned, coupons.text());
}

std::string first_purchase(base::Id coupons) {
    return fmt::format(
        R"({{"name":"First purchase","tags":["loyalty"],"definition":{{"formatVersion":2,"nodes":[
            {{"id":"start","kind":"start","position":{{"x":0,"y":0}}}},
            {{"id":"bought","kind":"on-purchase","position":{{"x":240,"y":0}}}},
            {{"id":"first","kind":"check","filter":{{"purchases":{{}},"count":{{"equals":1}}}},
              "position":{{"x":480,"y":0}}}},
            {{"id":"gift","kind":"assign-coupon","couponSetId":"{}","keep":true,"position":{{"x":720,"y":0}}}}],
            "edges":[{{"from":"start","to":"bought"}},{{"from":"bought","to":"first"}},
            {{"from":"first","port":"yes","to":"gift"}}]}}}})",
        coupons.text());
}

// Those who are in the segment come in at once.
std::string thanks_to(base::Id segment, base::Id coupons) {
    return fmt::format(
        R"({{"name":"Thanks to the regulars","tags":["loyalty"],"definition":{{"formatVersion":2,"nodes":[
            {{"id":"start","kind":"start","segment":"{}","existing":true,"future":true,"position":{{"x":0,"y":0}}}},
            {{"id":"gift","kind":"assign-coupon","couponSetId":"{}","position":{{"x":240,"y":0}}}},
            {{"id":"bought","kind":"wait-for","trigger":{{"kind":"on-purchase"}},"limit":"P14D",
              "position":{{"x":480,"y":0}}}},
            {{"id":"points","kind":"set-field","field":"_points","add":100,"position":{{"x":720,"y":-80}}}},
            {{"id":"done","kind":"stop","converted":true,"position":{{"x":960,"y":-80}}}},
            {{"id":"gone","kind":"stop","converted":false,"position":{{"x":720,"y":80}}}}],
            "edges":[{{"from":"start","to":"gift"}},{{"from":"gift","port":"assigned","to":"bought"}},
            {{"from":"bought","port":"happened","to":"points"}},{{"from":"points","to":"done"}},
            {{"from":"bought","port":"timeout","to":"gone"}}],
            "settings":{{"reentry":"after:P180D"}}}}}})",
        segment.text(), coupons.text());
}

std::string welcome(base::Id coupons) {
    return fmt::format(
        R"({{"name":"Welcome","tags":["newsletter"],"definition":{{"formatVersion":2,"nodes":[
            {{"id":"start","kind":"start","position":{{"x":0,"y":0}}}},
            {{"id":"subscribed","kind":"on-subscribed","position":{{"x":240,"y":0}}}},
            {{"id":"days","kind":"wait","period":"P2D","position":{{"x":480,"y":0}}}},
            {{"id":"gift","kind":"assign-coupon","couponSetId":"{}","keep":true,"position":{{"x":720,"y":0}}}}],
            "edges":[{{"from":"start","to":"subscribed"}},{{"from":"subscribed","to":"days"}},
            {{"from":"days","to":"gift"}}]}}}})",
        coupons.text());
}

base::Result<base::Id> make_draft(Transaction& transaction, base::Sources& sources, const std::string& json) {
    const auto document = TRY(domain::read_object(json));
    const auto wanted = domain::read_workflow(document.root(), domain::ReadMode::Create);
    const auto made = TRY(operations::create_workflow(transaction, sources, {"demo"}, wanted));
    return made.id;
}

}  // namespace

base::Result<std::vector<base::Id>> publish_workflows(storage::Transaction& transaction, base::Sources& sources,
                                                      const std::shared_ptr<const storage::Definitions>& known,
                                                      const Shop& shop) {
    transaction.lock_definitions();
    const auto draft = TRY(make_draft(transaction, sources, welcome(shop.welcome_coupons)));
    std::vector<base::Id> made{draft};
    for (const auto& json : {thanks_to(shop.regulars, shop.summer_coupons), first_purchase(shop.welcome_coupons),
                             abandoned_cart(shop.summer_coupons)}) {
        const auto id = TRY(make_draft(transaction, sources, json));
        TRY(operations::publish_workflow(transaction, sources, {.definitions = known}, {"demo"}, id));
        made.push_back(id);
    }
    return made;
}

}  // namespace tradewind::jobs::demo
