// A template. What the strict mode reads the lax one reads, too; what is written is text, and no more than allowed.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>
#include <vector>

#include "base/json.h"
#include "base/text.h"
#include "base/time_zone.h"
#include "domain/messages/liquid/json_liquid.h"
#include "domain/messages/liquid/render.h"

namespace {

using namespace tradewind;

constexpr std::string_view values_json =
    R"({"a": "text", "b": [3, 1, "ñ", null, [2]], "c": {"a": 1, "d": {"e": -0.5}}, "n": 7, "t": true, "f": false,
        "p": [{"k": 2}, {"k": 1}], "day": "2026-03-29T01:30:00Z"})";

void demand(bool truth) {
    if (!truth) { std::abort(); }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t count) {
    static const auto values = domain::liquid_value(base::JsonDocument::parse(values_json).value().root());
    static const domain::RenderSettings settings{
        .zone = base::TimeZone::load("Europe/Madrid").take(), .language = "es", .escapes_html = true};
    const domain::LiquidLimits limits{.output_bytes = 64 * 1024, .kept_bytes = 64 * 1024, .steps = 2'000};
    const std::string_view source(reinterpret_cast<const char*>(bytes), count);
    std::vector<domain::LiquidProblem> problems;
    const bool is_strict = domain::Template::parse(source, domain::ParseMode::Strict, problems).has_value();
    demand(is_strict == problems.empty());
    const auto parsed = domain::Template::parse(source, domain::ParseMode::Lax, problems);
    demand(parsed.has_value() == problems.empty() && (parsed || !is_strict));
    if (parsed) {
        demand(domain::names_of(*parsed).size() <= count);
        const auto rendered = domain::render(*parsed, *values.as_values(), settings, limits);
        demand(rendered.text.size() <= limits.output_bytes && base::is_valid_utf8(rendered.text));
        if (rendered.problem) { problems.push_back(*rendered.problem); }
    }
    for (const auto& problem : problems) { demand(problem.line > 0 && base::is_valid_utf8(problem.words)); }
    return 0;
}
