#include "domain/messages/liquid/text_parts.h"

#include <algorithm>
#include <cstring>
#include <string>

#include "domain/messages/liquid/template_lexer.h"

namespace tradewind::domain::liquid {

std::size_t bytes_of_characters(std::string_view text, std::size_t characters) {
    std::size_t at = 0;
    for (; at < text.size() && characters > 0; --characters) {
        ++at;
        while (at < text.size() && (text[at] & 0xc0) == 0x80) { ++at; }
    }
    return at;
}

std::size_t find_text(std::string_view text, std::string_view what, std::size_t from) {
    if (from > text.size()) { return std::string_view::npos; }
    if (what.empty()) { return from; }
    const void* const found = memmem(text.data() + from, text.size() - from, what.data(), what.size());
    return found == nullptr ? std::string_view::npos
                            : static_cast<std::size_t>(static_cast<const char*>(found) - text.data());
}

std::size_t find_last_text(std::string_view text, std::string_view what) {
    const auto found = find_text(std::string(text.rbegin(), text.rend()), std::string(what.rbegin(), what.rend()));
    return found == std::string_view::npos ? found : text.size() - found - what.size();
}

TextSplitter::TextSplitter(std::string_view text, std::string_view separator)
    : rest_(separator == " " ? trim_both(text) : text), separator_(separator), is_done_(rest_.empty()) {}

std::optional<std::string_view> TextSplitter::next() {
    if (is_done_) { return std::nullopt; }
    std::size_t length = 0;
    std::size_t gap = separator_.size();
    if (separator_.empty()) {
        length = bytes_of_characters(rest_, 1);
        is_done_ = length == rest_.size();
    } else if (separator_ == " ") {
        length = static_cast<std::size_t>(std::find_if(rest_.begin(), rest_.end(), is_space) - rest_.begin());
        gap = rest_.size() - length - trim_start(rest_.substr(length)).size();
        is_done_ = length == rest_.size();
    } else {
        length = std::min(find_text(rest_, separator_), rest_.size());
        is_done_ = length == rest_.size();
    }
    const auto part = rest_.substr(0, length);
    rest_.remove_prefix(std::min(length + gap, rest_.size()));
    return part;
}

}  // namespace tradewind::domain::liquid
