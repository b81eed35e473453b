#include "storage/stores/reports/report_run.h"

#include <gtest/gtest.h>

#include "storage/testing/test_plans.h"

namespace tradewind::storage {
namespace {

TEST(ReportRun, FindsItsPlaceAmongManyPurchasesOfOneMomentAtOnce) {
    const auto plans = sqlite_plans([](const ListedQuery& listed) {
        return listed.file.ends_with("report_run.cpp") && listed.engines != QueryEngines::Postgres &&
               listed.query.sql.find("ORDER BY 2, 1") != std::string_view::npos;
    });
    EXPECT_EQ(plans.size(), 3U);
    for (const auto& [name, plan] : plans) {
        EXPECT_NE(plan.find("USING INDEX purchases_by_time (purchased_at=? AND id>?)"), std::string::npos)
            << name << ": " << plan;
        EXPECT_EQ(plan.find("TEMP B-TREE"), std::string::npos) << name << ": " << plan;
    }
}

TEST(ReportRun, FindsTheFirstPurchaseAndTheSegmentsOfAContactByTheirIndexes) {
    const auto plans = sqlite_plans([](const ListedQuery& listed) {
        return listed.file.ends_with("report_run.cpp") && listed.engines != QueryEngines::Postgres &&
               listed.query.sql.find("first_purchase_at") != std::string_view::npos;
    });
    EXPECT_EQ(plans.size(), 2U);
    for (const auto& [name, plan] : plans) {
        for (const std::string_view step :
             {"SEARCH o USING COVERING INDEX purchases_by_contact (contact_id=? AND purchased_at=?)",
              "SEARCH m USING PRIMARY KEY (contact_id=?)"}) {
            EXPECT_NE(plan.find(step), std::string::npos) << name << ": " << plan;
        }
        EXPECT_EQ(plan.find("SCAN"), std::string::npos) << name << ": " << plan;
    }
}

}  // namespace
}  // namespace tradewind::storage
