#include "api/admin/resources.h"

#include "api/database_answer.h"
#include "api/list_links.h"
#include "api/memory_list.h"
#include "base/text.h"
#include "operations/coupon_set_operations.h"
#include "operations/custom_event_type_operations.h"
#include "operations/used_by.h"
#include "storage/stores/shop/coupon_set_store.h"

namespace tradewind::api::admin {
namespace {

constexpr std::string_view field_users_path = "/admin/v1/contact-fields/{id}/used-by";
constexpr std::string_view event_type_users_path = "/admin/v1/custom-event-types/{id}/used-by";
constexpr std::string_view coupon_set_users_path = "/admin/v1/coupon-sets/{id}/used-by";

using operations::User;
using FindUsers = base::Result<std::vector<User>> (*)(storage::Transaction& transaction,
                                                      const storage::Definitions& definitions, std::string_view id);

base::Result<std::vector<User>> find_field_users(storage::Transaction& transaction,
                                                 const storage::Definitions& definitions, std::string_view id) {
    const auto* const field = definitions.contact_fields.find(id);
    if (field == nullptr || !field->custom) {
        return base::not_found("There is no contact field of the store's own with this id.");
    }
    return operations::users_of_field(transaction, definitions, *field);
}

base::Result<std::vector<User>> find_event_type_users(storage::Transaction& transaction,
                                                      const storage::Definitions& definitions, std::string_view id) {
    const auto named = TRY(base::Id::parse(id));
    const auto* const type = named ? definitions.custom_events.find_type(*named) : nullptr;
    if (type == nullptr) { return operations::unknown_custom_event_type(); }
    return operations::users_of_event_type(transaction, definitions, *type);
}

base::Result<std::vector<User>> find_coupon_set_users(storage::Transaction& transaction,
                                                      const storage::Definitions& definitions, std::string_view id) {
    const auto named = TRY(base::Id::parse(id));
    if (!named || !storage::find_coupon_set(transaction, *named)) { return operations::unknown_coupon_set(); }
    return operations::users_of_coupon_set(transaction, definitions, *named);
}

std::string_view word_of(User::Kind kind) {
    switch (kind) {
        case User::Kind::Segment:
            return "segment";
        case User::Kind::Workflow:
            return "workflow";
        case User::Kind::Report:
            return "report";
    }
    return {};
}

void write_user(base::JsonWriter& writer, const User& user) {
    writer.begin_object();
    writer.key("kind");
    writer.string(word_of(user.kind));
    writer.key("id");
    writer.string(user.id.text());
    writer.key("name");
    writer.string(user.name);
    if (user.kind == User::Kind::Workflow) {
        writer.key("isInDraft");
        writer.boolean(user.is_in_draft);
        writer.key("versions");
        writer.begin_array();
        for (const auto version : user.versions) { writer.integer(version); }
        writer.end_array();
    }
    writer.end_object();
}

void answer_users(const Services& services, Call& call, std::string_view path, FindUsers find) {
    auto request = read_page_request(call.query, CursorId::ServiceId);
    if (!request) { return call.answer.refuse(request.error()); }
    std::string own_path(path);
    own_path.replace(own_path.find("{id}"), 4, base::percent_encode(call.parameters[0]));
    answer_read(services, storage::ReadCost::Walk, call,
                [address = services.public_address.with_path(own_path), query = std::move(call.query),
                 request = std::move(request).take(), id = call.parameters[0], known = call.caller.definitions,
                 find](storage::Transaction& transaction) -> base::Result<JsonAnswer> {
                    const auto users = TRY(find(transaction, *storage::definitions_in(transaction, known), id));
                    const auto place_of = [](const User& user) {
                        return RowPlace{.created_at = user.id.made_at(), .id = user.id.text()};
                    };
                    const auto page = page_of_list(
                        users.size(), request, [&](std::size_t index) { return place_of(users[index]); },
                        [&](std::size_t index) { return users[index]; });
                    return JsonAnswer{.status = 200,
                                      .body = render_list({.address = address, .query = query, .request = request},
                                                          page, place_of, write_user)};
                });
}

}  // namespace

std::vector<Route> used_by_routes(const Services& services) {
    using domain::Scope;
    const auto to = [&](std::string_view path, Scope scope, FindUsers find) {
        return Route(net::Method::Get, path, Managed{scope}, BodyKind::Ignored,
                     [services, path, find](Call& call) { answer_users(services, call, path, find); });
    };
    return {
        to(field_users_path, Scope::ContactFieldRead, find_field_users),
        to(event_type_users_path, Scope::CustomIntegrationRead, find_event_type_users),
        to(coupon_set_users_path, Scope::CouponSetRead, find_coupon_set_users),
    };
}

}  // namespace tradewind::api::admin
