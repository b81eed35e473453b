#include "app/chores.h"

#include <algorithm>
#include <chrono>
#include <memory>

#include "api/rate_exchange.h"
#include "app/background_work.h"
#include "app/migration_backup.h"
#include "jobs/coupon_purge_job.h"
#include "jobs/erasure_job.h"
#include "jobs/erasure_log_job.h"
#include "jobs/export_retention_job.h"
#include "jobs/field_scrub_job.h"
#include "jobs/import_retention_job.h"
#include "jobs/node_number_job.h"
#include "jobs/retention_job.h"
#include "jobs/segment_job.h"
#include "jobs/usage_job.h"

namespace tradewind::app {
namespace {

constexpr std::chrono::minutes retention_interval{1};
constexpr std::chrono::seconds field_scrub_interval{30};
constexpr std::chrono::seconds segment_interval{1};
constexpr std::chrono::seconds node_number_interval{10};
constexpr std::chrono::minutes coupon_purge_interval{1};
constexpr std::chrono::minutes usage_interval{1};
constexpr std::chrono::minutes import_retention_interval{10};
constexpr std::chrono::minutes export_retention_interval{10};
// Longer than anybody takes to name a file that is there.
constexpr std::chrono::hours unnamed_files_kept{24};
constexpr std::chrono::seconds erasure_log_interval{1};
constexpr std::chrono::minutes migration_backups_interval{10};
constexpr std::chrono::seconds disk_reserve_interval{1};
constexpr std::chrono::seconds rate_exchange_interval{1};

}  // namespace

std::vector<jobs::Chore> chores_of(Installation& installation, const Config& config, base::Log& log) {
    const auto services = installation.services();
    auto& database = services.database;
    const auto& clock = installation.clock();
    const auto& directory = installation.directory();
    const bool is_shared = config.database.has_value();
    auto retention = std::make_shared<jobs::RetentionJob>(database, clock, jobs::Retention());
    auto scrub = std::make_shared<jobs::FieldScrubJob>(database, services.sources);
    auto purge = std::make_shared<jobs::CouponPurgeJob>(database);
    const auto erasure_interval = std::clamp<std::chrono::milliseconds>(
        config.erasure_delay / 10, std::chrono::seconds(1), std::chrono::minutes(10));
    // At a look that leaves time for it.
    auto erasure = std::make_shared<jobs::ErasureJob>(
        jobs::ErasureJob::Dependencies{
            .database = database, .clock = clock, .log = log, .figures = installation.job_figures()},
        std::max(config.erasure_delay - 2 * erasure_interval, std::chrono::milliseconds(0)));
    auto imports = std::make_shared<jobs::ImportRetentionJob>(database, services.sources, services.files);
    auto exports = std::make_shared<jobs::ExportRetentionJob>(database, clock, services.files);
    // Nobody else can be about to name a file while this process starts, where it is the only one.
    if (!is_shared && !database.damage()) { imports->run(std::chrono::milliseconds(0)); }
    auto segments = std::make_shared<jobs::SegmentJob>(database);
    auto numbers = std::make_shared<jobs::NodeNumberJob>(database);
    auto holding = std::make_shared<jobs::UsageJob>(database, services.files, installation.job_figures());
    auto erasure_records = std::make_shared<jobs::ErasureLogJob>(database, clock, installation.erasure_log());
    std::vector<jobs::Chore> chores{
        {.name = "presence",
         .interval = Installation::presence_interval,
         .run = [&installation] { installation.note_seen(); }},
        {.name = "migration backups",
         .interval = migration_backups_interval,
         .run = [&directory, &clock] { remove_old_migration_backups(directory, clock); }},
        {.name = "erasure log",
         .interval = erasure_log_interval,
         .run = [erasure_records] { erasure_records->run(); },
         .runs_at_end = true},
        {.name = "retention", .interval = retention_interval, .run = [retention] { retention->run(); }},
        {.name = "import retention",
         .interval = import_retention_interval,
         .run = [imports] { imports->run(unnamed_files_kept); }},
        {.name = "holding", .interval = usage_interval, .run = [holding] { holding->run(); }, .begins_at_once = true},
        {.name = "segments", .interval = segment_interval, .run = [segments] { segments->run(); }},
        {.name = "node numbers", .interval = node_number_interval, .run = [numbers] { numbers->run(); }},
        {.name = "export retention", .interval = export_retention_interval, .run = [exports] { exports->run(); }},
        {.name = "coupon purge", .interval = coupon_purge_interval, .run = [purge] { purge->run(); }},
        {.name = "field scrub", .interval = field_scrub_interval, .run = [scrub] { scrub->run(); }},
        {.name = "erasure",
         .interval = erasure_interval,
         .run = [erasure] { erasure->run(); },
         .begins_at_once = true}};
    if (auto* const reserve = installation.disk_reserve()) {
        chores.push_back({.name = "disk reserve", .interval = disk_reserve_interval, .run = [reserve] {
                              reserve->take_back_if_there_is_room();
                          }});
    }
    if (is_shared) {
        auto rates = std::make_shared<api::RateExchange>(database, installation.definitions(),
                                                         installation.rate_limit(), clock, installation.node());
        chores.push_back(
            {.name = "rate exchange", .interval = rate_exchange_interval, .run = [rates] { rates->run(); }});
    }
    for (auto& chore : chores) { chore.run = while_undamaged(database, std::move(chore.run)); }
    return chores;
}

}  // namespace tradewind::app
