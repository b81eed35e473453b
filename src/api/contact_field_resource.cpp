#include "api/resources.h"

#include <limits>
#include <utility>

#include "api/database_answer.h"
#include "api/list_links.h"
#include "api/memory_list.h"
#include "domain/fields/contact_field_rules.h"
#include "domain/fields/json_fields.h"
#include "operations/contact_field_operations.h"

namespace tradewind::api {
namespace {

constexpr std::string_view contact_field_collection_path = "/contact-fields/";
constexpr std::string_view contact_field_item_path = "/contact-fields/{id}";

// One page shows all fields that there can be: many clients look at no other.
constexpr PageSizes contact_field_page{.when_not_told = 200, .largest = 200};

void write_field(base::JsonWriter& writer, const domain::ContactField& field) {
    writer.begin_object();
    write_fields(writer, domain::contact_field_fields, field);
    writer.key("status");
    writer.string("active");
    writer.end_object();
}

std::string render_field(const domain::ContactField& field) {
    std::string json;
    base::JsonWriter writer(json);
    write_field(writer, field);
    return json;
}

// Where a field stands in the list. Ours come before all that can be made: from the end of time backwards.
RowPlace place_of(const std::vector<domain::ContactField>& fields, std::size_t index) {
    const auto& field = fields[index];
    if (field.custom) { return {.created_at = field.created_at, .id = field.id}; }
    return {.created_at = {std::numeric_limits<std::int64_t>::max() - static_cast<std::int64_t>(index)},
            .id = field.id};
}

void list_fields(const Services& services, Call& call) {
    const auto request = read_page_request(call.query, CursorId::AnyText, contact_field_page);
    if (!request) { return call.answer.refuse(request.error()); }
    const auto address = services.public_address.with_path(contact_field_collection_path);
    const auto& fields = call.caller.definitions->contact_fields.all();
    const auto place_at = [&](std::size_t index) { return place_of(fields, index); };
    const auto page = page_of_list(fields.size(), request.value(), place_at, [](std::size_t index) { return index; });
    call.answer.json({
        .status = 200,
        .body = render_list({.address = address, .query = call.query, .request = request.value()}, page, place_at,
                            [&](base::JsonWriter& writer, std::size_t index) { write_field(writer, fields[index]); }),
    });
}

base::Result<domain::ContactField> read_wanted(std::string_view body) {
    const auto document = TRY(domain::read_object(body));
    std::vector<base::Problem> problems;
    auto wanted = read_fields(domain::contact_field_fields, document.root(), domain::ReadMode::Create, problems).values;
    domain::complete_new_contact_field(wanted, document.root(), problems);
    if (!problems.empty()) { return base::invalid(std::move(problems)); }
    return wanted;
}

void create_field(const Services& services, Call& call) {
    answer_write(services, call, read_wanted(call.request.body),
                 [&sources = services.sources](storage::Transaction& transaction,
                                               const domain::ContactField& wanted) -> base::Result<JsonAnswer> {
                     const auto created = TRY(operations::create_contact_field(transaction, sources, wanted));
                     return JsonAnswer{.status = 201, .body = render_field(created)};
                 });
}

void get_field(const Services&, Call& call) {
    const auto* const field = call.caller.definitions->contact_fields.find(call.parameters[0]);
    if (field == nullptr) { return call.answer.refuse(base::not_found("There is no contact field with this id.")); }
    call.answer.json({.status = 200, .body = render_field(*field)});
}

void delete_field(const Services& services, Call& call) {
    answer_write(services, call,
                 [&sources = services.sources, definitions = call.caller.definitions,
                  id = call.parameters[0]](storage::Transaction& transaction) -> base::Result<JsonAnswer> {
                     const auto users = operations::users_of_field(transaction, definitions, id);
                     TRY(operations::delete_contact_field(transaction, sources, id, users));
                     return JsonAnswer{.status = 204, .body = {}};
                 });
}

}  // namespace

std::vector<Route> contact_field_routes(const Services& services) {
    const auto with_services = [&](void (*handler)(const Services&, Call&)) {
        return [services, handler](Call& call) { handler(services, call); };
    };
    using domain::Scope;
    return {
        Route(net::Method::Get, contact_field_collection_path, Scope::ContactFieldRead, BodyKind::Ignored,
              with_services(list_fields)),
        Route(net::Method::Post, contact_field_collection_path, Scope::ContactFieldWrite, BodyKind::Json,
              with_services(create_field)),
        Route(net::Method::Get, contact_field_item_path, Scope::ContactFieldRead, BodyKind::Ignored,
              with_services(get_field)),
        Route(net::Method::Delete, contact_field_item_path, Scope::ContactFieldDelete, BodyKind::Ignored,
              with_services(delete_field)),
    };
}

}  // namespace tradewind::api
