#include "api/resources.h"

#include <memory>
#include <optional>
#include <variant>

#include "api/database_answer.h"
#include "domain/contacts/contact_patch.h"
#include "domain/fields/json_fields.h"
#include "operations/contact_operations.h"
#include "storage/stores/contacts/contact_store.h"

namespace tradewind::api {
namespace {

using DefinitionsPointer = std::shared_ptr<const storage::Definitions>;

// When the old family was declared so: 2026-01-01.
constexpr std::string_view deprecation_line = "Deprecation: @1767225600\r\n";

// The three ways to name a contact in a path.
enum class Family { Email, ExternalId, Deprecated };

// Who is named, with what is wrong with the name. An e-mail address that is none cannot be answered at all; an external
// id that is too long is the id of nobody.
base::Result<domain::ContactKey> key_in_path(Family family, const std::string& text) {
    if (family == Family::ExternalId) {
        auto id = domain::ExternalId::parse(text);
        if (!id) { return base::invalid("/externalId", id.error().problems.front().reason); }
        return domain::ContactKey(std::move(id).take());
    }
    auto address = base::EmailAddress::parse(text);
    if (!address) {
        return base::bad_request("The last part of the path " + address.error().problems.front().reason + ".");
    }
    return domain::ContactKey(std::move(address).take());
}

// Most contacts fit, so that the text need not move while it grows.
constexpr std::size_t usual_contact_bytes = 2'048;

std::string render_contact(const domain::Contact& contact, const storage::Definitions& definitions) {
    std::string json;
    json.reserve(usual_contact_bytes);
    base::JsonWriter writer(json);
    domain::write_contact(writer, contact, definitions.contact_fields);
    return json;
}

base::Error unknown_contact() {
    return base::not_found("There is no such contact.");
}

// Of the old family: since when it is old, and what took its place.
std::string deprecation_lines(const PublicAddress& public_address, std::string_view path) {
    auto named = path.substr(0, path.ends_with('/') ? path.size() - 1 : path.size());
    named.remove_prefix(named.rfind('/') + 1);
    const auto email = base::percent_decode(named, base::PlusIs::Itself);
    const auto successor = "/contacts/email/" + base::percent_encode(email.ok() ? email.value() : std::string(named));
    return std::string(deprecation_line) + "Link: <" + public_address.with_path(successor) +
           ">; rel=\"successor-version\"\r\n";
}

// A merge, with what it was read by: its fields belong to those definitions.
struct GoodPatch {
    DefinitionsPointer definitions;
    domain::ContactKey key;
    domain::ContactPatch patch;
};

// One that is refused, but not before it was seen whether what it claims is free: all problems are told at once.
struct BadPatch {
    std::vector<base::Problem> problems;
    std::optional<domain::ContactKey> key;
    domain::ContactKey claimed;
};

using ReadPatch = std::variant<GoodPatch, BadPatch>;

// What a request asks for, as it came: read again when the definitions changed before its turn.
struct PatchRequest {
    Family family;
    std::string key;
    std::string body;

    [[nodiscard]] base::Result<ReadPatch> read(const DefinitionsPointer& definitions) const {
        const auto document = TRY(domain::read_object(body));
        const auto object = document.root().kind() == base::JsonKind::Object ? document.root() : domain::empty_object();
        auto named = key_in_path(family, key);
        if (!named && named.error().kind != base::ErrorKind::Invalid) { return named.error(); }
        // The rest is read all the same.
        const auto stand_in = domain::ContactKey(domain::ExternalId::parse("-").take());
        const auto other_key = family == Family::Deprecated ? domain::OtherKey::MayNotSet : domain::OtherKey::MaySet;
        auto patch = domain::read_contact_patch(object, definitions->contact_fields, named ? named.value() : stand_in,
                                                other_key);
        if (named && patch) {
            return ReadPatch(GoodPatch{
                .definitions = definitions, .key = std::move(named).take(), .patch = std::move(patch).take()});
        }
        auto problems = named ? std::vector<base::Problem>() : named.error().problems;
        if (!patch) { problems.insert(problems.end(), patch.error().problems.begin(), patch.error().problems.end()); }
        auto claimed = other_key == domain::OtherKey::MaySet
                           ? domain::claimed_key(object, named ? named.value() : stand_in)
                           : std::nullopt;
        if (!claimed) { return base::invalid(std::move(problems)); }
        return ReadPatch(BadPatch{.problems = std::move(problems),
                                  .key = named ? std::optional(std::move(named).take()) : std::nullopt,
                                  .claimed = std::move(*claimed)});
    }
};

base::Error refusal_of(storage::Transaction& transaction, const BadPatch& bad) {
    auto problems = bad.problems;
    if (auto problem = operations::claim_problem(transaction, bad.key, bad.claimed)) {
        problems.push_back(std::move(*problem));
    }
    return base::invalid(std::move(problems));
}

base::Result<JsonAnswer> change(storage::Transaction& transaction, base::Sources& sources, const ReadPatch& read) {
    if (const auto* const bad = std::get_if<BadPatch>(&read)) { return refusal_of(transaction, *bad); }
    const auto& [definitions, key, patch] = std::get<GoodPatch>(read);
    const auto contact = TRY(operations::change_contact(transaction, sources, *definitions, key, patch));
    return JsonAnswer{.status = 200, .body = render_contact(contact, *definitions), .contact = contact.id};
}

void patch_contact(const Services& services, Family family, Call& call) {
    auto definitions = call.caller.definitions;
    PatchRequest request{.family = family, .key = call.parameters[0], .body = std::string(call.request.body)};
    auto prepared = request.read(definitions);
    answer_write(
        services, call, std::move(prepared),
        [&sources = services.sources, definitions, request = std::move(request)](
            storage::Transaction& transaction, const ReadPatch& read) -> base::Result<JsonAnswer> {
            const auto current = storage::definitions_in(transaction, definitions);
            if (current == definitions) { return change(transaction, sources, read); }
            const auto again = TRY(request.read(current));
            return change(transaction, sources, again);
        },
        [definitions](storage::Transaction& transaction, const JsonAnswer& kept) -> base::Result<JsonAnswer> {
            // By its id: the key in the path may name somebody else by now.
            const auto contact = kept.contact ? storage::find_contact(transaction, *kept.contact) : std::nullopt;
            if (!contact) { return unknown_contact(); }
            return JsonAnswer{.status = 200, .body = render_contact(*contact, *definitions)};
        });
}

void get_contact(const Services& services, Family family, Call& call) {
    auto key = key_in_path(family, call.parameters[0]);
    if (!key && key.error().kind == base::ErrorKind::Invalid) { return call.answer.refuse(unknown_contact()); }
    if (!key) { return call.answer.refuse(key.error()); }
    answer_read(services, storage::ReadCost::Point, call,
                [key = std::move(key).take(),
                 definitions = call.caller.definitions](storage::Transaction& transaction) -> base::Result<JsonAnswer> {
                    const auto contact = storage::find_contact(transaction, key);
                    if (!contact) { return unknown_contact(); }
                    return JsonAnswer{.status = 200, .body = render_contact(*contact, *definitions)};
                });
}

void delete_contact(const Services& services, Family family, Call& call) {
    auto key = key_in_path(family, call.parameters[0]);
    if (!key && key.error().kind == base::ErrorKind::Invalid) { return call.answer.no_content(); }
    if (!key) { return call.answer.refuse(key.error()); }
    answer_write(services, call,
                 [&sources = services.sources, &secret_key = services.secret_key,
                  key = std::move(key).take()](storage::Transaction& transaction) -> base::Result<JsonAnswer> {
                     operations::erase_contact(transaction, sources, secret_key, key);
                     return JsonAnswer{.status = 204, .body = {}};
                 });
}

}  // namespace

std::vector<Route> contact_routes(const Services& services) {
    struct Way {
        Family family;
        std::string_view path;
    };
    std::vector<Route> routes;
    for (const auto& [family, path] :
         {Way{Family::Email, "/contacts/email/{email}"}, Way{Family::ExternalId, "/contacts/external-id/{externalId}"},
          Way{Family::Deprecated, "/contacts/{email}"}}) {
        using domain::Scope;
        const auto add = [&, named = family, at = path](net::Method method, Scope scope, BodyKind body,
                                                        void (*handler)(const Services&, Family, Call&)) {
            Route route(method, at, scope, body,
                        [services, handler, named](Call& call) { handler(services, named, call); });
            if (named == Family::Deprecated) {
                route = std::move(route).with_header_lines(
                    [services](std::string_view asked) { return deprecation_lines(services.public_address, asked); });
            }
            routes.push_back(std::move(route));
        };
        add(net::Method::Get, Scope::ContactRead, BodyKind::Ignored, get_contact);
        add(net::Method::Patch, Scope::ContactWrite, BodyKind::Json, patch_contact);
        add(net::Method::Delete, Scope::ContactDelete, BodyKind::Ignored, delete_contact);
    }
    return routes;
}

}  // namespace tradewind::api
