#pragma once

#include "domain/workflows/definition.h"
#include "domain/workflows/nodes/node_kind.h"
#include "domain/workflows/nodes/node_reader.h"

namespace tradewind::domain {

// All that can be set.
std::span<const NodeParameter> setting_parameters();

// The settings of a workflow. Tests on history in `goal` and `exitWhen` that say no `within` are since the start.
WorkflowSettings read_settings(NodeReader& reader);

}  // namespace tradewind::domain
