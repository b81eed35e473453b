#include "base/letter_case.h"

#include <utf8proc.h>

#include <array>

namespace tradewind::base {
namespace {

using LetterChange = utf8proc_int32_t (*)(utf8proc_int32_t);

// Changes the first character of the text and takes it off.
void append_changed(std::string& out, std::string_view& text, LetterChange change) {
    utf8proc_int32_t character = -1;
    const auto length = utf8proc_iterate(reinterpret_cast<const utf8proc_uint8_t*>(text.data()),
                                         static_cast<utf8proc_ssize_t>(text.size()), &character);
    if (length <= 0) {
        out += text.front();
        text.remove_prefix(1);
        return;
    }
    std::array<utf8proc_uint8_t, 4> bytes{};
    const auto written = utf8proc_encode_char(change(character), bytes.data());
    out.append(reinterpret_cast<const char*>(bytes.data()), static_cast<std::size_t>(written));
    text.remove_prefix(static_cast<std::size_t>(length));
}

std::string changed(std::string_view text, LetterChange first, LetterChange others) {
    std::string out;
    out.reserve(text.size());
    if (!text.empty()) { append_changed(out, text, first); }
    while (!text.empty()) { append_changed(out, text, others); }
    return out;
}

}  // namespace

std::string upper_case(std::string_view text) {
    return changed(text, utf8proc_toupper, utf8proc_toupper);
}

std::string lower_case(std::string_view text) {
    return changed(text, utf8proc_tolower, utf8proc_tolower);
}

std::string capitalized(std::string_view text) {
    return changed(text, utf8proc_toupper, utf8proc_tolower);
}

}  // namespace tradewind::base
