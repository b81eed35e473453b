#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/id.h"
#include "base/instant.h"
#include "base/json.h"
#include "base/result.h"
#include "domain/fields/field_table.h"
#include "domain/fields/json_fields.h"
#include "domain/workflows/incident.h"

namespace tradewind::domain {

inline constexpr std::size_t workflows_max = 1'000;
inline constexpr std::size_t workflow_nodes_max = 500;
inline constexpr std::size_t workflow_edges_max = 2'000;
inline constexpr std::size_t workflow_definition_bytes_max = std::size_t{256} * 1024;
inline constexpr std::size_t workflow_definition_depth_max = 32;
inline constexpr std::int64_t workflow_format_version = 2;
inline constexpr std::int64_t first_workflow_format_version = 1;  // Drafts of it are kept, and cannot be published.

// Where a workflow is in its life.
enum class WorkflowStatus { Draft, Active, Paused, Finished };

inline constexpr std::array<std::string_view, 4> workflow_status_words{"draft", "active", "paused", "finished"};

constexpr std::string_view word_of(WorkflowStatus status) {
    return workflow_status_words[static_cast<std::size_t>(status)];
}
// Draft for a word that is none.
WorkflowStatus workflow_status(std::string_view word);

inline constexpr std::string_view start_node = "start";

// Something the store does by itself.
struct Workflow {
    base::Id id;
    std::string name;
    std::string status = std::string(word_of(WorkflowStatus::Draft));
    std::vector<std::string> tags;
    base::Instant created_at;
    base::Instant updated_at;
    std::optional<base::Instant> started_at;
    std::optional<base::Instant> finished_at;
    std::string definition;                    // JSON: the draft. It is only read for itself: lists do without.
    std::optional<std::int64_t> version = {};  // The newest that was published.
    std::optional<std::string> hold = {};      // Why nothing of it leaves the machine.

    friend bool operator==(const Workflow&, const Workflow&) = default;
};

inline constexpr FieldTable<Workflow, 8> workflow_fields{{
    {.name = "id", .member = &Workflow::id, .access = Access::ReadOnly},
    {.name = "name",
     .member = &Workflow::name,
     .presence = Presence::Required,
     .bounds = {.characters_min = 1, .characters_max = 500}},
    {.name = "status", .member = &Workflow::status, .access = Access::ReadOnly},
    {.name = "tags",
     .member = &Workflow::tags,
     .null = Null::Clears,
     .bounds = {.characters_min = 1, .characters_max = 50, .items_max = 20, .items_unique = true}},
    {.name = "createdAt", .member = &Workflow::created_at, .access = Access::ReadOnly},
    {.name = "updatedAt", .member = &Workflow::updated_at, .access = Access::ReadOnly},
    {.name = "startedAt", .member = &Workflow::started_at, .access = Access::ReadOnly},
    {.name = "finishedAt", .member = &Workflow::finished_at, .access = Access::ReadOnly},
}};

// A step of a workflow, as far as every step has the same.
struct WorkflowNode {
    std::string id;
    std::string kind;
    std::optional<base::Id> coupon_set;
};

inline constexpr Bounds workflow_word_bounds{.characters_min = 1, .characters_max = 100};

inline constexpr FieldTable<WorkflowNode, 3> workflow_node_fields{{
    {.name = "id", .member = &WorkflowNode::id, .presence = Presence::Required, .bounds = workflow_word_bounds},
    {.name = "kind", .member = &WorkflowNode::kind, .presence = Presence::Required, .bounds = workflow_word_bounds},
    {.name = "couponSetId", .member = &WorkflowNode::coupon_set},
}};

// The way from one node to another.
struct WorkflowEdge {
    std::string from;
    std::string to;
    std::optional<std::string> port;
};

inline constexpr FieldTable<WorkflowEdge, 3> workflow_edge_fields{{
    {.name = "from", .member = &WorkflowEdge::from, .presence = Presence::Required, .bounds = workflow_word_bounds},
    {.name = "to", .member = &WorkflowEdge::to, .presence = Presence::Required, .bounds = workflow_word_bounds},
    {.name = "port", .member = &WorkflowEdge::port, .bounds = workflow_word_bounds},
}};

// A coupon set that a definition names, and where.
struct NamedCouponSet {
    std::string path;
    base::Id set;
};

// A graph whose shape was checked: one start, nodes with ids of their own, edges between them. Everything else is kept
// as it was sent.
struct WorkflowDefinition {
    std::string json;
    std::vector<NamedCouponSet> coupon_sets;
};

// What a create or a merge asks for, and what is wrong with it as far as the request alone tells.
struct WorkflowChange {
    Patch<Workflow> patch;
    std::optional<WorkflowDefinition> definition;
    std::vector<base::Problem> problems;
};

WorkflowChange read_workflow(const base::JsonValue& object, ReadMode mode);

// As the management interface reads one, with its definition and what keeps that from being published.
std::string render_workflow(const Workflow& workflow, const std::vector<Incident>& incidents);

}  // namespace tradewind::domain
