#include "app/people_commands.h"

#include <fmt/format.h>

#include <optional>
#include <string_view>
#include <vector>

#include "base/json.h"
#include "base/json_writer.h"
#include "base/text.h"

namespace tradewind::app {
namespace {

struct ListedPerson {
    std::string id;
    std::string email;
    std::string name;
    std::string role;
    std::string state;
};

std::string text_in(const base::JsonValue& object, std::string_view name) {
    const auto value = object.find(name);
    return value && value->kind() == base::JsonKind::String ? std::string(value->string()) : std::string();
}

bool is_true(const base::JsonValue& object, std::string_view name) {
    const auto value = object.find(name);
    return value && value->kind() == base::JsonKind::Boolean && value->boolean();
}

base::Result<std::vector<ListedPerson>> everybody(AdminClient& client) {
    std::vector<ListedPerson> people;
    for (std::size_t page = 1;; ++page) {
        const auto answer = TRY(client.request("GET", "/admin/v1/people/?pageSize=100&page=" + std::to_string(page)));
        const auto list = TRY(base::JsonDocument::parse(answer));
        const auto results = list.root().find("results");
        if (!results || results->size() == 0) { return people; }
        for (const auto person : results->elements()) {
            const auto* const state = is_true(person, "isDisabled")  ? "disabled"
                                      : is_true(person, "isInvited") ? "invited"
                                                                     : "active";
            people.push_back({.id = text_in(person, "id"),
                              .email = text_in(person, "email"),
                              .name = text_in(person, "name"),
                              .role = text_in(person, "role"),
                              .state = state});
        }
    }
}

base::Result<std::string> id_of(AdminClient& client, const std::string& email) {
    const auto people = TRY(everybody(client));
    for (const auto& person : people) {
        if (base::equals_ignoring_case(person.email, base::trim(email))) { return person.id; }
    }
    return base::not_found("There is nobody with the e-mail address " + email + ".");
}

base::Result<void> print_link(const std::string& answer) {
    const auto document = TRY(base::JsonDocument::parse(answer));
    fmt::print("{}\n", text_in(document.root(), "link"));
    return {};
}

}  // namespace

base::Result<void> invite_person(AdminClient& client, const InviteCommand& wanted) {
    if (wanted.is_owner && !wanted.role.empty()) { return base::bad_request("Say --owner or --role, not both."); }
    if (wanted.email.empty() && !wanted.is_owner) {
        return base::bad_request(
            "Say whom: --email, with --role or --owner. --owner alone is for a store without people.");
    }
    if (wanted.email.empty()) {
        const auto answer = TRY(client.request("POST", "/control/v1/setup-link"));
        return print_link(answer);
    }
    std::string body;
    base::JsonWriter writer(body);
    writer.begin_object();
    writer.key("email");
    writer.string(wanted.email);
    if (!wanted.name.empty()) {
        writer.key("name");
        writer.string(wanted.name);
    }
    if (wanted.is_owner || !wanted.role.empty()) {
        writer.key("role");
        writer.string(wanted.is_owner ? std::string("owner") : wanted.role);
    }
    writer.end_object();
    const auto answer = TRY(client.request("POST", "/admin/v1/people/", body));
    return print_link(answer);
}

base::Result<void> list_people(AdminClient& client) {
    const auto people = TRY(everybody(client));
    fmt::print("{:<32}  {:<24}  {:<8}  {}\n", "E-MAIL", "NAME", "ROLE", "STATE");
    for (const auto& person : people) {
        fmt::print("{:<32}  {:<24}  {:<8}  {}\n", person.email, person.name, person.role, person.state);
    }
    return {};
}

base::Result<void> disable_person(AdminClient& client, const std::string& email) {
    const auto id = TRY(id_of(client, email));
    TRY(client.request("PATCH", "/admin/v1/people/" + id, R"({"isDisabled":true})"));
    fmt::print("disabled {}\n", email);
    return {};
}

base::Result<void> reset_person(AdminClient& client, const std::string& email) {
    const auto id = TRY(id_of(client, email));
    const auto answer = TRY(client.request("POST", "/admin/v1/people/" + id + "/reset"));
    return print_link(answer);
}

}  // namespace tradewind::app
