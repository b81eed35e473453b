#include "domain/workflows/workflow.h"

#include <unordered_set>

#include "base/json_pointer.h"
#include "base/json_writer.h"
#include "domain/fields/json_fields.h"

namespace tradewind::domain {
namespace {

constexpr std::string_view definition_path = "/definition";
constexpr Bounds format_version_bounds{.value_min = workflow_format_version, .value_max = workflow_format_version};

constexpr std::string_view null_character_reason = "must not contain U+0000";

bool has_null_character(std::string_view text) {
    return text.find('\0') != std::string_view::npos;
}

// The first thing in a value that cannot be kept, wherever it is; its path is put together only then.
std::optional<base::Problem> find_misfit(const base::JsonValue& value, std::size_t depth) {
    const bool is_object = value.kind() == base::JsonKind::Object;
    if (value.kind() == base::JsonKind::String && has_null_character(value.string())) {
        return base::Problem{.path = {}, .reason = std::string(null_character_reason)};
    }
    if (!is_object && value.kind() != base::JsonKind::Array) { return std::nullopt; }
    if (depth > workflow_definition_depth_max) {
        return base::Problem{
            .path = {},
            .reason = "must not be nested deeper than " + std::to_string(workflow_definition_depth_max) + " levels"};
    }
    const auto below = [&](const base::JsonValue& item, const auto& step) -> std::optional<base::Problem> {
        auto misfit = find_misfit(item, depth + 1);
        if (misfit) { misfit->path.insert(0, step()); }
        return misfit;
    };
    if (is_object) {
        for (const auto member : value.members()) {
            if (has_null_character(member.key)) {
                return base::Problem{.path = base::pointer_to_member(member.key),
                                     .reason = std::string(null_character_reason)};
            }
            if (auto misfit = below(member.value, [&] { return base::pointer_to_member(member.key); })) {
                return misfit;
            }
        }
        return std::nullopt;
    }
    std::size_t index = 0;
    for (const auto element : value.elements()) {
        if (auto misfit = below(element, [&] { return "/" + std::to_string(index); })) { return misfit; }
        ++index;
    }
    return std::nullopt;
}

class DefinitionReader {
  public:
    DefinitionReader(const base::JsonValue& value, std::vector<base::Problem>& problems)
        : value_(value), problems_(problems) {}

    WorkflowDefinition read() {
        if (value_.kind() != base::JsonKind::Object) {
            add("", "must be an object");
            return {};
        }
        if (auto misfit = find_misfit(value_, 1)) {
            add(misfit->path, misfit->reason);
            return {};
        }
        read_version();
        read_nodes();
        read_edges();
        base::JsonWriter writer(definition_.json);
        base::write_json(writer, value_);
        if (definition_.json.size() > workflow_definition_bytes_max) {
            add("", "must be at most " + std::to_string(workflow_definition_bytes_max) + " bytes of JSON");
        }
        return std::move(definition_);
    }

  private:
    void add(std::string_view path, std::string reason) {
        problems_.push_back({.path = std::string(definition_path) + std::string(path), .reason = std::move(reason)});
    }

    void read_version() {
        const auto version = value_.find("formatVersion");
        if (!version || version->is_null()) { return add("/formatVersion", "is required"); }
        std::vector<base::Problem> misfits;
        std::int64_t number = 0;
        const json_fields::Place place{
            .bounds = format_version_bounds, .rule = nullptr, .path = {}, .problems = misfits};
        json_fields::read_value(*version, place, number);
        if (!misfits.empty()) { add("/formatVersion", "must be " + std::to_string(workflow_format_version)); }
    }

    // Calls `read(element, path)` for each object in a list of the definition.
    template <class Read>
    void read_list(std::string_view name, std::size_t most, Read read) {
        const auto path = "/" + std::string(name);
        const auto list = value_.find(name);
        if (!list || list->is_null()) { return add(path, "is required"); }
        if (list->kind() != base::JsonKind::Array) { return add(path, "must be an array"); }
        if (list->size() > most) { return add(path, "must have at most " + std::to_string(most) + " items"); }
        std::size_t index = 0;
        for (const auto element : list->elements()) {
            const auto item_path = path + "/" + std::to_string(index++);
            if (element.kind() != base::JsonKind::Object) {
                add(item_path, "must be an object");
                continue;
            }
            read(element, item_path);
        }
    }

    void read_nodes() {
        bool has_start = false;
        const auto problems_before = problems_.size();
        read_list("nodes", workflow_nodes_max, [&](const base::JsonValue& element, const std::string& path) {
            const auto at = std::string(definition_path) + path;
            auto node = read_fields(workflow_node_fields, element, ReadMode::Create, problems_, at).values;
            if (node.coupon_set) {
                definition_.coupon_sets.push_back({.path = at + "/couponSetId", .set = *node.coupon_set});
            }
            if (node.kind == start_node) {
                if (has_start) { add(path + "/kind", "is a second start, of which there must be one"); }
                has_start = true;
            }
            if (!node.id.empty() && !node_ids_.insert(std::move(node.id)).second) { add(path + "/id", "is repeated"); }
        });
        if (!has_start && problems_.size() == problems_before) { add("/nodes", "must have a node of the kind start"); }
        are_nodes_known_ = problems_.size() == problems_before;
    }

    void read_edges() {
        read_list("edges", workflow_edges_max, [&](const base::JsonValue& element, const std::string& path) {
            const auto edge = read_fields(workflow_edge_fields, element, ReadMode::Create, problems_,
                                          std::string(definition_path) + path)
                                  .values;
            check_end(edge.from, path + "/from");
            check_end(edge.to, path + "/to");
        });
    }

    void check_end(const std::string& id, const std::string& path) {
        // When the nodes could not be read, nothing is known about their ids.
        if (are_nodes_known_ && !id.empty() && !node_ids_.contains(id)) { add(path, "is not the id of a node"); }
    }

    const base::JsonValue value_;
    std::vector<base::Problem>& problems_;
    WorkflowDefinition definition_;
    std::unordered_set<std::string> node_ids_;
    bool are_nodes_known_ = false;
};

}  // namespace

base::Result<WorkflowChange> read_workflow(const base::JsonValue& object, ReadMode mode) {
    std::vector<base::Problem> problems;
    WorkflowChange change{.patch = read_fields(workflow_fields, object, mode, problems), .definition = {}};
    const auto definition = object.kind() == base::JsonKind::Object ? object.find("definition") : std::nullopt;
    if (definition && !definition->is_null()) {
        change.definition = DefinitionReader(*definition, problems).read();
    } else if (definition && mode == ReadMode::Merge) {
        problems.push_back({.path = std::string(definition_path), .reason = "must not be null"});
    } else if (mode == ReadMode::Create) {
        problems.push_back({.path = std::string(definition_path), .reason = "is required"});
    }
    if (!problems.empty()) { return base::invalid(std::move(problems)); }
    return change;
}

std::string render_workflow(const Workflow& workflow) {
    std::string json;
    base::JsonWriter writer(json);
    writer.begin_object();
    write_fields(writer, workflow_fields, workflow);
    writer.key("definition");
    writer.raw(workflow.definition);
    writer.end_object();
    return json;
}

}  // namespace tradewind::domain
