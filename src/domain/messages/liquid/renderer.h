#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>

#include "domain/messages/liquid/loop_items.h"
#include "domain/messages/liquid/render_state.h"
#include "domain/messages/liquid/template_tree.h"
#include "domain/messages/liquid/value_text.h"

namespace tradewind::domain::liquid {

// Goes through a template once and writes.
class Renderer {
  public:
    explicit Renderer(RenderState& state);

    void render(const Block& block);
    std::string take() && { return std::move(out_).take(); }

    void operator()(const TextNode& node);
    void operator()(const OutputNode& node);
    void operator()(const AssignNode& node);
    void operator()(const CaptureNode& node);
    void operator()(const IfNode& node);
    void operator()(const CaseNode& node);
    void operator()(const ForNode& node);
    void operator()(const TableRowNode& node);
    void operator()(const InterruptNode& node);
    void operator()(const CycleNode& node);
    void operator()(const CounterNode& node);
    void operator()(const IfChangedNode& node);
    void operator()(const PartialNode& node);

  private:
    void write(std::string_view text);
    void write_value(const LiquidValue& value);
    // What the block writes, by itself.
    std::string rendered_apart(const Block& block);
    void render_nodes(const Block& block);
    void render_partial(const Template& partial);
    void include(const PartialNode& node, const Template& partial, const std::string& name);
    void render_isolated(const PartialNode& node, const Template& partial, const std::string& name);
    void for_each_item(const ForNode& node, const LoopItems& items);
    // Whether the loop that just made a pass goes on.
    bool goes_on();

    RenderState& state_;
    BoundedText out_;
    bool is_apart_ = false;
    std::shared_ptr<const ForLoop> loop_;
};

}  // namespace tradewind::domain::liquid
