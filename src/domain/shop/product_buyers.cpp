#include "domain/shop/product_buyers.h"

#include <algorithm>
#include <functional>
#include <map>
#include <set>
#include <utility>

namespace tradewind::domain {
namespace {

// Counts each buyer of another product once.
std::vector<ProductBuyers::Also> also_bought(base::Id product, const std::vector<Purchase>& purchases,
                                             const std::set<base::Id>& buyers) {
    std::map<base::Id, ProductBuyers::Also> found;
    std::set<std::pair<base::Id, base::Id>> counted;
    for (const auto& purchase : purchases) {
        if (!purchase.contact || !buyers.contains(*purchase.contact)) { continue; }
        for (const auto& item : purchase.items) {
            if (item.product == product || !counted.emplace(item.product, *purchase.contact).second) { continue; }
            auto& also = found[item.product];
            if (also.buyers == 0) {
                also = {.product = item.product, .product_id = item.product_id, .name = item.name};
            }
            ++also.buyers;
        }
    }
    std::vector<ProductBuyers::Also> list;
    list.reserve(found.size());
    for (auto& [id, also] : found) { list.push_back(std::move(also)); }
    std::ranges::stable_sort(list, std::ranges::greater(), &ProductBuyers::Also::buyers);
    return list;
}

}  // namespace

ProductBuyers product_buyers(base::Id product, const std::vector<Purchase>& purchases, std::size_t shown_max) {
    ProductBuyers told;
    std::set<base::Id> buyers;
    for (const auto& purchase : purchases) {
        std::int64_t units = 0;
        for (const auto& item : purchase.items) { units += item.product == product ? item.quantity : 0; }
        if (units == 0) { continue; }
        ++told.purchases;
        told.units += units;
        if (purchase.contact) { buyers.insert(*purchase.contact); }
        if (told.newest.size() < shown_max) { told.newest.push_back(purchase.id); }
    }
    told.buyers = std::ssize(buyers);
    told.also = also_bought(product, purchases, buyers);
    if (told.also.size() > shown_max) { told.also.resize(shown_max); }
    return told;
}

}  // namespace tradewind::domain
