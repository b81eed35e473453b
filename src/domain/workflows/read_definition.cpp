#include "domain/workflows/read_definition.h"

#include <algorithm>
#include <array>
#include <map>
#include <string>

#include "base/decimal.h"
#include "base/json_pointer.h"
#include "domain/filters/filter_vocabulary.h"
#include "domain/filters/operand_reader.h"
#include "domain/workflows/definition_graph.h"
#include "domain/workflows/happening.h"
#include "domain/workflows/nodes/node_kind.h"
#include "domain/workflows/read_settings.h"
#include "domain/workflows/workflow.h"

namespace tradewind::domain {
namespace {

constexpr std::string_view nodes_prefix = "nodes.";
constexpr std::string_view event_prefix = "event.";
constexpr std::string_view contact_prefix = "contact.";
constexpr NodeParameter limits_known[]{
    {.name = "perContact", .type = ParameterType::Number},
    {.name = "total", .type = ParameterType::Number},
    {.name = "coolDown", .type = ParameterType::Period},
};
constexpr std::array<std::string_view, 5> common_members{"id", "kind", "name", "position", "limits"};

class GraphReader {
  public:
    GraphReader(const base::JsonValue& json, const WorkflowNames& names) : json_(json), names_(names) {}

    DefinitionReading read() {
        list_nodes();
        read_edges();
        scope_.has_node = [this](std::string_view id) { return places_.contains(std::string(id)); };
        read_each([](const NodeKindRow& row) { return row.is_read_first; });
        find_triggers();
        read_each([](const NodeKindRow& row) { return !row.is_read_first; });
        check_graph(definition_, edges_, incidents_);
        read_own_settings();
        sort_incidents();
        if (incidents_.size() > incidents_max) { incidents_.resize(incidents_max); }
        return {.definition = std::move(definition_), .incidents = std::move(incidents_)};
    }

  private:
    void add(std::size_t node, std::string_view below, std::string_view code, std::string words) {
        incidents_.push_back({.node = definition_.nodes[node].id,
                              .path = path_of(node) + std::string(below),
                              .code = std::string(code),
                              .words = std::move(words)});
    }
    static std::string path_of(std::size_t node) { return "/definition/nodes/" + std::to_string(node); }

    void list_nodes() {
        for (const auto element : json_.find("nodes")->elements()) {
            const auto place = definition_.nodes.size();
            Node node{.id = std::string(element.find("id")->string())};
            const auto word = element.find("kind")->string();
            const auto* const row = find_node_kind(word);
            places_.emplace(node.id, place);
            definition_.nodes.push_back(std::move(node));
            sources_.push_back(element);
            rows_.push_back(row);
            if (row != nullptr) {
                definition_.nodes.back().kind = row->kind;
                definition_.nodes.back().ports.assign(row->ports.begin(), row->ports.end());
                if (row->kind == NodeKind::Start) { definition_.start = place; }
                continue;
            }
            const auto later = later_node_kinds();
            if (std::ranges::find(later, word) != later.end()) {
                add(place, "/kind", incident_codes::later, "cannot run yet");
            } else {
                add(place, "/kind", incident_codes::unknown, "is not a kind of node");
            }
        }
    }

    void read_edges() {
        std::size_t index = 0;
        for (const auto element : json_.find("edges")->elements()) {
            const auto port = sent_member(element, "port");
            edges_.push_back(
                {.from = places_.at(std::string(element.find("from")->string())),
                 .to = places_.at(std::string(element.find("to")->string())),
                 .port = port && port->kind() == base::JsonKind::String ? std::string(port->string()) : std::string(),
                 .path = "/definition/edges/" + std::to_string(index++)});
        }
        reach_ = GraphReach(definition_.nodes.size(), edges_);
    }

    void find_triggers() {
        for (const auto& edge : edges_) {
            const auto* const row = rows_[edge.to];
            if (edge.from == definition_.start && row != nullptr && row->role == NodeRole::Trigger) {
                definition_.triggers.push_back(edge.to);
            }
        }
    }

    template <class Wanted>
    void read_each(const Wanted& wanted) {
        for (std::size_t place = 0; place < sources_.size(); ++place) {
            if (rows_[place] != nullptr && wanted(*rows_[place])) { read_node(place, *rows_[place]); }
        }
    }

    void read_node(std::size_t place, const NodeKindRow& row) {
        scope_.value_at = [this, place](std::string_view path) { return value_at(path, place); };
        auto names = names_;
        names.filters.scope = &scope_;
        auto& node = definition_.nodes[place];
        NodeReader reader(sources_[place], names, node.id, path_of(place), incidents_);
        row.read(reader, node);
        read_limits(reader, row, node);
        for (const auto member : sources_[place].members()) {
            const bool is_known =
                std::ranges::find(common_members, member.key) != common_members.end() ||
                std::ranges::find(row.parameters, member.key, &NodeParameter::name) != row.parameters.end();
            if (!is_known) {
                reader.add(base::pointer_to_member(member.key), incident_codes::unknown,
                           "is not known to nodes of this kind");
            }
        }
    }

    static void read_limits(NodeReader& reader, const NodeKindRow& row, Node& node) {
        const auto value = reader.member("limits");
        if (!value) { return; }
        if (row.role != NodeRole::Act) {
            return reader.add("/limits", incident_codes::invalid, "goes only with nodes that act");
        }
        if (value->kind() != base::JsonKind::Object) {
            return reader.add("/limits", incident_codes::invalid, "must be an object");
        }
        auto inside = reader.inside(*value, "/limits");
        constexpr Bounds bounds{.value_min = 1};
        node.limits.per_contact = inside.integer("perContact", bounds);
        node.limits.total = inside.integer("total", bounds);
        node.limits.cool_down = inside.period("coolDown");
        inside.refuse_others({"perContact", "total", "coolDown"});
    }

    // What stands at a path for a node: of the contact, of the trigger, of a node from which a way leads there. Without
    // a node: what is there before the first one.
    std::optional<TestedValue> value_at(std::string_view path, std::optional<std::size_t> reader) {
        if (path.starts_with(contact_prefix)) {
            const auto* const field = names_.filters.fields.find(path.substr(contact_prefix.size()));
            if (field == nullptr) { return std::nullopt; }
            if (field->number != 0) { definition_.fields_read.insert(field->number); }
            return TestedValue{.kind = value_kind_of(*field), .field = field};
        }
        if (path.starts_with(event_prefix)) { return trigger_value(path.substr(event_prefix.size())); }
        if (!path.starts_with(nodes_prefix)) { return std::nullopt; }
        path.remove_prefix(nodes_prefix.size());
        for (std::size_t place = 0; place < definition_.nodes.size(); ++place) {
            const auto& node = definition_.nodes[place];
            const bool is_named =
                path.size() > node.id.size() + 1 && path.starts_with(node.id) && path[node.id.size()] == '.';
            const bool is_there = reader ? reach_.leads(place, *reader) : is_trigger(place);
            if (!is_named || !is_there) { continue; }
            if (auto value = node_value(node, path.substr(node.id.size() + 1))) { return value; }
        }
        return std::nullopt;
    }

    [[nodiscard]] bool is_trigger(std::size_t place) const {
        return std::ranges::find(definition_.triggers, place) != definition_.triggers.end();
    }

    // Of any of the triggers: the others leave nothing there.
    [[nodiscard]] std::optional<TestedValue> trigger_value(std::string_view name) const {
        for (const auto place : definition_.triggers) {
            if (auto value = node_value(definition_.nodes[place], name)) { return value; }
        }
        return std::nullopt;
    }

    [[nodiscard]] std::optional<TestedValue> node_value(const Node& node, std::string_view name) const {
        if (const auto* const trigger = trigger_of(node)) { return value_in(*trigger, name, names_.filters); }
        const auto values = fixed_values(node.kind);
        const auto found = std::ranges::find(values, name, &FixedValue::name);
        return found == values.end() ? std::nullopt : std::optional(TestedValue{.kind = found->kind});
    }

    void read_own_settings() {
        const auto settings = sent_member(json_, "settings");
        if (!settings) { return; }
        if (settings->kind() != base::JsonKind::Object) {
            incidents_.push_back({.node = {},
                                  .path = "/definition/settings",
                                  .code = std::string(incident_codes::invalid),
                                  .words = "must be an object"});
            return;
        }
        scope_.value_at = [this](std::string_view path) { return value_at(path, std::nullopt); };
        auto names = names_;
        names.filters.scope = &scope_;
        NodeReader reader(*settings, names, "", "/definition/settings", incidents_);
        definition_.settings = read_settings(reader);
    }

    // As a person reads the definition.
    void sort_incidents() {
        std::stable_sort(incidents_.begin(), incidents_.end(), [this](const Incident& one, const Incident& other) {
            return order_of(one) < order_of(other);
        });
    }
    [[nodiscard]] std::size_t order_of(const Incident& incident) const {
        const auto place = places_.find(incident.node);
        return place == places_.end() ? definition_.nodes.size() : place->second;
    }

    const base::JsonValue json_;
    const WorkflowNames& names_;
    Definition definition_;
    std::vector<Incident> incidents_;
    std::vector<base::JsonValue> sources_;
    std::vector<const NodeKindRow*> rows_;  // Null for a kind that cannot run.
    std::vector<DefinitionEdge> edges_;
    std::map<std::string, std::size_t> places_;
    GraphReach reach_;
    WorkflowScope scope_;
};

// `1` and `1.0` are the same.
std::int64_t format_of(const base::JsonValue& json) {
    const auto version = json.find("formatVersion");
    if (!version || version->kind() != base::JsonKind::Number) { return workflow_format_version; }
    const auto number = base::Decimal::parse(version->digits());
    return number ? number.value().ten_thousandths / base::Decimal::scale : workflow_format_version;
}

}  // namespace

std::span<const NodeParameter> limit_parameters() {
    return limits_known;
}

DefinitionReading read_definition(const base::JsonValue& json, const WorkflowNames& names) {
    if (format_of(json) == first_workflow_format_version) {
        return {.definition = {},
                .incidents = {{.node = {},
                               .path = "/definition/formatVersion",
                               .code = std::string(incident_codes::format),
                               .words = "must be 2 to be published"}}};
    }
    return GraphReader(json, names).read();
}

}  // namespace tradewind::domain
