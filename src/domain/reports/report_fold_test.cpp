#include "domain/reports/report_fold.h"

#include <gmock/gmock.h>

#include <string>

namespace tradewind::domain {
namespace {

using testing::ElementsAre;

constexpr base::Instant noon{1'704'110'400'000};  // 2024-01-01T12:00:00Z

base::TimeZone utc() {
    return base::TimeZone::load("UTC").value();
}

std::shared_ptr<const ReportPlan> plan(const Report& report) {
    return std::make_shared<const ReportPlan>(plan_report(report, ContactFieldList(), CustomEventList()).value());
}

Report report(std::string category, std::vector<std::string> groupings, std::vector<std::string> metrics) {
    Report wanted;
    wanted.category = std::move(category);
    wanted.groupings = std::move(groupings);
    wanted.metrics = std::move(metrics);
    return wanted;
}

ReportRecord bought(std::int64_t id, base::Instant at, std::int64_t contact, std::int64_t amount) {
    return {.id = id, .at = at, .contact = contact, .amount = amount, .units = 1};
}

// `group,...|number,...` of each row.
std::vector<std::string> rows_of(const ReportFold& fold) {
    std::vector<std::string> lines;
    for (const auto& row : fold.table().rows) {
        std::string line;
        for (const auto& group : row.groups) { line += group.value_or("?") + ","; }
        for (const auto& number : row.numbers) { line += "|" + number.json(); }
        lines.push_back(line);
    }
    return lines;
}

std::string size_problem(const ReportFold& fold) {
    const auto checked = fold.check_size();
    return checked ? "" : checked.error().problems.at(0).path;
}

}  // namespace

TEST(ReportFold, PartsGiveWhatTheWholeGives) {
    const auto planned = plan(report("purchases", {"day", "hour"},
                                     {"numberOfPurchases", "numberOfContacts", "totalPurchaseAmount", "unitsSold"}));
    ReportFold whole(planned, utc());
    ReportFold parts(planned, utc());
    for (std::int64_t part = 0; part < 10; ++part) {
        ReportFold one(planned, utc());
        for (std::int64_t index = part * 100; index < part * 100 + 100; ++index) {
            const auto record =
                bought(index, {noon.milliseconds + index % 7 * 3'600'000}, index % 130, index * 1'000 - 50'000);
            whole.add(record);
            one.add(record);
        }
        parts.merge(one);
    }
    EXPECT_EQ(rows_of(parts), rows_of(whole));
    EXPECT_EQ(rows_of(whole).size(), 7U);
    EXPECT_TRUE(whole.check_size());
}

TEST(ReportFold, CountsManyContactsOnceEach) {
    ReportFold fold(plan(report("purchases", {}, {"numberOfContacts"})), utc());
    for (std::int64_t id = 0; id < 100'000; ++id) { fold.add(bought(id, noon, id * 7'919 % 1'003, 0)); }
    EXPECT_THAT(rows_of(fold), ElementsAre("|1003"));
}

TEST(ReportFold, HasAtMostSoManyGroups) {
    const auto planned = plan(report("purchases", {"sourceName"}, {"numberOfPurchases"}));
    ReportFold fold(planned, utc());
    for (std::size_t id = 0; id < report_groups_max; ++id) {
        const auto name = std::to_string(id);
        fold.add({.id = static_cast<std::int64_t>(id), .at = noon, .source_name = name});
    }
    EXPECT_EQ(size_problem(fold), "");
    EXPECT_EQ(fold.table().rows.size(), report_groups_max);
    fold.add({.id = -1, .at = noon, .source_name = "one more"});
    fold.add({.id = -2, .at = noon, .source_name = "and another"});
    EXPECT_EQ(size_problem(fold), "/groupings");
    EXPECT_EQ(fold.table().rows.size(), report_groups_max + 1);
    ReportFold merged(planned, utc());
    merged.merge(fold);
    EXPECT_EQ(size_problem(merged), "/groupings");
}

TEST(ReportFold, RemembersAtMostSoMuch) {
    ReportFold fold(plan(report("purchases", {}, {"numberOfContacts"})), utc());
    for (std::int64_t id = 0; size_problem(fold).empty(); ++id) {
        ASSERT_LT(static_cast<std::size_t>(id), report_bytes_max / sizeof(std::int64_t));
        fold.add(bought(id, noon, id, 0));
    }
    EXPECT_EQ(size_problem(fold), "/metrics");
}

TEST(ReportFold, SortsByWhatIsAskedAndByGroupsAmongEquals) {
    const auto sorted = [](std::string by) {
        auto wanted = report("purchases", {"sourceName"}, {"unitsSold"});
        wanted.sort = std::move(by);
        ReportFold fold(plan(wanted), utc());
        fold.add({.id = 1, .at = noon, .units = 2, .source_name = "b"});
        fold.add({.id = 2, .at = noon, .units = 2, .source_name = "a"});
        fold.add({.id = 3, .at = noon, .units = 10});
        fold.add({.id = 4, .at = noon, .units = -1, .source_name = "ab"});
        return rows_of(fold);
    };
    EXPECT_THAT(sorted("unitsSold"), ElementsAre("ab,|-1", "a,|2", "b,|2", "?,|10"));
    EXPECT_THAT(sorted("-unitsSold"), ElementsAre("?,|10", "a,|2", "b,|2", "ab,|-1"));
    EXPECT_THAT(sorted("sourceName"), ElementsAre("a,|2", "ab,|-1", "b,|2", "?,|10"));
    EXPECT_THAT(sorted("-sourceName"), ElementsAre("b,|2", "ab,|-1", "a,|2", "?,|10"));
}

TEST(ReportFold, WritesMoneyInAFileWithTwoDecimals) {
    ReportFold fold(plan(report("purchases", {}, {"totalPurchaseAmount", "averagePurchaseAmount", "unitsSold"})),
                    utc());
    for (const std::int64_t amount : {100'000, 55'555, 1}) { fold.add(bought(amount, noon, 1, amount)); }
    const auto table = fold.table();
    EXPECT_THAT(table.columns, ElementsAre("totalPurchaseAmount", "averagePurchaseAmount", "unitsSold"));
    std::vector<std::string> cells;
    for (const auto& number : table.rows.at(0).numbers) { cells.push_back(number.cell()); }
    EXPECT_THAT(cells, ElementsAre("15.56", "5.19", "3"));
    EXPECT_THAT(rows_of(fold), ElementsAre("|15.5556|5.1852|3"));
}

TEST(ReportFold, CountsWithoutLookingWhereTheDatabaseCounted) {
    ReportFold fold(plan(report("purchases", {"day"}, {"numberOfPurchases", "averagePurchaseAmount"})), utc());
    base::WideSum amount;
    amount.add(70'000);
    fold.add_counted(noon, 3, amount);
    fold.add_counted({noon.milliseconds + 1}, 4, {});
    EXPECT_THAT(rows_of(fold), ElementsAre("2024-01-01,|7|1"));
}

TEST(ReportFold, DoesNotGuessWhatADamagedRecordSaid) {
    ReportFold fold(plan(report("products-sold", {}, {"unitsSold"})), utc());
    EXPECT_THROW(fold.add({.id = 1, .at = noon, .items = "[{"}), std::runtime_error);
}

}  // namespace tradewind::domain
