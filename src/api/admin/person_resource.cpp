#include "api/admin/resources.h"

#include "api/admin/me_answer.h"
#include "api/database_answer.h"
#include "api/memory_list.h"
#include "api/path_id.h"
#include "domain/fields/json_fields.h"

namespace tradewind::api::admin {
namespace {

constexpr std::string_view person_collection_path = "/admin/v1/people/";
constexpr std::string_view person_item_path = "/admin/v1/people/{id}";
constexpr std::string_view person_reset_path = "/admin/v1/people/{id}/reset";

void list_people(const Services& services, Call& call) {
    const auto request = read_page_request(call.query, CursorId::ServiceId);
    if (!request) { return call.answer.refuse(request.error()); }
    const auto& people = call.caller.definitions->people;
    const auto place_at = [&](std::size_t index) {
        return RowPlace{.created_at = people[index]->person.id.made_at(), .id = people[index]->person.id.text()};
    };
    const auto page = page_of_list(people.size(), request.value(), place_at, [](std::size_t index) { return index; });
    const auto address = services.public_address.with_path(person_collection_path);
    call.answer.json({.status = 200,
                      .body = render_list({.address = address, .query = call.query, .request = request.value()}, page,
                                          place_at, [&](base::JsonWriter& writer, std::size_t index) {
                                              writer.begin_object();
                                              write_fields(writer, domain::person_fields, people[index]->person);
                                              writer.end_object();
                                          })});
}

// Nobody gives a role that has scopes which they lack themselves.
base::Result<void> check_given_role(const std::string& word, const domain::ScopeSet& own) {
    const auto role = domain::find_role(word);
    if (!role || domain::may_give(own, *role)) { return {}; }
    return base::Error{.kind = base::ErrorKind::Forbidden,
                       .detail = "The role '" + word + "' may do more than you; only who may do as much can give it."};
}

base::Result<domain::Person> read_invitation(const Call& call) {
    const auto document = TRY(domain::read_object(call.request.body));
    auto read = TRY(read_fields(domain::person_fields, document.root(), domain::ReadMode::Create));
    TRY(check_given_role(read.values.role, call.caller.scopes()));
    return std::move(read.values);
}

void invite(const Services& services, Call& call) {
    answer_write(services, call, read_invitation(call),
                 [services, desk = people_desk(services, call.caller)](
                     storage::Transaction& transaction, const domain::Person& wanted) -> base::Result<JsonAnswer> {
                     const auto invited = TRY(operations::invite_person(transaction, desk, wanted));
                     JsonAnswer answer{.status = 201, .body = {}};
                     base::JsonWriter writer(answer.body);
                     writer.begin_object();
                     write_fields(writer, domain::person_fields, invited.person);
                     writer.key("link");
                     writer.string(link_of(services, invited.token));
                     writer.end_object();
                     return answer;
                 });
}

void get_person(Call& call) {
    const auto id = id_in_path(call, "person");
    if (!id) { return call.answer.refuse(id.error()); }
    const auto* const known = call.caller.definitions->find_person(id.value());
    if (known == nullptr) { return call.answer.refuse(operations::unknown_person()); }
    call.answer.json({.status = 200, .body = domain::render(domain::person_fields, known->person)});
}

// Whether the caller may do as much as this person: nobody takes over who is above them.
base::Result<void> check_not_above(const Call& call, const std::optional<base::Id>& id) {
    const auto* const known = id ? call.caller.definitions->find_person(*id) : nullptr;
    return known != nullptr ? check_given_role(known->person.role, call.caller.scopes()) : base::Result<void>();
}

base::Result<domain::Patch<domain::Person>> read_change(const Call& call, const std::optional<base::Id>& id) {
    const auto document = TRY(domain::read_object(call.request.body));
    auto read = TRY(read_fields(domain::person_change_fields, document.root(), domain::ReadMode::Merge));
    TRY(check_given_role(read.values.role, call.caller.scopes()));
    TRY(check_not_above(call, id));
    return read;
}

void patch_person(const Services& services, Call& call) {
    const auto id = base::Id::parse(call.parameters[0]);
    if (!id) { return call.answer.refuse(id.error()); }
    answer_write(
        services, call, read_change(call, id.value()),
        [desk = people_desk(services, call.caller), named = id.value().value_or(base::Id{})](
            storage::Transaction& transaction, const domain::Patch<domain::Person>& patch) -> base::Result<JsonAnswer> {
            const auto changed = TRY(operations::change_person(transaction, desk, named, patch));
            return JsonAnswer{.status = 200, .body = domain::render(domain::person_fields, changed)};
        });
}

void delete_one(const Services& services, Call& call) {
    const auto id = id_in_path(call, "person");
    if (!id) { return call.answer.refuse(id.error()); }
    if (const auto may = check_not_above(call, id.value()); !may) { return call.answer.refuse(may.error()); }
    answer_write(services, call,
                 [desk = people_desk(services, call.caller),
                  unwanted = id.value()](storage::Transaction& transaction) -> base::Result<JsonAnswer> {
                     TRY(operations::delete_person(transaction, desk, unwanted));
                     return JsonAnswer{.status = 204, .body = {}};
                 });
}

void reset(const Services& services, Call& call) {
    const auto id = base::Id::parse(call.parameters[0]);
    if (!id) { return call.answer.refuse(id.error()); }
    if (const auto may = check_not_above(call, id.value()); !may) { return call.answer.refuse(may.error()); }
    answer_write(services, call,
                 [services, desk = people_desk(services, call.caller), named = id.value().value_or(base::Id{})](
                     storage::Transaction& transaction) -> base::Result<JsonAnswer> {
                     const auto token = TRY(operations::reset_person(transaction, desk, named));
                     return JsonAnswer{.status = 201, .body = render_link(services, token)};
                 });
}

}  // namespace

std::vector<Route> person_routes(const Services& services) {
    const auto with_services = [&](void (*handler)(const Services&, Call&)) {
        return [services, handler](Call& call) { handler(services, call); };
    };
    const Managed people{domain::Scope::PeopleWrite};
    return {
        Route(net::Method::Get, person_collection_path, people, BodyKind::Ignored, with_services(list_people)),
        Route(net::Method::Post, person_collection_path, people, BodyKind::Json, with_services(invite)),
        Route(net::Method::Get, person_item_path, people, BodyKind::Ignored, get_person),
        Route(net::Method::Patch, person_item_path, people, BodyKind::Json, with_services(patch_person)),
        Route(net::Method::Delete, person_item_path, people, BodyKind::Ignored, with_services(delete_one)),
        Route(net::Method::Post, person_reset_path, people, BodyKind::Any, with_services(reset)),
    };
}

}  // namespace tradewind::api::admin
