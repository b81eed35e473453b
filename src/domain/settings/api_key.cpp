#include "domain/settings/api_key.h"

#include <algorithm>
#include <array>

#include "base/text.h"

namespace tradewind::domain {
namespace {

constexpr std::array<std::string_view, 2> authorization_schemes{"apiKey", "Bearer"};

bool is_key_part(std::string_view text) {
    const auto is_base62 = [](char c) {
        return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z');
    };
    return text.size() == api_key_part_characters && std::all_of(text.begin(), text.end(), is_base62);
}

}  // namespace

std::optional<ApiKeyCredentials> parse_authorization(std::string_view header_value) {
    auto credentials = header_value;
    if (const auto space = header_value.find(' '); space != std::string_view::npos) {
        const auto is_scheme = [word = header_value.substr(0, space)](std::string_view scheme) {
            return base::equals_ignoring_case(word, scheme);
        };
        if (std::ranges::none_of(authorization_schemes, is_scheme)) { return std::nullopt; }
        credentials = base::trim(header_value.substr(space));
    }
    const auto colon = credentials.find(':');
    if (colon == std::string_view::npos) { return std::nullopt; }
    const ApiKeyCredentials parts{.id = credentials.substr(0, colon), .secret = credentials.substr(colon + 1)};
    if (!is_key_part(parts.id) || !is_key_part(parts.secret)) { return std::nullopt; }
    return parts;
}

}  // namespace tradewind::domain
