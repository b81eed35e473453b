#include "app/installation.h"

#include <algorithm>
#include <cstdlib>

#include "app/exit_codes.h"
#include "app/migration_backup.h"
#include "app/start_retry.h"
#include "base/wakeup.h"
#include "jobs/coupon_purge_job.h"
#include "jobs/erasure_job.h"
#include "jobs/erasure_log_job.h"
#include "jobs/erasure_replay.h"
#include "jobs/export_retention_job.h"
#include "jobs/field_scrub_job.h"
#include "jobs/import_retention_job.h"
#include "jobs/retention_job.h"
#include "jobs/segment_job.h"
#include "jobs/usage_job.h"
#include "operations/api_key_operations.h"
#include "operations/outside_operations.h"
#include "operations/report_operations.h"
#include "operations/store_operations.h"
#include "storage/postgres/database.h"
#include "storage/sqlite/database.h"
#include "storage/stores/jobs/score_store.h"
#include "storage/stores/settings/api_key_store.h"
#include "storage/stores/settings/audit_store.h"
#include "storage/stores/settings/instance_store.h"
#include "storage/stores/settings/newest_id.h"
#include "storage/stores/settings/outside_store.h"
#include "storage/stores/settings/store_store.h"

namespace tradewind::app {
namespace {

constexpr std::size_t instance_id_characters = 22;
constexpr std::chrono::minutes retention_interval{1};
constexpr std::chrono::seconds field_scrub_interval{30};
constexpr std::chrono::seconds segment_interval{1};
constexpr std::chrono::minutes coupon_purge_interval{1};
constexpr std::chrono::minutes usage_interval{1};
constexpr std::chrono::minutes import_retention_interval{10};
constexpr std::chrono::minutes export_retention_interval{10};
// Longer than anybody takes to name a file that is there.
constexpr std::chrono::hours unnamed_files_kept{24};
constexpr std::chrono::minutes presence_interval{1};
// Ids are ahead of the last moment that was noted by the time since then and, while the clock stands before it, by a
// millisecond for each 4,096 of them: in ten minutes there is room for two thousand millions.
constexpr std::chrono::minutes ids_ahead_max = presence_interval + std::chrono::minutes(10);
constexpr std::chrono::seconds erasure_log_interval{1};
constexpr std::chrono::minutes migration_backups_interval{10};
constexpr std::size_t holder_characters = 22;
constexpr std::chrono::seconds disk_reserve_interval{1};
constexpr std::chrono::seconds rate_exchange_interval{1};
#ifdef TRADEWIND_FAULTS
// Longer than the service may take to be ready again after a crash.
constexpr std::chrono::milliseconds planted_recovery_delay{2'500};
#endif

// What a start has to look after is looked after also on a full disk: mostly there is nothing to be written.
const storage::WriteTerms start_terms{storage::Priority::Request, storage::Space::GivesBack};

// The newest id tells, but for activities, of which only the one that happened last is known: where the clock stands
// before the last moment that was noted, activities may have newer ids than that.
base::Instant ids_used_until(storage::Transaction& transaction, base::Instant now) {
    const auto newest = storage::find_newest_id(transaction).made_at();
    const auto seen_at = storage::find_last_use(transaction).seen_at;
    if (now >= seen_at) { return newest; }
    return std::max(newest, base::Instant{seen_at.milliseconds + std::chrono::milliseconds(ids_ahead_max).count()});
}

// What both kinds of options have in common.
template <class Options>
Options common_options([[maybe_unused]] PlantedFault fault, base::Log& log) {
    Options options;
    options.on_fatal = [&log](std::string_view cause) {
        log.error("the database broke; stopping without another word to clients", {{"cause", cause}});
        std::_Exit(broken_exit_code);
    };
#ifdef TRADEWIND_FAULTS
    options.answer_before_commit = fault == PlantedFault::AnswerBeforeCommit;
    options.synchronous_off = fault == PlantedFault::SynchronousOff;
    options.one_line = fault == PlantedFault::OneLine;
#endif
    return options;
}

}  // namespace

Installation::Installation(storage::DataDirectory directory, const Config& config)
    : directory_(std::move(directory)),
      is_shared_(config.database.has_value()),
      erasure_delay_(config.erasure_delay),
      import_bytes_max_(config.import_bytes_max),
      hook_requests_per_minute_(config.hook_requests_per_minute),
      guards_formulas_(config.guards_formulas),
      private_webhooks_(config.private_webhooks) {}

base::Result<std::unique_ptr<Installation>> Installation::open(const Config& config, PlantedFault fault,
                                                               base::Log& log) {
    base::SystemRandom random;
    const bool is_shared = config.database.has_value();
    std::unique_ptr<Installation> installation;
    if (is_shared) {
        TRY(storage::DataDirectory::check_owner(config.data));
        installation.reset(new Installation(storage::DataDirectory::open_shared(config.data), config));
    } else {
        auto directory = TRY(storage::DataDirectory::open(config.data, random));
        installation.reset(new Installation(std::move(directory), config));
    }
    TRY(installation->open_database(config, fault, log));
    StartRetry patience(installation->clock_, log);
    TRY(patience.answer_of([&] { return installation->make_ids(fault); }));
    TRY(patience.answer_of([&] { return installation->settle(); }));
    TRY(patience.answer_of([&] { return installation->check_home(log); }));
    if (is_shared) { installation->directory_.let_others_in(); }
    installation->directory_.make_files_directory();
    installation->files_ = std::make_unique<storage::FilesDirectory>(installation->directory_.files_directory(),
                                                                     installation->disk_reserve_.get());
#ifdef TRADEWIND_FAULTS
    if (fault == PlantedFault::TrustDisk) { installation->files_->trust_disk(); }
#endif
    installation->worker_ = std::make_unique<base::WorkerThread>(log);
    auto definitions =
        TRY(patience.answer_of([&] { return storage::DefinitionsCache::load(*installation->database_); }));
    installation->definitions_ = std::make_unique<storage::DefinitionsCache>(std::move(definitions));
    installation->authentication_ =
        std::make_unique<api::Authentication>(*installation->database_, *installation->definitions_,
                                              installation->directory_.secret_key(), installation->clock_);
    installation->rate_limit_ = std::make_unique<api::RateLimit>(installation->clock_, config.requests_per_minute);
    return installation;
}

base::Result<void> Installation::open_database(const Config& config, PlantedFault fault, base::Log& log) {
    if (config.database) {
        auto options = common_options<storage::PostgresOptions>(fault, log);
        options.address = *config.database;
        options.is_stopped = is_stop_pending;
        auto opened = TRY(storage::PostgresDatabase::open(std::move(options), clock_, random_, log));
        commits_are_durable_ = opened->commits_are_durable();
        node_ = opened->node();
        database_ = std::move(opened);
    } else {
        TRY(open_sqlite(config, fault, log));
    }
    return {};
}

base::Result<void> Installation::make_ids([[maybe_unused]] PlantedFault fault) {
    auto used_until = TRY(storage::read_and_wait(
        *database_,
        [this](storage::Transaction& transaction) { return base::Result(ids_used_until(transaction, clock_.now())); },
        storage::ReadCost::Point));
#ifdef TRADEWIND_FAULTS
    if (fault == PlantedFault::ForgetNewestId) { used_until = {}; }
#endif
    id_clock_ = std::make_unique<HeldClock>(clock_, base::Instant{used_until.milliseconds + 1});
    ids_ = std::make_unique<base::IdSource>(*id_clock_, node_);
#ifdef TRADEWIND_FAULTS
    if (fault == PlantedFault::FollowClock) { ids_->follow_clock(); }
#endif
    sources_ = std::make_unique<base::Sources>(base::Sources{.clock = clock_, .random = random_, .ids = *ids_});
    return {};
}

base::Result<void> Installation::open_sqlite(const Config& config, PlantedFault fault, base::Log& log) {
    auto options = common_options<storage::SqliteOptions>(fault, log);
    options.file = directory_.database_file();
    storage::SqliteConnection::put_temporary_files_into(options.file.parent_path());
    options.before_migration = [&](storage::SqliteConnection& connection, std::int64_t version) {
        return back_up_before_migration(connection, version, directory_, clock_, log);
    };
    disk_reserve_ = std::make_unique<storage::DiskReserve>(
        storage::DiskReserve::Options{
            .file = directory_.reserve_file(),
            .bytes = config.disk_reserve_bytes,
            .free_bytes = [file = directory_.reserve_file()] { return storage::DiskReserve::free_bytes_beside(file); }},
        log);
    options.reserve = disk_reserve_.get();
#ifdef TRADEWIND_FAULTS
    options.hoard_memory = fault == PlantedFault::HoardMemory;
    options.keep_deleted = fault == PlantedFault::KeepDeleted;
    options.swallow_errors = fault == PlantedFault::SwallowErrors;
    if (fault == PlantedFault::KeepReserve) { options.reserve = nullptr; }
    if (fault == PlantedFault::SlowRecovery) {
        base::Wakeup never_raised;
        never_raised.wait_for(planted_recovery_delay);
    }
#endif
    auto opened = TRY(storage::SqliteDatabase::open(std::move(options), clock_, log));
    backups_ = std::make_unique<storage::Backups>(
        storage::Backups::Dependencies{.database = *opened,
                                       .database_file = directory_.database_file(),
                                       .files = directory_.files_directory(),
                                       .usual_place = std::filesystem::absolute(directory_.backups_directory()),
                                       .version = TRADEWIND_VERSION,
                                       .clock = clock_,
                                       .log = log});
    database_ = std::move(opened);
    return {};
}

base::Result<void> Installation::check_home(base::Log& log) {
    const auto erasures = TRY(erasure_log().read());
    const auto replay = TRY(jobs::replay_erasures(*database_, *sources_, directory_.secret_key(), erasures));
    if (replay.unknown > 0) {
        log.warning("the database is older than its log of erasures; they were made to happen again",
                    {{"erasures", static_cast<std::int64_t>(replay.unknown)},
                     {"people", static_cast<std::int64_t>(replay.people)}});
    }
    const auto note = [&](storage::Transaction& transaction) -> base::Result<void> {
        operations::check_home(transaction, {.home = database_->home(),
                                             .now = clock_.now(),
                                             .directory_seen_at = directory_.seen_at(),
                                             .was_restored = directory_.was_restored(),
                                             .lacks_known_erasures = replay.unknown > 0});
        return {};
    };
    TRY(storage::write_and_wait(*database_, note, start_terms));
    directory_.forget_restored();
    return {};
}

void Installation::note_seen() {
    const auto now = clock_.now();
    const auto noted = storage::write_and_wait(
        *database_,
        [now](storage::Transaction& transaction) -> base::Result<void> {
            storage::note_seen(transaction, now);
            return {};
        },
        storage::Priority::Bulk);
    // Beside the database never before in it: what is beside it would seem to be newer.
    if (noted) { directory_.note_seen(now); }
}

// Makes the store of a new database, and refuses one that belongs to another secret key: no key of its clients would
// work.
base::Result<void> Installation::settle() {
    auto instance_id = base::random_base62(random_, instance_id_characters);
    if (is_shared_) { instance_id = TRY(join_others(std::move(instance_id))); }
    return storage::write_and_wait(
        *database_,
        [&](storage::Transaction& transaction) -> base::Result<void> {
            transaction.lock_definitions();
            const auto fingerprint = directory_.secret_key().fingerprint();
            const auto instance = storage::find_instance(transaction);
            if (instance && is_shared_ && instance->id != instance_id) {
                return base::bad_request(
                    "The directory " + directory_.files_directory().string() +
                    " is not the one that the other processes of this database use. All of them must "
                    "share one data directory.");
            }
            if (instance && instance->secret_key_fingerprint != fingerprint) {
                return base::bad_request(
                    "The secret.key in the data directory is not the one the database was made with.");
            }
            if (instance) { return {}; }
            operations::create_store(transaction, *sources_);
            operations::create_first_reports(transaction, *sources_);
            // Nobody bought anything yet: there is nothing to score before the next time.
            storage::note_scores_made(transaction, domain::scores_due_at(clock_.now()));
            storage::insert_instance(
                transaction, {.id = instance_id, .secret_key_fingerprint = fingerprint, .created_at = clock_.now()});
            return {};
        },
        start_terms);
}

// Processes that share a database must share the secret key and the files that its rows name. Both are made before the
// database knows of them: whoever is killed in between finds them again. Others that start wait for this one.
base::Result<std::string> Installation::join_others(std::string new_instance_id) {
    using MaybeInstance = std::optional<storage::Instance>;
    const auto find = [](storage::Transaction& transaction) -> base::Result<MaybeInstance> {
        return storage::find_instance(transaction);
    };
    const auto instance = TRY(storage::read_and_wait(*database_, find, storage::ReadCost::Point));
    using storage::DataDirectory;
    TRY(directory_.load_key(instance ? DataDirectory::MissingKey::Refuse : DataDirectory::MissingKey::Make, random_));
    auto owner = directory_.files_owner();
    if (owner) { return std::move(*owner); }
    if (!instance) { directory_.set_files_owner(new_instance_id); }
    return new_instance_id;
}

base::Result<void> Installation::refuse_moved() const {
    const auto& hold = definitions_->current()->hold;
    if (is_shared_ || !hold || hold->because != storage::moved_away) { return {}; }
    return base::conflict(
        "The store was moved to PostgreSQL: name it by --database. To go back to what was left here, say `tradewind "
        "confirm-live` first.");
}

std::vector<jobs::Chore> Installation::chores(base::Log& log) {
    auto retention = std::make_shared<jobs::RetentionJob>(*database_, clock_, jobs::Retention());
    auto scrub = std::make_shared<jobs::FieldScrubJob>(*database_, *sources_);
    auto purge = std::make_shared<jobs::CouponPurgeJob>(*database_);
    const auto erasure_interval =
        std::clamp<std::chrono::milliseconds>(erasure_delay_ / 10, std::chrono::seconds(1), std::chrono::minutes(10));
    // At a look that leaves time for it.
    auto erasure = std::make_shared<jobs::ErasureJob>(
        jobs::ErasureJob::Dependencies{.database = *database_, .clock = clock_, .log = log, .figures = job_figures_},
        std::max(erasure_delay_ - 2 * erasure_interval, std::chrono::milliseconds(0)));
    auto imports = std::make_shared<jobs::ImportRetentionJob>(*database_, *sources_, *files_);
    auto exports = std::make_shared<jobs::ExportRetentionJob>(*database_, clock_, *files_);
    // Nobody else can be about to name a file while this process starts, where it is the only one.
    if (!is_shared_) { imports->run(std::chrono::milliseconds(0)); }
    auto segments = std::make_shared<jobs::SegmentJob>(*database_);
    auto holding = std::make_shared<jobs::UsageJob>(*database_, *files_, job_figures_);
    auto erasure_records = std::make_shared<jobs::ErasureLogJob>(*database_, clock_, erasure_log());
    std::vector<jobs::Chore> chores{
        {.name = "presence", .interval = presence_interval, .run = [this] { note_seen(); }},
        {.name = "migration backups",
         .interval = migration_backups_interval,
         .run = [this] { remove_old_migration_backups(directory_, clock_); }},
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
        {.name = "export retention", .interval = export_retention_interval, .run = [exports] { exports->run(); }},
        {.name = "coupon purge", .interval = coupon_purge_interval, .run = [purge] { purge->run(); }},
        {.name = "field scrub", .interval = field_scrub_interval, .run = [scrub] { scrub->run(); }},
        {.name = "erasure",
         .interval = erasure_interval,
         .run = [erasure] { erasure->run(); },
         .begins_at_once = true}};
    if (disk_reserve_) {
        chores.push_back({.name = "disk reserve", .interval = disk_reserve_interval, .run = [this] {
                              disk_reserve_->take_back_if_there_is_room();
                          }});
    }
    if (is_shared_) {
        auto rates = std::make_shared<api::RateExchange>(*database_, *definitions_, *rate_limit_, clock_, node_);
        chores.push_back(
            {.name = "rate exchange", .interval = rate_exchange_interval, .run = [rates] { rates->run(); }});
    }
    return chores;
}

std::string Installation::holder() {
    // The one owner of a directory has no lease to wait for, not even for that of the one before it.
    return is_shared_ ? base::random_base62(random_, holder_characters) : "owner";
}

std::unique_ptr<jobs::ImportJob> Installation::import_job([[maybe_unused]] PlantedFault fault, base::Log& log) {
    jobs::ImportJob::Dependencies services{
        .database = *database_,
        .sources = *sources_,
        .definitions = *definitions_,
        .files = *files_,
        .secret_key = directory_.secret_key(),
        .log = log,
        .figures = job_figures_,
        .holder = holder(),
    };
#ifdef TRADEWIND_FAULTS
    services.moves_place_apart = fault == PlantedFault::MovePlaceApart;
#endif
    return std::make_unique<jobs::ImportJob>(std::move(services));
}

std::unique_ptr<jobs::ExportJob> Installation::export_job([[maybe_unused]] PlantedFault fault, base::Log& log) {
    jobs::ExportDependencies services{
        .database = *database_,
        .sources = *sources_,
        .definitions = *definitions_,
        .files = *files_,
        .log = log,
        .figures = job_figures_,
        .holder = holder(),
    };
#ifdef TRADEWIND_FAULTS
    services.keeps_tail = fault == PlantedFault::KeepTail;
    services.hoards_memory = fault == PlantedFault::HoardMemory;
#endif
    return std::make_unique<jobs::ExportJob>(std::move(services));
}

std::unique_ptr<jobs::ScoreJob> Installation::score_job([[maybe_unused]] PlantedFault fault, base::Log& log) {
    jobs::ScoreJob::Dependencies services{
        .database = *database_,
        .sources = *sources_,
        .definitions = *definitions_,
        .log = log,
        .figures = job_figures_,
        .holder = holder(),
    };
#ifdef TRADEWIND_FAULTS
    services.notes_made_first = fault == PlantedFault::NoteScoresFirst;
#endif
    return std::make_unique<jobs::ScoreJob>(std::move(services));
}

std::optional<base::Secret> Installation::make_first_admin_key(base::Log& log) {
    domain::ApiKey wanted;
    wanted.name = "First admin key";
    wanted.scopes.assign(domain::scope_words.begin(), domain::scope_words.end());
    using MaybeSecret = std::optional<base::Secret>;
    // Of the last time it was tried: whether that was kept may not be known.
    std::optional<operations::CreatedApiKey> created;
    const auto make = [&](storage::Transaction& transaction) -> base::Result<MaybeSecret> {
        transaction.lock_definitions();
        const bool is_made = created && storage::find_api_key(transaction, created->key.id);
        if (!is_made) {
            // Not when every key was revoked on purpose: then there was one before.
            if (storage::has_audit_entry(transaction, operations::api_key_created_action)) { return MaybeSecret(); }
            const domain::Actor actor{"first-start"};
            created = TRY(operations::create_api_key(transaction, *sources_, directory_.secret_key(), actor, wanted));
        }
        return MaybeSecret(base::Secret(created->key.id + ":" + created->secret.reveal()));
    };
    auto made =
        StartRetry(clock_, log).answer_of([&] { return storage::write_and_wait(*database_, make, start_terms); });
    if (!made) { throw storage::DatabaseBroken("the first admin key could not be made: " + made.error().detail); }
    return std::move(made).take();
}

}  // namespace tradewind::app
