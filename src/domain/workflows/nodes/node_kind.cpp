#include "domain/workflows/nodes/node_kind.h"

#include <algorithm>
#include <array>

namespace tradewind::domain {
namespace {

// In the order of ParameterType.
constexpr std::array<std::string_view, 27> parameter_type_words{
    "boolean",       "cases",    "channel",   "clockTime", "couponSet", "date",    "eventType",     "field",  "filter",
    "instant",       "number",   "path",      "period",    "reentry",   "segment", "sendEventType", "shares", "since",
    "staticSegment", "template", "templates", "trigger",   "value",     "weekday", "where",         "window", "word"};
static_assert(parameter_type_words.size() == static_cast<std::size_t>(ParameterType::Word) + 1);

// In the order of NodeRole.
constexpr std::array<std::string_view, 6> node_role_words{"start", "trigger", "question", "wait", "act", "end"};

constexpr std::array<std::string_view, 12> later_kinds{
    "send-email",       "on-email-sent", "on-email-opened", "on-email-clicked",
    "on-email-bounced", "on-date",       "on-schedule",     "pick-products",
    "hold-out",         "test",          "start-workflow",  "send-sms"};

// In the order of NodeKind.
std::vector<const NodeKindRow*> listed_kinds() {
    std::vector<const NodeKindRow*> rows{&start_kind};
    for (const auto& row : trigger_kinds()) { rows.push_back(&row); }
    for (const auto* const row :
         {&check_kind, &switch_kind, &wait_kind, &wait_for_kind, &split_kind, &set_field_kind, &add_to_segment_kind,
          &remove_from_segment_kind, &assign_coupon_kind, &send_event_kind, &stop_kind}) {
        rows.push_back(row);
    }
    return rows;
}

}  // namespace

std::string_view word_of(ParameterType type) {
    return parameter_type_words[static_cast<std::size_t>(type)];
}

std::string_view word_of(NodeRole role) {
    return node_role_words[static_cast<std::size_t>(role)];
}

std::span<const NodeKindRow* const> node_kinds() {
    static const auto rows = listed_kinds();
    return rows;
}

const NodeKindRow& row_of(NodeKind kind) {
    return *node_kinds()[static_cast<std::size_t>(kind)];
}

const NodeKindRow* find_node_kind(std::string_view word) {
    const auto rows = node_kinds();
    const auto found = std::ranges::find(rows, word, &NodeKindRow::word);
    return found == rows.end() ? nullptr : *found;
}

std::span<const std::string_view> later_node_kinds() {
    return later_kinds;
}

const TriggerNode* trigger_of(const Node& node) {
    if (const auto* const wait = std::get_if<WaitForNode>(&node.parameters)) { return &wait->trigger; }
    return std::get_if<TriggerNode>(&node.parameters);
}

}  // namespace tradewind::domain
