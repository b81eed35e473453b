#include "domain/reports/report_fold.h"

#include <gmock/gmock.h>

#include <string>

namespace tradewind::domain {
namespace {

using testing::ElementsAre;

constexpr base::Instant noon{1'704'110'400'000};  // 2024-01-01T12:00:00Z

// One day.
constexpr ReportRange that_day{.from = {1'704'067'200'000}, .until = {1'704'153'600'000}};

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
std::vector<std::string> rows_of(ReportFold& fold) {
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
    const auto planned = plan(report("purchases", {"date", "hour"},
                                     {"numberOfPurchases", "numberOfBuyers", "totalPurchaseAmount", "unitsSold"}));
    ReportFold whole(planned, utc(), that_day);
    ReportFold parts(planned, utc(), that_day);
    for (std::int64_t part = 0; part < 10; ++part) {
        ReportFold one(planned, utc(), that_day);
        for (std::int64_t index = part * 100; index < part * 100 + 100; ++index) {
            const auto record =
                bought(index, {noon.milliseconds + index % 7 * 3'600'000}, index % 130, index * 1'000 - 50'000);
            whole.add(record);
            one.add(record);
        }
        parts.merge(one);
    }
    EXPECT_EQ(rows_of(parts), rows_of(whole));
    EXPECT_EQ(rows_of(whole).size(), 24U);
    EXPECT_TRUE(whole.check_size());
}

TEST(ReportFold, CountsManyContactsOnceEach) {
    ReportFold fold(plan(report("purchases", {}, {"numberOfBuyers"})), utc(), that_day);
    for (std::int64_t id = 0; id < 100'000; ++id) { fold.add(bought(id, noon, id * 7'919 % 1'003, 0)); }
    EXPECT_THAT(rows_of(fold), ElementsAre("|1003"));
}

TEST(ReportFold, HasAtMostSoManyGroups) {
    const auto planned = plan(report("purchases", {"sourceName"}, {"numberOfPurchases"}));
    ReportFold fold(planned, utc(), that_day);
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
    ReportFold merged(planned, utc(), that_day);
    merged.merge(fold);
    EXPECT_EQ(size_problem(merged), "/groupings");
}

TEST(ReportFold, RemembersAtMostSoMuch) {
    ReportFold fold(plan(report("purchases", {}, {"numberOfBuyers"})), utc(), that_day);
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
        ReportFold fold(plan(wanted), utc(), that_day);
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

TEST(ReportFold, SortsNumbersByWhatTheyAreWorth) {
    const auto sorted = [](std::optional<std::string> by) {
        auto wanted = report("purchases", {"lifeMonth"}, {"numberOfPurchases"});
        wanted.sort = std::move(by);
        ReportFold fold(plan(wanted), utc(), that_day);
        for (const std::int64_t months : {10, 9, 2, 100}) {
            auto record = bought(months, noon, 1, 0);
            record.first_bought_at = base::Instant{noon.milliseconds - months * 2'629'800'000};
            fold.add(record);
        }
        fold.add({.id = 1, .at = noon});
        return rows_of(fold);
    };
    EXPECT_THAT(sorted({}), ElementsAre("2,|1", "9,|1", "10,|1", "100,|1", "?,|1"));
    EXPECT_EQ(sorted("lifeMonth"), sorted({}));
    EXPECT_THAT(sorted("-lifeMonth"), ElementsAre("100,|1", "10,|1", "9,|1", "2,|1", "?,|1"));
}

TEST(ReportFold, HasARowForEachTimeThatOccurs) {
    struct Case {
        std::string_view zone;
        std::vector<std::string> groupings;
        ReportRange range;
        std::vector<std::string> rows;
    };
    const auto zone_of = [](std::string_view name) { return base::TimeZone::load(name).value(); };
    const auto days = [&](std::string_view zone, std::string_view first, std::string_view last) {
        const auto start = [&](std::string_view day) { return base::parse_local_day(day).value(); };
        return ReportRange{.from = zone_of(zone).start_of(start(first)),
                           .until = zone_of(zone).start_of(start(last) + std::chrono::days(1))};
    };
    const Case cases[] = {
        {"UTC", {"date"}, days("UTC", "2024-02-28", "2024-03-01"), {"2024-02-28,|0", "2024-02-29,|0", "2024-03-01,|0"}},
        {"UTC", {"month", "year"}, days("UTC", "2023-12-31", "2024-01-01"), {"1,2024,|0", "12,2023,|0"}},
        {"UTC", {"dayOfWeek"}, days("UTC", "2024-01-06", "2024-01-08"), {"1,|0", "6,|0", "7,|0"}},
        {"UTC", {"weekStart"}, days("UTC", "2024-01-07", "2024-01-08"), {"2024-01-01,|0", "2024-01-08,|0"}},
        // The day that was skipped where the date line was moved.
        {"Pacific/Apia",
         {"date"},
         days("Pacific/Apia", "2011-12-29", "2011-12-31"),
         {"2011-12-29,|0", "2011-12-31,|0"}},
        {"UTC", {"paymentMethod", "date"}, days("UTC", "2024-01-01", "2024-01-02"), {}},
        {"UTC", {"cohortYear"}, days("UTC", "2024-01-01", "2024-01-02"), {}},
        {"UTC", {}, days("UTC", "2024-01-01", "2024-01-02"), {"|0"}},
    };
    for (const auto& [zone, groupings, range, rows] : cases) {
        ReportFold fold(plan(report("purchases", groupings, {"numberOfPurchases"})), zone_of(zone), range);
        EXPECT_EQ(rows_of(fold), rows) << zone;
    }
    ReportFold hours(plan(report("purchases", {"date", "hour"}, {"avgPurchaseAmount"})), zone_of("Europe/Madrid"),
                     days("Europe/Madrid", "2024-03-31", "2024-03-31"));
    EXPECT_EQ(rows_of(hours).size(), 23U);
    EXPECT_THAT(rows_of(hours), testing::Not(testing::Contains("2024-03-31,2,|0")));
    // Ten years of hours are no more than a report may have, and what is counted in them is still told.
    ReportFold most(plan(report("purchases", {"date", "hour"}, {"numberOfPurchases"})), zone_of("Europe/Madrid"),
                    days("Europe/Madrid", "2015-01-01", "2025-01-07"));
    most.add_counted(noon, 1, {});
    EXPECT_LE(most.table().rows.size(), report_groups_max);
    EXPECT_THAT(rows_of(most), testing::Contains("2024-01-01,13,|1"));
}

TEST(ReportFold, CountsContactsFromBeforeForTheLevelAlone) {
    const auto planned = plan(report("contacts", {"date"}, {"numberOfContacts", "incrementOfContacts"}));
    constexpr std::int64_t day = 86'400'000;
    const base::Instant midnight{noon.milliseconds - day / 2};
    const ReportRange range{.from = midnight, .until = {midnight.milliseconds + 3 * day}};
    ReportFold fold(planned, utc(), range);
    ReportFold part(planned, utc(), range);
    part.add_counted({midnight.milliseconds - 1}, 5, {});
    part.add_counted({midnight.milliseconds + day}, 2, {});
    fold.merge(part);
    EXPECT_THAT(rows_of(fold), ElementsAre("2024-01-01,|5|0", "2024-01-02,|7|2", "2024-01-03,|7|0"));
}

TEST(ReportFold, GroupsByEveryChoiceOfTheSystem) {
    struct Case {
        std::string field;
        std::vector<std::string> rows;
    };
    const Case cases[] = {
        {"_mobilePhoneStatus", {"paused,|1", "?,|2"}},
        {"_recency", {"5,|1", "?,|2"}},
        {"_frequency", {"4,|1", "?,|2"}},
        {"_monetary", {"1,|1", "?,|2"}},
        {"_hasPushSubscriptions", {"false,|1", "true,|1", "?,|1"}},
        {"_isAnonymous", {"false,|2", "?,|1"}},
    };
    const auto fold_of = [](const Report& wanted) {
        ReportFold fold(plan(wanted), utc(), that_day);
        fold.add({.id = 1, .at = noon, .moment = R"({"e":"active","p":"paused","c":"5","q":"4","m":"1","h":true})"});
        // Kept before these were, or by somebody who has none of them.
        fold.add({.id = 2, .at = noon, .moment = R"({"e":"active"})"});
        // Of somebody who was erased.
        fold.add({.id = 3, .at = noon});
        return rows_of(fold);
    };
    for (const auto& [field, rows] : cases) {
        EXPECT_EQ(fold_of(report("purchases", {field}, {"numberOfPurchases"})), rows) << field;
    }
    auto filtered = report("purchases", {}, {"numberOfPurchases"});
    filtered.filters.contact_fields = {{"_isAnonymous", {"false"}}, {"_hasPushSubscriptions", {"false"}}};
    EXPECT_THAT(fold_of(filtered), ElementsAre("|1"));
    filtered.filters.contact_fields = {{"_monetary", {"1", "2"}}};
    EXPECT_THAT(fold_of(filtered), ElementsAre("|1"));
}

TEST(ReportFold, WritesMoneyInAFileWithTwoDecimals) {
    ReportFold fold(plan(report("purchases", {}, {"totalPurchaseAmount", "avgPurchaseAmount", "unitsSold"})), utc(),
                    that_day);
    for (const std::int64_t amount : {100'000, 55'555, 1}) { fold.add(bought(amount, noon, 1, amount)); }
    const auto table = fold.table();
    EXPECT_THAT(table.columns, ElementsAre("totalPurchaseAmount", "avgPurchaseAmount", "unitsSold"));
    std::vector<std::string> cells;
    for (const auto& number : table.rows.at(0).numbers) { cells.push_back(number.cell()); }
    EXPECT_THAT(cells, ElementsAre("15.56", "5.19", "3"));
    EXPECT_THAT(rows_of(fold), ElementsAre("|15.5556|5.1852|3"));
}

TEST(ReportFold, CountsWithoutLookingWhereTheDatabaseCounted) {
    ReportFold fold(plan(report("purchases", {"date"}, {"numberOfPurchases", "avgPurchaseAmount"})), utc(), that_day);
    base::WideSum amount;
    amount.add(70'000);
    fold.add_counted(noon, 3, amount);
    fold.add_counted({noon.milliseconds + 1}, 4, {});
    EXPECT_THAT(rows_of(fold), ElementsAre("2024-01-01,|7|1"));
}

TEST(ReportFold, DoesNotGuessWhatADamagedRecordSaid) {
    ReportFold fold(plan(report("products-sold", {}, {"unitsSold"})), utc(), that_day);
    EXPECT_THROW(fold.add({.id = 1, .at = noon, .items = "[{"}), std::runtime_error);
}

}  // namespace tradewind::domain
