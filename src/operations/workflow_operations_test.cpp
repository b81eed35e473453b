#include "operations/workflow_operations.h"

#include <gtest/gtest.h>

#include "base/json.h"
#include "operations/coupon_set_operations.h"
#include "operations/operation_test.h"
#include "operations/store_operations.h"
#include "storage/stores/engine/workflow_store.h"
#include "storage/stores/settings/audit_store.h"

namespace tradewind::operations {
namespace {

using domain::ReadMode;
using domain::Workflow;

class WorkflowOperations : public OperationTest {
  protected:
    WorkflowOperations() {
        in_transaction([this](auto& transaction) { return create_store(transaction, sources); });
    }

    static domain::WorkflowChange read(const std::string& json, ReadMode mode) {
        const auto document = base::JsonDocument::parse(json).take();
        return domain::read_workflow(document.root(), mode);
    }
    static std::string naming(const std::vector<base::Id>& sets) {
        std::string json = R"({"formatVersion":1,"nodes":[{"id":"s","kind":"start"})";
        for (std::size_t index = 0; index < sets.size(); ++index) {
            json += R"(,{"id":"n)" + std::to_string(index) + R"(","kind":"give","couponSetId":")" + sets[index].text() +
                    R"("})";
        }
        return json + R"(],"edges":[]})";
    }
    base::Result<Workflow> create(const std::vector<base::Id>& sets) {
        return attempt([&](auto& transaction) {
            return create_workflow(
                transaction, sources, actor,
                read(R"({"name": "Win back", "definition": )" + naming(sets) + "}", ReadMode::Create));
        });
    }
    base::Result<Workflow> change(base::Id id, const std::string& json) {
        return attempt([&](auto& transaction) {
            return change_workflow(transaction, sources, actor, id, read(json, ReadMode::Merge));
        });
    }
    base::Id make_set() {
        domain::NewCouponSet wanted;
        wanted.set.name = "Back";
        wanted.set.type = domain::multiple_coupon_set;
        return in_transaction(
                   [&](auto& transaction) { return create_coupon_set(transaction, sources, actor, wanted).take(); })
            .id;
    }
    base::Result<void> delete_set(base::Id set) {
        return attempt([&](auto& transaction) { return delete_coupon_set(transaction, sources, actor, set); });
    }
    std::vector<base::Id> used_in(base::Id set) {
        return in_transaction([&](auto& transaction) { return storage::workflows_naming(transaction, {set})[set]; });
    }
    std::optional<Workflow> find(base::Id id) {
        return in_transaction([&](auto& transaction) { return storage::find_workflow(transaction, id); });
    }
    void set_status(base::Id id, std::string_view status) {
        in_transaction([&](auto& transaction) {
            auto workflow = *storage::find_workflow(transaction, id);
            workflow.status = status;
            storage::update_workflow(transaction, workflow);
            return true;
        });
    }

    const domain::Actor actor{"control-socket"};
};

TEST_F(WorkflowOperations, ANewWorkflowIsADraftAndKeepsItsDefinition) {
    const auto made = create({}).take();
    EXPECT_EQ(made.status, "draft");
    EXPECT_EQ(made.definition, naming({}));
    EXPECT_EQ(made.created_at, made.updated_at);
    EXPECT_EQ(find(made.id), made);
}

TEST_F(WorkflowOperations, CouponSetsTellWhichWorkflowsNameThem) {
    const auto one = make_set();
    const auto two = make_set();
    const auto first = create({one, two, one}).take();
    const auto second = create({one}).take();
    EXPECT_EQ(used_in(one), (std::vector<base::Id>{first.id, second.id}));
    EXPECT_EQ(used_in(two), (std::vector<base::Id>{first.id}));
    ASSERT_TRUE(change(first.id, R"({"definition": )" + naming({two}) + "}"));
    EXPECT_EQ(used_in(one), (std::vector<base::Id>{second.id}));
    ASSERT_TRUE(change(second.id, R"({"name": "Other"})"));
    EXPECT_EQ(used_in(one), (std::vector<base::Id>{second.id})) << "what is left out stays";
    ASSERT_TRUE(attempt([&](auto& transaction) { return delete_workflow(transaction, sources, actor, second.id); }));
    EXPECT_TRUE(used_in(one).empty());
}

TEST_F(WorkflowOperations, AnUnknownCouponSetIsToldAtItsPlace) {
    const auto set = make_set();
    const auto unknown = ids.next();
    EXPECT_EQ(create({set, unknown}).error().problems,
              (std::vector<base::Problem>{{"/definition/nodes/2/couponSetId", "does not exist"}}));
    const auto made = create({set}).take();
    EXPECT_EQ(change(made.id, R"({"definition": )" + naming({unknown}) + "}").error().problems.front().path,
              "/definition/nodes/1/couponSetId");
    EXPECT_EQ(change(ids.next(), R"({"name": "", "definition": )" + naming({unknown}) + "}").error().problems,
              (std::vector<base::Problem>{{"/name", "must not be empty"},
                                          {"/definition/nodes/1/couponSetId", "does not exist"}}))
        << "with all others, and before anybody looks for the workflow";
    EXPECT_EQ(find(made.id), made);
    EXPECT_EQ(used_in(set), (std::vector<base::Id>{made.id}));
}

TEST_F(WorkflowOperations, ACouponSetGoesUnlessAWorkflowAtWorkNamesIt) {
    const auto set = make_set();
    const auto made = create({set}).take();
    for (const auto* const status : {"active", "paused"}) {
        set_status(made.id, status);
        const auto refused = delete_set(set);
        ASSERT_FALSE(refused) << status;
        EXPECT_EQ(refused.error().kind, base::ErrorKind::Conflict);
    }
    set_status(made.id, "draft");
    ASSERT_TRUE(delete_set(set));
    EXPECT_TRUE(used_in(set).empty());
    EXPECT_TRUE(change(made.id, R"({"name": "Still there"})"));
    EXPECT_FALSE(change(made.id, R"({"definition": )" + naming({set}) + "}"));
}

TEST_F(WorkflowOperations, WhatChangesNothingLeavesTimeAndAuditAlone) {
    const auto made = create({}).take();
    clock.advance(std::chrono::milliseconds(5));
    EXPECT_EQ(
        change(made.id, R"({"name": "Win back", "tags": [], "status": "active", "definition": )" + naming({}) + "}")
            .take(),
        made);
    const auto changed = change(made.id, R"({"tags": ["e-mail"], "definition": )" + naming({make_set()}) + "}").take();
    EXPECT_EQ(changed.updated_at, clock.now());
    EXPECT_EQ(find(made.id), changed);
    ASSERT_TRUE(attempt([&](auto& transaction) { return delete_workflow(transaction, sources, actor, made.id); }));
    EXPECT_FALSE(find(made.id));
    const auto audit = in_transaction([](auto& transaction) {
                           return storage::list_audit_entries(transaction, {.page = 1, .size = 10, .cursor = {}});
                       }).items;
    ASSERT_EQ(audit.size(), 4U);
    EXPECT_EQ(audit[0].action, "workflow.delete");
    EXPECT_EQ(audit[1].action, "workflow.change");
    using Changes = std::vector<domain::AuditedChange>;
    EXPECT_EQ(audit[1].changes, (Changes{{"tags", {{"[]", R"(["e-mail"])"}}}, {"definition", {}}}));
    EXPECT_EQ(audit[1].subject, made.id.text());
    EXPECT_EQ(audit[2].action, "coupon-set.create");
    EXPECT_EQ(audit[3].action, "workflow.create");
}

TEST_F(WorkflowOperations, WhatIsNotThereCannotBeChanged) {
    EXPECT_EQ(change(ids.next(), "{}").error().kind, base::ErrorKind::NotFound);
    EXPECT_FALSE(attempt([&](auto& transaction) { return delete_workflow(transaction, sources, actor, ids.next()); }));
}

}  // namespace
}  // namespace tradewind::operations
