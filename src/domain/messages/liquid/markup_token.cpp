#include "domain/messages/liquid/markup_token.h"

#include <algorithm>
#include <array>

#include "base/text.h"
#include "domain/messages/liquid/template_lexer.h"
#include "domain/messages/liquid/text_parts.h"

namespace tradewind::domain::liquid {
namespace {

struct Sign {
    std::string_view text;
    MarkupKind kind;
};

// Longer ones first.
constexpr std::array<Sign, 16> signs{{
    {"..", MarkupKind::DotDot},
    {"==", MarkupKind::Comparison},
    {"!=", MarkupKind::Comparison},
    {"<>", MarkupKind::Comparison},
    {"<=", MarkupKind::Comparison},
    {">=", MarkupKind::Comparison},
    {"<", MarkupKind::Comparison},
    {">", MarkupKind::Comparison},
    {"|", MarkupKind::Pipe},
    {".", MarkupKind::Dot},
    {":", MarkupKind::Colon},
    {",", MarkupKind::Comma},
    {"[", MarkupKind::OpenSquare},
    {"]", MarkupKind::CloseSquare},
    {"(", MarkupKind::OpenRound},
    {")", MarkupKind::CloseRound},
}};

template <class Test>
std::size_t run_length(std::string_view text, std::size_t from, Test test) {
    const auto begin = text.begin() + static_cast<std::ptrdiff_t>(from);
    return static_cast<std::size_t>(std::find_if_not(begin, text.end(), test) - begin);
}

// A letter or underscore, then letters, digits, underscores and hyphens, and perhaps a question mark.
std::size_t name_length(std::string_view text) {
    if (!is_word(text.front()) || base::is_digit(text.front())) { return 0; }
    const auto length = run_length(text, 0, [](char each) { return is_word(each) || each == '-'; });
    return length + (text.substr(length).starts_with('?') ? 1 : 0);
}

std::size_t number_length(std::string_view text) {
    const std::size_t sign = text.front() == '-' ? 1 : 0;
    const auto whole = run_length(text, sign, base::is_digit);
    if (whole == 0) { return 0; }
    const auto length = sign + whole;
    if (!text.substr(length).starts_with('.')) { return length; }
    const auto fraction = run_length(text, length + 1, base::is_digit);
    return fraction == 0 ? length : length + 1 + fraction;
}

std::size_t string_length(std::string_view text) {
    if (text.front() != '"' && text.front() != '\'') { return 0; }
    const auto end = text.find(text.front(), 1);
    return end == std::string_view::npos ? 0 : end + 1;
}

MarkupToken first_token(std::string_view text) {
    if (const auto length = name_length(text)) { return {.kind = MarkupKind::Name, .text = text.substr(0, length)}; }
    if (const auto length = number_length(text)) {
        return {.kind = MarkupKind::Number, .text = text.substr(0, length)};
    }
    if (const auto length = string_length(text)) {
        return {.kind = MarkupKind::String, .text = text.substr(0, length)};
    }
    for (const auto& sign : signs) {
        if (text.starts_with(sign.text)) { return {.kind = sign.kind, .text = text.substr(0, sign.text.size())}; }
    }
    return {.kind = MarkupKind::Unknown, .text = text.substr(0, bytes_of_characters(text, 1))};
}

}  // namespace

std::vector<MarkupToken> split_markup(std::string_view markup, std::size_t place) {
    std::vector<MarkupToken> tokens;
    std::size_t at = 0;
    while (tokens.empty() || tokens.back().kind != MarkupKind::Unknown) {
        at += run_length(markup, at, is_space);
        if (at == markup.size()) {
            tokens.push_back({.place = place + at});
            break;
        }
        auto token = first_token(markup.substr(at));
        token.place = place + at;
        // A property may be called so, too.
        if (token.text == "contains" && (tokens.empty() || tokens.back().kind != MarkupKind::Dot)) {
            token.kind = MarkupKind::Comparison;
        }
        at += token.text.size();
        tokens.push_back(token);
    }
    return tokens;
}

}  // namespace tradewind::domain::liquid
