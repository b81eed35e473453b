#include "api/if_match.h"

#include <fmt/format.h>

#include "api/error_response.h"
#include "base/json.h"
#include "base/text.h"

namespace tradewind::api {

std::string tag_of(base::Instant updated_at) {
    return fmt::format("\"{:x}\"", updated_at.milliseconds);
}

std::optional<std::string> tag_in(std::string_view body) {
    const auto document = base::JsonDocument::parse(body);
    if (!document || document.value().root().kind() != base::JsonKind::Object) { return std::nullopt; }
    const auto told = document.value().root().find("updatedAt");
    if (!told || told->kind() != base::JsonKind::String) { return std::nullopt; }
    const auto updated_at = base::Instant::parse(told->string());
    return updated_at ? std::optional(tag_of(updated_at.value())) : std::nullopt;
}

IfMatch::IfMatch(const net::RequestHead& head) {
    for (const auto& header : head.headers) {
        if (!base::equals_ignoring_case(header.name, "if-match")) { continue; }
        wanted_ = wanted_ ? *wanted_ + "," + std::string(header.value) : std::string(header.value);
    }
}

// Weak tags name something that is only alike, and our tags hold no comma.
bool IfMatch::holds_for(base::Instant updated_at) const {
    const auto tag = tag_of(updated_at);
    for (std::string_view left = *wanted_;;) {
        const auto comma = left.find(',');
        const auto one = base::trim(left.substr(0, comma));
        if (one == tag || one == "*") { return true; }
        if (comma == std::string_view::npos) { return false; }
        left.remove_prefix(comma + 1);
    }
}

base::Error IfMatch::changed_meanwhile() {
    auto error = base::conflict("Somebody changed this since you read it. Read it again, and decide anew.");
    error.problems.push_back({.path = std::string(if_match_path), .reason = "does not match"});
    return error;
}

}  // namespace tradewind::api
