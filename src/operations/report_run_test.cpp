#include <gmock/gmock.h>

#include <algorithm>
#include <string>

#include "base/time_zone.h"
#include "domain/reports/report_plan.h"
#include "operations/contact_operations.h"
#include "operations/operation_test.h"
#include "operations/store_operations.h"
#include "storage/stores/reports/report_run.h"
#include "storage/stores/shop/purchase_store.h"

namespace tradewind::operations {
namespace {

constexpr base::Instant first_moment{1'704'067'200'000};  // 2024-01-01T00:00:00Z
constexpr std::int64_t hour = 3'600'000;

class ReportRunTest : public OperationTest {
  protected:
    // More than fit into several reads, many of them at one moment, as when days alone are known.
    static constexpr std::int64_t purchases = 4'500;

    void buy_much() {
        constexpr std::int64_t at_once = 500;
        for (std::int64_t first = 0; first < purchases; first += at_once) {
            in_transaction([&](storage::Transaction& transaction) {
                for (auto next = first; next < first + at_once; ++next) {
                    domain::Purchase purchase;
                    purchase.id = ids.next();
                    purchase.purchase_id = std::to_string(next);
                    purchase.purchased_at = {first_moment.milliseconds + next % 3 * 24 * hour};
                    purchase.total_price = {next % 7 * 1'000 - 2'000};
                    purchase.total_quantity = next % 5;
                    domain::PurchaseItem item;
                    item.product_id = next % 2 == 0 ? "mug" : "pot";
                    item.quantity = 2;
                    item.price = {5'000};
                    purchase.items = {item};
                    storage::insert_purchase(transaction, purchase);
                }
                return true;
            });
        }
    }

    // Each row as text. `reads` tells by how many it was made.
    std::vector<std::string> run(std::string category, std::vector<std::string> groupings,
                                 std::vector<std::string> metrics, domain::ReportRange range) {
        domain::Report report;
        report.category = std::move(category);
        report.groupings = std::move(groupings);
        report.metrics = std::move(metrics);
        report.filters = filters;
        auto plan = domain::plan_report(report, domain::ContactFieldList(), domain::CustomEventList()).take();
        storage::ReportRun made(std::make_shared<const domain::ReportPlan>(std::move(plan)),
                                base::TimeZone::load("UTC").value(), range);
        reads = 0;
        while (!made.is_done()) {
            ++reads;
            const auto slice = storage::read_and_wait(*database, made.next_slice());
            EXPECT_TRUE(slice.ok());
            EXPECT_TRUE(made.take(slice.value()).ok());
        }
        std::vector<std::string> lines;
        for (const auto& row : made.table().rows) {
            std::string line;
            for (const auto& group : row.groups) { line += group.value_or("?") + " "; }
            for (const auto& number : row.numbers) { line += number.json() + " "; }
            lines.push_back(line);
        }
        return lines;
    }

    // All days on which something is bought.
    static domain::ReportRange three_days() {
        return {.from = first_moment, .until = {first_moment.milliseconds + 3 * 24 * hour}};
    }

    domain::ReportFilters filters;
    int reads = 0;
};

using testing::ElementsAre;

TEST_F(ReportRunTest, CountsEachPurchaseOnceOverSeveralReads) {
    buy_much();
    const auto counted = run("purchases", {"date"}, {"numberOfPurchases", "totalPurchaseAmount"}, three_days());
    EXPECT_THAT(counted, ElementsAre("2024-01-01 1500 149.7 ", "2024-01-02 1500 149.9 ", "2024-01-03 1500 150.1 "));
    EXPECT_EQ(reads, 1);
    const auto looked_at =
        run("purchases", {"date"}, {"numberOfPurchases", "totalPurchaseAmount", "unitsSold"}, three_days());
    EXPECT_THAT(looked_at, ElementsAre("2024-01-01 1500 149.7 3000 ", "2024-01-02 1500 149.9 3000 ",
                                       "2024-01-03 1500 150.1 3000 "));
    EXPECT_EQ(reads, 3);
    EXPECT_THAT(
        run("products-sold", {"product"}, {"unitsSold", "totalPurchaseAmount", "numberOfPurchases"}, three_days()),
        ElementsAre("mug 4500 1125 2250 ", "pot 4500 1125 2250 "));
    EXPECT_EQ(reads, 23) << "the first are small";
}

TEST_F(ReportRunTest, ReadsFewLargePurchasesAtOnce) {
    constexpr int count = 40;
    in_transaction([&](storage::Transaction& transaction) {
        for (int number = 0; number < count; ++number) {
            domain::Purchase purchase;
            purchase.id = ids.next();
            purchase.purchase_id = std::to_string(number);
            purchase.purchased_at = first_moment;
            domain::PurchaseItem item;
            item.product_id = "mug";
            item.quantity = 9'007'199'254'740'991 / count;
            item.description = std::string(300'000, 'x');
            purchase.items = {item};
            storage::insert_purchase(transaction, purchase);
        }
        return true;
    });
    EXPECT_THAT(run("products-sold", {"product"}, {"unitsSold"}, three_days()),
                ElementsAre("mug " + std::to_string(9'007'199'254'740'991 / count * count) + " "));
    EXPECT_GE(reads, count / 2) << "two of them are as much as one read takes";
}

TEST_F(ReportRunTest, TakesTheFirstMomentAndLeavesOutTheLast) {
    buy_much();
    const auto found = [&](std::int64_t from, std::int64_t until, std::vector<std::string> metrics) {
        return run("purchases", {}, std::move(metrics),
                   {.from = {first_moment.milliseconds + from}, .until = {first_moment.milliseconds + until}})
            .at(0);
    };
    for (const std::vector<std::string>& metrics :
         {std::vector<std::string>{"numberOfPurchases"}, {"numberOfPurchases", "numberOfBuyers"}}) {
        const std::string rest = metrics.size() == 1 ? "" : "0 ";
        EXPECT_EQ(found(0, 24 * hour, metrics), "1500 " + rest);
        EXPECT_EQ(found(0, 24 * hour + 1, metrics), "3000 " + rest);
        EXPECT_EQ(found(1, 24 * hour, metrics), "0 " + rest);
        EXPECT_EQ(found(5, 5, metrics), "0 " + rest);
    }
}

TEST_F(ReportRunTest, CountsWhatHappenedOnItsDayAlsoWhenIdsAreAheadOfIt) {
    in_transaction([this](auto& transaction) { return create_store(transaction, sources); });
    const auto definitions = storage::DefinitionsCache::load(*database).take().current();
    const auto come = [&](std::string_view name) {
        const domain::ContactKey key = base::EmailAddress::parse(std::string(name) + "@example.org").take();
        attempt([&](auto& transaction) { return change_contact(transaction, sources, *definitions, key, {}); }).take();
    };
    constexpr std::chrono::hours day{24};
    come("first");
    clock.advance(3 * day);
    come("of-the-future");
    clock.advance(-2 * day);
    come("second");
    come("third");
    clock.advance(day);
    come("fourth");
    constexpr base::Instant first_day{1'699'920'000'000};  // 2023-11-14T00:00:00Z
    const domain::ReportRange all{.from = first_day, .until = {first_day.milliseconds + 4 * 24 * hour}};
    const auto each_day = ElementsAre("2023-11-14 1 ", "2023-11-15 2 ", "2023-11-16 1 ", "2023-11-17 1 ");
    EXPECT_THAT(run("contacts", {"date"}, {"incrementOfContacts"}, all), each_day);
    EXPECT_THAT(run("activities", {"date"}, {"numberOfActivities"}, all), each_day);
    EXPECT_THAT(run("activities", {"date"}, {"numberOfActiveContacts"}, all), each_day);
    const domain::ReportRange second_day{.from = {first_day.milliseconds + 24 * hour},
                                         .until = {first_day.milliseconds + 2 * 24 * hour}};
    EXPECT_THAT(run("contacts", {}, {"incrementOfContacts"}, second_day), ElementsAre("2 "));
    EXPECT_THAT(run("contacts", {"date"}, {"numberOfContacts"}, second_day), ElementsAre("2023-11-15 3 "));
}

TEST_F(ReportRunTest, CountsContactsAndWhatHappenedToThem) {
    constexpr std::int64_t contacts = 2'300;
    in_transaction([&](storage::Transaction& transaction) { return create_store(transaction, sources); });
    const auto definitions = storage::DefinitionsCache::load(*database).take();
    constexpr std::int64_t at_once = 100;
    for (std::int64_t first = 0; first < contacts; first += at_once) {
        in_transaction([&](storage::Transaction& transaction) {
            for (auto next = first; next < first + at_once; ++next) {
                const auto address = base::EmailAddress::parse(std::to_string(next) + "@example.org").take();
                EXPECT_TRUE(change_contact(transaction, sources, *definitions.current(), address, {}).ok());
            }
            return true;
        });
        clock.advance(std::chrono::hours(1));
    }
    const domain::ReportRange all{.from = {1'600'000'000'000}, .until = {1'800'000'000'000}};
    const std::string total = std::to_string(contacts) + " ";
    EXPECT_THAT(run("contacts", {}, {"incrementOfContacts"}, all), ElementsAre(total));
    EXPECT_EQ(reads, 1);
    const domain::ReportRange no_one{.from = {1'600'000'000'000}, .until = {1'600'000'000'001}};
    EXPECT_THAT(run("contacts", {}, {"numberOfContacts", "incrementOfContacts"}, no_one), ElementsAre(total + "0 "));
    EXPECT_EQ(reads, 1);
    const auto by_hour = run("contacts", {"date", "hour"}, {"numberOfContacts", "incrementOfContacts"}, all);
    EXPECT_EQ(std::ranges::count_if(by_hour, [](const auto& row) { return row.ends_with(" 100 "); }), 23);
    EXPECT_THAT(by_hour.back(), testing::EndsWith(" " + total + "0 "));
    filters.contact_fields = {{.field_id = "_emailStatus", .values = {"active"}}};
    EXPECT_THAT(run("contacts", {}, {"incrementOfContacts", "numberOfContacts"}, all), ElementsAre(total + total));
    EXPECT_EQ(reads, 2);
    filters = {};
    EXPECT_THAT(run("activities", {"activityKind"}, {"numberOfActivities", "numberOfActiveContacts"}, all),
                ElementsAre("contact-created " + total + total));
    EXPECT_THAT(run("activities", {"year"}, {"numberOfActivities"}, all), testing::Contains("2023 " + total));
    EXPECT_THAT(run("activities", {"emailStatus", "segment"}, {"numberOfActivities"}, all),
                ElementsAre("active ? " + total));
    EXPECT_EQ(reads, 15) << "the first are small";
    EXPECT_THAT(run("custom-events", {}, {"numberOfActivities"}, all), ElementsAre("0 "));
}

}  // namespace
}  // namespace tradewind::operations
