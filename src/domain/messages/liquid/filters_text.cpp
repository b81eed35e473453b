#include "domain/messages/liquid/filters.h"

#include <algorithm>
#include <array>
#include <string>

#include "base/text.h"
#include "domain/messages/liquid/render_state.h"
#include "domain/messages/liquid/template_lexer.h"
#include "domain/messages/liquid/text_parts.h"
#include "domain/messages/liquid/value_compare.h"
#include "domain/messages/liquid/value_text.h"

namespace tradewind::domain::liquid {
namespace {

// The text, unless it became too long.
LiquidValue finished(BoundedText&& out, RenderState& state) {
    if (out.is_over()) { state.fail("a text is longer than 1 MiB", LiquidLimit::Kept); }
    return LiquidValue(std::move(out).take());
}

LiquidValue joined(std::string_view one, std::string_view other, RenderState& state) {
    BoundedText out(LiquidLimits::text_bytes_max);
    out.append(one);
    out.append(other);
    return finished(std::move(out), state);
}

LiquidValue append_filter(const FilterCall& call) {
    return joined(call.state.text_of(call.input), call.state.text_of(call.argument(0)), call.state);
}

LiquidValue prepend_filter(const FilterCall& call) {
    return joined(call.state.text_of(call.argument(0)), call.state.text_of(call.input), call.state);
}

LiquidValue capitalize_filter(const FilterCall& call) {
    return base::capitalized(call.state.text_of(call.input));
}

LiquidValue downcase_filter(const FilterCall& call) {
    return base::lower_case(call.state.text_of(call.input));
}

LiquidValue upcase_filter(const FilterCall& call) {
    return base::upper_case(call.state.text_of(call.input));
}

LiquidValue strip_filter(const FilterCall& call) {
    return trim_both(call.state.text_of(call.input));
}

LiquidValue lstrip_filter(const FilterCall& call) {
    return trim_start(call.state.text_of(call.input));
}

LiquidValue rstrip_filter(const FilterCall& call) {
    return trim_end(call.state.text_of(call.input));
}

LiquidValue squish_filter(const FilterCall& call) {
    if (call.input.is_nil()) { return {}; }
    const auto text = call.state.text_of(call.input);
    std::string out;
    for (const char each : trim_both(text)) {
        if (!is_space(each)) {
            out += each;
        } else if (!out.ends_with(' ')) {
            out += ' ';
        }
    }
    return out;
}

LiquidValue strip_newlines_filter(const FilterCall& call) {
    auto text = call.state.text_of(call.input);
    std::string out;
    for (std::size_t at = 0; at < text.size(); ++at) {
        const bool ends_line = text[at] == '\n' || (text[at] == '\r' && at + 1 < text.size() && text[at + 1] == '\n');
        if (!ends_line) { out += text[at]; }
    }
    return out;
}

// Before each character and at the end, when nothing is replaced.
LiquidValue spread(std::string_view text, std::string_view between, RenderState& state) {
    BoundedText out(LiquidLimits::text_bytes_max);
    out.append(between);
    while (!text.empty() && !out.is_over()) {
        const auto length = bytes_of_characters(text, 1);
        out.append(text.substr(0, length));
        out.append(between);
        text.remove_prefix(length);
    }
    return finished(std::move(out), state);
}

LiquidValue replaced_all(const FilterCall& call, std::string_view with) {
    const auto text = call.state.text_of(call.input);
    const auto what = call.state.text_of(call.argument(0));
    if (what.empty()) { return spread(text, with, call.state); }
    BoundedText out(LiquidLimits::text_bytes_max);
    std::size_t at = 0;
    for (auto found = find_text(text, what); found != std::string::npos && !out.is_over();
         found = find_text(text, what, at)) {
        out.append(std::string_view(text).substr(at, found - at));
        out.append(with);
        at = found + what.size();
    }
    out.append(std::string_view(text).substr(at));
    return finished(std::move(out), call.state);
}

LiquidValue replaced_once(const FilterCall& call, std::string_view with, bool is_last) {
    auto text = call.state.text_of(call.input);
    const auto what = call.state.text_of(call.argument(0));
    const auto found = is_last ? find_last_text(text, what) : find_text(text, what);
    if (found == std::string::npos) { return text; }
    BoundedText out(LiquidLimits::text_bytes_max);
    out.append(std::string_view(text).substr(0, found));
    out.append(with);
    out.append(std::string_view(text).substr(found + what.size()));
    return finished(std::move(out), call.state);
}

LiquidValue replace_filter(const FilterCall& call) {
    return replaced_all(call, call.state.text_of(call.argument(1)));
}

LiquidValue replace_first_filter(const FilterCall& call) {
    return replaced_once(call, call.state.text_of(call.argument(1)), false);
}

LiquidValue replace_last_filter(const FilterCall& call) {
    return replaced_once(call, call.state.text_of(call.argument(1)), true);
}

LiquidValue remove_filter(const FilterCall& call) {
    return replaced_all(call, "");
}

LiquidValue remove_first_filter(const FilterCall& call) {
    return replaced_once(call, "", false);
}

LiquidValue remove_last_filter(const FilterCall& call) {
    return replaced_once(call, "", true);
}

LiquidValue split_filter(const FilterCall& call) {
    const auto text = call.state.text_of(call.input);
    const auto separator = call.state.text_of(call.argument(0));
    LiquidList parts;
    TextSplitter splitter(text, separator);
    while (const auto part = splitter.next()) {
        if (!call.state.spend(1)) { return {}; }
        parts.emplace_back(*part);
    }
    while (!parts.empty() && parts.back().as_text()->empty()) { parts.pop_back(); }
    return parts;
}

LiquidValue truncate_filter(const FilterCall& call) {
    constexpr std::int64_t default_length = 50;
    if (call.input.is_nil()) { return {}; }
    const auto text = call.state.text_of(call.input);
    const auto length = call.has_argument(0) ? integer_of(call.argument(0), call.state) : default_length;
    const auto ending = call.has_argument(1) ? call.state.text_of(call.argument(1)) : "...";
    if (!length) { return {}; }
    const auto characters = static_cast<std::int64_t>(base::count_characters(text));
    if (characters <= *length) { return text; }
    const auto kept = std::max<std::int64_t>(
        std::max<std::int64_t>(*length, 0) - static_cast<std::int64_t>(base::count_characters(ending)), 0);
    return joined(std::string_view(text).substr(0, bytes_of_characters(text, static_cast<std::size_t>(kept))), ending,
                  call.state);
}

LiquidValue truncatewords_filter(const FilterCall& call) {
    constexpr std::int64_t default_words = 15;
    if (call.input.is_nil()) { return {}; }
    const auto text = call.state.text_of(call.input);
    const auto words = call.has_argument(0) ? integer_of(call.argument(0), call.state) : default_words;
    const auto ending = call.has_argument(1) ? call.state.text_of(call.argument(1)) : "...";
    if (!words) { return {}; }
    BoundedText out(LiquidLimits::text_bytes_max);
    TextSplitter splitter(text, " ");
    std::int64_t count = 0;
    while (const auto word = splitter.next()) {
        if (count == std::max<std::int64_t>(*words, 1)) {
            out.append(ending);
            return finished(std::move(out), call.state);
        }
        out.append(count == 0 ? "" : " ");
        out.append(*word);
        ++count;
    }
    return text;
}

LiquidValue slice_filter(const FilterCall& call) {
    const auto offset = integer_of(call.argument(0), call.state);
    const auto length = call.argument(1).is_true() ? integer_of(call.argument(1), call.state) : 1;
    if (!offset || !length) { return {}; }
    const auto* const list = call.input.as_list();
    const auto text = list == nullptr ? call.state.text_of(call.input) : "";
    const auto size = static_cast<std::int64_t>(list != nullptr ? list->size() : base::count_characters(text));
    const auto begin = *offset < 0 ? *offset + size : *offset;
    const bool is_inside = begin >= 0 && begin <= size && *length >= 0;
    const auto count = is_inside ? std::min(*length, size - begin) : 0;
    if (list != nullptr) {
        if (!is_inside || !call.state.spend(static_cast<std::size_t>(count))) { return LiquidList(); }
        return LiquidList(list->begin() + begin, list->begin() + begin + count);
    }
    if (!is_inside) { return ""; }
    const auto rest = std::string_view(text).substr(bytes_of_characters(text, static_cast<std::size_t>(begin)));
    return rest.substr(0, bytes_of_characters(rest, static_cast<std::size_t>(count)));
}

constexpr std::array<FilterDefinition, 20> text_definitions{{
    {.name = "append", .apply = append_filter, .arguments_min = 1, .arguments_max = 1},
    {.name = "prepend", .apply = prepend_filter, .arguments_min = 1, .arguments_max = 1},
    {.name = "capitalize", .apply = capitalize_filter},
    {.name = "downcase", .apply = downcase_filter},
    {.name = "upcase", .apply = upcase_filter},
    {.name = "strip", .apply = strip_filter},
    {.name = "lstrip", .apply = lstrip_filter},
    {.name = "rstrip", .apply = rstrip_filter},
    {.name = "squish", .apply = squish_filter},
    {.name = "strip_newlines", .apply = strip_newlines_filter},
    {.name = "replace", .apply = replace_filter, .arguments_min = 1, .arguments_max = 2},
    {.name = "replace_first", .apply = replace_first_filter, .arguments_min = 1, .arguments_max = 2},
    {.name = "replace_last", .apply = replace_last_filter, .arguments_min = 2, .arguments_max = 2},
    {.name = "remove", .apply = remove_filter, .arguments_min = 1, .arguments_max = 1},
    {.name = "remove_first", .apply = remove_first_filter, .arguments_min = 1, .arguments_max = 1},
    {.name = "remove_last", .apply = remove_last_filter, .arguments_min = 1, .arguments_max = 1},
    {.name = "split", .apply = split_filter, .arguments_min = 1, .arguments_max = 1},
    {.name = "truncate", .apply = truncate_filter, .arguments_max = 2},
    {.name = "truncatewords", .apply = truncatewords_filter, .arguments_max = 2},
    {.name = "slice", .apply = slice_filter, .arguments_min = 1, .arguments_max = 2},
}};

}  // namespace

std::span<const FilterDefinition> text_filters() {
    return text_definitions;
}

}  // namespace tradewind::domain::liquid
