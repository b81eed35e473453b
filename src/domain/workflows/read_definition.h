#pragma once

#include <string_view>
#include <vector>

#include "base/json.h"
#include "domain/workflows/definition.h"
#include "domain/workflows/incident.h"
#include "domain/workflows/nodes/node_kind.h"
#include "domain/workflows/nodes/node_reader.h"

namespace tradewind::domain {

struct DefinitionReading {
    Definition definition;            // Of sense only without incidents.
    std::vector<Incident> incidents;  // What keeps it from being published, at most incidents_max.
};

// What `limits` of a node can say.
std::span<const NodeParameter> limit_parameters();

// What a definition says whose shape was checked (read_workflow): nodes with ids of their own, edges between them.
DefinitionReading read_definition(const base::JsonValue& json, const WorkflowNames& names);

}  // namespace tradewind::domain
