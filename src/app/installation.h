#pragma once

#include <chrono>
#include <memory>
#include <string>
#include <string_view>

#include "api/admin/operations_resource.h"
#include "api/authentication.h"
#include "api/public_address.h"
#include "api/rate_limit.h"
#include "api/services.h"
#include "api/sign_in.h"
#include "app/config.h"
#include "app/held_clock.h"
#include "base/clock.h"
#include "base/id.h"
#include "base/log.h"
#include "base/random.h"
#include "base/result.h"
#include "base/secret.h"
#include "base/sources.h"
#include "base/worker_thread.h"
#include "delivery/delivery_figures.h"
#include "engine/engine_figures.h"
#include "jobs/job_figures.h"
#include "storage/backup/backups.h"
#include "storage/database/database.h"
#include "storage/files/data_directory.h"
#include "storage/files/disk_reserve.h"
#include "storage/files/files_directory.h"
#include "storage/stores/contacts/erasure_log.h"
#include "storage/stores/settings/definitions.h"

namespace tradewind::app {

// Owns what one process opened: the data directory with its key, the database and what is kept of it in memory. With
// SQLite one process at a time; processes with a PostgreSQL database share it and the directory. It is opened and
// closed by the main thread; what it hands out says itself which threads may use it.
class Installation {
  public:
    // How often note_seen() is called while the service runs.
    static constexpr std::chrono::minutes presence_interval{1};

    // Makes what is missing: the directory, the key, the tables, the store. Conflict when another process has it.
    // Refused also: a key or files that are not those of the database.
    static base::Result<std::unique_ptr<Installation>> open(const Config& config, base::Log& log);

    Installation(const Installation&) = delete;
    Installation& operator=(const Installation&) = delete;

    // Finishes what is queued and closes the database. Nothing is asked of it afterwards.
    void close_database() {
        sign_in_->hashing.stop();
        backups_.reset();
        // It uses the database; the last answers of that may still hand it something.
        worker_->await_idle();
        database_.reset();
    }

    [[nodiscard]] api::Services services() {
        return {.database = *database_,
                .sources = *sources_,
                .secret_key = directory_.secret_key(),
                .public_address = public_address,
                .files = *files_,
                .worker = *worker_,
                .import_bytes_max = import_bytes_max_,
                .hook_requests_per_minute = hook_requests_per_minute_,
                .guards_formulas = guards_formulas_,
                .private_webhooks = private_webhooks_ || has_test_clock_,
                .backups = backups_.get(),
                .sign_in = sign_in_.get(),
                .test_clock = has_test_clock_ ? &clock_ : nullptr,
                .engine_lag = &engine_figures_.lag};
    }
    // Without metrics.
    [[nodiscard]] api::admin::Operating operating() const {
        return {.version = TRADEWIND_VERSION,
                .started_at = started_at_,
                .notes = is_shared_ ? nullptr : &notes_,
                .disk_reserve = disk_reserve_.get()};
    }
    [[nodiscard]] api::Authentication& authentication() { return *authentication_; }
    [[nodiscard]] api::RateLimit& rate_limit() { return *rate_limit_; }
    [[nodiscard]] const api::SignInDesk& sign_in() const { return *sign_in_; }
    [[nodiscard]] const base::Clock& clock() const { return clock_; }
    // Whether the store was made with a clock that can be turned.
    [[nodiscard]] bool has_test_clock() const { return has_test_clock_; }
    [[nodiscard]] base::IdSource& ids() { return *ids_; }
    [[nodiscard]] jobs::JobFigures& job_figures() { return job_figures_; }
    [[nodiscard]] engine::EngineFigures& engine_figures() { return engine_figures_; }
    [[nodiscard]] delivery::DeliveryFigures& delivery_figures() { return delivery_figures_; }
    [[nodiscard]] int node() const { return node_; }
    // Whether other processes use the same database.
    [[nodiscard]] bool is_shared() const { return is_shared_; }
    [[nodiscard]] const storage::DefinitionsCache& definitions() const { return *definitions_; }
    // Refused: what is left of a store that was moved to PostgreSQL. What is written there would be missing here.
    [[nodiscard]] base::Result<void> refuse_moved() const;
    // A name for a job of this process among those that share the database, for its leases.
    [[nodiscard]] std::string new_holder();
    // Notes that the database is in use, in it and beside it, and once a day how large the directory is.
    void note_seen();
    [[nodiscard]] storage::ErasureLog erasure_log() const {
        return {directory_.erasure_log_file(), directory_.secret_key().fingerprint()};
    }
    // Whether what is acknowledged survives a power cut, as far as the database can tell.
    [[nodiscard]] bool commits_are_durable() const { return commits_are_durable_; }
    // Null where the database is elsewhere.
    [[nodiscard]] storage::DiskReserve* disk_reserve() { return disk_reserve_.get(); }
    [[nodiscard]] const storage::DataDirectory& directory() const { return directory_; }

    api::PublicAddress public_address;

  private:
    Installation(storage::DataDirectory directory, const Config& config);
    // Each of these three may be asked again when the database had no time.
    base::Result<void> make_ids();
    base::Result<void> settle();
    // Whether the database has its store; refused when that is not for this directory, or lost.
    base::Result<bool> find_own_instance(storage::Transaction& transaction, std::string_view instance_id) const;
    // Before anything is served: erases again whom this database does not know to be erased, and holds one that may be
    // a copy.
    base::Result<void> check_home(base::Log& log);
    // The id that the files of a shared directory belong to; the new one when they belong to none yet.
    base::Result<std::string> join_others(std::string new_instance_id);

    base::TurnableClock clock_;
    base::SystemRandom random_;
    storage::DataDirectory directory_;
    const storage::OperatingNotes notes_;
    base::Instant started_at_;
    const bool is_shared_;
    const std::uint64_t import_bytes_max_;
    const std::int64_t hook_requests_per_minute_;
    const bool guards_formulas_;
    const bool private_webhooks_;
    const bool wants_test_clock_;
    bool has_test_clock_ = false;
    bool commits_are_durable_ = true;
    jobs::JobFigures job_figures_;
    engine::EngineFigures engine_figures_;
    delivery::DeliveryFigures delivery_figures_;
    int node_ = 0;
    std::unique_ptr<HeldClock> id_clock_;
    std::unique_ptr<base::IdSource> ids_;
    std::unique_ptr<base::Sources> sources_;
    std::unique_ptr<storage::DefinitionsCache> definitions_;
    std::unique_ptr<storage::FilesDirectory> files_;
    std::unique_ptr<api::Authentication> authentication_;
    std::unique_ptr<api::RateLimit> rate_limit_;
    std::unique_ptr<api::SignInDesk> sign_in_;
    std::unique_ptr<storage::DiskReserve> disk_reserve_;
    // Goes after the worker alone: its threads call what stands above until they are joined.
    std::unique_ptr<storage::Database> database_;
    std::unique_ptr<storage::Backups> backups_;  // Of SQLite alone.
    std::unique_ptr<base::WorkerThread> worker_;
};

}  // namespace tradewind::app
