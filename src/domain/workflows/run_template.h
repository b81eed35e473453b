#pragma once

#include <string>

#include "base/result.h"
#include "domain/workflows/nodes/node_kind.h"

namespace tradewind::domain {

// A template of a workflow, rendered with what the run knows: `contact`, `event` and `nodes`. The Error tells where it
// went wrong, or which bound it passed.
base::Result<std::string> render_in_run(const std::string& source, const NodeVisit& visit);

// What is wrong with a template of a node, at the place below the node, as incidents: its language, and names that
// nothing leaves.
void check_template(NodeReader& reader, std::string_view below, const std::string& source);

}  // namespace tradewind::domain
