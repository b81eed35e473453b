#include "domain/messages/liquid/renderer.h"

#include <utility>

#include "domain/messages/liquid/evaluate_expression.h"
#include "domain/messages/liquid/parsed_template.h"

namespace tradewind::domain::liquid {
namespace {

// What the value is called in the template: the last part of a name such as `parts/product`.
std::string bound_name(const PartialNode& node, const std::string& template_name) {
    return node.alias.empty() ? template_name.substr(template_name.rfind('/') + 1) : node.alias;
}

}  // namespace

void Renderer::operator()(const PartialNode& node) {
    const auto name = state_.text_of(evaluate(node.name, state_));
    const auto& find = state_.settings().find_partial;
    const auto* const partial = find && !state_.is_stopped() ? find(name) : nullptr;
    if (partial == nullptr) { return state_.fail("there is no template \"" + name + "\""); }
    if (node.is_isolated) { return render_isolated(node, *partial, name); }
    // Who is isolated stays so.
    if (state_.scope().outside == nullptr) {
        return state_.fail("\"include\" has no place in a template of \"render\"");
    }
    include(node, *partial, name);
}

void Renderer::render_partial(const Template& partial) {
    const auto* const outer = state_.set_source(&partial.tree().source);
    render(partial.tree().body);
    state_.set_source(outer);
}

// It sees all names, and what it assigns stays.
void Renderer::include(const PartialNode& node, const Template& partial, const std::string& name) {
    const auto bound = bound_name(node, name);
    const auto value = node.value ? evaluate(*node.value, state_) : state_.find(name);
    for (const auto& [key, argument] : node.arguments) { state_.push_name(key, evaluate(argument, state_)); }
    const bool is_list = value.as_list() != nullptr;
    const LoopItems items(is_list ? value : LiquidValue(LiquidList{value}));
    for (std::uint64_t at = 0; at < items.size() && state_.spend(1); ++at) {
        state_.push_name(bound, items.at(at));
        render_partial(partial);
        state_.pop_name();
        if (state_.interrupt != Interrupt::None) { break; }
    }
    for (std::size_t count = node.arguments.size(); count > 0; --count) { state_.pop_name(); }
}

// It sees what is handed to it, and leaves nothing behind.
void Renderer::render_isolated(const PartialNode& node, const Template& partial, const std::string& name) {
    const auto bound = bound_name(node, name);
    const auto value = node.value ? evaluate(*node.value, state_) : LiquidValue();
    const bool is_loop = node.is_for_each && (value.as_list() != nullptr || value.as_range() != nullptr);
    const LoopItems items(is_loop ? value : LiquidValue(LiquidList{value}));
    const auto loop = std::make_shared<ForLoop>(name, items.size(), nullptr);
    LiquidEntries arguments;
    for (const auto& [key, argument] : node.arguments) { arguments.emplace_back(key, evaluate(argument, state_)); }
    auto outer_loop = std::exchange(loop_, nullptr);
    for (std::uint64_t at = 0; at < items.size() && state_.spend(1); ++at) {
        auto outer = std::exchange(state_.scope(), RenderScope());
        if (is_loop) { state_.assign("forloop", LiquidValue(loop)); }
        for (const auto& [key, argument] : arguments) { state_.assign(key, argument); }
        if (const auto item = items.at(at); !item.is_nil()) { state_.assign(bound, item); }
        render_partial(partial);
        state_.scope() = std::move(outer);
        state_.interrupt = Interrupt::None;
        loop->next();
    }
    loop_ = std::move(outer_loop);
}

}  // namespace tradewind::domain::liquid
