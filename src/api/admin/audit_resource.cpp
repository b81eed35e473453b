#include "api/admin/resources.h"

#include "api/database_answer.h"
#include "api/list_links.h"
#include "storage/stores/settings/audit_store.h"

namespace tradewind::api::admin {
namespace {

constexpr std::string_view audit_list_path = "/admin/v1/audit/";

void write_entry(base::JsonWriter& writer, const storage::AuditEntry& entry) {
    writer.begin_object();
    writer.key("id");
    writer.string(entry.id.text());
    writer.key("at");
    writer.instant(entry.at);
    writer.key("actor");
    writer.string(entry.actor.name);
    writer.key("action");
    writer.string(entry.action);
    writer.key("subject");
    writer.string(entry.subject);
    writer.key("changes");
    writer.begin_array();
    for (const auto& change : entry.changes) { writer.string(change); }
    writer.end_array();
    writer.end_object();
}

void get_entries(const Services& services, Call& call) {
    auto request = read_page_request(call.query, CursorId::ServiceId);
    if (!request) { return call.answer.refuse(request.error()); }
    answer_read(services, storage::ReadCost::Walk, call,
                [address = services.public_address.with_path(audit_list_path), query = std::move(call.query),
                 request = std::move(request).take()](storage::Transaction& transaction) -> base::Result<JsonAnswer> {
                    const auto page = storage::list_audit_entries(transaction, request);
                    return JsonAnswer{.status = 200,
                                      .body = render_list(
                                          {.address = address, .query = query, .request = request}, page,
                                          [](const storage::AuditEntry& entry) {
                                              return RowPlace{.created_at = entry.id.made_at(), .id = entry.id.text()};
                                          },
                                          write_entry)};
                });
}

}  // namespace

std::vector<Route> audit_routes(const Services& services) {
    return {
        Route(net::Method::Get, audit_list_path, domain::Scope::Admin, BodyKind::Ignored,
              [services](Call& call) { get_entries(services, call); }),
    };
}

}  // namespace tradewind::api::admin
