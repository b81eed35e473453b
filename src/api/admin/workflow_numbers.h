#pragma once

#include <string>
#include <string_view>

#include "base/error.h"
#include "domain/workflows/workflow.h"
#include "storage/database/transaction.h"

namespace tradewind::api::admin {

// What happened at each node of a workflow, as JSON: those of its newest version, or of the draft before there is one,
// in their order, and then those of which something is known from before.
std::string render_workflow_numbers(storage::Transaction& transaction, const domain::Workflow& workflow);

// Whether a workflow has this node, in its newest version, or had it and somebody came there.
bool has_node(storage::Transaction& transaction, const domain::Workflow& workflow, std::string_view node);
base::Error unknown_node();

}  // namespace tradewind::api::admin
