#include "operations/product_operations.h"

#include <algorithm>
#include <utility>

#include "domain/fields/field_parse.h"
#include "domain/settings/authorised_domain.h"
#include "storage/stores/settings/current_store.h"
#include "storage/stores/shop/product_store.h"

namespace tradewind::operations {
namespace {

constexpr domain::Bounds product_id_bounds{.characters_min = 1, .characters_max = domain::product_text_characters_max};

base::Result<std::string> check_product_id(std::string_view product_id) {
    return domain::text_value(product_id, product_id_bounds, nullptr);
}

std::vector<base::Problem> problems_of_new(const ProductChange& change) {
    std::vector<base::Problem> problems;
    if (const auto checked = check_product_id(change.product_id); !checked) {
        problems.push_back({.path = "/productId", .reason = checked.error().problems.front().reason});
    }
    for (const auto name : domain::missing_fields(domain::product_fields, change.patch)) {
        problems.push_back({.path = "/" + std::string(name), .reason = "is required"});
    }
    return problems;
}

base::Result<void> check_address(storage::Transaction& transaction, const storage::Definitions& definitions,
                                 const std::string& product_detail_url) {
    const auto address = TRY(domain::WebAddress::parse(product_detail_url));
    auto allowed = storage::current_store(transaction, definitions).allowed_domains;
    if (domain::is_authorised(address, allowed)) { return {}; }
    return base::coded("E0201", "The productDetailUrl is not in an authorised domain of the store.",
                       {{.name = "allowedDomains", .items = std::move(allowed)}});
}

}  // namespace

std::optional<domain::Product> product_for_change(storage::Transaction& transaction, std::string_view product_id) {
    return check_product_id(product_id) ? storage::find_product_for_change(transaction, product_id) : std::nullopt;
}

base::Result<domain::Product> change_product(storage::Transaction& transaction, base::Sources& sources,
                                             const storage::Definitions& definitions, const ProductChange& change) {
    const auto before = product_for_change(transaction, change.product_id);
    auto problems = before ? std::vector<base::Problem>() : problems_of_new(change);
    problems.insert(problems.end(), change.problems.begin(), change.problems.end());
    if (!problems.empty()) { return base::invalid(std::move(problems)); }
    if (change.patch.present[domain::index_of(domain::product_fields, "productDetailUrl")]) {
        TRY(check_address(transaction, definitions, change.patch.values.product_detail_url));
    }

    auto after = before.value_or(domain::Product());
    domain::apply(domain::product_fields, change.patch, after);
    if (!before) {
        after.id = sources.ids.next();
        after.product_id = change.product_id;
        after.created_at = sources.made_at(after.id);
        after.updated_at = after.created_at;
        storage::insert_product(transaction, after);
    } else if (!domain::changed_fields(domain::product_fields, *before, after).empty()) {
        after.updated_at = std::max(sources.clock.now(), after.created_at);
        storage::update_product(transaction, {.before = *before, .after = after});
    }
    return after;
}

void delete_product(storage::Transaction& transaction, base::Id id) {
    storage::remove_product(transaction, id);
}

void delete_product(storage::Transaction& transaction, std::string_view product_id) {
    storage::remove_product(transaction, product_id);
}

}  // namespace tradewind::operations
