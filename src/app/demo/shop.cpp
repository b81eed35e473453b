#include "app/demo/shop.h"

#include <fmt/format.h>

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
#include "operations/workflow_operations.h"
#include "storage/stores/settings/definitions.h"

namespace tradewind::app::demo {
namespace {

using domain::ReadMode;
using storage::Transaction;

constexpr std::size_t welcome_codes = 500;

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

base::Result<void> set_up_store(Transaction& transaction, base::Sources& sources) {
    const auto patch = TRY(read_fields(domain::store_fields, object_of(store_settings).root(), ReadMode::Merge));
    TRY(operations::change_store(transaction, sources, {"demo"}, patch));
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

base::Result<std::vector<Shop::Product>> set_up_products(Transaction& transaction, base::Sources& sources,
                                                         const storage::Definitions& definitions) {
    std::vector<Shop::Product> products;
    for (const auto& range : ranges) {
        for (const auto& style : styles) {
            const auto id = fmt::format("BR-{:03}", products.size() + 1);
            const auto cents = range.price_cents * style.price_percent / 100;
            const auto json = fmt::format(
                R"({{"name":"{0} {1}","brand":"{2}","categories":["{3}"],"unitPrice":{4}.{5:02},"tags":["{0}"],
                    "productDetailUrl":"https://shop.brisa.example/p/{6}"}})",
                style.name, range.thing, style.brand, range.category, cents / 100, cents % 100, id);
            operations::ProductChange change{.product_id = id, .patch = {}};
            change.patch =
                read_fields(domain::product_fields, object_of(json).root(), ReadMode::Merge, change.problems);
            TRY(operations::change_product(transaction, sources, definitions, change));
            products.push_back({.id = id, .price_cents = cents});
        }
    }
    return products;
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

base::Result<void> make_workflows(Transaction& transaction, base::Sources& sources, base::Id coupons) {
    const auto welcome = fmt::format(
        R"({{"name":"Welcome","tags":["newsletter"],"definition":{{"formatVersion":1,"nodes":[
            {{"id":"start","kind":"start"}},{{"id":"subscribed","kind":"newsletter-subscribe"}},
            {{"id":"gift","kind":"give-coupon","couponSetId":"{}"}}],
            "edges":[{{"from":"start","to":"subscribed"}},{{"from":"subscribed","to":"gift"}}]}}}})",
        coupons.text());
    const std::string_view cart =
        R"({"name":"Somebody left a cart","tags":["cart"],"definition":{"formatVersion":1,"nodes":[
            {"id":"start","kind":"start"},{"id":"left","kind":"custom-event"},{"id":"wait","kind":"wait"}],
            "edges":[{"from":"start","to":"left"},{"from":"left","to":"wait"}]}})";
    for (const std::string_view json : {std::string_view(welcome), cart}) {
        const auto wanted = domain::read_workflow(object_of(json).root(), ReadMode::Create);
        TRY(operations::create_workflow(transaction, sources, {"demo"}, wanted));
    }
    return {};
}

}  // namespace

base::Result<Shop> set_up_shop(storage::Database& database, base::Sources& sources,
                               const std::shared_ptr<const storage::Definitions>& known,
                               const base::SecretKey& secret_key) {
    return storage::write_and_wait(database, [&](Transaction& transaction) -> base::Result<Shop> {
        transaction.lock_definitions();
        TRY(set_up_store(transaction, sources));
        TRY(set_up_events(transaction, sources, secret_key));
        const auto definitions = storage::definitions_in(transaction, known);
        Shop shop;
        shop.products = TRY(set_up_products(transaction, sources, *definitions));
        const auto welcome = TRY(
            make_coupon_set(transaction, sources, R"({"name":"Welcome gift","type":"multiple","alertThreshold":50})"));
        TRY(make_coupon_set(transaction, sources, R"({"name":"Summer","type":"single","code":"VERANO"})"));
        shop.welcome_coupons = welcome.id;
        shop.regulars = TRY(make_segment(
            transaction, sources, R"({"name":"Regulars","kind":"static","description":"They know the staff."})"));
        TRY(make_workflows(transaction, sources, welcome.id));
        return shop;
    });
}

}  // namespace tradewind::app::demo
