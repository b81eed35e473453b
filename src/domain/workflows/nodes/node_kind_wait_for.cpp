#include "domain/workflows/nodes/node_kind.h"

#include <algorithm>
#include <array>

#include "domain/filters/operand_reader.h"
#include "domain/workflows/happening.h"

namespace tradewind::domain {
namespace {

constexpr NodeParameter wait_for_parameters[]{
    {.name = "trigger", .type = ParameterType::Trigger, .is_required = true},
    {.name = "limit", .type = ParameterType::Period, .is_required = true},
    {.name = "since", .type = ParameterType::Since},
};
constexpr std::array<std::string_view, 2> wait_for_ports{"happened", "timeout"};
constexpr std::size_t happened_port = 0;
constexpr std::size_t timeout_port = 1;

void read_wait_for(NodeReader& reader, Node& node) {
    WaitForNode wait;
    const auto trigger = reader.member("trigger", Presence::Required);
    if (trigger && trigger->kind() != base::JsonKind::Object) {
        reader.add("/trigger", incident_codes::invalid, "must be an object");
    } else if (trigger) {
        auto inside = reader.inside(*trigger, "/trigger");
        std::vector<std::string_view> words;
        for (const auto& row : trigger_kinds()) { words.push_back(row.word); }
        if (const auto kind = inside.word("kind", words, Presence::Required)) {
            wait.trigger = read_trigger(inside, trigger_kinds()[*kind].kind);
            std::vector<std::string_view> known{"kind"};
            for (const auto& parameter : trigger_kinds()[*kind].parameters) { known.push_back(parameter.name); }
            inside.refuse_others(known);
        }
    }
    wait.limit = reader.period("limit", Presence::Required).value_or(Period{});
    wait.since = reader.text("since");
    if (wait.since && *wait.since != since_start && !reader.names().filters.scope->has_node(*wait.since)) {
        reader.add("/since", incident_codes::unknown, "must be start or the id of a node");
    }
    node.parameters = std::move(wait);
}

NodeResult happened_result(const Happening& happening) {
    if (!happening.activity) { return {.port = happened_port}; }
    return {.port = happened_port,
            .left = LeftValues{.activity = happening.activity->id, .at = happening.activity->at}};
}

bool ends_wait(const WaitForNode& wait, const Happening& happening, const EvaluationTime& time) {
    return may_wake(wait.trigger, happening.cause) && fits(wait.trigger, happening, time);
}

// With `since` it first looks back.
NodeResult visit_wait_for(const NodeVisit& visit) {
    const auto& wait = std::get<WaitForNode>(visit.node.parameters);
    if (wait.since) {
        const auto past = visit.facts.happenings_since(visit.facts.number_since(*wait.since), wait.trigger);
        const auto found = std::find_if(past.begin(), past.end(), [&](const Happening& happening) {
            return ends_wait(wait, happening, visit.time);
        });
        if (found != past.end()) { return happened_result(*found); }
    }
    const auto until = add(visit.time.now, wait.limit, visit.time.zone);
    if (until <= visit.time.now) { return {.port = timeout_port}; }
    return {.kind = NodeResult::Kind::Wait, .until = until};
}

// What came before the limit wins also when it is seen after it.
std::optional<NodeResult> look_again_wait_for(const NodeVisit& visit) {
    const auto& wait = std::get<WaitForNode>(visit.node.parameters);
    const auto* const happening = visit.wake.happening;
    const auto& until = visit.run.waits_until;
    if (happening != nullptr && happening->number > visit.run.arrived_number &&
        (!until || happening->journalled_at < *until) && ends_wait(wait, *happening, visit.time)) {
        return happened_result(*happening);
    }
    if (until && *until <= visit.time.now && happening == nullptr) { return NodeResult{.port = timeout_port}; }
    return std::nullopt;
}

}  // namespace

const NodeKindRow wait_for_kind{.kind = NodeKind::WaitFor,
                                .word = "wait-for",
                                .role = NodeRole::Wait,
                                .parameters = wait_for_parameters,
                                .ports = wait_for_ports,
                                .is_read_first = true,
                                .reads_facts = true,
                                .read = read_wait_for,
                                .visit = visit_wait_for,
                                .look_again = look_again_wait_for};

}  // namespace tradewind::domain
