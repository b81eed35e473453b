#include "jobs/demo/dynamic_segments.h"

#include <array>
#include <string_view>

#include "domain/fields/json_fields.h"
#include "domain/filters/parse_filter.h"
#include "operations/segment_operations.h"

namespace tradewind::jobs::demo {
namespace {

// As they are on the page; a test compares them.
constexpr std::array<std::string_view, 5> segment_recipes{
    R"({"name":"Lapsed buyers","kind":"dynamic","filter":{"all":[
        {"field":"_totalPurchases","is":"atLeast","value":2},
        {"field":"_lastPurchaseDate","is":"notInLast","period":"P90D"}]}})",
    R"({"name":"Big spenders in the kitchen","kind":"dynamic","filter":{
        "purchases":{"within":{"last":"P1Y"},"where":[{"item":"category","is":"in","values":["Kitchen"]}]},
        "amount":{"atLeast":200}}})",
    R"({"name":"Subscribed without a purchase","kind":"dynamic","filter":{"all":[
        {"field":"_newsletterSubscriptionStatus","is":"in","values":["subscribed"]},
        {"field":"_totalPurchases","is":"equals","value":0}]}})",
    R"({"name":"One-time buyers","kind":"dynamic","filter":{"all":[
        {"field":"_totalPurchases","is":"equals","value":1},
        {"field":"_firstPurchaseDate","is":"notInLast","period":"P30D"}]}})",
    R"({"name":"Newcomers of the last week","kind":"dynamic","filter":
        {"field":"_createdAt","is":"inLast","period":"P7D"}})",
};

base::Result<base::Id> make_dynamic_segment(storage::Transaction& transaction, base::Sources& sources,
                                            const storage::Definitions& definitions, std::string_view json) {
    const auto document = TRY(domain::read_object(json));
    const auto wanted = TRY(read_fields(domain::segment_fields, document.root(), domain::ReadMode::Create));
    const auto names = operations::filter_names(definitions);
    const auto filter = TRY(domain::parse_filter(document.root().find("filter").value(), names, "/filter"));
    const auto made = TRY(operations::create_segment(transaction, sources, {"demo"}, wanted.values,
                                                     operations::segment_filter(filter, definitions)));
    return made.id;
}

}  // namespace

base::Result<std::vector<base::Id>> make_dynamic_segments(storage::Transaction& transaction, base::Sources& sources,
                                                          const std::shared_ptr<const storage::Definitions>& known) {
    transaction.lock_definitions();
    const auto definitions = storage::definitions_in(transaction, known);
    std::vector<base::Id> made;
    for (const auto recipe : segment_recipes) {
        const auto id = TRY(make_dynamic_segment(transaction, sources, *definitions, recipe));
        made.push_back(id);
    }
    return made;
}

}  // namespace tradewind::jobs::demo
