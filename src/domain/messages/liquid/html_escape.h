#pragma once

#include <string>
#include <string_view>

namespace tradewind::domain::liquid {

// `&`, `<`, `>` and both quotes as HTML writes them.
std::string escape_html(std::string_view text);
// The same, but `&lt;` and `&#39;` stay.
std::string escape_html_once(std::string_view text);
// Without scripts, styles, comments and tags. What is never closed stays.
std::string strip_html(std::string_view text);

}  // namespace tradewind::domain::liquid
