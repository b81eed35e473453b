#include "operations/purchase_operations.h"

#include <algorithm>
#include <map>
#include <span>

#include "base/json_writer.h"
#include "domain/settings/authorised_domain.h"
#include "domain/shop/contact_totals.h"
#include "domain/shop/product_sales.h"
#include "operations/activity_operations.h"
#include "storage/stores/contacts/activity_store.h"
#include "storage/stores/contacts/contact_store.h"
#include "storage/stores/settings/current_store.h"
#include "storage/stores/shop/product_sales_store.h"
#include "storage/stores/shop/product_store.h"
#include "storage/stores/shop/purchase_store.h"

namespace tradewind::operations {
namespace {

// The catalogue is read in parts, so that no more of it is in memory than a purchase may hold and one part.
constexpr std::size_t products_read_at_once = 20;

using Products = std::map<std::string, domain::Product, std::less<>>;

std::optional<domain::ContactKey> email_of(const domain::NewPurchase& wanted) {
    const auto& email = wanted.purchase.values.contact_email;
    if (!email) { return std::nullopt; }
    return base::EmailAddress::parse(*email).take();
}

std::optional<domain::ContactKey> external_id_of(const domain::NewPurchase& wanted) {
    const auto& external_id = wanted.purchase.values.contact_external_id;
    if (!external_id) { return std::nullopt; }
    return domain::ExternalId::parse(*external_id).take();
}

// What is wrong with two keys when the contact that has the e-mail address, if anybody, is this one.
std::optional<base::Problem> buyer_problem(storage::Transaction& transaction,
                                           const std::optional<domain::Contact>& by_email,
                                           const domain::ContactKey& external_id) {
    if (by_email && !has_key(*by_email, external_id)) {
        return base::Problem{.path = "/contactExternalId",
                             .reason = "does not name the contact with this e-mail address"};
    }
    if (!by_email && storage::find_contact_id(transaction, external_id)) {
        return base::Problem{.path = "/contactEmail", .reason = "does not name the contact with this external id"};
    }
    return std::nullopt;
}

// Nothing when neither key names anybody.
base::Result<std::optional<domain::Contact>> lock_buyer(storage::Transaction& transaction,
                                                        const domain::NewPurchase& wanted) {
    const auto email = email_of(wanted);
    const auto external_id = external_id_of(wanted);
    auto contact = storage::lock_contact(transaction, email ? *email : external_id.value());
    if (email && external_id) {
        if (auto problem = buyer_problem(transaction, contact, *external_id)) {
            return base::invalid({std::move(*problem)});
        }
    }
    return contact;
}

// In the order of the items, each once.
std::vector<std::string> product_ids_in(const domain::NewPurchase& wanted) {
    std::vector<std::string> ids;
    for (const auto& item : wanted.items) {
        if (std::ranges::find(ids, item.values.product_id) == ids.end()) { ids.push_back(item.values.product_id); }
    }
    return ids;
}

base::Error about_products(std::string code, std::string_view sentence, std::vector<std::string> ids) {
    std::string detail(sentence);
    for (const auto& id : ids) { detail.append(&id == &ids.front() ? " " : ", ").append(id); }
    // Clients know both spellings.
    return base::coded(std::move(code), std::move(detail),
                       {{.name = "productIds", .items = ids}, {.name = "productsId", .items = ids}});
}

base::Result<Products> find_all(storage::Transaction& transaction, const std::vector<std::string>& ids) {
    Products products;
    std::size_t bytes = 0;
    for (std::size_t next = 0; next < ids.size(); next += products_read_at_once) {
        const auto part = std::span(ids).subspan(next, std::min(products_read_at_once, ids.size() - next));
        for (auto& product : storage::find_products(transaction, {part.begin(), part.end()})) {
            bytes += domain::text_bytes(product);
            auto id = product.product_id;
            products.emplace(std::move(id), std::move(product));
        }
        if (bytes > purchase_details_bytes_max) {
            return base::invalid("/products", "would be larger than " + std::to_string(purchase_details_bytes_max) +
                                                  " bytes with what the catalogue tells of them");
        }
    }
    return products;
}

base::Result<void> check_addresses(storage::Transaction& transaction, const storage::Definitions& definitions,
                                   const domain::NewPurchase& wanted) {
    auto allowed = storage::current_store(transaction, definitions).allowed_domains;
    if (allowed.empty()) { return {}; }
    std::vector<std::string> unauthorised;
    for (std::size_t index = 0; index < wanted.items.size(); ++index) {
        if (!wanted.has_address(index)) { continue; }
        const auto& item = wanted.items[index].values;
        const auto address = TRY(domain::WebAddress::parse(item.product_detail_url));
        if (!domain::is_authorised(address, allowed) &&
            std::ranges::find(unauthorised, item.product_id) == unauthorised.end()) {
            unauthorised.push_back(item.product_id);
        }
    }
    if (unauthorised.empty()) { return {}; }
    auto refusal = about_products(
        "E0103",
        "The addresses of these products are not in an authorised domain of the store:", std::move(unauthorised));
    refusal.lists.push_back({.name = "allowedDomains", .items = std::move(allowed)});
    return refusal;
}

// What an item does not tell of its product is copied from the catalogue.
base::Result<std::vector<domain::PurchaseItem>> complete_items(storage::Transaction& transaction,
                                                               const storage::Definitions& definitions,
                                                               const domain::NewPurchase& wanted) {
    auto ids = product_ids_in(wanted);
    const auto products = TRY(find_all(transaction, ids));
    std::erase_if(ids, [&](const std::string& id) { return products.contains(id); });
    if (!ids.empty()) { return about_products("E0102", "These products are not in the catalogue:", std::move(ids)); }
    TRY(check_addresses(transaction, definitions, wanted));
    std::vector<domain::PurchaseItem> items;
    items.reserve(wanted.items.size());
    for (const auto& patch : wanted.items) {
        const auto& product = products.at(patch.values.product_id);
        auto& item = items.emplace_back();
        static_cast<domain::ProductDetails&>(item) = product;
        item.product = product.id;
        domain::apply(domain::purchase_item_fields, patch, item);
    }
    return items;
}

std::string journal_data(const domain::Purchase& purchase) {
    std::string json;
    base::JsonWriter writer(json);
    writer.begin_object();
    writer.key("id");
    writer.string(purchase.id.text());
    writer.key("purchaseId");
    writer.string(purchase.purchase_id);
    writer.key("totalPrice");
    writer.decimal(purchase.total_price);
    writer.key("totalQuantity");
    writer.integer(purchase.total_quantity);
    writer.end_object();
    return json;
}

base::Result<void> add_sales(storage::Transaction& transaction, const domain::Purchase& purchase) {
    const auto all = TRY(domain::sales_in(purchase));
    for (const auto& more : all) { TRY(domain::check_countable(storage::add_product_sales(transaction, more))); }
    return {};
}

void remove(storage::Transaction& transaction, base::Sources& sources, const storage::Definitions& definitions,
            const domain::Purchase& purchase) {
    // The contact is locked first, as everywhere. Erased meanwhile, it is not there any more, nor is the activity.
    auto contact = purchase.contact ? storage::lock_contact(transaction, *purchase.contact) : std::nullopt;
    if (!storage::remove_purchase(transaction, purchase)) { return; }
    for (const auto& gone : domain::sales_in(purchase).value()) { storage::take_product_sales(transaction, gone); }
    if (!contact) { return; }
    storage::delete_activity(transaction,
                             {.contact = contact->id, .at = purchase.purchased_at, .id = purchase.activity.value()});
    const auto before = *contact;
    domain::take_from_totals(*contact, purchase, storage::purchase_dates(transaction, contact->id));
    storage::update_contact_totals(transaction, *contact);
    queue_untold(transaction, sources, definitions, *contact, {.before = before, .purchases = true});
}

}  // namespace

std::vector<domain::ContactKey> buyer_keys(const domain::NewPurchase& wanted) {
    std::vector<domain::ContactKey> keys;
    for (auto& key : {email_of(wanted), external_id_of(wanted)}) {
        if (key) { keys.push_back(*key); }
    }
    return keys;
}

std::vector<base::Problem> purchase_problems(storage::Transaction& transaction, const domain::NewPurchase& wanted,
                                             std::vector<base::Problem> problems) {
    const auto email = email_of(wanted);
    const auto external_id = external_id_of(wanted);
    if (!email || !external_id) { return problems; }
    if (auto problem = buyer_problem(transaction, storage::find_contact(transaction, *email), *external_id)) {
        problems.push_back(std::move(*problem));
    }
    return problems;
}

base::Result<domain::Purchase> create_purchase(storage::Transaction& transaction, base::Sources& sources,
                                               const storage::Definitions& definitions,
                                               const domain::NewPurchase& wanted, const domain::Cause& cause) {
    auto contact = TRY(lock_buyer(transaction, wanted));
    auto purchase = wanted.purchase.values;
    if (storage::has_purchase(transaction, purchase.purchase_id)) {
        return base::conflict("There is a purchase " + purchase.purchase_id + " already.");
    }
    if (!contact) { return base::coded("E0101", "No contact has the e-mail address or the external id of the buyer."); }
    purchase.items = TRY(complete_items(transaction, definitions, wanted));
    purchase.id = sources.ids.next();
    purchase.created_at = sources.made_at(purchase.id);
    purchase.updated_at = purchase.created_at;
    if (!wanted.has_date()) { purchase.purchased_at = purchase.created_at; }
    purchase.contact = contact->id;
    purchase.contact_email = contact->email;
    purchase.contact_external_id = contact->external_id;
    const auto before = *contact;
    TRY(domain::add_to_totals(*contact, purchase));
    TRY(add_sales(transaction, purchase));
    purchase.activity = journal(transaction, sources, definitions, *contact,
                                {.kind = domain::ActivityKind::Purchase,
                                 .at = purchase.purchased_at,
                                 .data = journal_data(purchase),
                                 .before = &before,
                                 .cause = cause,
                                 .number = EntryNumber::Row})
                            .id;
    storage::update_contact_totals(transaction, *contact);
    storage::insert_purchase(transaction, purchase);
    return purchase;
}

void delete_purchase(storage::Transaction& transaction, base::Sources& sources, const storage::Definitions& definitions,
                     base::Id id) {
    if (const auto purchase = storage::find_purchase(transaction, id)) {
        remove(transaction, sources, definitions, *purchase);
    }
}

void delete_purchase(storage::Transaction& transaction, base::Sources& sources, const storage::Definitions& definitions,
                     std::string_view purchase_id) {
    if (const auto purchase = storage::find_purchase(transaction, purchase_id)) {
        remove(transaction, sources, definitions, *purchase);
    }
}

}  // namespace tradewind::operations
