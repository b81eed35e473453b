#include "app/installation.h"

#include <algorithm>

#include "app/open_database.h"
#include "app/start_retry.h"
#include "base/fault.h"
#include "jobs/erasure_replay.h"
#include "operations/outside_operations.h"
#include "operations/report_operations.h"
#include "operations/store_operations.h"
#include "storage/stores/jobs/score_store.h"
#include "storage/stores/settings/instance_store.h"
#include "storage/stores/settings/newest_id.h"
#include "storage/stores/settings/outside_store.h"
#include "storage/stores/settings/store_store.h"

namespace tradewind::app {
namespace {

constexpr std::size_t instance_id_characters = 22;
constexpr std::size_t holder_characters = 22;
// Ids are ahead of the last moment that was noted by the time since then and, while the clock stands before it, by a
// millisecond for each 4,096 of them: in ten minutes there is room for two thousand millions.
constexpr std::chrono::minutes ids_ahead_max = Installation::presence_interval + std::chrono::minutes(10);

// The newest id tells, but for activities, of which only the one that happened last is known: where the clock stands
// before the last moment that was noted, activities may have newer ids than that.
base::Instant ids_used_until(storage::Transaction& transaction, base::Instant now) {
    const auto newest = storage::find_newest_id(transaction).made_at();
    const auto seen_at = storage::find_last_use(transaction).seen_at;
    if (now >= seen_at) { return newest; }
    return std::max(newest, base::Instant{seen_at.milliseconds + std::chrono::milliseconds(ids_ahead_max).count()});
}

}  // namespace

Installation::Installation(storage::DataDirectory directory, const Config& config)
    : directory_(std::move(directory)),
      notes_(directory_.notes()),
      is_shared_(config.database.has_value()),
      import_bytes_max_(config.import_bytes_max),
      hook_requests_per_minute_(config.hook_requests_per_minute),
      guards_formulas_(config.guards_formulas),
      private_webhooks_(config.private_webhooks),
      wants_test_clock_(config.test_clock) {}

base::Result<std::unique_ptr<Installation>> Installation::open(const Config& config, base::Log& log) {
    base::SystemRandom random;
    const bool is_shared = config.database.has_value();
    std::unique_ptr<Installation> installation;
    if (is_shared) {
        TRY(storage::DataDirectory::check_owner(config.data));
        TRY(storage::DataDirectory::check_mode(config.data));
        installation.reset(new Installation(storage::DataDirectory::open_shared(config.data), config));
    } else {
        auto directory = TRY(storage::DataDirectory::open(config.data, random));
        installation.reset(new Installation(std::move(directory), config));
    }
    auto opened = TRY(open_database({.config = config,
                                     .directory = installation->directory_,
                                     .clock = installation->clock_,
                                     .random = installation->random_,
                                     .log = log}));
    installation->disk_reserve_ = std::move(opened.disk_reserve);
    installation->database_ = std::move(opened.database);
    installation->backups_ = std::move(opened.backups);
    installation->commits_are_durable_ = opened.commits_are_durable;
    installation->node_ = opened.node;
    StartRetry patience(installation->clock_, log);
    TRY(patience.answer_of([&] { return installation->make_ids(); }));
    TRY(patience.answer_of([&] { return installation->settle(); }));
    TRY(patience.answer_of([&] { return installation->check_home(log); }));
    if (is_shared) {
        installation->directory_.let_others_in();
    } else {
        installation->directory_.note_store_made();
    }
    installation->directory_.make_files_directory();
    installation->files_ = std::make_unique<storage::FilesDirectory>(
        installation->directory_.files_directory(), installation->disk_reserve_.get(), config.files_bytes_max);
    installation->worker_ = std::make_unique<base::WorkerThread>(log);
    auto definitions =
        TRY(patience.answer_of([&] { return storage::DefinitionsCache::load(*installation->database_); }));
    installation->definitions_ = std::make_unique<storage::DefinitionsCache>(std::move(definitions));
    installation->authentication_ = std::make_unique<api::Authentication>(
        *installation->database_, *installation->definitions_, installation->directory_.secret_key(),
        installation->public_address, installation->clock_,
        is_shared ? api::KeysMade::ElsewhereToo : api::KeysMade::Here);
    installation->rate_limit_ = std::make_unique<api::RateLimit>(installation->clock_, config.requests_per_minute);
    installation->sign_in_ = std::make_unique<api::SignInDesk>(installation->clock_, config.trusted_proxies);
    installation->started_at_ = installation->clock_.now();
    return installation;
}

base::Result<void> Installation::make_ids() {
    const auto found = storage::read_and_wait(
        *database_,
        [this](storage::Transaction& transaction) { return base::Result(ids_used_until(transaction, clock_.now())); },
        storage::ReadCost::Point);
    // Where nothing is written, no id is kept.
    if (!found && !database_->damage()) { return found.error(); }
    auto used_until = found ? found.value() : base::Instant{};
    if (base::is_planted(base::Fault::ForgetNewestId)) { used_until = {}; }
    id_clock_ = std::make_unique<HeldClock>(clock_, base::Instant{used_until.milliseconds + 1});
    ids_ = std::make_unique<base::IdSource>(*id_clock_, node_);
    sources_ = std::make_unique<base::Sources>(base::Sources{.clock = clock_, .random = random_, .ids = *ids_});
    return {};
}

base::Result<void> Installation::check_home(base::Log& log) {
    // All of it is written down.
    if (database_->damage()) { return {}; }
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
    if (!is_shared_) { notes_.note_used_bytes(now); }
}

// Makes the store of a new database, and refuses one that belongs to another secret key: no key of its clients would
// work.
base::Result<void> Installation::settle() {
    auto instance_id = base::random_base62(random_, instance_id_characters);
    if (is_shared_) { instance_id = TRY(join_others(std::move(instance_id))); }
    if (database_->damage()) {
        return storage::read_and_wait(
            *database_,
            [&](storage::Transaction& transaction) -> base::Result<void> {
                TRY(find_own_instance(transaction, instance_id));
                return {};
            },
            storage::ReadCost::Point);
    }
    return storage::write_and_wait(
        *database_,
        [&](storage::Transaction& transaction) -> base::Result<void> {
            transaction.lock_definitions();
            const bool is_there = TRY(find_own_instance(transaction, instance_id));
            if (!is_there && wants_test_clock_) { storage::set_test_clock(transaction, std::chrono::milliseconds(0)); }
            const auto turned_by = storage::find_test_clock(transaction);
            has_test_clock_ = turned_by.has_value();
            clock_.turn_by(turned_by.value_or(std::chrono::milliseconds(0)));
            if (is_there) { return {}; }
            operations::create_store(transaction, *sources_);
            operations::create_first_reports(transaction, *sources_);
            // Nobody bought anything yet: there is nothing to score before the next time.
            storage::note_scores_made(transaction, domain::scores_due_at(clock_.now()));
            storage::insert_instance(transaction, {.id = instance_id,
                                                   .secret_key_fingerprint = directory_.secret_key().fingerprint(),
                                                   .created_at = clock_.now()});
            return {};
        },
        start_terms);
}

base::Result<bool> Installation::find_own_instance(storage::Transaction& transaction,
                                                   std::string_view instance_id) const {
    const auto instance = storage::find_instance(transaction);
    if (!instance) {
        if (is_shared_ || directory_.is_new()) { return false; }
        return base::bad_request("The database " + directory_.database_file().string() +
                                 " holds no store. If it took the place of one that was lost, restore a backup.");
    }
    if (is_shared_ && instance->id != instance_id) {
        return base::bad_request("The directory " + directory_.files_directory().string() +
                                 " is not the one that the other processes of this database use. All of them must "
                                 "share one data directory.");
    }
    if (instance->secret_key_fingerprint != directory_.secret_key().fingerprint()) {
        return base::bad_request("The secret.key in the data directory is not the one the database was made with.");
    }
    return true;
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
    if (is_shared_ || !hold || !hold->is_moved) { return {}; }
    return base::conflict(
        "The store was moved to PostgreSQL: name it by --database. To go back to what was left here, say `tradewind "
        "confirm-live` first.");
}

std::string Installation::new_holder() {
    // The one owner of a directory has no lease to wait for, not even for that of the one before it.
    return is_shared_ ? base::random_base62(random_, holder_characters) : "owner";
}

}  // namespace tradewind::app
