#include "domain/workflows/run_template.h"

#include <algorithm>
#include <memory>

#include "base/json.h"
#include "base/json_writer.h"
#include "domain/messages/liquid/json_liquid.h"
#include "domain/messages/liquid/render.h"

namespace tradewind::domain {
namespace {

constexpr std::array<std::string_view, 4> store_members{"name", "currency", "language", "timezone"};
constexpr std::string_view purchase_items_name = "products";

LiquidValue value_from(const std::string& json) {
    const auto document = base::JsonDocument::parse(json);
    return document.ok() ? liquid_value(document.value().root()) : LiquidValue();
}

LiquidValue store_values(const Store& store) {
    return liquid_map({{"name", LiquidValue(store.name)},
                       {"currency", LiquidValue(store.currency)},
                       {"language", LiquidValue(store.language)},
                       {"timezone", LiquidValue(store.timezone)}});
}

LiquidValue contact_values(const NodeVisit& visit) {
    std::string json;
    base::JsonWriter writer(json);
    write_contact(writer, visit.facts.contact(), visit.situation.names.fields);
    return value_from(json);
}

// What nodes left, by the id of the node.
class NodeValues final : public LiquidValues {
  public:
    explicit NodeValues(const NodeVisit& visit) : visit_(visit) {}

    [[nodiscard]] std::optional<LiquidValue> find(std::string_view name) const override {
        const auto& nodes = visit_.situation.definition.nodes;
        const auto found = std::ranges::find(nodes, name, &Node::id);
        if (found == nodes.end()) { return std::nullopt; }
        const auto place = static_cast<std::size_t>(found - nodes.begin());
        return value_from(left_values(visit_.situation, visit_.run, visit_.facts, place));
    }

  private:
    const NodeVisit& visit_;
};

class RunValues final : public LiquidValues {
  public:
    explicit RunValues(const NodeVisit& visit) : visit_(visit) {}

    [[nodiscard]] std::optional<LiquidValue> find(std::string_view name) const override {
        if (name == "contact") { return contact_values(visit_); }
        if (name == "store") { return store_values(visit_.situation.store); }
        if (name == "nodes") { return LiquidValue(std::make_shared<const NodeValues>(visit_)); }
        if (name != "event") { return std::nullopt; }
        const auto& run = visit_.run;
        if (run.given) { return value_from(*run.given); }
        if (!run.trigger) { return std::nullopt; }
        return value_from(left_values(visit_.situation, run, visit_.facts, *run.trigger));
    }

  private:
    const NodeVisit& visit_;
};

// Whether a name can have a value, as far as that is known before anything ran.
bool is_known(const NodeReader& reader, const std::vector<std::string>& path) {
    const auto& names = reader.names().filters;
    if (path.size() < 2) { return path.front() != "store"; }
    if (path.front() == "contact") {
        return path[1] == "id" || names.scope->value_at("contact." + path[1]).has_value();
    }
    if (path.front() == "store") { return std::ranges::find(store_members, path[1]) != store_members.end(); }
    if (path.front() == "event") {
        return path[1] == purchase_items_name || names.scope->value_at("event." + path[1]).has_value();
    }
    return path.size() < 3 ? names.scope->has_node(path[1])
                           : path[2] == purchase_items_name ||
                                 names.scope->value_at("nodes." + path[1] + "." + path[2]).has_value();
}

}  // namespace

std::optional<Template> read_template(NodeReader& reader, std::string_view below, std::string_view source) {
    constexpr std::array<std::string_view, 4> roots{"contact", "store", "event", "nodes"};
    std::vector<LiquidProblem> problems;
    auto parsed = Template::parse(source, ParseMode::Strict, problems);
    for (const auto& problem : problems) { reader.add(below, incident_codes::invalid, problem.text()); }
    if (!parsed) { return parsed; }
    for (const auto& name : names_of(*parsed)) {
        const bool has_root = std::ranges::find(roots, name.path.front()) != roots.end();
        if (has_root && is_known(reader, name.path)) { continue; }
        std::string words;
        for (const auto& part : name.path) { words += (words.empty() ? "" : ".") + part; }
        const LiquidProblem problem{.line = name.line, .column = name.column, .words = "nothing is named " + words};
        reader.add(below, incident_codes::unknown, problem.text());
    }
    return parsed;
}

bool is_plain_text(std::string_view source) {
    return source.find("{{") == std::string_view::npos && source.find("{%") == std::string_view::npos;
}

base::Result<std::string> render_in_run(const Template& source, const NodeVisit& visit) {
    const RunValues values(visit);
    const RenderSettings settings{.zone = visit.time.zone,
                                  .language = visit.situation.store.language,
                                  .currency = visit.situation.store.currency,
                                  .now = visit.time.now};
    const LiquidLimits limits{.output_bytes = run_template_bytes_max, .steps = run_template_steps_max};
    auto rendered = render(source, values, settings, limits);
    if (!rendered.ok()) { return base::invalid("", rendered.problem->text()); }
    return std::move(rendered.text);
}

}  // namespace tradewind::domain
