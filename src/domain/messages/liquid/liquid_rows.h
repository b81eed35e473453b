#pragma once

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

#include "base/json.h"
#include "domain/messages/liquid/json_liquid.h"
#include "domain/messages/liquid/render.h"

// For tests: what templates make of values that are written as JSON.
namespace tradewind::domain::liquid_rows {

// A Wednesday.
inline RenderSettings settings(std::string_view zone = "UTC", std::string_view language = "en") {
    return {.zone = base::TimeZone::load(zone).take(),
            .language = std::string(language),
            .now = base::Instant::parse("2026-03-04T05:06:07.089Z").value()};
}

inline Rendered rendered(std::string_view source, std::string_view json, ParseMode mode,
                         const RenderSettings& how = settings(), const LiquidLimits& limits = {}) {
    std::vector<LiquidProblem> problems;
    const auto parsed = Template::parse(source, mode, problems);
    if (!parsed) { return {.text = {}, .problem = problems.front()}; }
    const auto document = base::JsonDocument::parse(json);
    const auto values = liquid_value(document.value().root());
    return render(*parsed, *values.as_values(), how, limits);
}

// The text, or the problem after `! `.
inline std::string made(std::string_view source, std::string_view json = "{}", const RenderSettings& how = settings()) {
    const auto result = rendered(source, json, ParseMode::Lax, how);
    return result.ok() ? result.text : "! " + result.problem->text();
}

inline std::string made_strictly(std::string_view source, std::string_view json = "{}") {
    const auto result = rendered(source, json, ParseMode::Strict);
    return result.ok() ? result.text : "! " + result.problem->text();
}

struct Row {
    std::string_view source;
    std::string_view text;
};

// Rows that both modes read alike.
inline void expect_rows(std::string_view json, const std::vector<Row>& rows) {
    for (const auto& row : rows) {
        EXPECT_EQ(made(row.source, json), row.text) << row.source;
        EXPECT_EQ(made_strictly(row.source, json), row.text) << row.source;
    }
}

// Rows that only the lax mode reads.
inline void expect_lax_rows(std::string_view json, const std::vector<Row>& rows) {
    for (const auto& row : rows) {
        EXPECT_EQ(made(row.source, json), row.text) << row.source;
        EXPECT_TRUE(made_strictly(row.source, json).starts_with("! ")) << row.source;
    }
}

// Rows that end with a problem; the text is what it must say.
inline void expect_refusals(std::string_view json, const std::vector<Row>& rows) {
    for (const auto& row : rows) {
        for (const auto& text : {made(row.source, json), made_strictly(row.source, json)}) {
            EXPECT_TRUE(text.starts_with("! ")) << row.source << " makes " << text;
            EXPECT_NE(text.find(row.text), std::string::npos) << row.source << " says " << text;
        }
    }
}

}  // namespace tradewind::domain::liquid_rows
