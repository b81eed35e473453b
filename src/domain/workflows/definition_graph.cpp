#include "domain/workflows/definition_graph.h"

#include <algorithm>
#include <utility>

#include "domain/filters/operand_reader.h"
#include "domain/workflows/nodes/node_kind.h"

namespace tradewind::domain {
namespace {

constexpr std::int64_t loop_wait_seconds_min = 60;

bool is_long_enough(const Period& period) {
    return period.months > 0 || period.days > 0 || period.seconds >= loop_wait_seconds_min;
}

// Whether every passage takes time. A moment or a date may be over when the run comes.
bool takes_time(const Node& node) {
    if (const auto* const wait = std::get_if<WaitNode>(&node.parameters)) {
        return (wait->period && is_long_enough(*wait->period)) || wait->time.has_value();
    }
    const auto* const wait = std::get_if<WaitForNode>(&node.parameters);
    return wait != nullptr && !wait->since && is_long_enough(wait->limit);
}

class GraphCheck {
  public:
    GraphCheck(Definition& definition, const std::vector<DefinitionEdge>& edges, std::vector<Incident>& incidents)
        : definition_(definition), edges_(edges), incidents_(incidents) {}

    void run() {
        for (auto& node : definition_.nodes) { node.next.resize(node.ports.size()); }
        for (const auto& edge : edges_) { connect(edge); }
        check_start();
        check_ways();
        check_loops();
    }

  private:
    void add(std::size_t node, std::string path, std::string_view code, std::string words) {
        incidents_.push_back({.node = definition_.nodes[node].id,
                              .path = std::move(path),
                              .code = std::string(code),
                              .words = std::move(words)});
    }
    static std::string path_of(std::size_t node) { return "/definition/nodes/" + std::to_string(node); }
    [[nodiscard]] bool is_trigger(std::size_t node) const {
        return std::holds_alternative<TriggerNode>(definition_.nodes[node].parameters);
    }
    [[nodiscard]] bool is_start(std::size_t node) const { return node == definition_.start; }

    void connect(const DefinitionEdge& edge) {
        auto& from = definition_.nodes[edge.from];
        if (is_start(edge.to)) {
            return add(edge.from, edge.path + "/to", incident_codes::graph, "must not be the start");
        }
        if (is_trigger(edge.to) && !is_start(edge.from)) {
            return add(edge.to, edge.path + "/to", incident_codes::graph,
                       "is a trigger, which stands only behind the start");
        }
        if (is_start(edge.from)) {
            if (!edge.port.empty() && edge.port != only_port) {
                add(edge.from, edge.path + "/port", incident_codes::graph, "is not a port of the start");
            }
            from.ports.emplace_back(only_port);
            from.next.emplace_back(edge.to);
            return;
        }
        const auto port =
            edge.port.empty() && from.ports.size() == 1 ? from.ports.begin() : std::ranges::find(from.ports, edge.port);
        if (port == from.ports.end()) {
            // What kind of node it is was told already when it has no ports.
            if (from.ports.empty() && from.kind != NodeKind::Stop) { return; }
            const std::vector<std::string_view> ports(from.ports.begin(), from.ports.end());
            return add(edge.from, edge.path + "/port", incident_codes::graph,
                       ports.empty() ? "leads away from the end" : "must be one of " + joined_words(ports, " and "));
        }
        auto& next = from.next[static_cast<std::size_t>(port - from.ports.begin())];
        if (next) {
            return add(edge.from, edge.path + "/port", incident_codes::graph, "leads to another node already");
        }
        next = edge.to;
    }

    void check_start() {
        const auto& start = definition_.nodes[definition_.start];
        const auto path = path_of(definition_.start);
        if (start.next.empty()) { return add(definition_.start, path, incident_codes::graph, "must lead to a node"); }
        const bool has_triggers = !definition_.triggers.empty();
        if (definition_.triggers.size() != start.next.size() && (has_triggers || start.next.size() > 1)) {
            add(definition_.start, path, incident_codes::graph, "must lead to triggers, or to one other node");
        }
        const auto* const who = std::get_if<StartNode>(&start.parameters);
        if (who == nullptr) { return; }
        if (has_triggers && (who->segment || who->existing)) {
            add(definition_.start, path + (who->segment ? "/segment" : "/existing"), incident_codes::invalid,
                "does not go with triggers");
        }
        if (!has_triggers && who->audience) {
            add(definition_.start, path + "/audience", incident_codes::invalid, "goes only with triggers");
        }
        if (!has_triggers && !who->existing && !who->future) {
            add(definition_.start, path + "/future", incident_codes::invalid, "must be true when existing is not");
        }
    }

    void check_ways() {
        std::vector<bool> is_reached(definition_.nodes.size());
        std::vector<std::size_t> open{definition_.start};
        while (!open.empty()) {
            const auto node = open.back();
            open.pop_back();
            if (is_reached[node]) { continue; }
            is_reached[node] = true;
            for (const auto& next : definition_.nodes[node].next) {
                if (next) { open.push_back(*next); }
            }
        }
        for (std::size_t node = 0; node < is_reached.size(); ++node) {
            if (!is_reached[node]) { add(node, path_of(node), incident_codes::unreachable, "no way leads to it"); }
        }
    }

    // A loop is told once, at the first of its nodes that the walk meets again.
    void check_loops() {
        enum class Mark { New, Open, Done };
        std::vector<Mark> marks(definition_.nodes.size(), Mark::New);
        struct Place {
            std::size_t node;
            std::size_t port;
        };
        for (std::size_t from = 0; from < marks.size(); ++from) {
            if (marks[from] != Mark::New || takes_time(definition_.nodes[from])) { continue; }
            std::vector<Place> way{{from, 0}};
            marks[from] = Mark::Open;
            while (!way.empty()) {
                auto& place = way.back();
                const auto& ports = definition_.nodes[place.node].next;
                if (place.port == ports.size()) {
                    marks[place.node] = Mark::Done;
                    way.pop_back();
                    continue;
                }
                const auto next = ports[place.port++];
                if (!next || takes_time(definition_.nodes[*next]) || marks[*next] == Mark::Done) { continue; }
                if (marks[*next] == Mark::Open) {
                    add(*next, path_of(*next), incident_codes::loop,
                        "is part of a loop without a wait of at least a minute");
                    marks[*next] = Mark::Done;
                    continue;
                }
                marks[*next] = Mark::Open;
                way.push_back({*next, 0});
            }
        }
    }

    Definition& definition_;
    const std::vector<DefinitionEdge>& edges_;
    std::vector<Incident>& incidents_;
};

}  // namespace

GraphReach::GraphReach(std::size_t nodes, const std::vector<DefinitionEdge>& edges)
    : leads_(nodes, std::vector<bool>(nodes)) {
    std::vector<std::vector<std::size_t>> next(nodes);
    for (const auto& edge : edges) { next[edge.from].push_back(edge.to); }
    for (std::size_t from = 0; from < nodes; ++from) {
        auto open = next[from];
        while (!open.empty()) {
            const auto node = open.back();
            open.pop_back();
            if (leads_[from][node]) { continue; }
            leads_[from][node] = true;
            open.insert(open.end(), next[node].begin(), next[node].end());
        }
    }
}

void check_graph(Definition& definition, const std::vector<DefinitionEdge>& edges, std::vector<Incident>& incidents) {
    GraphCheck(definition, edges, incidents).run();
}

}  // namespace tradewind::domain
