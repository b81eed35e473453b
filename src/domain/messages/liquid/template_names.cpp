#include "domain/messages/liquid/template.h"

#include <algorithm>
#include <set>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "domain/messages/liquid/parsed_template.h"

namespace tradewind::domain {
namespace {

using namespace liquid;

// Goes through a template as it is written and notes each name that it did not give itself before.
class NameCollector {
  public:
    explicit NameCollector(const SourceLines& source) : source_(source) {}

    void read(const Block& block) {
        for (const auto& node : block.nodes) { std::visit(*this, node.form); }
    }
    std::vector<TemplateName> take() && { return std::move(names_); }

    void operator()(const TextNode&) {}
    void operator()(const InterruptNode&) {}
    void operator()(const OutputNode& node) { read(node.output); }
    void operator()(const AssignNode& node) {
        read(node.output);
        own_.insert(node.name);
    }
    void operator()(const CaptureNode& node) {
        read(node.body);
        own_.insert(node.name);
    }
    void operator()(const IfNode& node) {
        for (const auto& branch : node.branches) {
            if (branch.condition) { read(*branch.condition); }
            read(branch.body);
        }
    }
    void operator()(const CaseNode& node) {
        read(node.subject);
        for (const auto& when : node.whens) {
            for (const auto& value : when.values) { read(value); }
            read(when.body);
        }
    }
    void operator()(const ForNode& node) {
        read_loop(node.head, node.body, "forloop");
        if (node.otherwise) { read(*node.otherwise); }
    }
    void operator()(const TableRowNode& node) { read_loop(node.head, node.body, "tablerowloop"); }
    void operator()(const CycleNode& node) {
        if (node.group) { read(*node.group); }
        for (const auto& value : node.values) { read(value); }
    }
    void operator()(const CounterNode& node) { own_.insert(node.name); }
    void operator()(const IfChangedNode& node) { read(node.body); }
    void operator()(const PartialNode& node) {
        read(node.name);
        if (node.value) { read(*node.value); }
        for (const auto& argument : node.arguments) { read(argument.second); }
    }

  private:
    void read_loop(const LoopHead& head, const Block& body, const std::string& loop) {
        read(head.collection);
        for (const auto* const part : {&head.limit, &head.offset, &head.columns}) {
            if (*part) { read(**part); }
        }
        loop_names_.insert(loop_names_.end(), {head.variable, loop});
        read(body);
        loop_names_.resize(loop_names_.size() - 2);
    }
    void read(const Output& output) {
        read(output.value);
        for (const auto& filter : output.filters) {
            for (const auto& argument : filter.arguments) { read(argument); }
            for (const auto& named : filter.named_arguments) { read(named.second); }
        }
    }
    void read(const Condition& condition) {
        for (const auto& comparison : condition.comparisons) {
            read(comparison.left);
            read(comparison.right);
        }
    }
    void read(const Expression& expression) {
        if (const auto* const range = std::get_if<RangeOf>(&expression.form)) {
            for (const auto& end : range->ends) { read(end); }
        }
        if (const auto* const lookup = std::get_if<Lookup>(&expression.form)) { read(*lookup, expression.place); }
    }
    void read(const Lookup& lookup, std::size_t place) {
        TemplateName name;
        bool is_known = true;
        for (const auto& step : lookup.steps) {
            std::string word = step.name;
            if (!step.computed.empty()) {
                const auto* const constant = std::get_if<LiquidValue>(&step.computed.front().form);
                const auto* const text = constant != nullptr ? constant->as_text() : nullptr;
                const auto* const number = constant != nullptr ? constant->as_number() : nullptr;
                read(step.computed.front());
                is_known = is_known && (text != nullptr || number != nullptr);
                word = text != nullptr ? *text : number != nullptr ? number->text() : "";
            }
            if (is_known) { name.path.push_back(std::move(word)); }
        }
        if (name.path.empty() || is_own(name.path.front())) { return; }
        const auto where = source_.at(place);
        name.line = where.line;
        name.column = where.column;
        names_.push_back(std::move(name));
    }
    [[nodiscard]] bool is_own(const std::string& name) const {
        return own_.contains(name) || std::find(loop_names_.begin(), loop_names_.end(), name) != loop_names_.end();
    }

    const SourceLines& source_;
    std::set<std::string> own_;
    std::vector<std::string> loop_names_;
    std::vector<TemplateName> names_;
};

}  // namespace

std::vector<TemplateName> names_of(const Template& source) {
    NameCollector collector(source.tree().source);
    collector.read(source.tree().body);
    return std::move(collector).take();
}

}  // namespace tradewind::domain
