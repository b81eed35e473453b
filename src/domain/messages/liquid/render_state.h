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
#include "domain/messages/liquid/template_tree.h"

namespace tradewind::domain::liquid {

// Why a rendering ended early.
struct RenderFailure {
    std::size_t place = 0;
    std::string words;
    std::optional<LiquidLimit> limit = {};
};

// What one rendering knows and has used up. After the first failure it is stopped: whoever works with it returns soon,
// and what is returned is thrown away.
class RenderState {
  public:
    RenderState(const LiquidValues& values, const RenderSettings& settings, const LiquidLimits& limits)
        : values_(values), settings_(settings), limits_(limits) {}

    // False when that was too much.
    bool spend(std::size_t steps);
    bool spend_bytes(std::size_t bytes) { return spend(bytes / LiquidLimits::bytes_per_step); }
    // Counts what is kept.
    bool keep(std::size_t bytes);
    void fail(std::string words, std::optional<LiquidLimit> limit = {});
    [[nodiscard]] bool is_stopped() const { return failure_.has_value(); }
    [[nodiscard]] const std::optional<RenderFailure>& failure() const { return failure_; }
    // Where the tag or output at work stands.
    void set_place(std::size_t place) { place_ = place; }
    [[nodiscard]] const RenderSettings& settings() const { return settings_; }
    [[nodiscard]] const LiquidLimits& limits() const { return limits_; }

    // The value as filters see it that want a text. Counts its bytes.
    std::string text_of(const LiquidValue& value);

    // Names: of loops, innermost first; those that were assigned; counters; what comes from outside.
    [[nodiscard]] LiquidValue find(std::string_view name) const;
    void assign(const std::string& name, LiquidValue value) { assigned_.insert_or_assign(name, std::move(value)); }
    void push_name(std::string_view name, LiquidValue value) { loop_names_.emplace_back(name, std::move(value)); }
    void pop_name() { loop_names_.pop_back(); }
    // Begins with the number of that name from outside.
    std::int64_t& counter(const std::string& name);

    // What tags remember from one time to the next.
    std::map<std::string, std::uint64_t> loops_done;  // Where the last loop of a name ended.
    std::map<std::string, std::size_t> cycles;
    std::string last_changed;
    Interrupt interrupt = Interrupt::None;

  private:
    const LiquidValues& values_;
    const RenderSettings& settings_;
    const LiquidLimits& limits_;
    std::unordered_map<std::string, LiquidValue> assigned_;
    std::map<std::string, std::int64_t, std::less<>> counters_;
    std::vector<std::pair<std::string_view, LiquidValue>> loop_names_;
    std::size_t steps_ = 0;
    std::size_t kept_ = 0;
    std::size_t next_question_ = 0;
    std::size_t place_ = 0;
    std::optional<RenderFailure> failure_;
};

}  // namespace tradewind::domain::liquid
