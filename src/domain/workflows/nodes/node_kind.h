#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "domain/workflows/decide.h"
#include "domain/workflows/definition.h"
#include "domain/workflows/nodes/node_reader.h"
#include "domain/workflows/run.h"

namespace tradewind::domain {

// What forms ask for.
enum class ParameterType {
    Boolean,
    Cases,      // `[{port, filter}]`.
    Channel,    // `newsletter` or `sms`.
    ClockTime,  // `09:30`.
    CouponSet,
    Date,       // `{path, offset}`.
    EventType,  // That is received.
    Field,
    Filter,
    Instant,
    Number,
    Path,  // Of a value that the trigger or an earlier node leaves.
    Period,
    Reentry,  // `never`, `always`, or `after:` and a period.
    Segment,
    SendEventType,
    Shares,  // `[{port, percent}]`.
    Since,   // `start`, or the id of a node.
    StaticSegment,
    Template,
    Templates,  // By the id of a field of the event type.
    Trigger,
    Value,  // Of the field.
    Weekday,
    Where,
    Window,  // `{days, from, to}`.
    Word,    // One of `words`.
};

std::string_view word_of(ParameterType type);

struct NodeParameter {
    std::string_view name;
    ParameterType type;
    bool is_required = false;
    std::string_view alternative = {};  // Parameters with the same word here exclude each other; one is required.
    // Of a word: those there are. Of anything else: those that stand for a value, too.
    std::span<const std::string_view> words = {};
};

enum class NodeRole { Start, Trigger, Question, Wait, Act, End };

std::string_view word_of(NodeRole role);

// A run that came to a node, or is looked at while it waits there.
struct NodeVisit {
    const RunSituation& situation;
    const Node& node;
    std::int64_t number;  // The how manieth visit.
    const Run& run;
    RunFacts& facts;
    const EvaluationTime& time;
    const Wake& wake;
};

// What a node makes of a visit.
struct NodeResult {
    enum class Kind { Leave, Wait, End };

    Kind kind = Kind::Leave;
    std::size_t port = 0;
    std::optional<base::Instant> until = {};  // Of a wait; nothing: until something happens.
    bool converted = false;                   // Of an end.
    bool is_failed = false;
    StepReason reason = StepReason::None;
    std::string value = {};
    std::optional<Effect> effect = {};
    std::optional<LeftValues> left = {};
};

inline constexpr std::string_view only_port = "next";

// What a kind of node is. A new kind is a new file here and a line in the table.
struct NodeKindRow {
    NodeKind kind;
    std::string_view word;  // As in JSON: `wait-for`.
    NodeRole role;
    std::span<const NodeParameter> parameters = {};
    std::span<const std::string_view> ports =
        {};                           // Those that every node of the kind has; more follow from parameters.
    std::string_view last_port = {};  // Behind those that follow from parameters.
    bool is_read_first = false;       // Later nodes can name what it leaves, and it names nothing of theirs.
    bool reads_facts = false;         // What an effect before it changes can make a difference.
    bool obeys_window = false;
    // Sets `parameters` and adds ports that follow from them.
    void (*read)(NodeReader& reader, Node& node) = nullptr;
    NodeResult (*visit)(const NodeVisit& visit) = nullptr;
    // Of a run that waits in the node. Nothing: it goes on waiting.
    std::optional<NodeResult> (*look_again)(const NodeVisit& visit) = nullptr;
};

const NodeKindRow& row_of(NodeKind kind);
// Null when there is none.
const NodeKindRow* find_node_kind(std::string_view word);
std::span<const NodeKindRow* const> node_kinds();
// Kinds that are known and cannot run yet.
std::span<const std::string_view> later_node_kinds();

// The trigger in a node: of its own, or of a wait-for. Null when it has none.
const TriggerNode* trigger_of(const Node& node);
// Reads one, of the kind that its `kind` names.
TriggerNode read_trigger(NodeReader& reader, NodeKind kind);

extern const NodeKindRow start_kind;
std::span<const NodeKindRow> trigger_kinds();
extern const NodeKindRow check_kind;
extern const NodeKindRow switch_kind;
extern const NodeKindRow wait_kind;
extern const NodeKindRow wait_for_kind;
extern const NodeKindRow split_kind;
extern const NodeKindRow set_field_kind;
extern const NodeKindRow add_to_segment_kind;
extern const NodeKindRow remove_from_segment_kind;
extern const NodeKindRow assign_coupon_kind;
extern const NodeKindRow send_event_kind;
extern const NodeKindRow stop_kind;

}  // namespace tradewind::domain
