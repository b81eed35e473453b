#include "operations/workflow_names.h"

#include <gtest/gtest.h>

namespace tradewind::operations::workflow_names_test {
namespace {

std::string definition_with(const std::string& node) {
    return R"({"formatVersion": 2, "nodes": [{"id": "s", "kind": "start"}, {"id": "n", )" + node +
           R"(}], "edges": [{"from": "s", "to": "n"}]})";
}

class WorkflowNamesTest : public testing::Test {
  protected:
    WorkflowNamesTest() {
        definitions.segments.resize(2);
        definitions.segments[0].id = chosen;
        definitions.segments[1].id = found;
        definitions.segments[1].kind = domain::SegmentKind::Dynamic;
        definitions.coupon_sets = {{.id = coupons, .name = "Welcome"}};
    }

    std::vector<std::string> reasons(const std::string& node) {
        std::vector<std::string> words;
        for (const auto& incident : read_workflow_definition(definition_with(node), definitions).incidents) {
            words.push_back(incident.code + " " + incident.words);
        }
        return words;
    }

    static constexpr base::Id chosen{1'000};
    static constexpr base::Id found{2'000};
    static constexpr base::Id coupons{3'000};
    storage::Definitions definitions;
};

TEST_F(WorkflowNamesTest, KnowWhatTheStoreHas) {
    const auto member = [](base::Id segment) {
        return R"("kind": "add-to-segment", "segment": ")" + segment.text() + '"';
    };
    EXPECT_EQ(reasons(member(chosen)), std::vector<std::string>());
    EXPECT_EQ(reasons(member(found)), std::vector<std::string>{"invalid must be a static segment"});
    EXPECT_EQ(reasons(member(coupons)), std::vector<std::string>{"unknown does not exist"});
    EXPECT_EQ(reasons(R"("kind": "assign-coupon", "couponSetId": ")" + coupons.text() + '"'),
              std::vector<std::string>());
    EXPECT_EQ(workflow_names(definitions).segment_kind(coupons), std::nullopt);
}

TEST_F(WorkflowNamesTest, ADamagedDefinitionIsADamagedDatabase) {
    EXPECT_THROW(read_workflow_definition("{", definitions), storage::DatabaseBroken);
}

}  // namespace
}  // namespace tradewind::operations::workflow_names_test
