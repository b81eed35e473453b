#include "storage/stores/engine/workflow_draft_store.h"

#include <gtest/gtest.h>

#include "storage/stores/engine/workflow_store.h"
#include "storage/testing/store_test.h"

namespace tradewind::storage::workflow_draft_store_test {
namespace {

class DraftStore : public StoreTest {
  protected:
    void insert(std::int64_t id, const std::string& status, const std::string& definition) {
        domain::Workflow workflow;
        workflow.id = {id};
        workflow.name = "W";
        workflow.status = status;
        workflow.definition = definition;
        run([&](Transaction& transaction) { insert_workflow(transaction, workflow); });
    }
    std::vector<base::Id> with(std::string_view text) {
        return run([&](Transaction& transaction) { return drafts_with(transaction, text); });
    }
};

INSTANTIATE_TEST_SUITE_P(Engines, DraftStore, both_engines, engine_name);

TEST_P(DraftStore, FindsATextWhateverItsCaseUnlessTheWorkflowIsFinished) {
    insert(1, "draft", R"({"field":"Size_%"})");
    insert(2, "paused", R"({"field":"size_%"})");
    insert(3, "finished", R"({"field":"size_%"})");
    insert(4, "draft", R"({"field":"size_%s","text":"a size_% b"})");
    EXPECT_EQ(with(R"("sIZE_%")"), (std::vector<base::Id>{{1}, {2}}));
    EXPECT_EQ(with("sIZE_%"), (std::vector<base::Id>{{1}, {2}, {4}}));
    EXPECT_TRUE(with("size%").empty());
}

}  // namespace
}  // namespace tradewind::storage::workflow_draft_store_test
