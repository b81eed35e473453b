#include "jobs/demo/shop.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "base/json.h"
#include "domain/events/webhook_address.h"
#include "domain/fields/contact_field_rules.h"
#include "domain/fields/json_fields.h"
#include "operations/contact_field_operations.h"
#include "operations/coupon_set_operations.h"
#include "operations/custom_event_type_operations.h"
#include "operations/custom_integration_operations.h"
#include "operations/product_operations.h"
#include "operations/segment_operations.h"
#include "operations/store_operations.h"
#include "storage/stores/settings/definitions.h"

namespace tradewind::jobs::demo {
namespace {

using domain::ReadMode;
using storage::Transaction;

constexpr std::size_t welcome_codes = 500;
constexpr std::string_view welcome_name = "Welcome gift";
constexpr std::string_view summer_name = "Summer";
constexpr std::string_view regulars_name = "Regulars";

constexpr std::string_view shop_domain = "shop.brisa.example";

constexpr std::string_view store_settings =
    R"({"name":"Brisa Home","currency":"EUR","timezone":"Europe/Madrid","language":"es",
        "allowedDomains":["shop.brisa.example"],"defaultCountryCode":"34"})";

constexpr std::array<std::string_view, 5> contact_fields{
    R"({"id":"favouriteRoom","name":"Favourite room","type":"radio","options":[{"id":"living","label":"Living room"},
        {"id":"kitchen","label":"Kitchen"},{"id":"bedroom","label":"Bedroom"},{"id":"garden","label":"Garden"}]})",
    R"({"id":"interests","name":"Interests","type":"checkbox","defaultValue":[],"options":[{"id":"offers","label":"Offers"},
        {"id":"new","label":"What is new"},{"id":"tips","label":"Tips for the home"}]})",
    R"({"id":"hasCard","name":"Has the loyalty card","type":"boolean","defaultValue":false})",
    R"({"id":"city","name":"City","type":"text","maxLength":100})",
    R"({"id":"householdSize","name":"People in the household","type":"integer","minValue":1,"maxValue":20})",
};

constexpr std::string_view integration = R"({"name":"Web shop","eventsEnabled":true,"color":"#0b7285",
    "description":"What visitors do in the web shop."})";

constexpr std::array<std::string_view, 2> event_types{
    R"({"name":"Cart abandoned","category":"receive","receiveType":"api","alias":"cart-abandoned","fields":[
        {"id":"email","name":"E-mail","type":"email","required":true,"isPrimaryKey":true},
        {"id":"value","name":"Value of the cart","type":"decimal","required":true},
        {"id":"items","name":"Items","type":"integer"},
        {"id":"device","name":"Device","type":"radio","options":[{"id":"phone","label":"Phone"},
            {"id":"desktop","label":"Desktop"}]}]})",
    R"({"name":"Review written","category":"receive","receiveType":"api","alias":"review-written","fields":[
        {"id":"email","name":"E-mail","type":"email","required":true,"isPrimaryKey":true},
        {"id":"productId","name":"Product","type":"text","required":true},
        {"id":"rating","name":"Stars","type":"integer","required":true},
        {"id":"recommends","name":"Recommends it","type":"boolean"}]})",
};

struct Range {
    std::string_view category;
    std::string_view thing;
    std::int64_t price_cents;
};
constexpr std::array<Range, 12> ranges{{{"Kitchen", "mug", 890},
                                        {"Kitchen", "plate", 1250},
                                        {"Kitchen", "bowl", 1490},
                                        {"Kitchen", "apron", 2400},
                                        {"Living room", "vase", 3500},
                                        {"Living room", "cushion", 2790},
                                        {"Living room", "lamp", 8900},
                                        {"Living room", "rug", 14900},
                                        {"Bedroom", "blanket", 5900},
                                        {"Bedroom", "pillow case", 1990},
                                        {"Garden", "planter", 2250},
                                        {"Garden", "lantern", 3190}}};
struct Style {
    std::string_view name;
    std::string_view brand;
    std::int64_t price_percent;
};
constexpr std::array<Style, 8> styles{{{"Blue", "Brisa", 100},
                                       {"White", "Brisa", 100},
                                       {"Sand", "Brisa", 105},
                                       {"Olive", "Levante", 115},
                                       {"Terracotta", "Levante", 120},
                                       {"Striped", "Tramontana", 130},
                                       {"Hand-made", "Tramontana", 190},
                                       {"Recycled", "Poniente", 110}}};

// The members of a text that is ours, and so is as it must be.
base::JsonDocument object_of(std::string_view json) {
    return domain::read_object(json).take();
}

base::Result<void> set_up_fields(Transaction& transaction, base::Sources& sources) {
    for (const auto text : contact_fields) {
        const auto document = object_of(text);
        std::vector<base::Problem> problems;
        auto field = read_fields(domain::contact_field_fields, document.root(), ReadMode::Create, problems).values;
        domain::complete_new_contact_field(field, document.root(), problems);
        if (!problems.empty()) { return base::invalid(std::move(problems)); }
        TRY(operations::create_contact_field(transaction, sources, field));
    }
    return {};
}

base::Result<void> set_up_events(Transaction& transaction, base::Sources& sources, const base::SecretKey& secret_key) {
    const auto wanted =
        TRY(read_fields(domain::custom_integration_fields, object_of(integration).root(), ReadMode::Create));
    const auto made = TRY(operations::create_custom_integration(transaction, sources, wanted.values));
    for (const auto text : event_types) {
        const auto type = TRY(domain::read_custom_event_type(object_of(text).root(), {}));
        TRY(operations::create_custom_event_type(transaction, sources, secret_key, made.id, type));
    }
    return {};
}

// Each thing in each style.
std::vector<Shop::Product> products_on_sale() {
    std::vector<Shop::Product> products;
    for (const auto& range : ranges) {
        for (const auto& style : styles) {
            products.push_back({.id = fmt::format("BR-{:03}", products.size() + 1),
                                .price_cents = range.price_cents * style.price_percent / 100});
        }
    }
    return products;
}

// Where the products are: a store lets them lead to its own domains alone.
std::string shop_address(const std::vector<std::string>& allowed_domains) {
    std::string address(shop_domain);
    if (!allowed_domains.empty() && std::ranges::count(allowed_domains, shop_domain) == 0) {
        address = allowed_domains.front();
        if (const auto any = address.find("*."); any != std::string::npos) { address.erase(any, 2); }
    }
    return address.find("://") == std::string::npos ? "https://" + address : address;
}

base::Result<void> set_up_products(Transaction& transaction, base::Sources& sources,
                                   const storage::Definitions& definitions,
                                   const std::vector<Shop::Product>& products) {
    const auto address = shop_address(definitions.store.allowed_domains);
    for (std::size_t number = 0; number < products.size(); ++number) {
        const auto& range = ranges[number / styles.size()];
        const auto& style = styles[number % styles.size()];
        const auto& [id, cents] = products[number];
        const auto json = fmt::format(
            R"({{"name":"{0} {1}","brand":"{2}","categories":["{3}"],"unitPrice":{4}.{5:02},"tags":["{0}"],
                "productDetailUrl":"{6}/p/{7}"}})",
            style.name, range.thing, style.brand, range.category, cents / 100, cents % 100, address, id);
        operations::ProductChange change{.product_id = id, .patch = {}};
        change.patch = read_fields(domain::product_fields, object_of(json).root(), ReadMode::Merge, change.problems);
        TRY(operations::change_product(transaction, sources, definitions, change));
    }
    return {};
}

base::Result<domain::CouponSet> make_coupon_set(Transaction& transaction, base::Sources& sources,
                                                std::string_view json) {
    auto wanted = TRY(domain::read_coupon_set(object_of(json).root()));
    if (!wanted.set.is_single()) {
        for (std::size_t number = 1; number <= welcome_codes; ++number) {
            wanted.codes.push_back(fmt::format("HOLA-{:04}", number));
        }
    }
    return operations::create_coupon_set(transaction, sources, {"demo"}, wanted);
}

base::Result<base::Id> make_segment(Transaction& transaction, base::Sources& sources, std::string_view json) {
    const auto wanted = TRY(read_fields(domain::segment_fields, object_of(json).root(), ReadMode::Create));
    const auto made = TRY(operations::create_segment(transaction, sources, {"demo"}, wanted.values));
    return made.id;
}

// Its id; nothing when nothing is called so.
template <class Named>
std::optional<base::Id> id_of(const std::vector<Named>& all, std::string_view name) {
    const auto found = std::ranges::find(all, name, &Named::name);
    return found == all.end() ? std::nullopt : std::optional(found->id);
}

}  // namespace

base::Result<void> set_up_store(Transaction& transaction, base::Sources& sources) {
    const auto patch = TRY(read_fields(domain::store_fields, object_of(store_settings).root(), ReadMode::Merge));
    TRY(operations::change_store(transaction, sources, {"demo"}, patch));
    return {};
}

base::Result<Shop> set_up_shop(Transaction& transaction, base::Sources& sources,
                               const std::shared_ptr<const storage::Definitions>& known,
                               const base::SecretKey& secret_key) {
    transaction.lock_definitions();
    TRY(set_up_fields(transaction, sources));
    TRY(set_up_events(transaction, sources, secret_key));
    const auto definitions = storage::definitions_in(transaction, known);
    Shop shop;
    shop.products = products_on_sale();
    TRY(set_up_products(transaction, sources, *definitions, shop.products));
    const auto welcome = TRY(make_coupon_set(
        transaction, sources, fmt::format(R"({{"name":"{}","type":"multiple","alertThreshold":50}})", welcome_name)));
    const auto summer = TRY(make_coupon_set(
        transaction, sources, fmt::format(R"({{"name":"{}","type":"single","code":"VERANO"}})", summer_name)));
    shop.welcome_coupons = welcome.id;
    shop.summer_coupons = summer.id;
    shop.regulars = TRY(make_segment(
        transaction, sources,
        fmt::format(R"({{"name":"{}","kind":"static","description":"They know the staff."}})", regulars_name)));
    return shop;
}

std::optional<Shop> find_shop(const storage::Definitions& definitions) {
    const auto welcome = id_of(definitions.coupon_sets, welcome_name);
    const auto summer = id_of(definitions.coupon_sets, summer_name);
    const auto regulars = id_of(definitions.segments, regulars_name);
    if (!welcome || !summer || !regulars) { return std::nullopt; }
    return Shop{
        .products = products_on_sale(), .welcome_coupons = *welcome, .summer_coupons = *summer, .regulars = *regulars};
}

}  // namespace tradewind::jobs::demo
