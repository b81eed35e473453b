#include "domain/messages/liquid/render_state.h"

#include <algorithm>

#include "domain/messages/liquid/value_text.h"

namespace tradewind::domain::liquid {

void RenderState::fail(std::string words, std::optional<LiquidLimit> limit) {
    if (!failure_) { failure_ = RenderFailure{.place = place_, .words = std::move(words), .limit = limit}; }
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

std::int64_t& RenderState::counter(const std::string& name) {
    const auto [place, is_added] = counters_.try_emplace(name, 0);
    if (is_added) {
        const auto outside = values_.find(name).value_or(LiquidValue());
        const auto* const number = outside.as_number();
        if (number != nullptr) { place->second = number->whole(); }
    }
    return place->second;
}

LiquidValue RenderState::find(std::string_view name) const {
    const auto loop =
        std::find_if(loop_names_.rbegin(), loop_names_.rend(), [&](const auto& each) { return each.first == name; });
    if (loop != loop_names_.rend()) { return loop->second; }
    const auto assigned = assigned_.find(std::string(name));
    if (assigned != assigned_.end()) { return assigned->second; }
    const auto counter = counters_.find(name);
    if (counter != counters_.end()) { return counter->second; }
    return values_.find(name).value_or(LiquidValue());
}

}  // namespace tradewind::domain::liquid
