#include "domain/settings/role.h"

#include <gtest/gtest.h>

namespace tradewind::domain {
namespace {

TEST(Role, OwnersMayDoEverythingAndManagersAllButPeopleAndKeys) {
    const auto owner = scopes_of(Role::Owner);
    const auto manager = scopes_of(Role::Manager);
    for (std::size_t index = 0; index < scope_words.size(); ++index) {
        const auto scope = static_cast<Scope>(index);
        EXPECT_TRUE(owner.has(scope)) << scope_word(scope);
        const bool is_kept_back = scope == Scope::PeopleWrite || scope == Scope::KeyWrite || scope == Scope::Admin;
        EXPECT_EQ(manager.has(scope), !is_kept_back) << scope_word(scope);
    }
}

TEST(Role, AuthorsStartAndSendNothingAndAnalystsChangeNothingButReports) {
    for (const auto scope : {Scope::WorkflowRun, Scope::DeliveryWrite, Scope::ContactWrite, Scope::ImportRead,
                             Scope::ExportDelete, Scope::CustomEventWrite, Scope::SettingsWrite}) {
        EXPECT_FALSE(scopes_of(Role::Author).has(scope)) << scope_word(scope);
        EXPECT_FALSE(scopes_of(Role::Analyst).has(scope)) << scope_word(scope);
    }
    for (const auto scope : {Scope::ExportRead, Scope::ExportWrite}) {
        EXPECT_FALSE(scopes_of(Role::Author).has(scope)) << scope_word(scope);
        EXPECT_TRUE(scopes_of(Role::Analyst).has(scope)) << scope_word(scope);
    }
    EXPECT_FALSE(may_export_personal_fields(Role::Analyst)) << "what it exports tells of nobody";
    EXPECT_TRUE(may_export_personal_fields(Role::Manager));
    EXPECT_TRUE(scopes_of(Role::Author).has(Scope::SegmentWrite));
    EXPECT_FALSE(scopes_of(Role::Analyst).has(Scope::SegmentWrite));
    EXPECT_TRUE(scopes_of(Role::Analyst).has(Scope::ReportWrite));
    EXPECT_TRUE(scopes_of(Role::Support).has(Scope::ContactWrite));
    EXPECT_FALSE(scopes_of(Role::Support).has(Scope::ContactDelete));
}

TEST(Role, NobodyGivesARoleThatMayDoMore) {
    for (std::size_t own = 0; own < role_words.size(); ++own) {
        const auto scopes = scopes_of(static_cast<Role>(own));
        EXPECT_EQ(may_give(scopes, Role::Owner), own == 0);
        EXPECT_EQ(may_give(scopes, Role::Manager), own <= 1);
        EXPECT_TRUE(may_give(scopes, static_cast<Role>(own)));
    }
    ScopeSet admin;
    admin.add(Scope::Admin);
    EXPECT_FALSE(may_give(admin, Role::Support)) << "who may read no contacts lets nobody read them";
}

TEST(Role, IsReadByItsWord) {
    EXPECT_EQ(find_role("analyst"), Role::Analyst);
    EXPECT_FALSE(find_role("Owner"));
    EXPECT_EQ(check_role("king").error().problems.front().reason, "must be owner, manager, author, analyst or support");
}

}  // namespace
}  // namespace tradewind::domain
