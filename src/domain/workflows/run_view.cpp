#include "domain/workflows/run_view.h"

#include <algorithm>
#include <limits>

#include "base/json.h"
#include "base/json_writer.h"
#include "domain/filters/operand_reader.h"
#include "domain/workflows/changed_values.h"
#include "domain/workflows/nodes/node_kind.h"

namespace tradewind::domain {
namespace {

constexpr std::string_view null_json = "null";

// The first part of a path and the rest behind its dot.
struct SplitPath {
    std::string_view head;
    std::string_view rest;
};

std::optional<SplitPath> split(std::string_view path) {
    const auto dot = path.find('.');
    if (dot == std::string_view::npos) { return std::nullopt; }
    return SplitPath{.head = path.substr(0, dot), .rest = path.substr(dot + 1)};
}

std::string contact_value(const Contact& contact, const ContactFieldList& fields, std::string_view id) {
    const auto* const field = fields.find(id);
    if (field == nullptr) { return std::string(null_json); }
    return field_json(contact, fields, name_of(*field).field);
}

// What stands under a name of an object; null when nothing does.
std::string member_of_object(std::string_view object, std::string_view name) {
    const auto document = base::JsonDocument::parse(object);
    if (!document.ok() || document.value().root().kind() != base::JsonKind::Object) { return std::string(null_json); }
    const auto member = document.value().root().find(name);
    if (!member) { return std::string(null_json); }
    std::string json;
    base::JsonWriter writer(json);
    base::write_json(writer, *member);
    return json;
}

}  // namespace

std::int64_t RunView::number_since(std::string_view node) {
    if (node == since_start) { return run_.started_number; }
    const auto& nodes = situation_.definition.nodes;
    const auto found = std::ranges::find(nodes, node, &Node::id);
    const auto visits = run_.visits.find(static_cast<std::size_t>(found - nodes.begin()));
    // What was never reached has nothing since.
    return visits == run_.visits.end() ? std::numeric_limits<std::int64_t>::max() : visits->second.number;
}

std::string left_values(const RunSituation& situation, const Run& run, RunFacts& facts, std::size_t node) {
    const auto left = run.left.find(node);
    if (left == run.left.end()) { return std::string(null_json); }
    if (left->second.activity.number == 0) {
        return left->second.json.empty() ? std::string(null_json) : left->second.json;
    }
    const auto* const trigger = trigger_of(situation.definition.nodes[node]);
    const auto happening = facts.happening(left->second);
    return trigger == nullptr || !happening ? std::string(null_json) : values_of(*trigger, *happening);
}

std::string run_value(const RunSituation& situation, const Run& run, RunFacts& facts, std::string_view path) {
    const auto parts = split(path);
    if (!parts) { return std::string(null_json); }
    if (parts->head == "contact") { return contact_value(facts.contact(), situation.names.fields, parts->rest); }
    if (parts->head == "event") {
        if (run.given) { return member_of_object(*run.given, parts->rest); }
        return run.trigger ? member_of_object(left_values(situation, run, facts, *run.trigger), parts->rest)
                           : std::string(null_json);
    }
    if (parts->head != "nodes") { return std::string(null_json); }
    const auto& nodes = situation.definition.nodes;
    for (std::size_t place = 0; place < nodes.size(); ++place) {
        const auto& id = nodes[place].id;
        if (parts->rest.size() <= id.size() + 1 || !parts->rest.starts_with(id) || parts->rest[id.size()] != '.') {
            continue;
        }
        auto value = member_of_object(left_values(situation, run, facts, place), parts->rest.substr(id.size() + 1));
        if (value != null_json) { return value; }
    }
    return std::string(null_json);
}

}  // namespace tradewind::domain
