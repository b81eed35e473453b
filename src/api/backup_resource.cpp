#include "api/resources.h"

#include "api/database_answer.h"
#include "base/json_writer.h"
#include "base/text.h"
#include "domain/fields/json_fields.h"
#include "operations/outside_operations.h"
#include "storage/backup/backups.h"

namespace tradewind::api {
namespace {

constexpr std::string_view backup_path = "/control/v1/backup";

std::string_view word_of(storage::BackupStanding::State state) {
    using State = storage::BackupStanding::State;
    switch (state) {
        case State::None:
            return "none";
        case State::Running:
            return "running";
        case State::Done:
            return "done";
        case State::Failed:
            return "failed";
    }
    return "";
}

std::string render(const storage::BackupStanding& standing) {
    std::string json;
    base::JsonWriter writer(json);
    writer.begin_object();
    writer.key("state");
    writer.string(word_of(standing.state));
    writer.key("path");
    writer.string(base::replace_invalid_utf8(standing.target.string()));
    writer.key("pagesDone");
    writer.integer(standing.progress.done);
    writer.key("pagesTotal");
    writer.integer(standing.progress.total);
    writer.key("problem");
    writer.string(base::replace_invalid_utf8(standing.problem));
    writer.end_object();
    return json;
}

// Empty: the usual place.
base::Result<std::filesystem::path> read_target(std::string_view body) {
    const auto document = TRY(domain::read_object(body));
    const auto path = document.root().find("path");
    if (!path) { return std::filesystem::path(); }
    if (path->kind() != base::JsonKind::String) { return base::invalid("/path", "must be a string"); }
    std::filesystem::path target(path->string());
    if (!target.is_absolute()) { return base::invalid("/path", "must be absolute"); }
    return target;
}

base::Result<storage::Backups*> backups_of(const Services& services) {
    if (services.backups == nullptr) {
        return base::conflict("The data is in PostgreSQL: use pg_dump or pg_basebackup.");
    }
    return services.backups;
}

void get_backup(const Services& services, Call& call) {
    const auto backups = backups_of(services);
    if (!backups) { return call.answer.refuse(backups.error()); }
    call.answer.json({.status = 200, .body = render(backups.value()->standing())});
}

base::Result<JsonAnswer> start_backup(const Services& services, std::string_view body) {
    auto* const backups = TRY(backups_of(services));
    const auto target = TRY(read_target(body));
    TRY(backups->start(target));
    return JsonAnswer{.status = 202, .body = render(backups->standing())};
}

void post_backup(const Services& services, Call& call) {
    give(call.answer, start_backup(services, call.request.body));
}

void post_confirmation(const Services& services, Call& call) {
    answer_write(services, call,
                 [&sources = services.sources,
                  actor = call.caller.actor()](storage::Transaction& transaction) -> base::Result<JsonAnswer> {
                     TRY(operations::confirm_live(transaction, sources, actor));
                     return JsonAnswer{.status = 204, .body = {}};
                 });
}

}  // namespace

std::vector<Route> backup_routes(const Services& services) {
    const auto with_services = [&](void (*handler)(const Services&, Call&)) {
        return [services, handler](Call& call) { handler(services, call); };
    };
    using domain::Scope;
    return {
        Route(net::Method::Get, backup_path, Scope::Admin, BodyKind::Ignored, with_services(get_backup)),
        Route(net::Method::Post, backup_path, Scope::Admin, BodyKind::Json, with_services(post_backup)),
        Route(net::Method::Post, "/control/v1/confirm-live", Scope::Admin, BodyKind::Any,
              with_services(post_confirmation)),
    };
}

}  // namespace tradewind::api
