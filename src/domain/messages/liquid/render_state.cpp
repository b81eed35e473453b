#include "domain/messages/liquid/render_state.h"

#include <algorithm>

#include "domain/messages/liquid/expression_parser.h"
#include "domain/messages/liquid/value_text.h"

namespace tradewind::domain::liquid {

void RenderState::fail(std::string words, std::optional<LiquidLimit> limit) {
    if (failure_) { return; }
    const auto where = source_ != nullptr ? source_->at(place_) : LineAndColumn();
    failure_ = LiquidProblem{.line = where.line, .column = where.column, .words = std::move(words), .limit = limit};
}

bool RenderState::spend(std::size_t steps) {
    if (is_stopped()) { return false; }
    if (steps > limits_.steps - steps_) {
        fail("the template takes more than " + std::to_string(limits_.steps) + " steps", LiquidLimit::Steps);
        return false;
    }
    steps_ += steps;
    if (limits_.is_out_of_time && steps_ >= next_question_) {
        next_question_ = steps_ + LiquidLimits::steps_per_question;
        if (limits_.is_out_of_time()) { fail("the template takes too long", LiquidLimit::Time); }
    }
    return !is_stopped();
}

bool RenderState::keep(std::size_t bytes) {
    if (is_stopped()) { return false; }
    if (bytes > limits_.kept_bytes - kept_) {
        fail("the template keeps more than " + std::to_string(limits_.kept_bytes) + " bytes in variables",
             LiquidLimit::Kept);
        return false;
    }
    kept_ += bytes;
    return true;
}

std::string RenderState::text_of(const LiquidValue& value) {
    if (const auto* const text = value.as_text()) {
        spend_bytes(text->size());
        return *text;
    }
    BoundedText out(LiquidLimits::text_bytes_max);
    append_text(out, value);
    spend_bytes(out.text().size());
    if (out.is_over()) { fail("a value is longer than 1 MiB", LiquidLimit::Kept); }
    return std::move(out).take();
}

bool RenderState::enter_block() {
    // Twice what one template can have, so that templates in templates find room.
    constexpr std::size_t depth_max = 2 * nesting_max;
    if (++depth_ > depth_max) { fail("there are too many blocks or templates in each other", LiquidLimit::Nesting); }
    return !is_stopped();
}

LiquidValue RenderState::find(std::string_view name) const {
    const auto& loops = scope_.loop_names;
    const auto loop = std::find_if(loops.rbegin(), loops.rend(), [&](const auto& each) { return each.first == name; });
    if (loop != loops.rend()) { return loop->second; }
    const auto assigned = scope_.assigned.find(std::string(name));
    if (assigned != scope_.assigned.end()) { return assigned->second; }
    const auto counter = scope_.counters.find(name);
    if (counter != scope_.counters.end()) { return counter->second; }
    return scope_.outside != nullptr ? scope_.outside->find(name).value_or(LiquidValue()) : LiquidValue();
}

}  // namespace tradewind::domain::liquid
