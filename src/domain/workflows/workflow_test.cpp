#include "domain/workflows/workflow.h"

#include <gtest/gtest.h>

namespace tradewind::domain {
namespace {

using Problems = std::vector<base::Problem>;

WorkflowChange read(std::string_view definition, ReadMode mode = ReadMode::Create) {
    const auto document =
        base::JsonDocument::parse(R"({"name": "N", "definition": )" + std::string(definition) + "}").take();
    return read_workflow(document.root(), mode);
}

Problems problems_of(std::string_view definition) {
    return read(definition).problems;
}

std::string graph(std::string_view nodes, std::string_view edges = "[]") {
    return R"({"formatVersion": 1, "nodes": )" + std::string(nodes) + R"(, "edges": )" + std::string(edges) + "}";
}

constexpr std::string_view start = R"({"id": "s", "kind": "start"})";

TEST(Workflow, KeepsADefinitionAsItWasSentAndTellsItsCouponSets) {
    constexpr std::string_view json =
        R"({"edges":[{"to":"b","from":"s","when":{"x":1.50}}],"nodes":[{"kind":"start","id":"s"},)"
        R"({"id":"b","kind":"give","couponSetId":"6968d6c00b18c7fd80000000","extra":[null]}],"formatVersion":1,"note":"é"})";
    const auto change = read(json);
    EXPECT_TRUE(change.problems.empty());
    EXPECT_EQ(change.definition->json, json);
    ASSERT_EQ(change.definition->coupon_sets.size(), 1U);
    EXPECT_EQ(change.definition->coupon_sets[0].path, "/definition/nodes/1/couponSetId");
    EXPECT_EQ(change.definition->coupon_sets[0].set.text(), "6968d6c00b18c7fd80000000");
}

TEST(Workflow, HasOneStart) {
    EXPECT_EQ(problems_of(graph("[" + std::string(start) + "]")), Problems());
    EXPECT_EQ(problems_of(graph("[]")), (Problems{{"/definition/nodes", "must have a node of the kind start"}}));
    EXPECT_EQ(problems_of(graph(R"([{"id": "a", "kind": "start"}, {"id": "b", "kind": "start"}])")),
              (Problems{{"/definition/nodes/1/kind", "is a second start, of which there must be one"}}));
}

TEST(Workflow, TellsEveryProblemOfItsShapeAtOnce) {
    EXPECT_EQ(problems_of("[]"), (Problems{{"/definition", "must be an object"}}));
    EXPECT_EQ(problems_of("{}"), (Problems{{"/definition/formatVersion", "is required"},
                                           {"/definition/nodes", "is required"},
                                           {"/definition/edges", "is required"}}));
    EXPECT_EQ(problems_of(R"({"formatVersion": 3, "nodes": {}, "edges": 1})"),
              (Problems{{"/definition/formatVersion", "must be 1 or 2"},
                        {"/definition/nodes", "must be an array"},
                        {"/definition/edges", "must be an array"}}));
    EXPECT_EQ(
        problems_of(graph("[" + std::string(start) + R"(, 1, {"id": 7}, {"id": "s", "kind": "x", "couponSetId": "y"}])",
                          R"([{"from": "s", "to": "nowhere"}, {"from": ""}, []])")),
        (Problems{{"/definition/nodes/1", "must be an object"},
                  {"/definition/nodes/2/id", "must be a string"},
                  {"/definition/nodes/2/kind", "is required"},
                  {"/definition/nodes/3/couponSetId", "must be an id"},
                  {"/definition/nodes/3/id", "is repeated"},
                  {"/definition/edges/1/from", "must not be empty"},
                  {"/definition/edges/1/to", "is required"},
                  {"/definition/edges/2", "must be an object"}}));
    EXPECT_EQ(problems_of(graph(R"([{"id": "a", "kind": "k", "couponSetId": 1}])", R"([{"from": "a", "to": "b"}])")),
              (Problems{{"/definition/nodes/0/couponSetId", "must be a string"},
                        {"/definition/nodes", "must have a node of the kind start"},
                        {"/definition/edges/0/to", "is not the id of a node"}}));
    EXPECT_EQ(
        problems_of(graph("[" + std::string(start) + "]", R"([{"from": "x", "to": "s"}, {"from": "s", "to": "S"}])")),
        (Problems{{"/definition/edges/0/from", "is not the id of a node"},
                  {"/definition/edges/1/to", "is not the id of a node"}}));
}

TEST(Workflow, HasLimits) {
    std::string nodes = "[" + std::string(start);
    for (std::size_t count = 1; count < workflow_nodes_max; ++count) {
        nodes += R"(,{"id":")" + std::to_string(count) + R"(","kind":"k"})";
    }
    EXPECT_EQ(problems_of(graph(nodes + "]")), Problems());
    EXPECT_EQ(problems_of(graph(nodes + R"(,{"id":"more","kind":"k"}])")),
              (Problems{{"/definition/nodes", "must have at most 500 items"}}));

    std::string edges = R"([{"from":"s","to":"s"})";
    for (std::size_t count = 1; count < workflow_edges_max; ++count) { edges += R"(,{"from":"s","to":"s"})"; }
    EXPECT_EQ(problems_of(graph("[" + std::string(start) + "]", edges + "]")), Problems());
    EXPECT_EQ(problems_of(graph("[" + std::string(start) + "]", edges + ",1]")),
              (Problems{{"/definition/edges", "must have at most 2000 items"}}));

    const auto of_bytes = [](std::size_t bytes) {
        std::string json = R"({"formatVersion":1,"nodes":[{"id":"s","kind":"start"}],"edges":[],"x":""})";
        return json.insert(json.size() - 2, bytes - json.size(), 'x');
    };
    EXPECT_EQ(problems_of(of_bytes(workflow_definition_bytes_max)), Problems());
    EXPECT_EQ(problems_of(of_bytes(workflow_definition_bytes_max + 1)),
              (Problems{{"/definition", "must be at most 262144 bytes of JSON"}}));

    const auto of_depth = [](std::size_t depth) {
        return R"({"formatVersion":1,"nodes":[{"id":"s","kind":"start"}],"edges":[],"a/b":)" +
               std::string(depth - 1, '[') + std::string(depth - 1, ']') + "}";
    };
    EXPECT_EQ(problems_of(of_depth(workflow_definition_depth_max)), Problems());
    const auto deep = problems_of(of_depth(workflow_definition_depth_max + 1));
    ASSERT_EQ(deep.size(), 1U);
    EXPECT_EQ(deep[0].reason, "must not be nested deeper than 32 levels");
    EXPECT_TRUE(deep[0].path.starts_with("/definition/a~1b/0/0/"));
}

TEST(Workflow, HoldsNoNullCharacterAnywhere) {
    EXPECT_EQ(problems_of(R"({"a": [0, {"b": "x\u0000"}, "\u0000"], "nodes": [{"id": "\u0000", "kind": "start"}]})"),
              (Problems{{"/definition/formatVersion", "is required"},
                        {"/definition/nodes/0/id", "must not contain U+0000"},
                        {"/definition/edges", "is required"},
                        {"/definition/a/1/b", "must not contain U+0000"},
                        {"/definition/a/2", "must not contain U+0000"}}));
    const auto in_key = problems_of(R"({"a": {"\u0000": 1}})");
    EXPECT_EQ(in_key.back().path, std::string("/definition/a/\0", 15));
    const auto behind = "/definition/" + std::string(900, 'k');
    const auto far =
        problems_of(R"({")" + std::string(900, 'k') + R"(": {")" + std::string(900, 'l') + R"(": "\u0000"}})");
    EXPECT_EQ(far.back().path, behind) << "as far as a path may go";
}

TEST(Workflow, AMergeMayLeaveTheDefinitionOutButNotClearIt) {
    const auto document = base::JsonDocument::parse(R"({"tags": ["a"]})").take();
    const auto change = read_workflow(document.root(), ReadMode::Merge);
    EXPECT_TRUE(change.problems.empty());
    EXPECT_FALSE(change.definition);
    EXPECT_EQ(change.patch.values.tags, (std::vector<std::string>{"a"}));
    EXPECT_EQ(read("null", ReadMode::Merge).problems, (Problems{{"/definition", "must not be null"}}));
    EXPECT_EQ(read("null").problems, (Problems{{"/definition", "is required"}}));
}

}  // namespace
}  // namespace tradewind::domain
