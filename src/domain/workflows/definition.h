#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "base/id.h"
#include "base/instant.h"
#include "domain/fields/contact_field_list.h"
#include "domain/filters/filter.h"
#include "domain/filters/period.h"
#include "domain/messages/liquid/template.h"

namespace tradewind::domain {

// What a workflow does: nodes, the ways between them, and settings. Everything in it was looked up, and every number
// of a node is its place in `nodes`.

inline constexpr std::size_t switch_cases_max = 20;
inline constexpr std::size_t split_shares_min = 2;
inline constexpr std::size_t split_shares_max = 5;

enum class NodeKind {
    Start,
    OnPurchase,
    OnEvent,
    OnContactCreated,
    OnFieldChanged,
    OnSubscribed,
    OnUnsubscribed,
    OnSegmentEntered,
    OnSegmentLeft,
    OnCouponAssigned,
    Check,
    Switch,
    Wait,
    WaitFor,
    Split,
    SetField,
    AddToSegment,
    RemoveFromSegment,
    AssignCoupon,
    SendEvent,
    Stop,
};

// A field of contacts by the name that changes tell of it, and by its number when it is a custom one.
struct FieldName {
    std::string field;
    std::int64_t number = 0;

    friend bool operator==(const FieldName&, const FieldName&) = default;
};

// Null when it is gone.
const ContactField* find_field(const ContactFieldList& fields, const FieldName& name);
FieldName name_of(const ContactField& field);

// A time of day on the clock of the store.
struct ClockTime {
    int hour = 0;
    int minute = 0;

    friend auto operator<=>(const ClockTime&, const ClockTime&) = default;
};

// Who comes in. Followed by triggers: those for whom the audience holds when one fires. Otherwise everybody, or the
// members of a segment.
struct StartNode {
    std::optional<Filter> audience = {};
    std::optional<base::Id> segment = {};
    bool existing = false;  // Those who are there when it is published first,
    bool future = true;     // and those who come from then on.
};

// What happens to a contact. Every kind of trigger, alone or in a wait-for.
struct TriggerNode {
    NodeKind kind = NodeKind::OnPurchase;
    HistoryTest happened = {};  // Of all but changes of a field: one such purchase or activity.
    FieldName field = {};       // Of a change of a field, and of a subscription.
    // Values before and after, as JSON; nothing: any.
    std::optional<std::string> from = {};
    std::optional<std::string> to = {};
    bool from_imports = false;

    [[nodiscard]] bool is_change_of_field() const {
        return kind == NodeKind::OnFieldChanged || kind == NodeKind::OnSubscribed || kind == NodeKind::OnUnsubscribed;
    }
};

struct CheckNode {
    Filter filter;
};

struct SwitchNode {
    std::vector<Filter> cases;  // Of the first ports, in their order; the last port is `else`.
};

// One of these says until when.
struct WaitNode {
    struct DateValue {
        std::string path;
        Period offset = {};
        int sign = 1;
    };

    std::optional<Period> period = {};
    std::optional<base::Instant> until = {};
    std::optional<int> weekday = {};  // 0 is Sunday; with `time`.
    std::optional<ClockTime> time = {};
    std::optional<DateValue> date = {};
};

struct WaitForNode {
    TriggerNode trigger;
    Period limit = {};
    std::optional<std::string> since = {};  // As in Within.
};

struct SplitNode {
    std::vector<int> percents;  // Of the ports, in their order; together 100.
};

struct SetFieldNode {
    FieldName field;
    // One of these. A value is JSON, null to clear.
    std::optional<std::string> value = {};
    std::optional<Template> text = {};
    std::optional<std::string> path = {};
    std::optional<base::Decimal> add = {};
};

struct SegmentNode {
    base::Id segment;
    bool adds = true;
};

struct AssignCouponNode {
    base::Id set;
    bool keep = false;  // The code that the contact has from the set already, if there is one.
};

struct SendEventNode {
    struct Field {
        std::string id;
        Template text;
    };

    base::Id type;
    std::vector<Field> fields = {};
    Period answer_within = {.seconds = 900};  // Zero: it does not wait for the answer.
};

struct StopNode {
    bool converted = false;
};

using NodeParameters = std::variant<StartNode, TriggerNode, CheckNode, SwitchNode, WaitNode, WaitForNode, SplitNode,
                                    SetFieldNode, SegmentNode, AssignCouponNode, SendEventNode, StopNode>;

// How often a node may act, over all versions.
struct NodeLimits {
    std::optional<std::int64_t> per_contact = {};
    std::optional<std::int64_t> total = {};
    std::optional<Period> cool_down = {};

    [[nodiscard]] bool are_none() const { return !per_contact && !total && !cool_down; }
};

struct Node {
    std::string id = {};
    NodeKind kind = NodeKind::Start;
    NodeLimits limits = {};
    NodeParameters parameters = StartNode{};
    // The first port is the one of a node that is skipped. Start has one way for each trigger behind it.
    std::vector<std::string> ports = {};
    std::vector<std::optional<std::size_t>> next = {};  // Where each port leads; nothing: the run ends.
};

// The hours in which nodes act that somebody notices.
struct ActingWindow {
    std::vector<int> weekdays = {};  // 0 is Sunday; none: all.
    ClockTime from = {};
    ClockTime to = {.hour = 24};
};

struct WorkflowSettings {
    enum class Reentry { Never, After, Always };
    enum class OnSameKey { Ignore, Restart };

    Reentry reentry = Reentry::Never;
    Period reentry_after = {};
    std::optional<std::string> key = {};  // One run for each value of this path; nothing: one.
    OnSameKey on_same_key = OnSameKey::Ignore;
    std::optional<Filter> goal = {};
    std::optional<Filter> exit_when = {};
    std::optional<ActingWindow> window = {};
    std::optional<base::Instant> ends_at = {};
    Period lateness = {.days = 1};
};

struct Definition {
    std::vector<Node> nodes = {};
    std::size_t start = 0;
    std::vector<std::size_t> triggers = {};  // Directly behind the start; none: people come in by the start itself.
    WorkflowSettings settings = {};
    std::set<std::int64_t> fields_read = {};  // Numbers of custom fields that templates and paths name.
};

}  // namespace tradewind::domain
