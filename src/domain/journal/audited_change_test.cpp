#include "domain/journal/audited_change.h"

#include <gtest/gtest.h>

#include "domain/settings/store.h"

namespace tradewind::domain {
namespace {

using Changes = std::vector<AuditedChange>;

TEST(AuditedChange, TellsWhatDiffersAndNothingElse) {
    Store before;
    before.name = "My \"store\"";
    auto after = before;
    EXPECT_EQ(audited_changes(managed_store_fields, before, after), Changes());
    after.name = "Shoes";
    after.allowed_domains = {"shop.example", "*.shop.example"};
    after.incident_event_type = base::Id{1};
    EXPECT_EQ(audited_changes(managed_store_fields, before, after),
              (Changes{{"name", {{R"("My \"store\"")", R"("Shoes")"}}},
                       {"allowedDomains", {{"[]", R"(["shop.example","*.shop.example"])"}}},
                       {"incidentEventTypeId", {{"null", R"("5e0be1000000000000000001")"}}}}));
}

TEST(AuditedChange, NamesALongValueOnly) {
    const std::string longest(AuditedChange::value_bytes_max, '1');
    EXPECT_TRUE(audited_change("a", {.before = "1", .after = longest}).values);
    EXPECT_FALSE(audited_change("a", {.before = "1", .after = longest + "1"}).values);
    EXPECT_FALSE(audited_change("a", {.before = longest + "1", .after = "1"}).values);
}

}  // namespace
}  // namespace tradewind::domain
