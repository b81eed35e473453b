#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "domain/messages/liquid/liquid_value.h"
#include "domain/messages/liquid/render.h"
#include "domain/messages/liquid/source_lines.h"
#include "domain/messages/liquid/template_tree.h"

namespace tradewind::domain::liquid {

// The names that a template sees, and what its tags remember from one time to the next.
struct RenderScope {
    const LiquidValues* outside = nullptr;  // None for a template that is isolated.
    std::unordered_map<std::string, LiquidValue> assigned = {};
    std::map<std::string, std::int64_t, std::less<>> counters = {};
    std::vector<std::pair<std::string_view, LiquidValue>> loop_names = {};
    std::map<std::string, std::uint64_t> loops_done = {};  // Where the last loop of a name ended.
    std::map<std::string, std::size_t> cycles = {};
    std::string last_changed = {};
};

// What one rendering knows and has used up. After the first failure it is stopped: whoever works with it returns soon,
// and what is returned is thrown away.
class RenderState {
  public:
    RenderState(const LiquidValues& values, const RenderSettings& settings, const LiquidLimits& limits)
        : settings_(settings), limits_(limits), scope_{.outside = &values} {}

    // False when that was too much.
    bool spend(std::size_t steps);
    bool spend_bytes(std::size_t bytes) { return spend(bytes / LiquidLimits::bytes_per_step); }
    // Counts what is kept.
    bool keep(std::size_t bytes);
    void fail(std::string words, std::optional<LiquidLimit> limit = {});
    [[nodiscard]] bool is_stopped() const { return failure_.has_value(); }
    [[nodiscard]] const std::optional<LiquidProblem>& failure() const { return failure_; }
    // Where the tag or output at work stands, and in which template. Returns the template before.
    void set_place(std::size_t place) { place_ = place; }
    const SourceLines* set_source(const SourceLines* source) { return std::exchange(source_, source); }
    [[nodiscard]] const RenderSettings& settings() const { return settings_; }
    [[nodiscard]] const LiquidLimits& limits() const { return limits_; }

    // The value as filters see it that want a text. Counts its bytes.
    std::string text_of(const LiquidValue& value);

    // Names: of loops, innermost first; those that were assigned; counters; what comes from outside.
    [[nodiscard]] LiquidValue find(std::string_view name) const;
    void assign(const std::string& name, LiquidValue value) {
        scope_.assigned.insert_or_assign(name, std::move(value));
    }
    void push_name(std::string_view name, LiquidValue value) { scope_.loop_names.emplace_back(name, std::move(value)); }
    void pop_name() { scope_.loop_names.pop_back(); }
    // Counters have nothing to do with other values of their name, but hide those from outside.
    std::int64_t& counter(const std::string& name) { return scope_.counters[name]; }
    [[nodiscard]] RenderScope& scope() { return scope_; }

    // Blocks in blocks, through all templates. False when that was too deep.
    bool enter_block();
    void leave_block() { --depth_; }

    Interrupt interrupt = Interrupt::None;

  private:
    const RenderSettings& settings_;
    const LiquidLimits& limits_;
    RenderScope scope_;
    std::size_t steps_ = 0;
    std::size_t kept_ = 0;
    std::size_t next_question_ = 0;
    std::size_t depth_ = 0;
    std::size_t place_ = 0;
    const SourceLines* source_ = nullptr;
    std::optional<LiquidProblem> failure_;
};

}  // namespace tradewind::domain::liquid
