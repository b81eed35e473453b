#include "domain/messages/liquid/html_escape.h"

#include <algorithm>
#include <array>

#include "base/text.h"

namespace tradewind::domain::liquid {
namespace {

std::string_view html_entity(char character) {
    switch (character) {
        case '&':
            return "&amp;";
        case '<':
            return "&lt;";
        case '>':
            return "&gt;";
        case '"':
            return "&quot;";
        case '\'':
            return "&#39;";
        default:
            return {};
    }
}

bool is_letter(char character) {
    return (character >= 'a' && character <= 'z') || (character >= 'A' && character <= 'Z');
}

// `&name;` or `&#12;`, from the `&` on.
bool is_entity(std::string_view text) {
    text.remove_prefix(1);
    const bool is_number = text.starts_with('#');
    if (is_number) { text.remove_prefix(1); }
    const auto end = std::find_if_not(text.begin(), text.end(), is_number ? base::is_digit : is_letter);
    return end != text.begin() && end != text.end() && *end == ';';
}

std::string escaped(std::string_view text, bool keeps_entities) {
    std::string out;
    out.reserve(text.size());
    for (std::size_t at = 0; at < text.size(); ++at) {
        const auto entity = html_entity(text[at]);
        if (entity.empty() || (keeps_entities && text[at] == '&' && is_entity(text.substr(at)))) {
            out += text[at];
        } else {
            out += entity;
        }
    }
    return out;
}

struct HtmlBlock {
    std::string_view start;
    std::string_view end;
};

constexpr std::array<HtmlBlock, 3> html_blocks{{{"<script", "</script>"}, {"<!--", "-->"}, {"<style", "</style>"}}};

// Without everything from a start to the next end. Once an end was not found, none comes later: it is not looked for
// again, which keeps the time linear.
std::string without_blocks(std::string_view text) {
    std::string out;
    std::array<bool, html_blocks.size()> is_over{};
    std::size_t kept = 0;
    auto at = text.find('<');
    while (at != std::string_view::npos) {
        std::size_t end = 0;
        for (std::size_t kind = 0; kind < html_blocks.size() && end == 0; ++kind) {
            if (is_over[kind] || !text.substr(at).starts_with(html_blocks[kind].start)) { continue; }
            const auto found = text.find(html_blocks[kind].end, at + html_blocks[kind].start.size());
            is_over[kind] = found == std::string_view::npos;
            end = is_over[kind] ? 0 : found + html_blocks[kind].end.size();
        }
        if (end != 0) {
            out += text.substr(kept, at - kept);
            kept = end;
        }
        at = text.find('<', end != 0 ? end : at + 1);
    }
    out += text.substr(kept);
    return out;
}

std::string without_tags(std::string_view text) {
    std::string out;
    for (std::size_t at = 0; at < text.size();) {
        const auto start = text.find('<', at);
        const auto end = start == std::string_view::npos ? start : text.find('>', start);
        if (end == std::string_view::npos) {
            out += text.substr(at);
            break;
        }
        out += text.substr(at, start - at);
        at = end + 1;
    }
    return out;
}

}  // namespace

std::string escape_html(std::string_view text) {
    return escaped(text, false);
}

std::string escape_html_once(std::string_view text) {
    return escaped(text, true);
}

std::string strip_html(std::string_view text) {
    return without_tags(without_blocks(text));
}

}  // namespace tradewind::domain::liquid
