#include "api/admin/resources.h"

#include "api/database_answer.h"
#include "api/list_links.h"
#include "domain/filters/parse_filter.h"
#include "domain/filters/write_filter.h"
#include "operations/segment_uses.h"
#include "storage/stores/settings/audit_store.h"
#include "storage/stores/settings/definitions.h"

namespace tradewind::api::admin {
namespace {

constexpr std::string_view audit_list_path = "/admin/v1/audit/";

// A filter that is kept, as it is written today.
std::string written_filter(const std::string& stored, const domain::FilterNames& names) {
    const auto filter = domain::read_stored_filter(stored, names);
    return filter ? domain::filter_json(filter.value(), names, domain::FilterForm::Shown) : "null";
}

domain::AuditedChange::Values written_values(const domain::AuditedChange& change, const domain::FilterNames& names) {
    if (change.field != "filter") { return *change.values; }
    return {.before = written_filter(change.values->before, names),
            .after = written_filter(change.values->after, names)};
}

void write_entry(base::JsonWriter& writer, const storage::AuditEntry& entry, const domain::FilterNames& names) {
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
    for (const auto& change : entry.changes) { writer.string(change.field); }
    writer.end_array();
    writer.key("values");
    writer.begin_array();
    for (const auto& change : entry.changes) {
        if (!change.values) { continue; }
        const auto values = written_values(change, names);
        writer.begin_object();
        writer.key("field");
        writer.string(change.field);
        writer.key("before");
        writer.raw(values.before);
        writer.key("after");
        writer.raw(values.after);
        writer.end_object();
    }
    writer.end_array();
    writer.end_object();
}

void get_entries(const Services& services, Call& call) {
    auto request = read_page_request(call.query, CursorId::ServiceId);
    if (!request) { return call.answer.refuse(request.error()); }
    answer_read(services, storage::ReadCost::Walk, call,
                [address = services.public_address.with_path(audit_list_path), query = std::move(call.query),
                 request = std::move(request).take(),
                 known = call.caller.definitions](storage::Transaction& transaction) -> base::Result<JsonAnswer> {
                    const auto page = storage::list_audit_entries(transaction, request);
                    const auto definitions = storage::definitions_in(transaction, known);
                    const auto names = operations::filter_names(*definitions);
                    return JsonAnswer{.status = 200,
                                      .body = render_list(
                                          {.address = address, .query = query, .request = request}, page,
                                          [](const storage::AuditEntry& entry) {
                                              return RowPlace{.created_at = entry.id.made_at(), .id = entry.id.text()};
                                          },
                                          [&](base::JsonWriter& writer, const storage::AuditEntry& entry) {
                                              write_entry(writer, entry, names);
                                          })};
                });
}

}  // namespace

std::vector<Route> audit_routes(const Services& services) {
    return {
        Route(net::Method::Get, audit_list_path, Managed{domain::Scope::AuditRead}, BodyKind::Ignored,
              [services](Call& call) { get_entries(services, call); }),
    };
}

}  // namespace tradewind::api::admin
