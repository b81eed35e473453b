#include "api/query_string.h"

#include <algorithm>

#include "base/text.h"

namespace tradewind::api {

base::Result<QueryString> QueryString::parse(std::string_view query) {
    QueryString parsed;
    while (!query.empty()) {
        const auto ampersand = query.find('&');
        const auto part = query.substr(0, ampersand);
        query.remove_prefix(ampersand == std::string_view::npos ? query.size() : ampersand + 1);
        if (part.empty()) { continue; }
        const auto equals = part.find('=');
        auto name = TRY(base::percent_decode(part.substr(0, equals), base::PlusIs::Space));
        const auto encoded = equals == std::string_view::npos ? std::string_view() : part.substr(equals + 1);
        auto value = TRY(base::percent_decode(encoded, base::PlusIs::Space));
        parsed.items_.push_back({.name = std::move(name), .value = std::move(value)});
    }
    return parsed;
}

std::optional<std::string_view> QueryString::find(std::string_view name) const {
    const auto place = std::find_if(items_.begin(), items_.end(), [&](const Item& item) { return item.name == name; });
    if (place == items_.end()) { return std::nullopt; }
    return place->value;
}

bool read_flag(const QueryString& query, std::string_view name, bool when_absent,
               std::vector<base::Problem>& problems) {
    const auto text = query.find(name);
    if (!text) { return when_absent; }
    if (*text == "true" || *text == "1") { return true; }
    if (*text != "false" && *text != "0") {
        problems.push_back({.path = "/" + std::string(name), .reason = "must be true or false"});
    }
    return false;
}

}  // namespace tradewind::api
