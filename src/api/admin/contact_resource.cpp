#include "api/admin/resources.h"

#include <array>
#include <memory>

#include "api/admin/contact_search.h"
#include "api/admin/filter_reading.h"
#include "api/database_answer.h"
#include "api/ordered_list.h"
#include "api/path_id.h"
#include "base/search_key.h"
#include "base/text.h"
#include "domain/fields/json_fields.h"
#include "operations/contact_operations.h"
#include "operations/segment_uses.h"
#include "storage/stores/contacts/contact_list_store.h"
#include "storage/stores/contacts/contact_store.h"

namespace tradewind::api::admin {
namespace {

using domain::ContactOrder;

constexpr std::string_view contact_collection_path = "/admin/v1/contacts/";
constexpr std::string_view contact_search_path = "/admin/v1/contacts/search";
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
    // With one of these, the order is Newest.
    std::optional<domain::FieldMatch> wanted;
    std::shared_ptr<const domain::Filter> filter;
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

// The filter that the query searches by; null when it searches by none. `searched_by` is what else it searches by.
std::shared_ptr<const domain::Filter> read_filter_parameter(const QueryString& query,
                                                            const storage::Definitions& definitions,
                                                            std::string_view searched_by,
                                                            std::vector<base::Problem>& problems) {
    const auto text = query.find("filter").value_or("");
    if (text.empty()) { return nullptr; }
    const auto refuse = [&](std::string reason) {
        problems.push_back({.path = std::string(filter_path), .reason = std::move(reason)});
        return nullptr;
    };
    if (!searched_by.empty()) { refuse("cannot be searched for together with " + std::string(searched_by)); }
    if (text.size() > filter_query_bytes_max) {
        return refuse("must have at most " + std::to_string(filter_query_bytes_max) + " bytes");
    }
    const auto document = base::JsonDocument::parse(text);
    if (!document) { return refuse("must be JSON"); }
    auto filter = read_filter(document.value().root(), definitions, problems);
    return filter ? std::make_shared<const domain::Filter>(std::move(*filter)) : nullptr;
}

// A search without an index goes one way, from the top or from a cursor.
void check_place(const ContactRequest& request, std::vector<base::Problem>& problems) {
    if (!request.page.cursor && request.page.page > 1) {
        problems.push_back({.path = "/page", .reason = "cannot be counted in such a search; follow links.next"});
    }
    if (request.page.cursor && request.page.cursor->direction == domain::Direction::Newer) {
        problems.push_back({.path = "/cursor", .reason = "is not one of our cursors"});
    }
}

base::Result<ContactRequest> read_contact_request(const QueryString& query, const storage::Definitions& definitions) {
    ContactRequest request;
    std::vector<base::Problem> problems;
    const auto searched_by = read_search<ContactOrder>(query, contact_searches, request.contacts, problems);
    request.wanted = read_wanted(query, definitions.contact_fields, searched_by, problems);
    request.filter =
        read_filter_parameter(query, definitions, request.wanted ? std::string_view("field") : searched_by, problems);
    request.page = read_place(query, request.contacts, problems);
    if (request.wanted || request.filter) { check_place(request, problems); }
    if (!problems.empty()) { return base::invalid(std::move(problems)); }
    return request;
}

// `cursor` or `pageSize` in the body of a search as a query would have it; nothing when it is not there or wrong.
std::optional<std::string> read_place_member(const base::JsonValue& body, std::string_view name,
                                             std::vector<base::Problem>& problems) {
    const auto value = body.kind() == base::JsonKind::Object ? body.find(name) : std::nullopt;
    if (!value || value->is_null()) { return std::nullopt; }
    const auto refuse = [&](std::string reason) {
        problems.push_back({.path = "/" + std::string(name), .reason = std::move(reason)});
        return std::nullopt;
    };
    if (name == "cursor") {
        if (value->kind() != base::JsonKind::String) { return refuse("must be a string"); }
        return std::string(value->string());
    }
    const auto number = value->kind() == base::JsonKind::Number ? base::parse_integer(value->digits())
                                                                : base::Result<std::int64_t>(std::int64_t{0});
    if (!number || number.value() < 1 || number.value() > domain::PageRequest::size_max) {
        return refuse("must be a whole number from 1 to " + std::to_string(domain::PageRequest::size_max));
    }
    return std::to_string(number.value());
}

// Where a search goes on and how far: what stands in its query, as links have it, goes before what stands in its body.
QueryString read_search_place(const QueryString& query, const base::JsonValue& body,
                              std::vector<base::Problem>& problems) {
    std::vector<QueryString::Item> place;
    for (const std::string_view name : {"page", "pageSize", "cursor"}) {
        auto member = name == "page" ? std::nullopt : read_place_member(body, name, problems);
        if (const auto sent = query.find(name)) { member = *sent; }
        if (member) { place.push_back({.name = std::string(name), .value = std::move(*member)}); }
    }
    return QueryString(std::move(place));
}

base::Result<ContactRequest> read_search_request(std::string_view body, const QueryString& query,
                                                 const storage::Definitions& definitions) {
    const auto document = TRY(domain::read_object(body));
    ContactRequest request;
    std::vector<base::Problem> problems;
    auto filter = read_filter_member(document.root(), definitions, problems);
    const auto place = read_search_place(query, document.root(), problems);
    request.page = read_place(place, request.contacts, problems);
    check_place(request, problems);
    if (!problems.empty()) { return base::invalid(std::move(problems)); }
    request.filter = std::make_shared<const domain::Filter>(std::move(*filter));
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

// Of a list at `path`.
void answer_search(const Services& services, Call& call, std::string_view path, ContactRequest request) {
    answer_read(services, storage::ReadCost::Walk, call,
                [address = services.public_address.with_path(path), &clock = services.sources.clock,
                 query = std::move(call.query), known = call.caller.definitions,
                 request = std::move(request)](storage::Transaction& transaction) -> base::Result<JsonAnswer> {
                    storage::ContactQuestion question(transaction, *request.filter, known, clock.now());
                    TRY(operations::check_named_segments(*request.filter, *question.definitions()));
                    const auto& cursor = request.contacts.cursor;
                    const auto search = search_contacts(
                        transaction, clock, question,
                        {.after = cursor ? std::optional(cursor->id) : std::nullopt, .found_max = request.page.size});
                    return JsonAnswer{
                        .status = 200,
                        .body = render_search({.address = address, .query = query, .request = request.page}, search,
                                              question.definitions()->contact_fields)};
                });
}

void search_by_filter(const Services& services, Call& call) {
    auto request = read_search_request(call.request.body, call.query, *call.caller.definitions);
    if (!request) { return call.answer.refuse(request.error()); }
    answer_search(services, call, contact_search_path, std::move(request).take());
}

void get_contacts(const Services& services, Call& call) {
    auto request = read_contact_request(call.query, *call.caller.definitions);
    if (!request) { return call.answer.refuse(request.error()); }
    if (request.value().filter) {
        return answer_search(services, call, contact_collection_path, std::move(request).take());
    }
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
                    if (!contact) { return operations::unknown_contact_id(); }
                    JsonAnswer answer{.status = 200, .body = {}};
                    base::JsonWriter writer(answer.body);
                    domain::write_contact(writer, *contact, definitions->contact_fields);
                    return answer;
                });
}

}  // namespace

std::vector<Route> contact_routes(const Services& services) {
    return {
        Route(net::Method::Get, contact_collection_path, Managed{domain::Scope::ContactRead}, BodyKind::Ignored,
              [services](Call& call) { get_contacts(services, call); }),
        Route(net::Method::Post, contact_search_path, Managed{domain::Scope::ContactRead}, BodyKind::Json,
              [services](Call& call) { search_by_filter(services, call); }),
        Route(net::Method::Get, contact_item_path, Managed{domain::Scope::ContactRead}, BodyKind::Ignored,
              [services](Call& call) { get_contact(services, call); }),
    };
}

}  // namespace tradewind::api::admin
