#include "operations/purchase_operations.h"

#include <gtest/gtest.h>

#include <map>
#include <random>

#include "domain/shop/contact_totals.h"
#include "operations/contact_operations.h"
#include "operations/operation_test.h"
#include "operations/product_operations.h"
#include "operations/store_operations.h"
#include "storage/stores/contacts/activity_store.h"
#include "storage/stores/contacts/contact_store.h"
#include "storage/stores/shop/product_sales_store.h"
#include "storage/stores/shop/product_store.h"
#include "storage/stores/shop/purchase_store.h"
#include "storage/testing/test_listeners.h"

namespace tradewind::operations {
namespace {

using base::Decimal;
using base::Id;
using base::Instant;
using domain::ProductSales;

constexpr std::int64_t day_milliseconds = 86'400'000;

class PurchaseOperations : public OperationTest {
  protected:
    PurchaseOperations() {
        in_transaction([this](auto& transaction) { return create_store(transaction, sources); });
        reload();
    }
    void reload() { definitions = storage::DefinitionsCache::load(*database).take().current(); }

    static domain::ContactKey key(const std::string& email) { return base::EmailAddress::parse(email).take(); }
    domain::Contact make_contact(const std::string& email) {
        return in_transaction([&](auto& transaction) {
            return change_contact(transaction, sources, *definitions, key(email), {}).take();
        });
    }
    domain::Contact find(Id contact) {
        return in_transaction([&](auto& transaction) { return *storage::find_contact(transaction, contact); });
    }
    void erase(const std::string& email) {
        const base::SecretKey secret_key{std::array<std::byte, base::SecretKey::size>{}};
        in_transaction([&](auto& transaction) {
            erase_contact(transaction, sources, secret_key, key(email));
            return true;
        });
    }
    domain::Product make_product(const std::string& product_id) {
        ProductChange change{.product_id = product_id, .patch = {}};
        change.patch.values.name = product_id;
        change.patch.values.product_detail_url = "https://shop.example/" + product_id;
        change.patch.present.set(domain::index_of(domain::product_fields, "name"));
        change.patch.present.set(domain::index_of(domain::product_fields, "productDetailUrl"));
        change.patch.present.set(domain::index_of(domain::product_fields, "unitPrice"));
        return in_transaction(
            [&](auto& transaction) { return change_product(transaction, sources, *definitions, change).take(); });
    }
    base::Result<domain::Purchase> buy(const domain::NewPurchase& wanted, const domain::Cause& cause = {}) {
        return attempt(
            [&](auto& transaction) { return create_purchase(transaction, sources, *definitions, wanted, cause); });
    }
    void remove(Id purchase) {
        in_transaction([&](auto& transaction) {
            delete_purchase(transaction, sources, *definitions, purchase);
            return true;
        });
    }
    std::vector<ProductSales> sales_of(Id product) {
        return in_transaction(
            [&](auto& transaction) { return storage::list_product_sales(transaction, product, -10'000'000, 1'000); });
    }
    std::vector<domain::Activity> journal_of(Id contact) {
        auto page = in_transaction([&](auto& transaction) {
            return storage::list_activities(transaction, contact, {.page = 1, .size = 1'000, .cursor = {}});
        });
        std::erase_if(page.items, [](const auto& activity) { return activity.kind != domain::ActivityKind::Purchase; });
        return page.items;
    }

    std::shared_ptr<const storage::Definitions> definitions;
};

struct Line {
    std::string product_id;
    std::int64_t quantity;
    Decimal price;
};

domain::NewPurchase order(const std::string& purchase_id, const std::string& email, std::vector<Line> lines,
                          Decimal total, std::optional<Instant> date = {}) {
    domain::NewPurchase wanted;
    wanted.purchase.values.purchase_id = purchase_id;
    wanted.purchase.values.contact_email = email;
    wanted.purchase.values.total_price = total;
    wanted.purchase.values.total_quantity = 1;
    if (date) {
        wanted.purchase.values.purchased_at = *date;
        wanted.purchase.present.set(domain::index_of(domain::purchase_fields, "purchaseDate"));
    }
    for (auto& line : lines) {
        auto& item = wanted.items.emplace_back();
        item.values.product_id = std::move(line.product_id);
        item.values.quantity = line.quantity;
        item.values.price = line.price;
        for (const auto name : {domain::index_of(domain::purchase_item_fields, "productId"),
                                domain::index_of(domain::purchase_item_fields, "quantity"),
                                domain::index_of(domain::purchase_item_fields, "price")}) {
            item.present.set(name);
        }
    }
    return wanted;
}

TEST_F(PurchaseOperations, AnActivityTellsOfItAtTheTimeOfThePurchase) {
    const auto contact = make_contact("ada@example.org");
    make_product("mug");
    const Instant date{1'600'000'000'000};
    const auto made = buy(order("B1", "ada@example.org", {{"mug", 2, {5}}}, {123'400}, date)).value();
    const auto journal = journal_of(contact.id);
    ASSERT_EQ(journal.size(), 1U);
    EXPECT_EQ(journal[0].at, date);
    EXPECT_EQ(journal[0].id, made.activity);
    const auto document = base::JsonDocument::parse(journal[0].data).take();
    EXPECT_EQ(document.root().find("id")->string(), made.id.text());
    EXPECT_EQ(document.root().find("purchaseId")->string(), "B1");
    EXPECT_EQ(document.root().find("totalPrice")->digits(), "12.34");
    EXPECT_EQ(document.root().find("totalQuantity")->digits(), "1");
    remove(made.id);
    EXPECT_TRUE(journal_of(contact.id).empty());
}

TEST_F(PurchaseOperations, TheEngineHearsOfItAndWhetherItIsToBeQuiet) {
    make_contact("ada@example.org");
    make_product("mug");
    in_transaction([](auto& transaction) {
        storage::listen_to(transaction, domain::ActivityKind::Purchase);
        return true;
    });
    reload();
    using Kind = domain::Cause::Kind;
    EXPECT_TRUE(buy(order("B1", "ada@example.org", {{"mug", 1, {1}}}, {1}), {.kind = Kind::Quiet}));
    const auto heard = buy(order("B2", "ada@example.org", {{"mug", 1, {1}}}, {1})).value();
    const auto changes = in_transaction([](auto& transaction) { return storage::all_changes(transaction); });
    ASSERT_EQ(changes.size(), 2U);
    EXPECT_EQ(changes[0].cause, (domain::Cause{.kind = Kind::Quiet}));
    EXPECT_FALSE(domain::starts_runs(changes[0].cause.kind));
    EXPECT_EQ(changes[1].cause, domain::Cause());
    EXPECT_EQ(changes[1].number, heard.activity.value().number);
    EXPECT_EQ(changes[1].at, heard.purchased_at);
    EXPECT_EQ(changes[1].change.fields, (std::vector<std::string>{"_totalPurchases", "_totalPurchasesAmount"}));
    remove(heard.id);
    EXPECT_EQ(queued(), 1) << "one that is gone triggers nothing";
}

TEST_F(PurchaseOperations, WhoeverLooksAtPurchasesHearsOfADeletedOne) {
    make_contact("ada@example.org");
    make_product("mug");
    const auto bought = buy(order("B1", "ada@example.org", {{"mug", 1, {1}}}, {1})).value();
    in_transaction([](auto& transaction) {
        storage::set_change_topics(transaction, {.kind = storage::ChangeListener::Kind::Segment, .id = {1}},
                                   {{.kind = domain::ChangeTopic::Kind::Purchases}});
        return true;
    });
    reload();
    remove(bought.id);
    const auto changes = in_transaction([](auto& transaction) { return storage::all_changes(transaction); });
    ASSERT_EQ(changes.size(), 1U);
    EXPECT_TRUE(changes[0].change.purchases);
    EXPECT_EQ(changes[0].change.kind, std::nullopt) << "no activity tells of it";
    EXPECT_GT(changes[0].number, bought.activity.value().number);
}

TEST_F(PurchaseOperations, ARefusedOneLeavesNothing) {
    const auto contact = make_contact("ada@example.org");
    const auto mug = make_product("mug");
    EXPECT_EQ(buy(order("B1", "eve@example.org", {{"mug", 1, {1}}}, {1})).error().code, "E0101");
    EXPECT_EQ(buy(order("B1", "ada@example.org", {{"mug", 1, {1}}, {"jug", 1, {1}}}, {1})).error().code, "E0102");
    const Decimal most{Decimal::ten_thousandths_limit - 1};
    EXPECT_EQ(buy(order("B1", "ada@example.org", {{"mug", 1, most}, {"mug", 1, {1}}}, {1})).error().kind,
              base::ErrorKind::Invalid);
    EXPECT_EQ(find(contact.id), contact);
    EXPECT_TRUE(sales_of(mug.id).empty());
    EXPECT_TRUE(buy(order("B1", "ada@example.org", {{"mug", 1, {1}}}, {1})));
    EXPECT_EQ(buy(order("B1", "eve@example.org", {{"jug", 1, {1}}}, {1})).error().kind, base::ErrorKind::Conflict);
    EXPECT_EQ(find(contact.id).total_purchases, 1);
}

// What the purchases that are left add up to, from scratch.
struct Sums {
    std::map<Id, domain::Contact> contacts;
    std::map<std::pair<Id, std::int64_t>, ProductSales> sales;

    void add(const domain::Purchase& purchase, const std::optional<Id>& buyer) {
        if (buyer) {
            auto& contact = contacts[*buyer];
            const auto at = purchase.purchased_at;
            ++contact.total_purchases;
            contact.total_amount.ten_thousandths += purchase.total_price.ten_thousandths;
            contact.first_purchase_at = std::min(contact.first_purchase_at.value_or(at), at);
            contact.last_purchase_at = std::max(contact.last_purchase_at.value_or(at), at);
        }
        const auto milliseconds = purchase.purchased_at.milliseconds;
        const auto day =
            (milliseconds - (milliseconds % day_milliseconds + day_milliseconds) % day_milliseconds) / day_milliseconds;
        std::map<Id, bool> counted;
        for (const auto& item : purchase.items) {
            auto& sums = sales[{item.product, day}];
            sums.product = item.product;
            sums.day = day;
            sums.purchases += counted.emplace(item.product, true).second ? 1 : 0;
            sums.units += item.quantity;
            const auto price = item.price.ten_thousandths;
            (price >= 0 ? sums.sold : sums.returned).ten_thousandths += std::abs(price);
        }
    }
};

struct Known {
    domain::Purchase purchase;
    std::string email;
    std::optional<Id> buyer;
};

TEST_F(PurchaseOperations, TotalsAndSalesAlwaysEqualASumFromScratch) {
    const auto seed = std::random_device()();
    SCOPED_TRACE("seed " + std::to_string(seed));
    std::mt19937 chance(seed);
    const auto below = [&](std::int64_t limit) { return static_cast<std::int64_t>(chance()) % limit; };
    const std::vector<std::string> emails{"ada@example.org", "eve@example.org", "bob@example.org"};
    std::map<std::string, domain::Contact> contacts;
    for (const auto& email : emails) { contacts[email] = make_contact(email); }
    std::vector<domain::Product> products;
    for (const auto* const product_id : {"mug", "jug", "cup"}) { products.push_back(make_product(product_id)); }
    std::vector<Known> known;
    for (int step = 0; step < 400; ++step) {
        const auto& email = emails[static_cast<std::size_t>(below(3))];
        const auto choice = below(100);
        if (choice < 60) {
            std::vector<Line> lines;
            for (auto count = 1 + below(4); count > 0; --count) {
                lines.push_back({.product_id = products[static_cast<std::size_t>(below(3))].product_id,
                                 .quantity = 1 + below(5),
                                 .price = {below(2'000'000) - 500'000}});
            }
            // Out of order, on both sides of 1970, often on the same day.
            const Instant date{(below(6) - 3) * day_milliseconds + below(3) * 1'000};
            auto made = buy(order("B" + std::to_string(step), email, lines, {below(2'000'000) - 500'000}, date)).take();
            known.push_back({.purchase = std::move(made), .email = email, .buyer = contacts[email].id});
        } else if (choice < 97 && !known.empty()) {
            const auto index = static_cast<std::ptrdiff_t>(below(static_cast<std::int64_t>(known.size())));
            remove(known[static_cast<std::size_t>(index)].purchase.id);
            known.erase(known.begin() + index);
        } else {
            erase(email);
            contacts[email] = make_contact(email);
            for (auto& one : known) {
                if (one.email == email) { one.buyer.reset(); }
            }
        }
        if (step % 10 != 0) { continue; }
        Sums sums;
        for (const auto& one : known) { sums.add(one.purchase, one.buyer); }
        for (const auto& [address, contact] : contacts) {
            const auto found = find(contact.id);
            const auto& expected = sums.contacts[contact.id];
            EXPECT_EQ(found.total_purchases, expected.total_purchases);
            EXPECT_EQ(found.total_amount, expected.total_amount);
            EXPECT_EQ(found.first_purchase_at, expected.first_purchase_at);
            EXPECT_EQ(found.last_purchase_at, expected.last_purchase_at);
            EXPECT_EQ(journal_of(contact.id).size(), static_cast<std::size_t>(expected.total_purchases));
        }
        std::map<std::pair<Id, std::int64_t>, ProductSales> kept;
        for (const auto& product : products) {
            for (const auto& sales : sales_of(product.id)) { kept[{sales.product, sales.day}] = sales; }
        }
        ASSERT_EQ(kept, sums.sales);
    }
}

TEST_F(PurchaseOperations, TakingOutReturnsNeverMakesATotalThatCannotBeKept) {
    const auto contact = make_contact("ada@example.org");
    make_product("mug");
    const Decimal most{Decimal::ten_thousandths_limit - 1};
    const Decimal least{-most.ten_thousandths};
    const auto bought = buy(order("B1", "ada@example.org", {{"mug", 1, {1}}}, most)).value();
    const auto returned = buy(order("B2", "ada@example.org", {{"mug", 1, {1}}}, least)).value();
    EXPECT_EQ(find(contact.id).total_amount, Decimal{0});
    EXPECT_FALSE(buy(order("B3", "ada@example.org", {{"mug", 1, {1}}}, {1})));
    EXPECT_FALSE(buy(order("B3", "ada@example.org", {{"mug", 1, {1}}}, {-1})));
    remove(returned.id);
    EXPECT_EQ(find(contact.id).total_amount, most);
    remove(bought.id);
    EXPECT_EQ(find(contact.id).returned_amount, Decimal{0});
    EXPECT_TRUE(buy(order("B3", "ada@example.org", {{"mug", 1, {1}}}, least)));
}

}  // namespace
}  // namespace tradewind::operations
