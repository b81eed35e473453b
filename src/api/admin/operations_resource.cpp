#include "api/admin/operations_resource.h"

#include <algorithm>

#include "api/database_answer.h"
#include "base/decimal.h"
#include "base/json_writer.h"
#include "storage/files/disk_reserve.h"
#include "storage/files/operating_notes.h"
#include "storage/stores/engine/waiting_work_store.h"
#include "storage/stores/jobs/export_store.h"
#include "storage/stores/jobs/import_store.h"
#include "storage/stores/settings/definitions.h"

namespace tradewind::api::admin {
namespace {

constexpr std::string_view operations_path = "/admin/v1/operations";
constexpr std::string_view bundle_path = "/admin/v1/operations/bundle";
// What waits is counted up to this, so that a long queue makes nobody wait.
constexpr std::int64_t counted_max = 10'000;

void write_number(base::JsonWriter& writer, std::string_view name, std::uint64_t number) {
    writer.key(name);
    writer.integer(static_cast<std::int64_t>(number));
}

void write_moment(base::JsonWriter& writer, std::string_view name, const std::optional<base::Instant>& moment) {
    writer.key(name);
    moment ? writer.instant(*moment) : writer.null();
}

void write_queues(base::JsonWriter& writer, storage::Transaction& transaction, const storage::WaitingWork& work) {
    writer.key("queues");
    writer.begin_object();
    for (const auto& [name, count] : {std::pair<std::string_view, std::int64_t>{"changes", work.changes},
                                      {"calls", work.calls},
                                      {"deadCalls", work.dead_calls},
                                      {"deadLetters", work.dead_letters},
                                      {"imports", storage::count_queued_imports(transaction)},
                                      {"exports", storage::count_queued_exports(transaction)}}) {
        writer.key(name);
        writer.integer(std::min(count, counted_max));
    }
    writer.end_object();
}

void write_disk(base::JsonWriter& writer, const Operating& operating, base::Instant now) {
    const auto used = operating.notes->used_bytes();
    const auto free = operating.disk_reserve->free_bytes();
    const auto growth = operating.notes->daily_growth(now, used);
    writer.begin_object();
    write_number(writer, "usedBytes", used);
    write_number(writer, "freeBytes", free);
    writer.key("isFull");
    writer.boolean(operating.disk_reserve->is_given_up());
    writer.key("daysUntilFull");
    growth ? writer.integer(static_cast<std::int64_t>(free / *growth)) : writer.null();
    writer.end_object();
}

void write_backup(base::JsonWriter& writer, const storage::BackupNote& note) {
    writer.begin_object();
    write_moment(writer, "madeAt", note.made ? std::optional(note.made->at) : std::nullopt);
    writer.key("bytes");
    note.made ? writer.integer(static_cast<std::int64_t>(note.made->bytes)) : writer.null();
    write_moment(writer, "failedAt", note.failed_at);
    writer.end_object();
}

void write_restore(base::JsonWriter& writer, const std::optional<storage::RestoreNote>& note) {
    writer.begin_object();
    write_moment(writer, "triedAt", note ? std::optional(note->at) : std::nullopt);
    write_moment(writer, "backupMadeAt", note ? note->backup_made_at : std::nullopt);
    writer.end_object();
}

std::string render_operations(const Services& services, const Operating& operating, storage::Transaction& transaction) {
    const auto now = services.sources.clock.now();
    const auto work = storage::count_waiting_work(transaction, counted_max);
    std::string json;
    base::JsonWriter writer(json);
    writer.begin_object();
    writer.key("version");
    writer.string(operating.version);
    writer.key("startedAt");
    writer.instant(operating.started_at);
    writer.key("storage");
    writer.string(operating.notes != nullptr ? "sqlite" : "postgresql");
    writer.key("isDamaged");
    writer.boolean(services.database.damage().has_value());
    writer.key("lagSeconds");
    writer.decimal({work.lag(now) * (base::Decimal::scale / 1'000)});
    write_queues(writer, transaction, work);
    writer.key("disk");
    operating.disk_reserve != nullptr ? write_disk(writer, operating, now) : writer.null();
    writer.key("backup");
    operating.notes != nullptr ? write_backup(writer, operating.notes->backup()) : writer.null();
    writer.key("restore");
    operating.notes != nullptr ? write_restore(writer, operating.notes->restore()) : writer.null();
    writer.end_object();
    return json;
}

// Figures alone: whatever somebody wrote, such as a name, an address or a reason, may tell of people.
void write_bundle_counts(base::JsonWriter& writer, const storage::Definitions& definitions) {
    writer.key("counts");
    writer.begin_object();
    write_number(writer, "apiKeys", definitions.keys.size());
    write_number(writer, "people", definitions.people.size());
    write_number(writer, "sessions", definitions.sessions.size());
    write_number(writer, "hooks", definitions.hooks.size());
    write_number(writer, "segments", definitions.segments.size());
    write_number(writer, "workflows", definitions.workflows.size());
    write_number(writer, "couponSets", definitions.coupon_sets.size());
    writer.end_object();
}

void write_bundle_settings(base::JsonWriter& writer, const Services& services,
                           const storage::Definitions& definitions) {
    writer.key("settings");
    writer.begin_object();
    writer.key("timezone");
    writer.string(definitions.store.timezone);
    writer.key("currency");
    writer.string(definitions.store.currency);
    writer.key("isOnHold");
    writer.boolean(definitions.hold.has_value());
    write_number(writer, "importBytesMax", services.import_bytes_max);
    write_number(writer, "hookRequestsPerMinute", static_cast<std::uint64_t>(services.hook_requests_per_minute));
    writer.key("guardsFormulas");
    writer.boolean(services.guards_formulas);
    writer.key("privateWebhooks");
    writer.boolean(services.private_webhooks);
    writer.key("hasTestClock");
    writer.boolean(services.test_clock != nullptr);
    writer.end_object();
}

std::string render_bundle(const Services& services, const Operating& operating, storage::Transaction& transaction,
                          const storage::Definitions& definitions) {
    std::string json;
    base::JsonWriter writer(json);
    writer.begin_object();
    writer.key("madeAt");
    writer.instant(services.sources.clock.now());
    writer.key("operations");
    writer.raw(render_operations(services, operating, transaction));
    write_bundle_settings(writer, services, definitions);
    write_bundle_counts(writer, definitions);
    writer.key("metrics");
    writer.string(operating.metrics != nullptr && *operating.metrics ? (*operating.metrics)() : "");
    writer.end_object();
    return json;
}

void get_operations(const Services& services, const Operating& operating, Call& call) {
    answer_read(services, storage::ReadCost::Walk, call, [services, operating](storage::Transaction& transaction) {
        return base::Result(JsonAnswer{.status = 200, .body = render_operations(services, operating, transaction)});
    });
}

void get_bundle(const Services& services, const Operating& operating, Call& call) {
    auto& executor = call.answer.executor();
    services.database.read(
        storage::ReadCost::Walk, executor,
        [services, operating, definitions = call.caller.definitions](storage::Transaction& transaction) {
            return base::Result(render_bundle(services, operating, transaction, *definitions));
        },
        [answer = std::move(call.answer)](base::Result<std::string> bundle) mutable {
            if (!bundle) { return answer.refuse(bundle.error()); }
            net::HttpResponse response(200);
            response.add_header("Content-Type", "application/json; charset=utf-8");
            response.add_header("Content-Disposition", "attachment; filename=\"tradewind-support.json\"");
            response.body = std::move(bundle).take() + "\n";
            answer.send(std::move(response));
        });
}

}  // namespace

std::vector<Route> operations_routes(const Services& services, const Operating& operating) {
    const Managed access{domain::Scope::StoreRead};
    return {
        Route(net::Method::Get, operations_path, access, BodyKind::Ignored,
              [services, operating](Call& call) { get_operations(services, operating, call); }),
        Route(net::Method::Get, bundle_path, access, BodyKind::Ignored,
              [services, operating](Call& call) { get_bundle(services, operating, call); }),
    };
}

}  // namespace tradewind::api::admin
