#include "domain/workflows/workflow_vocabulary.h"

#include <algorithm>
#include <span>

#include "domain/filters/filter_vocabulary.h"
#include "domain/workflows/happening.h"
#include "domain/workflows/nodes/node_kind.h"
#include "domain/workflows/read_definition.h"
#include "domain/workflows/read_settings.h"
#include "domain/workflows/simulate.h"
#include "domain/workflows/workflow.h"

namespace tradewind::domain {
namespace {

void write_text_member(base::JsonWriter& writer, std::string_view key, std::string_view text) {
    writer.key(key);
    writer.string(text);
}

void write_flag_member(base::JsonWriter& writer, std::string_view key, bool flag) {
    writer.key(key);
    writer.boolean(flag);
}

void write_word_list(base::JsonWriter& writer, std::string_view key, std::span<const std::string_view> words) {
    writer.key(key);
    writer.begin_array();
    for (const auto word : words) { writer.string(word); }
    writer.end_array();
}

void write_parameters(base::JsonWriter& writer, std::string_view key, std::span<const NodeParameter> parameters) {
    writer.key(key);
    writer.begin_array();
    for (const auto& parameter : parameters) {
        writer.begin_object();
        write_text_member(writer, "name", parameter.name);
        write_text_member(writer, "type", word_of(parameter.type));
        write_flag_member(writer, "required", parameter.is_required);
        if (!parameter.alternative.empty()) { write_text_member(writer, "alternative", parameter.alternative); }
        if (!parameter.words.empty()) { write_word_list(writer, "words", parameter.words); }
        writer.end_object();
    }
    writer.end_array();
}

// Empty when no parameter is of one of these types.
std::string_view parameter_of(const NodeKindRow& row, std::initializer_list<ParameterType> types) {
    const auto found = std::ranges::find_if(row.parameters, [&](const NodeParameter& parameter) {
        return std::find(types.begin(), types.end(), parameter.type) != types.end();
    });
    return found == row.parameters.end() ? std::string_view() : found->name;
}

// By which edges leave it.
void write_ports(base::JsonWriter& writer, const NodeKindRow& row) {
    writer.key("ports");
    writer.begin_array();
    // From the start ways lead to all triggers, by one port.
    if (row.role == NodeRole::Start) { writer.string(only_port); }
    for (const auto port : row.ports) { writer.string(port); }
    if (!row.last_port.empty()) { writer.string(row.last_port); }
    writer.end_array();
    const auto from = parameter_of(row, {ParameterType::Cases, ParameterType::Shares});
    if (!from.empty()) { write_text_member(writer, "portsFrom", from); }
}

// What later nodes can read of it.
void write_values(base::JsonWriter& writer, const NodeKindRow& row) {
    writer.key("values");
    writer.begin_array();
    const auto write_value = [&](std::string_view name, std::string_view kind) {
        writer.begin_object();
        write_text_member(writer, "name", name);
        if (!kind.empty()) { write_text_member(writer, "kind", kind); }
        writer.end_object();
    };
    for (const auto& value : fixed_values(row.kind)) { write_value(value.name, word_of(value.kind)); }
    if (row.kind == NodeKind::OnFieldChanged) {
        write_value("from", {});
        write_value("to", {});
    }
    writer.end_array();
    const auto from = row.role == NodeRole::Trigger
                          ? parameter_of(row, {ParameterType::EventType, ParameterType::Field})
                          : parameter_of(row, {ParameterType::Trigger});
    if (!from.empty()) { write_text_member(writer, "valuesFrom", from); }
}

void write_kinds(base::JsonWriter& writer) {
    writer.key("kinds");
    writer.begin_array();
    for (const auto* const row : node_kinds()) {
        writer.begin_object();
        write_text_member(writer, "kind", row->word);
        write_text_member(writer, "role", word_of(row->role));
        write_parameters(writer, "parameters", row->parameters);
        write_ports(writer, *row);
        write_values(writer, *row);
        write_flag_member(writer, "hasLimits", row->role == NodeRole::Act);
        write_flag_member(writer, "obeysWindow", row->obeys_window);
        writer.end_object();
    }
    writer.end_array();
}

void write_bounds(base::JsonWriter& writer) {
    writer.key("limits");
    writer.begin_object();
    const auto limit = [&](std::string_view name, std::size_t most) {
        writer.key(name);
        writer.integer(static_cast<std::int64_t>(most));
    };
    limit("nodes", workflow_nodes_max);
    limit("edges", workflow_edges_max);
    limit("definitionBytes", workflow_definition_bytes_max);
    limit("definitionLevels", workflow_definition_depth_max);
    limit("cases", switch_cases_max);
    limit("sharesMin", split_shares_min);
    limit("shares", split_shares_max);
    limit("incidents", incidents_max);
    limit("simulatedHappenings", simulation_happenings_max);
    limit("simulatedSteps", simulation_steps_max);
    writer.end_object();
}

}  // namespace

void write_workflow_vocabulary(base::JsonWriter& writer) {
    writer.begin_object();
    write_kinds(writer);
    write_word_list(writer, "laterKinds", later_node_kinds());
    write_parameters(writer, "nodeLimits", limit_parameters());
    write_parameters(writer, "settings", setting_parameters());
    write_bounds(writer);
    writer.end_object();
}

}  // namespace tradewind::domain
