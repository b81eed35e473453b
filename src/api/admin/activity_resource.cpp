#include "api/admin/activity_resource.h"

#include <charconv>

#include "api/database_answer.h"
#include "api/list_links.h"
#include "api/path_id.h"
#include "base/json.h"
#include "operations/contact_operations.h"
#include "storage/database/json_column.h"
#include "storage/stores/contacts/activity_store.h"
#include "storage/stores/contacts/contact_store.h"

namespace tradewind::api::admin {
namespace {

constexpr std::string_view activity_list_path = "/admin/v1/contacts/{id}/activities/";

// The number in a key such as `f12`; nothing when it is the key of something else.
std::optional<std::int64_t> field_number(std::string_view key) {
    if (!key.starts_with('f')) { return std::nullopt; }
    key.remove_prefix(1);
    std::int64_t number = 0;
    const auto [end, error] = std::from_chars(key.data(), key.data() + key.size(), number);
    if (error != std::errc() || end != key.data() + key.size()) { return std::nullopt; }
    return number;
}

// Values of fields by their keys: ids, numbers of custom fields, letters of states in a moment.
void write_values(base::JsonWriter& writer, const base::JsonValue& values, const domain::ContactFieldList& fields) {
    writer.begin_object();
    for (const auto member : values.members()) {
        if (const auto number = field_number(member.key)) {
            const auto* const field = fields.find_custom(*number);
            if (field == nullptr) { continue; }
            writer.key(field->id);
        } else {
            const auto state = domain::state_of_moment(member.key);
            writer.key(state.empty() ? member.key : state);
        }
        base::write_json(writer, member.value);
    }
    writer.end_object();
}

base::JsonDocument read_object(std::string_view json) {
    auto document = base::JsonDocument::parse(json);
    if (!document || document.value().root().kind() != base::JsonKind::Object) {
        throw storage::DatabaseBroken("an activity is damaged");
    }
    return std::move(document).take();
}

// What changed is told by fields; everything else as it is.
void write_data(base::JsonWriter& writer, const base::JsonValue& data, const domain::ContactFieldList& fields) {
    writer.begin_object();
    for (const auto member : data.members()) {
        writer.key(member.key);
        if (member.key == "changes" && member.value.kind() == base::JsonKind::Object) {
            write_values(writer, member.value, fields);
        } else {
            base::write_json(writer, member.value);
        }
    }
    writer.end_object();
}

void get_activities(const Services& services, Call& call) {
    const auto id = id_in_path(call, "contact");
    if (!id && id.error().kind == base::ErrorKind::BadRequest) { return call.answer.refuse(id.error()); }
    auto request = read_page_request(call.query, CursorId::ServiceId);
    if (!request) { return call.answer.refuse(request.error()); }
    if (!id) { return call.answer.refuse(id.error()); }
    answer_read(services, storage::ReadCost::Walk, call,
                [address = services.public_address.with_path(activities_path(id.value())), contact = id.value(),
                 query = std::move(call.query), definitions = call.caller.definitions,
                 request = std::move(request).take()](storage::Transaction& transaction) -> base::Result<JsonAnswer> {
                    if (!storage::find_contact(transaction, contact)) { return operations::unknown_contact_id(); }
                    const auto page = storage::list_activities(transaction, contact, request);
                    return JsonAnswer{.status = 200,
                                      .body = render_list(
                                          {.address = address, .query = query, .request = request}, page,
                                          [](const domain::Activity& activity) {
                                              return RowPlace{.created_at = activity.at, .id = activity.id.text()};
                                          },
                                          [&](base::JsonWriter& writer, const domain::Activity& activity) {
                                              write_activity(writer, activity, definitions->contact_fields);
                                          })};
                });
}

}  // namespace

std::string activities_path(base::Id contact) {
    return "/admin/v1/contacts/" + contact.text() + "/activities/";
}

void write_activity(base::JsonWriter& writer, const domain::Activity& activity, const domain::ContactFieldList& fields,
                    const std::optional<domain::Purchase>& purchase) {
    const auto data = read_object(activity.data);
    const auto moment = read_object(activity.moment);
    writer.begin_object();
    writer.key("id");
    writer.string(activity.id.text());
    writer.key("kind");
    writer.string(domain::word_of(activity.kind));
    writer.key("at");
    writer.instant(activity.at);
    writer.key("data");
    write_data(writer, data.root(), fields);
    writer.key("moment");
    write_values(writer, moment.root(), fields);
    if (purchase) {
        writer.key("purchase");
        domain::write_purchase(writer, *purchase);
    }
    writer.end_object();
}

std::vector<Route> activity_routes(const Services& services) {
    return {
        Route(net::Method::Get, activity_list_path, Managed{domain::Scope::ContactRead}, BodyKind::Ignored,
              [services](Call& call) { get_activities(services, call); }),
    };
}

}  // namespace tradewind::api::admin
