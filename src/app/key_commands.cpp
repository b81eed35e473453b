#include "app/key_commands.h"

#include <fmt/format.h>

#include <cstdio>
#include <vector>

#include "base/json.h"
#include "base/json_writer.h"
#include "base/text.h"
#include "domain/lists/list_page.h"
#include "domain/settings/api_key.h"

namespace tradewind::app {
namespace {

// What stands between the commas.
base::Result<std::vector<std::string_view>> scopes_in(std::string_view list) {
    if (list == "all") { return std::vector(domain::scope_words.begin(), domain::scope_words.end()); }
    std::vector<std::string_view> scopes;
    while (true) {
        const auto comma = list.find(',');
        scopes.push_back(base::trim(list.substr(0, comma)));
        if (!domain::find_scope(scopes.back())) {
            return base::bad_request(fmt::format("--scopes: \"{}\" is not a scope. Say all, or some of {}.",
                                                 scopes.back(), fmt::join(domain::scope_words, ", ")));
        }
        if (comma == std::string_view::npos) { return scopes; }
        list.remove_prefix(comma + 1);
    }
}

std::string_view text_of(const base::JsonValue& object, std::string_view name) {
    const auto value = object.find(name);
    return value && value->kind() == base::JsonKind::String ? value->string() : std::string_view("-");
}

std::string scopes_of(const base::JsonValue& key) {
    std::string text;
    const auto scopes = key.find("scopes");
    if (!scopes) { return text; }
    if (scopes->size() == domain::scope_words.size()) { return "all"; }
    for (const auto scope : scopes->elements()) { text += (text.empty() ? "" : ",") + std::string(scope.string()); }
    return text;
}

}  // namespace

base::Result<void> create_key(AdminClient& client, const std::string& name, const std::string& scopes,
                              const std::string& expires_at) {
    const auto wanted = TRY(scopes_in(scopes));
    std::string body;
    base::JsonWriter writer(body);
    writer.begin_object();
    writer.key("name");
    writer.string(name);
    writer.key("scopes");
    writer.begin_array();
    for (const auto scope : wanted) { writer.string(scope); }
    writer.end_array();
    if (!expires_at.empty()) {
        writer.key("expiresAt");
        writer.string(expires_at);
    }
    writer.end_object();
    const auto answer = TRY(client.request("POST", "/admin/v1/api-keys/", body));
    const auto created = TRY(base::JsonDocument::parse(answer));
    fmt::print("{}:{}\n", text_of(created.root(), "id"), text_of(created.root(), "secret"));
    return {};
}

base::Result<void> list_keys(AdminClient& client) {
    // There are never more keys than one page holds.
    static_assert(domain::api_keys_max <= domain::PageRequest::size_max);
    const auto answer = TRY(client.request("GET", "/admin/v1/api-keys/?pageSize=100"));
    const auto list = TRY(base::JsonDocument::parse(answer));
    const auto results = list.root().find("results");
    fmt::print("{:<22}  {:<24}  {:<24}  {:<24}  {}\n", "ID", "NAME", "LAST USED", "EXPIRES", "SCOPES");
    if (!results) { return {}; }
    for (const auto key : results->elements()) {
        fmt::print("{:<22}  {:<24}  {:<24}  {:<24}  {}\n", text_of(key, "id"), text_of(key, "name"),
                   text_of(key, "lastUsedAt"), text_of(key, "expiresAt"), scopes_of(key));
    }
    return {};
}

base::Result<void> revoke_key(AdminClient& client, const std::string& id) {
    TRY(client.request("DELETE", "/admin/v1/api-keys/" + base::percent_encode(id)));
    fmt::print("revoked {}\n", id);
    return {};
}

}  // namespace tradewind::app
