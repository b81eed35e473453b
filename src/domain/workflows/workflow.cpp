#include "domain/workflows/workflow.h"

#include <algorithm>
#include <unordered_set>

#include "base/json_writer.h"
#include "domain/fields/json_fields.h"
#include "domain/workflows/misfits.h"

namespace tradewind::domain {
namespace {

constexpr std::string_view definition_path = "/definition";
constexpr Bounds format_version_bounds{.value_min = first_workflow_format_version,
                                       .value_max = workflow_format_version};

class DefinitionReader {
  public:
    DefinitionReader(const base::JsonValue& value, std::vector<base::Problem>& problems)
        : value_(value), problems_(problems) {}

    WorkflowDefinition read() {
        if (value_.kind() != base::JsonKind::Object) {
            add("", "must be an object");
            return {};
        }
        read_version();
        read_nodes();
        read_edges();
        find_misfits(value_, definition_path, problems_);
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
        if (!misfits.empty()) { add("/formatVersion", "must be 1 or 2"); }
    }

    // The list of this name, if it is one of at most so many items; if not, that is told.
    std::optional<base::JsonValue> find_list(std::string_view name, std::size_t most) {
        const auto path = "/" + std::string(name);
        const auto list = value_.find(name);
        if (!list || list->is_null()) {
            add(path, "is required");
        } else if (list->kind() != base::JsonKind::Array) {
            add(path, "must be an array");
        } else if (list->size() > most) {
            add(path, "must have at most " + std::to_string(most) + " items");
        } else {
            return list;
        }
        return std::nullopt;
    }

    // Calls `read(element, path)` for each object in a list of the definition. False when not all of it are objects.
    template <class Read>
    bool read_list(std::string_view name, std::size_t most, Read read) {
        const auto path = "/" + std::string(name);
        const auto list = find_list(name, most);
        bool are_objects = list.has_value();
        if (!list) { return false; }
        std::size_t index = 0;
        for (const auto element : list->elements()) {
            const auto item_path = path + "/" + std::to_string(index++);
            if (element.kind() != base::JsonKind::Object) {
                add(item_path, "must be an object");
                are_objects = false;
                continue;
            }
            read(element, item_path);
        }
        return are_objects;
    }

    void read_nodes() {
        bool has_start = false;
        bool are_kinds_known = true;
        bool are_ids_known = true;
        const bool are_objects =
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
                are_kinds_known = are_kinds_known && !node.kind.empty();
                are_ids_known = are_ids_known && !node.id.empty();
                if (!node.id.empty() && !node_ids_.insert(std::move(node.id)).second) {
                    add(path + "/id", "is repeated");
                }
            });
        if (!has_start && are_objects && are_kinds_known) { add("/nodes", "must have a node of the kind start"); }
        are_nodes_known_ = are_objects && are_ids_known;
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
        // When not all of the nodes could be read, one of those may have the id.
        if (are_nodes_known_ && !id.empty() && !node_ids_.contains(id)) { add(path, "is not the id of a node"); }
    }

    const base::JsonValue value_;
    std::vector<base::Problem>& problems_;
    WorkflowDefinition definition_;
    std::unordered_set<std::string> node_ids_;
    bool are_nodes_known_ = false;
};

}  // namespace

WorkflowChange read_workflow(const base::JsonValue& object, ReadMode mode) {
    WorkflowChange change;
    auto& problems = change.problems;
    change.patch = read_fields(workflow_fields, object, mode, problems);
    const auto definition = object.kind() == base::JsonKind::Object ? object.find("definition") : std::nullopt;
    if (definition && !definition->is_null()) {
        change.definition = DefinitionReader(*definition, problems).read();
    } else if (definition && mode == ReadMode::Merge) {
        problems.push_back({.path = std::string(definition_path), .reason = "must not be null"});
    } else if (mode == ReadMode::Create) {
        problems.push_back({.path = std::string(definition_path), .reason = "is required"});
    }
    return change;
}

WorkflowStatus workflow_status(std::string_view word) {
    const auto* const found = std::ranges::find(workflow_status_words, word);
    return found == workflow_status_words.end() ? WorkflowStatus::Draft
                                                : static_cast<WorkflowStatus>(found - workflow_status_words.begin());
}

std::string render_workflow(const Workflow& workflow, const std::vector<Incident>& incidents) {
    std::string json;
    base::JsonWriter writer(json);
    writer.begin_object();
    write_fields(writer, workflow_fields, workflow);
    if (workflow.version) {
        writer.key("version");
        writer.integer(*workflow.version);
    }
    if (workflow.hold) {
        writer.key("hold");
        writer.string(*workflow.hold);
    }
    writer.key("definition");
    writer.raw(workflow.definition);
    writer.key("incidents");
    write_incidents(writer, incidents);
    writer.end_object();
    return json;
}

}  // namespace tradewind::domain
