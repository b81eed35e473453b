#include "api/import_answer.h"

#include <chrono>

#include "api/database_answer.h"
#include "api/import_report.h"
#include "api/list_links.h"
#include "operations/import_operations.h"
#include "storage/stores/jobs/import_store.h"

namespace tradewind::api {
namespace {

constexpr std::string_view report_purpose = "import-report";
constexpr std::chrono::minutes report_link_lifetime{100};

base::Error unknown_import() {
    return base::not_found("There is no import with this id.");
}

// The report goes with the file. That of past purchases is an operation of its own.
std::string report_url(const Services& services, const domain::Import& import) {
    const bool has_link = domain::family_of(import.type) == domain::ImportFamily::Files;
    if (!has_link || import.errors == 0 || !import.file) { return {}; }
    return link_to_file(services,
                        {.purpose = report_purpose, .object = import.id.text(), .lifetime = report_link_lifetime});
}

}  // namespace

std::string render_import(const Services& services, const domain::Import& import) {
    std::string json;
    base::JsonWriter writer(json);
    domain::write_import(writer, import, report_url(services, import));
    return json;
}

void answer_import_list(const Services& services, Call& call, domain::ImportFamily family, std::string_view path) {
    auto request = read_page_request(call.query);
    if (!request) { return call.answer.refuse(request.error()); }
    answer_read(services, storage::ReadCost::Point, call,
                [services, family, address = services.public_address.with_path(path), query = std::move(call.query),
                 request = std::move(request).take()](storage::Transaction& transaction) -> base::Result<JsonAnswer> {
                    const auto page = storage::list_imports(transaction, family, request);
                    return JsonAnswer{.status = 200,
                                      .body = render_list(
                                          {.address = address, .query = query, .request = request}, page,
                                          [](const domain::Import& import) {
                                              return RowPlace{.created_at = import.created_at, .id = import.id.text()};
                                          },
                                          [&](base::JsonWriter& writer, const domain::Import& import) {
                                              domain::write_import(writer, import, report_url(services, import));
                                          })};
                });
}

void answer_import(const Services& services, Call& call, domain::ImportFamily family) {
    const auto id = base::Id::parse(call.parameters[0]);
    if (!id) { return call.answer.refuse(id.error()); }
    if (!id.value()) { return call.answer.refuse(unknown_import()); }
    answer_read(services, storage::ReadCost::Point, call,
                [services, family, id = *id.value()](storage::Transaction& transaction) -> base::Result<JsonAnswer> {
                    const auto import = storage::find_import(transaction, id);
                    if (!import || domain::family_of(import->type) != family) { return unknown_import(); }
                    return JsonAnswer{.status = 200, .body = render_import(services, *import)};
                });
}

void answer_import_cancellation(const Services& services, Call& call, domain::ImportFamily family) {
    const auto id = base::Id::parse(call.parameters[0]);
    if (!id) { return call.answer.refuse(id.error()); }
    answer_write(services, call,
                 [services, family, actor = call.caller.actor(),
                  id = id.value()](storage::Transaction& transaction) -> base::Result<JsonAnswer> {
                     const auto import = TRY(
                         operations::cancel_import(transaction, services.sources, actor, {.family = family, .id = id}));
                     return JsonAnswer{.status = 200, .body = render_import(services, import)};
                 });
}

void answer_import_deletion(const Services& services, Call& call, domain::ImportFamily family,
                            std::optional<domain::Actor> actor) {
    const auto id = base::Id::parse(call.parameters[0]);
    if (!id) { return call.answer.refuse(id.error()); }
    using FileName = std::optional<std::string>;
    auto& executor = call.answer.executor();
    services.database.write(
        call.write_terms(), executor,
        [&sources = services.sources, actor = std::move(actor), family,
         id = id.value()](storage::Transaction& transaction) {
            return operations::delete_import(transaction, sources, actor, {.family = family, .id = id});
        },
        [services, answer = std::move(call.answer)](base::Result<FileName> deleted) mutable {
            if (!deleted) { return answer.refuse(deleted.error()); }
            services.worker.post([&files = services.files, file = std::move(deleted).take()] {
                if (file) { files.remove(*file); }
            });
            answer.no_content();
        });
}

void answer_import_errors(const Services& services, Call& call, domain::ImportFamily family) {
    const auto id = base::Id::parse(call.parameters[0]);
    if (!id) { return call.answer.refuse(id.error()); }
    if (!id.value()) { return call.answer.refuse(unknown_import()); }
    answer_report(services, call, {.import = *id.value(), .family = family});
}

LinkedFile linked_import_report(const Services& services) {
    return {.purpose = report_purpose, .answer = [services](Call& call, const std::string& object) {
                const auto id = base::Id::parse(object);
                if (!id || !id.value()) { return call.answer.refuse(unknown_file()); }
                answer_report(services, call, {.import = *id.value(), .family = {}, .when_missing = unknown_file()});
            }};
}

}  // namespace tradewind::api
