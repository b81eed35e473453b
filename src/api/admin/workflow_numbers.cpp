#include "api/admin/workflow_numbers.h"

#include <algorithm>
#include <map>
#include <vector>

#include "base/json.h"
#include "base/json_writer.h"
#include "storage/stores/engine/node_number_store.h"
#include "storage/stores/engine/run_store.h"
#include "storage/stores/engine/workflow_version_store.h"

namespace tradewind::api::admin {
namespace {

struct NumbersOfNode {
    std::string node;
    std::int64_t waiting = 0;
    std::map<std::string, std::map<std::string, std::int64_t>> happened = {};  // What, and its name.

    [[nodiscard]] std::int64_t sum(const std::string& what) const {
        std::int64_t sum = 0;
        if (const auto found = happened.find(what); found != happened.end()) {
            for (const auto& [name, number] : found->second) { sum += number; }
        }
        return sum;
    }
};

// The ids of the nodes of a definition, whose shape was checked when it came.
std::vector<NumbersOfNode> nodes_in(std::string_view definition) {
    const auto document = base::JsonDocument::parse(definition);
    if (!document) { throw storage::DatabaseBroken("the definition of a workflow is damaged"); }
    std::vector<NumbersOfNode> nodes;
    for (const auto node : document.value().root().find("nodes")->elements()) {
        nodes.push_back({.node = std::string(node.find("id")->string())});
    }
    return nodes;
}

std::vector<NumbersOfNode> find_numbers(storage::Transaction& transaction, const domain::Workflow& workflow) {
    auto nodes = nodes_in(storage::find_workflow_version(transaction, workflow.id, workflow.version.value_or(0))
                              .value_or(workflow.definition));
    std::map<std::string, std::size_t> places;
    for (std::size_t place = 0; place < nodes.size(); ++place) { places[nodes[place].node] = place; }
    const auto at = [&](const std::string& node) -> NumbersOfNode& {
        const auto [found, is_new] = places.try_emplace(node, nodes.size());
        if (is_new) { nodes.push_back({.node = node}); }
        return nodes[found->second];
    };
    for (const auto& number : storage::node_numbers(transaction, workflow.id)) {
        at(number.node).happened[number.what][number.name] = number.number;
    }
    for (const auto& count : storage::open_runs_by_node(transaction, workflow.id)) {
        at(count.node).waiting = count.runs;
    }
    return nodes;
}

void write_numbers(base::JsonWriter& writer, const NumbersOfNode& numbers) {
    const auto write = [&](std::string_view name, std::int64_t number) {
        writer.key(name);
        writer.integer(number);
    };
    const auto write_names = [&](const std::string& what) {
        writer.key(what);
        writer.begin_object();
        if (const auto found = numbers.happened.find(what); found != numbers.happened.end()) {
            for (const auto& [name, number] : found->second) { write(name, number); }
        }
        writer.end_object();
    };
    writer.begin_object();
    write("entered", numbers.sum("entered"));
    write("waiting", numbers.waiting);
    write_names("left");
    write_names("skipped");
    write("failed", numbers.sum("failed"));
    write_names("ended");
    writer.end_object();
}

}  // namespace

std::string render_workflow_numbers(storage::Transaction& transaction, const domain::Workflow& workflow) {
    std::string json;
    base::JsonWriter writer(json);
    writer.begin_object();
    writer.key("nodes");
    writer.begin_object();
    for (const auto& numbers : find_numbers(transaction, workflow)) {
        writer.key(numbers.node);
        write_numbers(writer, numbers);
    }
    writer.end_object();
    writer.end_object();
    return json;
}

base::Error unknown_node() {
    return base::not_found("There is no node with this id in this workflow.");
}

bool has_node(storage::Transaction& transaction, const domain::Workflow& workflow, std::string_view node) {
    return std::ranges::count(find_numbers(transaction, workflow), node, &NumbersOfNode::node) > 0;
}

}  // namespace tradewind::api::admin
