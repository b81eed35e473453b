#include "domain/settings/store.h"

#include <algorithm>

namespace tradewind::domain {
namespace {

bool all_between(std::string_view text, char first, char last) {
    return std::all_of(text.begin(), text.end(), [=](char c) { return c >= first && c <= last; });
}

}  // namespace

base::Result<std::string> check_time_zone(std::string_view text) {
    if (!base::is_time_zone(text)) { return base::invalid("", "is not a time zone such as Europe/Madrid"); }
    return std::string(text);
}

base::Result<std::string> check_language(std::string_view text) {
    const auto dash = text.find('-');
    const auto language = text.substr(0, dash);
    const bool language_fits = (language.size() == 2 || language.size() == 3) && all_between(language, 'a', 'z');
    const auto region = dash == std::string_view::npos ? std::string_view("XX") : text.substr(dash + 1);
    const bool region_fits = region.size() == 2 && all_between(region, 'A', 'Z');
    if (!language_fits || !region_fits) { return base::invalid("", "is not a language such as es or es-MX"); }
    return std::string(text);
}

}  // namespace tradewind::domain
