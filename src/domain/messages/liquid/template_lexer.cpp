#include "domain/messages/liquid/template_lexer.h"

#include <algorithm>

#include "base/text.h"

namespace tradewind::domain::liquid {
namespace {

constexpr std::string_view output_start = "{{";
constexpr std::string_view tag_start = "{%";
constexpr std::string_view tag_end = "%}";

std::size_t find_or_end(std::string_view source, std::string_view what, std::size_t from) {
    return std::min(source.find(what, from), source.size());
}

std::size_t text_end(std::string_view source, std::size_t from) {
    auto at = from;
    while ((at = source.find('{', at)) != std::string_view::npos) {
        const auto two = source.substr(at, 2);
        if (two == output_start || two == tag_start) { return at; }
        ++at;
    }
    return source.size();
}

std::size_t tag_token_end(std::string_view source, std::size_t from) {
    return std::min(find_or_end(source, tag_end, from) + tag_end.size(), source.size());
}

// An output ends at the first `}`, which should be followed by another. One that swallowed the start of a tag goes on
// to the end of that tag, and is broken.
std::size_t output_token_end(std::string_view source, std::size_t from) {
    auto at = from;
    while ((at = source.find_first_of("{}", at)) != std::string_view::npos) {
        if (source[at] == '}') { return at + (source.substr(at, 2) == "}}" ? 2 : 1); }
        if (source.substr(at, 2) == tag_start) { return tag_token_end(source, at); }
        ++at;
    }
    return source.size();
}

// Takes the marks of white space control off.
std::string_view inside_of(Token& token) {
    auto inside = token.whole.substr(2, token.whole.size() - 4);
    token.trims_before = token.whole[2] == '-';
    token.trims_after = token.whole[token.whole.size() - 3] == '-';
    if (inside.starts_with('-')) { inside.remove_prefix(1); }
    if (inside.ends_with('-')) { inside.remove_suffix(1); }
    return inside;
}

void name_tag(Token& token, std::string_view source, std::string_view inside) {
    inside = trim_start(inside);
    const auto name_end =
        inside.starts_with('#') ? inside.begin() + 1 : std::find_if_not(inside.begin(), inside.end(), is_word);
    const auto length = static_cast<std::size_t>(name_end - inside.begin());
    token.kind = length == 0 ? TokenKind::Broken : TokenKind::Tag;
    token.name = inside.substr(0, length);
    token.markup = trim_start(inside.substr(length));
    token.markup_place = static_cast<std::size_t>(token.markup.data() - source.data());
}

Token output_token(std::string_view source, std::size_t from) {
    Token token{.kind = TokenKind::Broken, .place = from};
    token.whole = source.substr(from, output_token_end(source, from + 2) - from);
    if (token.whole.size() < 4 || !token.whole.ends_with("}}")) { return token; }
    token.kind = TokenKind::Output;
    token.markup = inside_of(token);
    token.markup_place = static_cast<std::size_t>(token.markup.data() - source.data());
    return token;
}

Token tag_token(std::string_view source, std::size_t from) {
    Token token{.kind = TokenKind::Broken, .place = from};
    token.whole = source.substr(from, tag_token_end(source, from + 2) - from);
    if (token.whole.size() < 4 || !token.whole.ends_with(tag_end)) { return token; }
    name_tag(token, source, inside_of(token));
    return token;
}

}  // namespace

bool is_space(char character) {
    return character == ' ' || (character >= '\t' && character <= '\r');
}

bool is_word(char character) {
    return (character >= 'a' && character <= 'z') || (character >= 'A' && character <= 'Z') || character == '_' ||
           base::is_digit(character);
}

bool is_blank_text(std::string_view text) {
    return std::all_of(text.begin(), text.end(), is_space);
}

std::string_view trim_start(std::string_view text) {
    return text.substr(static_cast<std::size_t>(std::find_if_not(text.begin(), text.end(), is_space) - text.begin()));
}

std::string_view trim_end(std::string_view text) {
    return text.substr(0, text.size() - static_cast<std::size_t>(
                                            std::find_if_not(text.rbegin(), text.rend(), is_space) - text.rbegin()));
}

std::string_view trim_both(std::string_view text) {
    return trim_end(trim_start(text));
}

std::vector<Token> split_template(std::string_view source) {
    std::vector<Token> tokens;
    for (std::size_t at = 0; at < source.size();) {
        const auto two = source.substr(at, 2);
        if (two == output_start) {
            tokens.push_back(output_token(source, at));
        } else if (two == tag_start) {
            tokens.push_back(tag_token(source, at));
        } else {
            tokens.push_back({.whole = source.substr(at, text_end(source, at) - at), .place = at});
        }
        at += tokens.back().whole.size();
    }
    return tokens;
}

std::vector<Token> split_lines(std::string_view markup, std::size_t place) {
    std::vector<Token> tokens;
    for (std::size_t at = 0; at < markup.size();) {
        const auto line = markup.substr(at, markup.find('\n', at) - at);
        if (!is_blank_text(line)) {
            Token token{.whole = line, .place = place + at};
            name_tag(token, markup, line);
            token.markup_place += place;
            tokens.push_back(token);
        }
        at += line.size() + 1;
    }
    return tokens;
}

LastTag last_tag(std::string_view token) {
    if (!token.ends_with(tag_end)) { return {}; }
    for (auto at = token.rfind(tag_start); at != std::string_view::npos; at = token.rfind(tag_start, at - 1)) {
        auto inside = token.substr(at + 2);
        if (inside.starts_with('-')) { inside.remove_prefix(1); }
        inside = trim_start(inside);
        const auto length =
            static_cast<std::size_t>(std::find_if_not(inside.begin(), inside.end(), is_word) - inside.begin());
        if (length != 0) { return {.name = inside.substr(0, length), .before = token.substr(0, at)}; }
        if (at == 0) { break; }
    }
    return {};
}

}  // namespace tradewind::domain::liquid
