#include "api/import_answer.h"

#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "api/database_answer.h"
#include "api/file_resource.h"
#include "api/list_links.h"
#include "api/route.h"
#include "api/services.h"
#include "base/error.h"
#include "base/id.h"
#include "domain/files/import.h"
#include "operations/import_operations.h"
#include "storage/database/refusals.h"
#include "storage/files/part_file.h"
#include "storage/stores/jobs/import_store.h"

namespace tradewind::api {
namespace {

// Which report somebody wants.
struct WantedReport {
    base::Id import;
    std::optional<domain::ImportFamily> family = {};  // One of another family is not found. Nothing: of either.
    std::optional<base::Error> when_missing = {};     // Said instead of what is missing.
    std::optional<std::string> range = {};            // The part of it that is wanted.
};

using storage::Transaction;

constexpr std::int64_t rows_per_read = 500;

// Writes the report to a file, because it may be as large as what it tells of. StorageFull when there is no room.
base::Result<void> write_report(const Services& services, const WantedReport& wanted,
                                const std::filesystem::path& path) {
    const auto id = wanted.import;
    using Header = std::vector<std::string>;
    const auto header =
        TRY(storage::read_and_wait(services.database, [&](Transaction& transaction) -> base::Result<Header> {
            const auto import = storage::find_import(transaction, id);
            if (!import || (wanted.family && domain::family_of(import->type) != *wanted.family)) {
                return base::not_found("There is no import with this id.");
            }
            return storage::import_header(transaction, id);
        }));
    auto file = storage::PartFile::create(path);
    TRY(file.append(domain::render_report_header(header)));
    std::int64_t last_line = 0;
    while (true) {
        const auto errors = TRY(storage::read_and_wait(services.database, [&](Transaction& transaction) {
            return base::Result(storage::find_import_errors(transaction, id, last_line, rows_per_read));
        }));
        if (last_line == 0 && errors.empty()) { return base::not_found("Nothing of this import was refused."); }
        if (errors.empty()) { return {}; }
        // A short report is told also on a full disk; a long one would take what deletions need.
        if (last_line > 0 && !services.files.has_room()) { return storage::disk_full_refusal({}); }
        std::string rows;
        for (const auto& error : errors) { rows += domain::render_report_row(error); }
        TRY(file.append(rows));
        last_line = errors.back().line;
    }
}

void send_report(const Services& services, Answer& answer, const WantedReport& wanted) {
    const auto file =
        std::make_shared<const storage::UnfinishedFile>(services.files.unfinished(services.sources.ids.next().text()));
    if (const auto written = write_report(services, wanted, file->path()); !written) {
        const auto kind = written.error().kind;
        if (kind == base::ErrorKind::StorageFull) { return answer.refuse(storage::disk_full_refusal({})); }
        const bool is_missing = kind == base::ErrorKind::NotFound;
        return answer.refuse(is_missing && wanted.when_missing ? *wanted.when_missing : written.error());
    }
    answer_file(answer, {.path = file->path(),
                         .content_type = "text/csv; charset=utf-8",
                         .name = wanted.import.text() + "-errors.csv",
                         .range = wanted.range,
                         .keeper = file});
}

// Answers what was refused of an import, as CSV; 404 when nothing was. Hands the work on.
void answer_report(const Services& services, Call& call, WantedReport wanted) {
    wanted.range = wanted_range(call.request.head);
    services.worker.post([services, wanted = std::move(wanted), answer = std::move(call.answer)]() mutable {
        send_report(services, answer, wanted);
    });
}

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
            services.worker.post(
                [&files = services.files, file = std::move(deleted).take(), answer = std::move(answer)]() mutable {
                    if (file) { files.remove(*file); }
                    answer.no_content();
                });
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
