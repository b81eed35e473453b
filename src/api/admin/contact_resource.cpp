#include "api/admin/resources.h"

#include <array>

#include "api/database_answer.h"
#include "api/ordered_list.h"
#include "api/path_id.h"
#include "base/search_key.h"
#include "storage/stores/contacts/contact_list_store.h"
#include "storage/stores/contacts/contact_store.h"

namespace tradewind::api::admin {
namespace {

using domain::ContactOrder;

constexpr std::string_view contact_collection_path = "/admin/v1/contacts/";
constexpr std::string_view contact_item_path = "/admin/v1/contacts/{id}";

constexpr std::array<ListSearch<ContactOrder>, 4> contact_searches{{
    {.parameter = "email", .order = ContactOrder::Email, .key_of = domain::email_search_key},
    {.parameter = "name", .order = ContactOrder::Name, .key_of = base::search_key},
    {.parameter = "surname", .order = ContactOrder::Surname, .key_of = base::search_key},
    {.parameter = "phone", .order = ContactOrder::Phone, .key_of = domain::phone_search_key},
}};

struct ContactRequest {
    domain::PageRequest page;
    domain::ContactListRequest contacts;
    std::optional<domain::FieldMatch> wanted;  // With it, the order is Newest.
};

// The value of a custom field that the query contact_searches for; nothing when it contact_searches for none.
std::optional<domain::FieldMatch> read_wanted(const QueryString& query, const domain::ContactFieldList& fields,
                                              std::string_view searched_by, std::vector<base::Problem>& problems) {
    const auto id = query.find("field").value_or("");
    const auto value = query.find("value");
    if (id.empty()) {
        if (!value.value_or("").empty()) {
            problems.push_back({.path = "/field", .reason = "is required with a value"});
        }
        return std::nullopt;
    }
    if (!searched_by.empty()) {
        problems.push_back(
            {.path = "/field", .reason = "cannot be searched for together with " + std::string(searched_by)});
    }
    const auto* const field = fields.find(id);
    if (field == nullptr || !field->custom) {
        problems.push_back({.path = "/field", .reason = "must be the id of a custom field"});
        return std::nullopt;
    }
    if (!value) {
        problems.push_back({.path = "/value", .reason = "is required with a field"});
        return std::nullopt;
    }
    auto match = domain::FieldMatch::parse(*field, *value);
    if (!match) {
        problems.push_back({.path = "/value", .reason = match.error().problems.front().reason});
        return std::nullopt;
    }
    return std::move(match).take();
}

// A search without an index goes one way, from the top or from a cursor.
void check_place(const ContactRequest& request, std::vector<base::Problem>& problems) {
    if (!request.page.cursor && request.page.page > 1) {
        problems.push_back({.path = "/page", .reason = "cannot be counted in a search by field; follow links.next"});
    }
    if (request.page.cursor && request.page.cursor->direction == domain::Direction::Newer) {
        problems.push_back({.path = "/cursor", .reason = "is not one of our cursors"});
    }
}

base::Result<ContactRequest> read_contact_request(const QueryString& query, const domain::ContactFieldList& fields) {
    ContactRequest request;
    std::vector<base::Problem> problems;
    const auto searched_by = read_search<ContactOrder>(query, contact_searches, request.contacts, problems);
    request.wanted = read_wanted(query, fields, searched_by, problems);
    request.page = read_place(query, request.contacts, problems);
    if (request.wanted) { check_place(request, problems); }
    if (!problems.empty()) { return base::invalid(std::move(problems)); }
    return request;
}

std::string render_scan(const ListPlace& place, const storage::ContactScan& scan,
                        const domain::ContactFieldList& fields) {
    list_links::Ends ends{.has_older = scan.goes_on, .has_newer = false, .first = {}, .last = {}};
    if (scan.last) { ends.last = place_in(ContactOrder::Newest, scan.last->made_at(), *scan.last, {}); }
    return render_rows(place, ends, scan.found, [&](base::JsonWriter& writer, const domain::Contact& contact) {
        domain::write_contact(writer, contact, fields);
    });
}

std::string render_page(const ListPlace& place, const domain::Page<domain::Contact>& page, ContactOrder order,
                        const domain::ContactFieldList& fields) {
    return render_list(
        place, page,
        [&](const domain::Contact& contact) {
            return place_in(order, contact.created_at, contact.id, domain::list_key(order, contact));
        },
        [&](base::JsonWriter& writer, const domain::Contact& contact) {
            domain::write_contact(writer, contact, fields);
        });
}

void get_contacts(const Services& services, Call& call) {
    auto request = read_contact_request(call.query, call.caller.definitions->contact_fields);
    if (!request) { return call.answer.refuse(request.error()); }
    answer_read(
        services, storage::ReadCost::Walk, call,
        [address = services.public_address.with_path(contact_collection_path), &clock = services.sources.clock,
         query = std::move(call.query), definitions = call.caller.definitions,
         request = std::move(request).take()](storage::Transaction& transaction) -> base::Result<JsonAnswer> {
            const auto& fields = definitions->contact_fields;
            const ListPlace place{.address = address, .query = query, .request = request.page};
            if (!request.wanted) {
                const auto page = storage::list_contacts(transaction, request.contacts);
                return JsonAnswer{.status = 200, .body = render_page(place, page, request.contacts.order, fields)};
            }
            const auto& cursor = request.contacts.cursor;
            const auto scan = storage::scan_contacts(transaction, clock,
                                                     {.wanted = *request.wanted,
                                                      .after = cursor ? std::optional(cursor->id) : std::nullopt,
                                                      .found_max = request.page.size});
            return JsonAnswer{.status = 200, .body = render_scan(place, scan, fields)};
        });
}

void get_contact(const Services& services, Call& call) {
    const auto id = id_in_path(call, "contact");
    if (!id) { return call.answer.refuse(id.error()); }
    answer_read(services, storage::ReadCost::Point, call,
                [wanted = id.value(),
                 definitions = call.caller.definitions](storage::Transaction& transaction) -> base::Result<JsonAnswer> {
                    const auto contact = storage::find_contact(transaction, wanted);
                    if (!contact) { return base::not_found("There is no contact with this id."); }
                    JsonAnswer answer{.status = 200, .body = {}};
                    base::JsonWriter writer(answer.body);
                    domain::write_contact(writer, *contact, definitions->contact_fields);
                    return answer;
                });
}

}  // namespace

std::vector<Route> contact_routes(const Services& services) {
    return {
        Route(net::Method::Get, contact_collection_path, domain::Scope::Admin, BodyKind::Ignored,
              [services](Call& call) { get_contacts(services, call); }),
        Route(net::Method::Get, contact_item_path, domain::Scope::Admin, BodyKind::Ignored,
              [services](Call& call) { get_contact(services, call); }),
    };
}

}  // namespace tradewind::api::admin
