#include "domain/messages/liquid/value_text.h"

#include <limits>

namespace tradewind::domain::liquid {
namespace {

void append_quoted(BoundedText& out, std::string_view text) {
    out.append("\"");
    std::size_t plain = 0;
    for (std::size_t at = 0; at < text.size(); ++at) {
        std::string_view escaped;
        switch (text[at]) {
            case '"':
                escaped = "\\\"";
                break;
            case '\\':
                escaped = "\\\\";
                break;
            case '\n':
                escaped = "\\n";
                break;
            case '\r':
                escaped = "\\r";
                break;
            case '\t':
                escaped = "\\t";
                break;
            default:
                continue;
        }
        out.append(text.substr(plain, at - plain));
        out.append(escaped);
        plain = at + 1;
    }
    out.append(text.substr(plain));
    out.append("\"");
}

void append_list(BoundedText& out, const LiquidList& list) {
    out.append("[");
    bool is_first = true;
    for (const auto& item : list) {
        if (out.is_over()) { return; }
        out.append(is_first ? "" : ", ");
        is_first = false;
        append_inspected(out, item);
    }
    out.append("]");
}

void append_entries(BoundedText& out, const LiquidEntries& entries) {
    out.append("{");
    bool is_first = true;
    for (const auto& [key, value] : entries) {
        if (out.is_over()) { return; }
        out.append(is_first ? "" : ", ");
        is_first = false;
        append_quoted(out, key);
        out.append("=>");
        append_inspected(out, value);
    }
    out.append("}");
}

}  // namespace

void BoundedText::append(std::string_view more) {
    if (is_over_ || more.size() > bytes_max_ - text_.size()) {
        is_over_ = true;
        return;
    }
    text_ += more;
}

void append_text(BoundedText& out, const LiquidValue& value) {
    if (const auto* const boolean = value.as_boolean()) { return out.append(*boolean ? "true" : "false"); }
    if (const auto* const number = value.as_number()) { return out.append(number->text()); }
    if (const auto* const text = value.as_text()) { return out.append(*text); }
    if (const auto* const list = value.as_list()) { return append_list(out, *list); }
    if (const auto* const range = value.as_range()) {
        return out.append(std::to_string(range->first) + ".." + std::to_string(range->last));
    }
    if (const auto* const values = value.as_values()) {
        if (const auto* const entries = values->entries()) { append_entries(out, *entries); }
    }
}

void append_inspected(BoundedText& out, const LiquidValue& value) {
    if (value.is_nil()) { return out.append("nil"); }
    if (const auto* const text = value.as_text()) { return append_quoted(out, *text); }
    append_text(out, value);
}

std::string inspected_text(const LiquidValue& constant) {
    BoundedText out(std::numeric_limits<std::size_t>::max());
    append_inspected(out, constant);
    return std::move(out).take();
}

}  // namespace tradewind::domain::liquid
