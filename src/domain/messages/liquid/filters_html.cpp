#include "domain/messages/liquid/filters.h"

#include <algorithm>
#include <array>
#include <string>

#include "domain/messages/liquid/html_escape.h"
#include "domain/messages/liquid/render_state.h"
#include "domain/messages/liquid/value_text.h"

namespace tradewind::domain::liquid {
namespace {

// A text can grow by escaping.
LiquidValue bounded(std::string text, RenderState& state) {
    if (text.size() > LiquidLimits::text_bytes_max) { state.fail("a text is longer than 1 MiB", LiquidLimit::Kept); }
    return LiquidValue::escaped_text(std::move(text));
}

LiquidValue escape_filter(const FilterCall& call) {
    return call.input.is_nil() ? LiquidValue() : bounded(escape_html(call.state.text_of(call.input)), call.state);
}

LiquidValue escape_once_filter(const FilterCall& call) {
    return bounded(escape_html_once(call.state.text_of(call.input)), call.state);
}

LiquidValue strip_html_filter(const FilterCall& call) {
    return strip_html(call.state.text_of(call.input));
}

LiquidValue newline_to_br_filter(const FilterCall& call) {
    const auto text = call.state.text_of(call.input);
    BoundedText out(LiquidLimits::text_bytes_max);
    for (std::size_t at = 0; at < text.size();) {
        const auto newline = std::min(text.find('\n', at), text.size());
        const auto line_end =
            newline < text.size() && newline > at && text[newline - 1] == '\r' ? newline - 1 : newline;
        out.append(std::string_view(text).substr(at, line_end - at));
        if (newline < text.size()) { out.append("<br />\n"); }
        at = newline + 1;
    }
    if (out.is_over()) { call.state.fail("a text is longer than 1 MiB", LiquidLimit::Kept); }
    return call.input.is_escaped() ? LiquidValue::escaped_text(std::move(out).take())
                                   : LiquidValue(std::move(out).take());
}

LiquidValue raw_filter(const FilterCall& call) {
    return LiquidValue::escaped_text(call.state.text_of(call.input));
}

constexpr std::array<FilterDefinition, 6> html_definitions{{
    {.name = "escape", .apply = escape_filter},
    {.name = "h", .apply = escape_filter},
    {.name = "escape_once", .apply = escape_once_filter},
    {.name = "strip_html", .apply = strip_html_filter},
    {.name = "newline_to_br", .apply = newline_to_br_filter},
    {.name = "raw", .apply = raw_filter},
}};

}  // namespace

std::span<const FilterDefinition> html_filters() {
    return html_definitions;
}

}  // namespace tradewind::domain::liquid
