#include "api/admin/resources.h"

#include "api/database_answer.h"
#include "api/list_links.h"
#include "domain/fields/json_fields.h"
#include "operations/api_key_operations.h"
#include "storage/stores/settings/api_key_store.h"

namespace tradewind::api::admin {
namespace {

constexpr std::string_view api_key_collection_path = "/admin/v1/api-keys/";
constexpr std::string_view api_key_item_path = "/admin/v1/api-keys/{id}";

std::string render_created(const operations::CreatedApiKey& created) {
    std::string json;
    base::JsonWriter writer(json);
    writer.begin_object();
    write_fields(writer, domain::api_key_fields, created.key);
    writer.key("secret");
    writer.string(created.secret.reveal());
    writer.end_object();
    return json;
}

base::Result<JsonAnswer> list_keys(storage::Transaction& transaction, const ListPlace& place) {
    const auto page = storage::list_api_keys(transaction, place.request);
    return JsonAnswer{
        .status = 200,
        .body = render_list(
            place, page, [](const domain::ApiKey& key) { return RowPlace{.created_at = key.created_at, .id = key.id}; },
            [](base::JsonWriter& writer, const domain::ApiKey& key) {
                writer.begin_object();
                write_fields(writer, domain::api_key_fields, key);
                writer.end_object();
            }),
    };
}

void get_keys(const Services& services, Call& call) {
    auto request = read_page_request(call.query);
    if (!request) { return call.answer.refuse(request.error()); }
    answer_read(services, storage::ReadCost::Point, call,
                [address = services.public_address.with_path(api_key_collection_path), query = std::move(call.query),
                 request = std::move(request).take()](storage::Transaction& transaction) {
                    return list_keys(transaction, {.address = address, .query = query, .request = request});
                });
}

base::Result<domain::ApiKey> read_wanted(std::string_view body, base::Instant now) {
    const auto document = TRY(domain::read_object(body));
    std::vector<base::Problem> problems;
    auto wanted = read_fields(domain::api_key_fields, document.root(), domain::ReadMode::Create, problems).values;
    if (wanted.expires_at && *wanted.expires_at <= now) {
        problems.push_back({.path = "/expiresAt", .reason = "must be in the future"});
    }
    if (!problems.empty()) { return base::invalid(std::move(problems)); }
    return wanted;
}

// Nobody gives what they lack.
base::Result<domain::ApiKey> check_given(domain::ApiKey wanted, const domain::ScopeSet& own) {
    for (const auto& word : wanted.scopes) {
        const auto scope = domain::find_scope(word);
        if (scope && !own.may_give(*scope)) {
            return base::Error{.kind = base::ErrorKind::Forbidden,
                               .detail = "Who lacks the scope '" + word + "' cannot give it to a key."};
        }
    }
    return wanted;
}

base::Result<domain::ApiKey> read_given(const Call& call, base::Instant now) {
    auto wanted = TRY(read_wanted(call.request.body, now));
    return check_given(std::move(wanted), call.caller.scopes());
}

void create_key(const Services& services, Call& call) {
    answer_write(services, call, read_given(call, services.sources.clock.now()),
                 [&sources = services.sources, &secret_key = services.secret_key, actor = call.caller.actor()](
                     storage::Transaction& transaction, const domain::ApiKey& wanted) -> base::Result<JsonAnswer> {
                     const auto created =
                         TRY(operations::create_api_key(transaction, sources, secret_key, actor, wanted));
                     return JsonAnswer{.status = 201, .body = render_created(created)};
                 });
}

void get_key(const Services& services, Call& call) {
    answer_read(services, storage::ReadCost::Point, call,
                [id = call.parameters[0]](storage::Transaction& transaction) -> base::Result<JsonAnswer> {
                    const auto key = storage::find_api_key(transaction, id);
                    if (!key) { return base::not_found("There is no API key with this id."); }
                    return JsonAnswer{.status = 200, .body = domain::render(domain::api_key_fields, *key)};
                });
}

void revoke_key(const Services& services, Call& call) {
    answer_write(services, call,
                 [&sources = services.sources, actor = call.caller.actor(),
                  id = call.parameters[0]](storage::Transaction& transaction) -> base::Result<JsonAnswer> {
                     TRY(operations::revoke_api_key(transaction, sources, actor, id));
                     return JsonAnswer{.status = 204, .body = {}};
                 });
}

}  // namespace

std::vector<Route> api_key_routes(const Services& services) {
    const auto with_services = [&](void (*handler)(const Services&, Call&)) {
        return [services, handler](Call& call) { handler(services, call); };
    };
    return {
        Route(net::Method::Get, api_key_collection_path, Managed{domain::Scope::KeyWrite}, BodyKind::Ignored,
              with_services(get_keys)),
        Route(net::Method::Post, api_key_collection_path, Managed{domain::Scope::KeyWrite}, BodyKind::Json,
              with_services(create_key)),
        Route(net::Method::Get, api_key_item_path, Managed{domain::Scope::KeyWrite}, BodyKind::Ignored,
              with_services(get_key)),
        Route(net::Method::Delete, api_key_item_path, Managed{domain::Scope::KeyWrite}, BodyKind::Ignored,
              with_services(revoke_key)),
    };
}

}  // namespace tradewind::api::admin
