#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string>

#include "base/instant.h"
#include "base/time_zone.h"
#include "domain/messages/liquid/liquid_value.h"
#include "domain/messages/liquid/template.h"

namespace tradewind::domain {

// What one rendering may use up.
struct LiquidLimits {
    static constexpr std::size_t kept_bytes_default = 1024 * 1024;
    static constexpr std::size_t output_bytes_default = 1024 * 1024;
    static constexpr std::size_t steps_default = 100'000;
    // A text in the middle of a chain of filters is never longer.
    static constexpr std::size_t text_bytes_max = 1024 * 1024;
    // So many bytes of a text that a filter looks at are a step.
    static constexpr std::size_t bytes_per_step = 1024;
    // `is_out_of_time` is asked after so many steps.
    static constexpr std::size_t steps_per_question = 64;

    std::size_t output_bytes = output_bytes_default;
    // All that `assign` and `capture` keep, each time that they do.
    std::size_t kept_bytes = kept_bytes_default;
    // Each tag, output, filter, pass of a loop, item of a list that a filter goes through.
    std::size_t steps = steps_default;
    // Whether to give up; never when there is no function.
    std::function<bool()> is_out_of_time = {};
};

// How a store writes dates and amounts.
struct RenderSettings {
    base::TimeZone zone;
    std::string language = "en";  // As the store's: `es`, `es-MX`. Spanish or else English.
    std::string currency = "EUR";
    base::Instant now = {};  // What `now` is for the filter `date`.
    // Whether outputs are written as HTML: `<` as `&lt;`, but for what passed the filter `raw`.
    bool escapes_html = false;
    // Finds the templates that `include` and `render` name; null when there is none. They live until the rendering
    // ends.
    std::function<const Template*(std::string_view name)> find_partial = {};
};

// The text, or why there is none.
struct Rendered {
    std::string text;
    std::optional<LiquidProblem> problem = {};

    [[nodiscard]] bool ok() const { return !problem; }
};

// Any thread may call it.
Rendered render(const Template& source, const LiquidValues& values, const RenderSettings& settings,
                const LiquidLimits& limits = {});

}  // namespace tradewind::domain
