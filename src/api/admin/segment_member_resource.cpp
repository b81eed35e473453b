#include "api/admin/segment_member_resource.h"

#include <unordered_map>
#include <utility>

#include "api/database_answer.h"
#include "api/list_links.h"
#include "api/path_id.h"
#include "domain/contacts/contact_name.h"
#include "domain/fields/json_fields.h"
#include "operations/contact_operations.h"
#include "operations/segment_member_operations.h"
#include "operations/segment_operations.h"
#include "operations/segment_uses.h"
#include "storage/stores/contacts/contact_store.h"
#include "storage/stores/engine/segment_member_store.h"
#include "storage/stores/engine/segment_store.h"

namespace tradewind::api::admin {
namespace {

constexpr std::string_view segment_member_collection_path = "/admin/v1/segments/{id}/members/";
constexpr std::string_view segment_member_remove_path = "/admin/v1/segments/{id}/members/remove";
constexpr std::string_view segment_member_item_path = "/admin/v1/segments/{id}/members/{contactId}";
constexpr std::string_view segment_member_contact_path = "/admin/v1/contacts/{id}/segments/";

constexpr std::size_t contacts_max = 1'000;

using operations::MemberMove;
using operations::MemberOutcome;

using Names = std::vector<domain::ContactName>;

struct MemberRequest {
    domain::PageRequest page;
    base::Id id;
};

// Of a list below the id in the path; `noun` is what the id names.
base::Result<MemberRequest> read_member_request(const Call& call, std::string_view noun) {
    const auto id = id_in_path(call, noun);
    if (!id && id.error().kind == base::ErrorKind::BadRequest) { return id.error(); }
    auto page = TRY(read_page_request(call.query, CursorId::ServiceId));
    if (!id) { return id.error(); }
    return MemberRequest{.page = std::move(page), .id = id.value()};
}

std::vector<domain::Contact> contacts_of(storage::Transaction& transaction,
                                         const std::vector<domain::SegmentMember>& members) {
    std::vector<std::int64_t> ids;
    std::unordered_map<std::int64_t, std::size_t> places;
    for (const auto& member : members) {
        places.emplace(member.contact.number, ids.size());
        ids.push_back(member.contact.number);
    }
    std::vector<domain::Contact> contacts(members.size());
    for (auto& contact : storage::find_contacts(transaction, ids)) {
        contacts[places.at(contact.id.number)] = std::move(contact);
    }
    return contacts;
}

base::Result<JsonAnswer> list_members(storage::Transaction& transaction, const ListPlace& place, base::Id segment,
                                      const domain::ContactFieldList& fields) {
    const auto found = storage::find_segment(transaction, segment);
    if (!found) { return operations::unknown_segment(); }
    if (!found->member_set) { return operations::segment_without_members(); }
    const auto page = storage::list_segment_members(transaction, segment, place.request);
    const auto contacts = contacts_of(transaction, page.items);
    auto contact = contacts.begin();
    return JsonAnswer{.status = 200,
                      .body = render_list(
                          place, page,
                          [](const domain::SegmentMember& member) {
                              return RowPlace{.created_at = member.contact.made_at(), .id = member.contact.text()};
                          },
                          [&](base::JsonWriter& writer, const domain::SegmentMember& member) {
                              writer.begin_object();
                              writer.key("enteredAt");
                              writer.instant(member.entered_at);
                              writer.key("contact");
                              domain::write_contact(writer, *contact++, fields);
                              writer.end_object();
                          })};
}

void get_members(const Services& services, Call& call) {
    auto request = read_member_request(call, "segment");
    if (!request) { return call.answer.refuse(request.error()); }
    const auto path = "/admin/v1/segments/" + request.value().id.text() + "/members/";
    answer_read(services, storage::ReadCost::Walk, call,
                [address = services.public_address.with_path(path), query = std::move(call.query),
                 definitions = call.caller.definitions,
                 request = std::move(request).take()](storage::Transaction& transaction) {
                    return list_members(transaction, {.address = address, .query = query, .request = request.page},
                                        request.id, definitions->contact_fields);
                });
}

void get_segments_of_contact(const Services& services, Call& call) {
    auto request = read_member_request(call, "contact");
    if (!request) { return call.answer.refuse(request.error()); }
    const auto path = "/admin/v1/contacts/" + request.value().id.text() + "/segments/";
    answer_read(services, storage::ReadCost::Walk, call,
                [address = services.public_address.with_path(path), query = std::move(call.query),
                 request = std::move(request).take()](storage::Transaction& transaction) -> base::Result<JsonAnswer> {
                    if (!storage::find_contact(transaction, request.id)) { return operations::unknown_contact_id(); }
                    const auto page = storage::list_contact_segments(transaction, request.id, request.page);
                    return JsonAnswer{.status = 200,
                                      .body = render_list(
                                          {.address = address, .query = query, .request = request.page}, page,
                                          [](const domain::ContactSegment& segment) {
                                              return RowPlace{.created_at = segment.segment.made_at(),
                                                              .id = segment.segment.text()};
                                          },
                                          write_contact_segment)};
                });
}

base::Result<Names> read_names(std::string_view body) {
    const auto document = TRY(domain::read_object(body));
    const auto root = document.root().kind() == base::JsonKind::Object ? document.root() : domain::empty_object();
    const auto contacts = root.find("contacts");
    if (!contacts) { return base::invalid("/contacts", "is required"); }
    if (contacts->kind() != base::JsonKind::Array) { return base::invalid("/contacts", "must be an array"); }
    if (contacts->size() > contacts_max) {
        return base::invalid("/contacts", "must have at most " + std::to_string(contacts_max) + " items");
    }
    Names names;
    std::vector<base::Problem> problems;
    std::size_t index = 0;
    for (const auto element : contacts->elements()) {
        auto name = domain::read_contact_name(element, "/contacts/" + std::to_string(index++), problems);
        if (name) { names.push_back(std::move(*name)); }
    }
    if (!problems.empty()) { return base::invalid(std::move(problems)); }
    return names;
}

std::string_view word_of(MemberMove move, const MemberOutcome& outcome) {
    if (!outcome.contact) { return "not-found"; }
    switch (move) {
        case MemberMove::Enter:
            return outcome.is_changed ? "added" : "already-there";
        case MemberMove::Leave:
            return outcome.is_changed ? "removed" : "not-there";
    }
    return {};
}

std::string render_outcomes(MemberMove move, const std::vector<MemberOutcome>& outcomes) {
    std::string json;
    base::JsonWriter writer(json);
    writer.begin_object();
    writer.key("outcomes");
    writer.begin_array();
    for (const auto& outcome : outcomes) {
        writer.begin_object();
        writer.key("outcome");
        writer.string(word_of(move, outcome));
        if (outcome.contact) {
            writer.key("contactId");
            writer.string(outcome.contact->text());
        }
        writer.end_object();
    }
    writer.end_array();
    writer.end_object();
    return json;
}

void change_members(const Services& services, Call& call, MemberMove move) {
    const auto id = base::Id::parse(call.parameters[0]);
    if (!id) { return call.answer.refuse(id.error()); }
    answer_write(services, call, read_names(call.request.body),
                 [&sources = services.sources, actor = call.caller.actor(), scopes = call.caller.scopes(),
                  definitions = call.caller.definitions, move, segment = id.value()](
                     storage::Transaction& transaction, const Names& names) -> base::Result<JsonAnswer> {
                     if (!segment) { return operations::unknown_segment(); }
                     const auto current = storage::definitions_in(transaction, definitions);
                     TRY(operations::check_active_users(transaction, *current, *segment, scopes));
                     const operations::MembersChange change{.move = move, .segment = *segment, .contacts = names};
                     const auto outcomes =
                         TRY(operations::change_segment_members(transaction, sources, *current, actor, change));
                     JsonAnswer answer{.status = 200, .body = render_outcomes(move, outcomes)};
                     if (outcomes.size() == 1) { answer.contact = outcomes.front().contact; }
                     return answer;
                 });
}

void add_members(const Services& services, Call& call) {
    change_members(services, call, MemberMove::Enter);
}

void remove_members(const Services& services, Call& call) {
    change_members(services, call, MemberMove::Leave);
}

void remove_member(const Services& services, Call& call) {
    const auto segment = base::Id::parse(call.parameters[0]);
    if (!segment) { return call.answer.refuse(segment.error()); }
    const auto contact = base::Id::parse(call.parameters[1]);
    if (!contact) { return call.answer.refuse(contact.error()); }
    if (!segment.value()) { return call.answer.refuse(operations::unknown_segment()); }
    operations::MembersChange change{.move = MemberMove::Leave, .segment = *segment.value(), .contacts = {}};
    // Nobody has an id that cannot be.
    change.contacts.emplace_back(contact.value().value_or(base::Id{}));
    answer_write(services, call,
                 [&sources = services.sources, actor = call.caller.actor(), scopes = call.caller.scopes(),
                  definitions = call.caller.definitions,
                  change = std::move(change)](storage::Transaction& transaction) -> base::Result<JsonAnswer> {
                     const auto current = storage::definitions_in(transaction, definitions);
                     TRY(operations::check_active_users(transaction, *current, change.segment, scopes));
                     const auto outcomes =
                         TRY(operations::change_segment_members(transaction, sources, *current, actor, change));
                     if (!outcomes.front().contact) { return operations::unknown_contact_id(); }
                     if (!outcomes.front().is_changed) {
                         return base::not_found("The contact is not in this segment.");
                     }
                     return JsonAnswer{.status = 204, .body = {}};
                 });
}

}  // namespace

void write_contact_segment(base::JsonWriter& writer, const domain::ContactSegment& segment) {
    writer.begin_object();
    write_fields(writer, domain::contact_segment_fields, segment);
    writer.end_object();
}

std::vector<Route> segment_member_routes(const Services& services) {
    const auto with_services = [&](void (*handler)(const Services&, Call&)) {
        return [services, handler](Call& call) { handler(services, call); };
    };
    using domain::Scope;
    return {
        Route(net::Method::Get, segment_member_collection_path, Managed{Scope::SegmentRead}, BodyKind::Ignored,
              with_services(get_members)),
        Route(net::Method::Post, segment_member_collection_path, Managed{Scope::SegmentWrite}, BodyKind::Json,
              with_services(add_members)),
        Route(net::Method::Post, segment_member_remove_path, Managed{Scope::SegmentWrite}, BodyKind::Json,
              with_services(remove_members))
            .giving_space_back(),
        Route(net::Method::Delete, segment_member_item_path, Managed{Scope::SegmentWrite}, BodyKind::Ignored,
              with_services(remove_member)),
        Route(net::Method::Get, segment_member_contact_path, Managed{Scope::SegmentRead}, BodyKind::Ignored,
              with_services(get_segments_of_contact)),
    };
}

}  // namespace tradewind::api::admin
