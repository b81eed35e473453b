#include "api/export_resource.h"

#include <chrono>
#include <optional>
#include <string>
#include <utility>

#include "api/database_answer.h"
#include "api/list_links.h"
#include "api/path_id.h"
#include "domain/fields/json_fields.h"
#include "operations/export_operations.h"
#include "storage/database/refusals.h"
#include "storage/stores/jobs/export_store.h"

namespace tradewind::api {
namespace {

constexpr std::string_view link_purpose = "export";
constexpr std::chrono::minutes link_lifetime{100};

constexpr ExportOrigin public_origin{.collection_path = "/exports/",
                                     .item_path = "/exports/{id}",
                                     .explorer_path = "/exports/type/data-explorer",
                                     .read = domain::Scope::ExportRead,
                                     .write = domain::Scope::ExportWrite,
                                     .remove = domain::Scope::ExportDelete,
                                     .is_managed = false};

// `with_personal_fields`: whoever reads it may have a file that tells who people are.
void write_export(const Services& services, base::JsonWriter& writer, const domain::Export& shown,
                  bool with_personal_fields) {
    std::optional<std::string> file_url;
    if (shown.file && (with_personal_fields || !domain::is_personal(shown))) {
        file_url =
            link_to_file(services, {.purpose = link_purpose, .object = shown.id.text(), .lifetime = link_lifetime});
    }
    domain::write_export(writer, shown, file_url);
}

JsonAnswer answer_of(const Services& services, int status, const domain::Export& shown, bool with_personal_fields) {
    JsonAnswer answer{.status = status, .body = {}};
    base::JsonWriter writer(answer.body);
    write_export(services, writer, shown, with_personal_fields);
    return answer;
}

std::optional<domain::Actor> manager_in(const ExportOrigin& origin, const Call& call) {
    return origin.is_managed ? std::optional(call.caller.actor()) : std::nullopt;
}

void list_exports(const Services& services, const ExportOrigin& origin, Call& call) {
    auto request = read_page_request(call.query);
    if (!request) { return call.answer.refuse(request.error()); }
    answer_read(services, storage::ReadCost::Point, call,
                [services, address = services.public_address.with_path(origin.collection_path),
                 query = std::move(call.query), with_personal_fields = call.caller.may_export_personal_fields(),
                 page_request = std::move(request).take()](storage::Transaction& transaction) {
                    const auto page = storage::list_exports(transaction, page_request);
                    return base::Result(
                        JsonAnswer{.status = 200,
                                   .body = render_list(
                                       {.address = address, .query = query, .request = page_request}, page,
                                       [](const domain::Export& shown) {
                                           return RowPlace{.created_at = shown.created_at, .id = shown.id.text()};
                                       },
                                       [&](base::JsonWriter& writer, const domain::Export& shown) {
                                           write_export(services, writer, shown, with_personal_fields);
                                       })});
                });
}

using ReadOptions = domain::ExportOptions (*)(const base::JsonValue& object, std::vector<base::Problem>& problems);

// Whether there is the segment or the report is only known to the database, and all problems are told at once.
base::Result<operations::NewExport> read_export(std::string_view body, ReadOptions read_options) {
    const auto document = TRY(domain::read_object(body));
    operations::NewExport wanted;
    wanted.options = read_options(document.root(), wanted.problems);
    const auto& filters = wanted.options.filters;
    if (!wanted.problems.empty() && !filters.segment && !filters.report && !filters.filter) {
        return base::invalid(std::move(wanted.problems));
    }
    return wanted;
}

// Leaves the personal fields out; refuses what consists of them.
base::Result<operations::NewExport> without_personal_fields(operations::NewExport wanted) {
    const auto type = domain::export_type(wanted.options.type);
    if (type == domain::ExportType::Activities || type == domain::ExportType::WebCalls) {
        return base::Error{
            .kind = base::ErrorKind::Forbidden,
            .detail = "Exports of " + wanted.options.type + " tell who people are, which is not for an analyst."};
    }
    wanted.options.personal_fields = false;
    return wanted;
}

void create_export(const Services& services, const ExportOrigin& origin, ReadOptions read_options, Call& call) {
    auto wanted = read_export(call.request.body, read_options);
    if (wanted && !call.caller.may_export_personal_fields()) {
        wanted = without_personal_fields(std::move(wanted).take());
    }
    if (wanted && !services.files.may_take(0)) { return call.answer.refuse(storage::files_full_refusal()); }
    answer_write(services, call, std::move(wanted),
                 [services, manager = manager_in(origin, call), definitions = call.caller.definitions](
                     storage::Transaction& transaction, const operations::NewExport& read) -> base::Result<JsonAnswer> {
                     auto asked = read;
                     asked.guards_formulas = services.guards_formulas;
                     asked.manager = manager;
                     const auto current = storage::definitions_in(transaction, definitions);
                     const auto created =
                         TRY(operations::create_export(transaction, services.sources, *current, asked));
                     return answer_of(services, 201, created, true);
                 });
}

void create_any_export(const Services& services, const ExportOrigin& origin, Call& call) {
    create_export(services, origin,
                  origin.is_managed ? domain::read_managed_export_options : domain::read_export_options, call);
}

void create_explorer_export(const Services& services, const ExportOrigin& origin, Call& call) {
    create_export(services, origin, domain::read_explorer_options, call);
}

void get_export(const Services& services, const ExportOrigin&, Call& call) {
    const auto id = id_in_path(call, "export");
    if (!id) { return call.answer.refuse(id.error()); }
    answer_read(services, storage::ReadCost::Point, call,
                [services, id = id.value(), with_personal_fields = call.caller.may_export_personal_fields()](
                    storage::Transaction& transaction) -> base::Result<JsonAnswer> {
                    const auto found = storage::find_export(transaction, id);
                    if (!found) { return operations::unknown_export(); }
                    return answer_of(services, 200, *found, with_personal_fields);
                });
}

// Whoever is at work on it notices, and stops.
void delete_export(const Services& services, const ExportOrigin& origin, Call& call) {
    const auto id = id_in_path(call, "export");
    if (!id) { return call.answer.refuse(id.error()); }
    auto& executor = call.answer.executor();
    services.database.write(
        call.write_terms(), executor,
        [&sources = services.sources, manager = manager_in(origin, call), id = id.value()](
            storage::Transaction& transaction) { return operations::delete_export(transaction, sources, id, manager); },
        [services, answer = std::move(call.answer)](base::Result<domain::Export> deleted) mutable {
            if (!deleted) { return answer.refuse(deleted.error()); }
            services.worker.post(
                [&files = services.files, gone = std::move(deleted).take(), answer = std::move(answer)]() mutable {
                    for (const auto& name : domain::files_of(gone)) { files.remove(name); }
                    answer.no_content();
                });
        });
}

void answer_export_file(const Services& services, Call& call, const std::string& object) {
    const auto id = base::Id::parse(object);
    if (!id || !id.value()) { return call.answer.refuse(unknown_file()); }
    auto& executor = call.answer.executor();
    using MaybeExport = std::optional<domain::Export>;
    services.database.read(
        storage::ReadCost::Point, executor,
        [id = *id.value()](storage::Transaction& transaction) -> base::Result<MaybeExport> {
            return storage::find_export(transaction, id);
        },
        [&files = services.files, range = wanted_range(call.request.head),
         answer = std::move(call.answer)](base::Result<MaybeExport> found) mutable {
            if (!found) { return answer.refuse(found.error()); }
            if (!found.value() || !found.value()->file) { return answer.refuse(unknown_file()); }
            const auto& made = *found.value();
            answer_file(answer, {.path = files.path_of(*made.file),
                                 .content_type = "application/zip",
                                 .name = domain::export_name(made) + "." + made.file_extension,
                                 .range = range});
        });
}

}  // namespace

std::vector<Route> export_routes(const Services& services) {
    return export_routes(services, public_origin);
}

std::vector<Route> export_routes(const Services& services, const ExportOrigin& origin) {
    using Handler = void (*)(const Services&, const ExportOrigin&, Call&);
    const auto at_door = [&](Handler handler) {
        return [services, origin, handler](Call& call) { handler(services, origin, call); };
    };
    return {
        Route(net::Method::Get, origin.collection_path, origin.read, BodyKind::Ignored, at_door(list_exports)),
        Route(net::Method::Post, origin.collection_path, origin.write, BodyKind::Json, at_door(create_any_export)),
        Route(net::Method::Post, origin.explorer_path, origin.write, BodyKind::Json, at_door(create_explorer_export)),
        Route(net::Method::Get, origin.item_path, origin.read, BodyKind::Ignored, at_door(get_export)),
        Route(net::Method::Delete, origin.item_path, origin.remove, BodyKind::Ignored, at_door(delete_export)),
    };
}

LinkedFile exported_file(const Services& services) {
    return {.purpose = link_purpose, .answer = [services](Call& call, const std::string& object) {
                answer_export_file(services, call, object);
            }};
}

}  // namespace tradewind::api
