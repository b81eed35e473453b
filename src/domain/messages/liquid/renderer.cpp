#include "domain/messages/liquid/renderer.h"

#include <utility>
#include <variant>

#include "domain/messages/liquid/evaluate_expression.h"
#include "domain/messages/liquid/html_escape.h"
#include "domain/messages/liquid/parsed_template.h"
#include "domain/messages/liquid/value_compare.h"

namespace tradewind::domain::liquid {
namespace {

// What keeping a value counts.
std::size_t kept_size(const LiquidValue& value, RenderState& state) {
    constexpr std::size_t item_bytes = 16;
    if (const auto* const text = value.as_text()) { return text->size(); }
    std::size_t bytes = item_bytes;
    if (const auto* const list = value.as_list()) {
        for (const auto& item : *list) {
            if (!state.spend(1)) { break; }
            bytes += kept_size(item, state);
        }
    }
    return bytes;
}

std::optional<std::int64_t> loop_number(const std::optional<Expression>& expression, RenderState& state) {
    if (!expression) { return std::nullopt; }
    state.set_place(expression->place);
    const auto value = evaluate(*expression, state);
    return value.is_nil() ? std::nullopt : integer_of(value, state);
}

// Numbers of `tablerow`: what is no number is 0.
std::int64_t table_number(const Expression& expression, RenderState& state) {
    state.set_place(expression.place);
    const auto value = evaluate(expression, state);
    if (!value.is_nil() && value.as_number() == nullptr && value.as_text() == nullptr) {
        state.fail("this must be an integer");
    }
    return leading_integer(value);
}

}  // namespace

Renderer::Renderer(RenderState& state) : state_(state), out_(state.limits().output_bytes) {}

void Renderer::render(const Block& block) {
    if (state_.enter_block()) { render_nodes(block); }
    state_.leave_block();
}

void Renderer::render_nodes(const Block& block) {
    for (const auto& node : block.nodes) {
        state_.set_place(node.place);
        if (!state_.spend(1)) { return; }
        std::visit(*this, node.form);
        if (state_.interrupt != Interrupt::None || state_.is_stopped()) { return; }
    }
}

void Renderer::write(std::string_view text) {
    state_.spend_bytes(text.size());
    out_.append(text);
    if (!out_.is_over()) { return; }
    if (is_apart_) { return state_.fail("a text is longer than 1 MiB", LiquidLimit::Kept); }
    state_.fail("the template writes more than " + std::to_string(state_.limits().output_bytes) + " bytes",
                LiquidLimit::Output);
}

void Renderer::write_value(const LiquidValue& value) {
    if (const auto* const list = value.as_list()) {
        for (const auto& item : *list) {
            if (!state_.spend(1)) { return; }
            write_value(item);
        }
        return;
    }
    const auto text = state_.text_of(value);
    write(state_.settings().escapes_html && !value.is_escaped() ? escape_html(text) : text);
}

std::string Renderer::rendered_apart(const Block& block) {
    auto outer = std::exchange(out_, BoundedText(LiquidLimits::text_bytes_max));
    const bool was_apart = std::exchange(is_apart_, true);
    render(block);
    is_apart_ = was_apart;
    return std::exchange(out_, std::move(outer)).take();
}

void Renderer::operator()(const TextNode& node) {
    write(node.text);
}

void Renderer::operator()(const OutputNode& node) {
    write_value(evaluate(node.output, state_));
}

void Renderer::operator()(const AssignNode& node) {
    auto value = evaluate(node.output, state_);
    if (state_.keep(kept_size(value, state_))) { state_.assign(node.name, std::move(value)); }
}

void Renderer::operator()(const CaptureNode& node) {
    auto text = rendered_apart(node.body);
    if (!state_.keep(text.size())) { return; }
    state_.assign(node.name, state_.settings().escapes_html ? LiquidValue::escaped_text(std::move(text))
                                                            : LiquidValue(std::move(text)));
}

void Renderer::operator()(const IfNode& node) {
    for (const auto& branch : node.branches) {
        const bool is_reversed = node.is_unless && &branch == &node.branches.front();
        if (!branch.condition || holds(*branch.condition, state_) != is_reversed) { return render(branch.body); }
        if (state_.is_stopped()) { return; }
    }
}

void Renderer::operator()(const CaseNode& node) {
    bool has_matched = false;
    for (const auto& when : node.whens) {
        if (when.values.empty() && !has_matched) { render(when.body); }
        // A value that is named twice writes twice.
        for (const auto& value : when.values) {
            if (state_.is_stopped() || state_.interrupt != Interrupt::None) { return; }
            if (!is_case_of(node.subject, value, state_)) { continue; }
            has_matched = true;
            render(when.body);
        }
    }
}

bool Renderer::goes_on() {
    return std::exchange(state_.interrupt, Interrupt::None) != Interrupt::Break && !state_.is_stopped();
}

void Renderer::operator()(const ForNode& node) {
    const auto& head = node.head;
    const auto continued = state_.scope().loops_done.find(head.name);
    auto from = loop_number(head.offset, state_).value_or(0);
    if (head.is_continued && continued != state_.scope().loops_done.end()) {
        from = static_cast<std::int64_t>(continued->second);
    }
    LoopItems items(evaluate(head.collection, state_));
    items.cut(from, loop_number(head.limit, state_));
    if (head.is_reversed) { items.reverse(); }
    if (state_.is_stopped()) { return; }
    state_.scope().loops_done[head.name] = static_cast<std::uint64_t>(from) + items.size();
    if (items.size() != 0) { return for_each_item(node, items); }
    if (node.otherwise) { render(*node.otherwise); }
}

void Renderer::for_each_item(const ForNode& node, const LoopItems& items) {
    const auto loop = std::make_shared<ForLoop>(node.head.name, items.size(), loop_);
    auto outer = std::exchange(loop_, loop);
    for (std::uint64_t at = 0; at < items.size() && state_.spend(1); ++at) {
        state_.push_name("forloop", LiquidValue(loop));
        state_.push_name(node.head.variable, items.at(at));
        render(node.body);
        state_.pop_name();
        state_.pop_name();
        loop->next();
        if (!goes_on()) { break; }
    }
    loop_ = std::move(outer);
}

void Renderer::operator()(const TableRowNode& node) {
    const auto& head = node.head;
    const auto collection = evaluate(head.collection, state_);
    if (!collection.is_true()) { return; }
    LoopItems items(collection);
    const auto from = head.offset ? table_number(*head.offset, state_) : 0;
    items.cut(from, head.limit ? std::optional(table_number(*head.limit, state_)) : std::nullopt);
    const auto columns = head.columns ? table_number(*head.columns, state_) : static_cast<std::int64_t>(items.size());
    const auto loop = std::make_shared<TableRowLoop>(items.size(), columns);
    write("<tr class=\"row1\">\n");
    for (std::uint64_t at = 0; at < items.size() && state_.spend(1); ++at) {
        state_.push_name("tablerowloop", LiquidValue(loop));
        state_.push_name(head.variable, items.at(at));
        write("<td class=\"col" + std::to_string(loop->column()) + "\">");
        render(node.body);
        write("</td>");
        state_.pop_name();
        state_.pop_name();
        if (!goes_on()) { break; }
        if (loop->is_last_column() && !loop->is_last()) {
            write("</tr>\n<tr class=\"row" + std::to_string(loop->row() + 1) + "\">");
        }
        loop->next();
    }
    write("</tr>\n");
}

void Renderer::operator()(const InterruptNode& node) {
    state_.interrupt = node.interrupt;
}

void Renderer::operator()(const CycleNode& node) {
    const auto key = node.group ? "group " + state_.text_of(evaluate(*node.group, state_)) : "values " + node.key;
    if (!state_.scope().cycles.contains(key) && !state_.keep(key.size())) { return; }
    auto& turn = state_.scope().cycles[key];
    if (turn < node.values.size()) { write_value(evaluate(node.values[turn], state_)); }
    turn = turn + 1 < node.values.size() ? turn + 1 : 0;
}

void Renderer::operator()(const CounterNode& node) {
    auto& counter = state_.counter(node.name);
    const auto before = counter;
    counter += node.is_increment ? 1 : -1;
    write(std::to_string(node.is_increment ? before : counter));
}

void Renderer::operator()(const IfChangedNode& node) {
    auto text = rendered_apart(node.body);
    if (text == state_.scope().last_changed) { return; }
    write(text);
    state_.scope().last_changed = std::move(text);
}

}  // namespace tradewind::domain::liquid

namespace tradewind::domain {

Rendered render(const Template& source, const LiquidValues& values, const RenderSettings& settings,
                const LiquidLimits& limits) {
    liquid::RenderState state(values, settings, limits);
    liquid::Renderer renderer(state);
    state.set_source(&source.tree().source);
    renderer.render(source.tree().body);
    if (state.failure()) { return {.text = {}, .problem = state.failure()}; }
    return {.text = std::move(renderer).take()};
}

}  // namespace tradewind::domain
