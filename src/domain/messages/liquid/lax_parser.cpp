#include "domain/messages/liquid/lax_parser.h"

#include <algorithm>

#include "base/text.h"
#include "domain/messages/liquid/filters.h"
#include "domain/messages/liquid/template_lexer.h"

namespace tradewind::domain::liquid {
namespace {

bool is_quote(char character) {
    return character == '"' || character == '\'';
}

// Of the text in quotes that begins there; 0 when it does not end.
std::size_t quoted_length(std::string_view text, std::size_t from) {
    if (from >= text.size() || !is_quote(text[from])) { return 0; }
    const auto end = text.find(text[from], from + 1);
    return end == std::string_view::npos ? 0 : end + 1 - from;
}

bool is_segment(char character) {
    return is_word(character) || character == '-';
}

template <class Test>
std::size_t skip_while(std::string_view text, std::size_t from, Test test) {
    while (from < text.size() && test(text[from])) { ++from; }
    return from;
}

// The outermost pairs of `[` and `]`, in order.
std::vector<Fragment> bracket_pairs(std::string_view text) {
    std::vector<Fragment> pairs;
    std::vector<std::size_t> open;
    for (std::size_t at = 0; at < text.size(); ++at) {
        if (text[at] == '[') { open.push_back(at); }
        if (text[at] != ']' || open.empty()) { continue; }
        while (!pairs.empty() && pairs.back().begin > open.back()) { pairs.pop_back(); }
        pairs.push_back({.begin = open.back(), .end = at});
        open.pop_back();
    }
    return pairs;
}

std::optional<Expression> lax_lookup(const Markup& markup, std::size_t depth) {
    if (depth > nesting_max) { return std::nullopt; }
    Lookup lookup;
    const auto pairs = bracket_pairs(markup.text);
    auto pair = pairs.begin();
    for (std::size_t at = 0; at < markup.text.size();) {
        if (pair != pairs.end() && pair->begin == at) {
            auto inner = lax_expression(markup.part(at + 1, pair->end - at - 1), depth + 1);
            if (!inner) { return std::nullopt; }
            auto& step = lookup.steps.emplace_back();
            step.computed.push_back(*std::move(inner));
            at = pair->end + 1;
            ++pair;
        } else if (is_segment(markup.text[at])) {
            auto end = skip_while(markup.text, at, is_segment);
            if (end < markup.text.size() && markup.text[end] == '?') { ++end; }
            lookup.steps.push_back(named_step(markup.text.substr(at, end - at)));
            at = end;
        } else {
            ++at;
        }
    }
    if (lookup.steps.empty()) { return Expression{.form = LiquidValue(), .place = markup.place}; }
    return Expression{.form = std::move(lookup), .place = markup.place};
}

// `(a..b)`, where neither end holds white space.
std::optional<std::pair<Markup, Markup>> range_ends(const Markup& markup) {
    const auto text = markup.text;
    if (!text.starts_with('(') || !text.ends_with(')') || text.size() < 2) { return std::nullopt; }
    const auto last = text.size() - 1;
    const auto first = skip_while(text, 1, is_space);
    const auto first_end = skip_while(text, first, [](char each) { return !is_space(each); });
    auto dots = text.substr(0, std::min(first_end, last)).rfind("..");
    if (dots == std::string_view::npos || dots <= first) { dots = skip_while(text, first_end, is_space); }
    if (dots <= first || text.substr(dots, 2) != "..") { return std::nullopt; }
    const auto second = markup.part(dots + 2, last - dots - 2);
    const auto trimmed = trim_both(second.text);
    if (trimmed.empty() || std::any_of(trimmed.begin(), trimmed.end(), is_space)) { return std::nullopt; }
    return std::pair(markup.part(first, std::min(dots, first_end) - first), second);
}

// `12`, `-1.5`; of `1.2.3` the first two. A number that is too large is a text.
std::optional<LiquidValue> lax_number(std::string_view text) {
    const std::size_t sign = text.starts_with('-') ? 1 : 0;
    if (sign == text.size() || !base::is_digit(text[sign])) { return std::nullopt; }
    if (skip_while(text, sign, [](char each) { return base::is_digit(each) || each == '.'; }) != text.size()) {
        return std::nullopt;
    }
    const auto whole_end = skip_while(text, sign, base::is_digit);
    const auto fraction_end = whole_end == text.size() ? whole_end : skip_while(text, whole_end + 1, base::is_digit);
    std::string digits(text.substr(0, fraction_end));
    if (digits.ends_with('.')) { digits += '0'; }
    const auto number = LiquidNumber::parse(digits);
    return number ? LiquidValue(*number) : LiquidValue(std::move(digits));
}

// Where the next part begins that a filter is read from: everything up to a pipe or a lone quote.
std::size_t filter_end(std::string_view text, std::size_t from) {
    while (from < text.size()) {
        if (is_space(text[from]) || text[from] == ',') {
            ++from;
        } else if (const auto length = fragment_length(text, from)) {
            from += length;
        } else {
            break;
        }
    }
    return from;
}

// Each `: value` and `, value`, where a value may have a name.
bool read_lax_arguments(const Markup& markup, FilterUse& filter) {
    const auto text = markup.text;
    for (std::size_t at = 0; at < text.size();) {
        if (text[at] != ':' && text[at] != ',') {
            ++at;
            continue;
        }
        const auto start = skip_while(text, at + 1, is_space);
        const auto name_end = skip_while(text, start, is_word);
        const auto colon = skip_while(text, name_end, is_space);
        auto value = start;
        bool is_named = false;
        if (name_end > start && colon < text.size() && text[colon] == ':') {
            value = skip_while(text, colon + 1, is_space);
            is_named = fragment_length(text, value) != 0;
            if (!is_named) { value = start; }
        }
        const auto length = fragment_length(text, value);
        if (length == 0) {
            ++at;
            continue;
        }
        auto expression = lax_expression(markup.part(value, length));
        if (!expression) { return false; }
        if (is_named) {
            filter.named_arguments.emplace_back(text.substr(start, name_end - start), *std::move(expression));
        } else {
            filter.arguments.push_back(*std::move(expression));
        }
        at = value + length;
    }
    return true;
}

// One comparison: a value, perhaps an operator and another value.
std::optional<Comparison> lax_comparison(const Markup& markup, std::optional<MarkupProblem>& problem) {
    const auto refuse = [&](std::size_t at, std::string words) {
        problem = MarkupProblem{.place = markup.place + at, .words = std::move(words)};
        return std::nullopt;
    };
    const auto text = markup.text;
    const auto left = find_fragment(text, 0);
    if (!left) { return refuse(0, "here should be a condition"); }
    Comparison found;
    auto value = lax_expression(markup.part(left->begin, left->end - left->begin));
    if (!value) { return refuse(left->begin, "there are too many brackets in brackets"); }
    found.left = *std::move(value);
    const auto sign = skip_while(text, left->end, is_space);
    const auto sign_end = skip_while(text, sign, [](char each) {
        return (each >= 'a' && each <= 'z') || each == '_' || each == '=' || each == '!' || each == '<' || each == '>';
    });
    if (sign_end == sign) { return found; }
    const auto is = find_operator(text.substr(sign, sign_end - sign));
    found.is = is.value_or(Operator::Unknown);
    const auto right = skip_while(text, sign_end, is_space);
    value = lax_expression(markup.part(right, fragment_length(text, right)));
    if (!value) { return refuse(right, "there are too many brackets in brackets"); }
    found.right = *std::move(value);
    return found;
}

}  // namespace

std::size_t fragment_length(std::string_view text, std::size_t from) {
    if (const auto length = quoted_length(text, from)) { return length; }
    auto at = from;
    while (at < text.size()) {
        if (const auto length = quoted_length(text, at)) {
            at += length;
        } else if (is_space(text[at]) || text[at] == ',' || text[at] == '|' || is_quote(text[at])) {
            break;
        } else {
            ++at;
        }
    }
    return at - from;
}

std::size_t fragments_length(std::string_view text, std::size_t from) {
    auto at = from;
    while (const auto length = fragment_length(text, at)) { at += length; }
    return at - from;
}

std::optional<Fragment> find_fragment(std::string_view text, std::size_t from) {
    for (; from < text.size(); ++from) {
        if (const auto length = fragment_length(text, from)) { return Fragment{.begin = from, .end = from + length}; }
    }
    return std::nullopt;
}

std::vector<std::pair<std::string_view, Markup>> lax_attributes(const Markup& markup) {
    std::vector<std::pair<std::string_view, Markup>> found;
    const auto text = markup.text;
    for (std::size_t at = 0; at < text.size();) {
        if (!is_word(text[at])) {
            ++at;
            continue;
        }
        const auto key_end = skip_while(text, at, is_segment);
        const auto colon = skip_while(text, key_end, is_space);
        const auto value =
            colon < text.size() && text[colon] == ':' ? skip_while(text, colon + 1, is_space) : text.size();
        const auto length = fragment_length(text, value);
        if (length != 0) { found.emplace_back(text.substr(at, key_end - at), markup.part(value, length)); }
        at = length != 0 ? value + length : key_end;
    }
    return found;
}

std::optional<Expression> lax_expression(Markup markup, std::size_t depth) {
    const auto trimmed = trim_both(markup.text);
    markup = trimmed.empty()
                 ? Markup{.text = {}, .place = markup.place}
                 : markup.part(static_cast<std::size_t>(trimmed.data() - markup.text.data()), trimmed.size());
    const auto text = markup.text;
    const auto constant = [&](LiquidValue value) {
        return Expression{.form = std::move(value), .place = markup.place};
    };
    if (text.empty()) { return constant({}); }
    if (text.size() > 1 && is_quote(text.front()) && text.back() == text.front()) { return constant(unquoted(text)); }
    if (auto literal = named_literal(text, markup.place)) { return literal; }
    if (const auto ends = range_ends(markup)) {
        if (depth > nesting_max) { return std::nullopt; }
        auto first = lax_expression(ends->first, depth + 1);
        auto last = lax_expression(ends->second, depth + 1);
        if (!first || !last) { return std::nullopt; }
        RangeOf range;
        range.ends.push_back(*std::move(first));
        range.ends.push_back(*std::move(last));
        return Expression{.form = std::move(range), .place = markup.place};
    }
    if (const auto number = lax_number(text)) { return constant(*number); }
    return lax_lookup(markup, depth);
}

std::optional<Output> lax_output(const Markup& markup) {
    Output found;
    found.value.place = markup.place;
    const auto name = find_fragment(markup.text, 0);
    if (!name) { return found; }
    auto value = lax_expression(markup.part(name->begin, name->end - name->begin));
    if (!value) { return std::nullopt; }
    found.value = *std::move(value);
    const auto pipe = markup.text.find('|', name->end);
    if (pipe == std::string_view::npos) { return found; }
    for (auto at = pipe + 1; at < markup.text.size(); ++at) {
        const auto part = markup.part(at, filter_end(markup.text, at) - at);
        at += part.text.size();
        const auto begin = skip_while(part.text, 0, [](char each) { return !is_word(each); });
        if (begin == part.text.size()) { continue; }
        FilterUse filter{.place = part.place + begin};
        filter.name = part.text.substr(begin, skip_while(part.text, begin, is_word) - begin);
        filter.definition = find_filter(filter.name);
        if (!read_lax_arguments(part, filter)) { return std::nullopt; }
        found.filters.push_back(std::move(filter));
    }
    return found;
}

std::optional<Condition> lax_condition(const Markup& markup, std::optional<MarkupProblem>& problem) {
    const auto text = markup.text;
    Condition found;
    std::size_t begin = 0;
    const auto close = [&](std::size_t end) {
        auto comparison = lax_comparison(markup.part(begin, end - begin), problem);
        if (comparison) { found.comparisons.push_back(*std::move(comparison)); }
        return !problem;
    };
    for (std::size_t at = 0; at < text.size();) {
        at = skip_while(text, at, is_space);
        auto end = at + fragments_length(text, at);
        if (end == at) { end = std::min(at + 1, text.size()); }
        const auto word = text.substr(at, end - at);
        if (word == "and" || word == "or") {
            if (!close(at)) { return std::nullopt; }
            found.joiners.push_back(word == "or" ? Joiner::Or : Joiner::And);
            begin = end;
        }
        at = end;
    }
    if (!close(text.size())) { return std::nullopt; }
    return found;
}

}  // namespace tradewind::domain::liquid
