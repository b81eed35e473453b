#pragma once

#include <memory>
#include <optional>
#include <string>

#include "api/authentication.h"
#include "api/public_address.h"
#include "api/rate_limit.h"
#include "api/surroundings.h"
#include "app/config.h"
#include "base/clock.h"
#include "base/id.h"
#include "base/log.h"
#include "base/outside.h"
#include "base/random.h"
#include "base/result.h"
#include "base/secret.h"
#include "storage/data_directory.h"
#include "storage/definitions.h"
#include "storage/sqlite_database.h"

namespace tradewind::app {

// Faults planted on purpose, which the fault tests must catch. Obeyed only by builds made with TRADEWIND_FAULTS.
enum class PlantedFault { None, AnswerBeforeCommit, SynchronousOff };

// An opened data directory: the lock, the key, the database and what is kept of it in memory. One process at a time.
class Installation {
  public:
    // Makes what is missing: the directory, the key, the tables, the store. Conflict when another process has it.
    static base::Result<std::unique_ptr<Installation>> open(const Config& config, PlantedFault fault, base::Log& log);

    Installation(const Installation&) = delete;
    Installation& operator=(const Installation&) = delete;

    // On the first start, and only then, a key with every scope, as `<id>:<secret>`.
    std::optional<base::Secret> make_first_admin_key();

    // Finishes what is queued and closes the database. Nothing is asked of it afterwards.
    void close_database() { database_.reset(); }

    [[nodiscard]] api::Surroundings surroundings() {
        return {.database = *database_,
                .outside = outside_,
                .secret_key = directory_.secret_key(),
                .public_address = public_address};
    }
    [[nodiscard]] api::Authentication& authentication() { return *authentication_; }
    [[nodiscard]] api::RateLimit& rate_limit() { return *rate_limit_; }
    [[nodiscard]] base::IdSource& ids() { return ids_; }
    [[nodiscard]] const storage::DataDirectory& directory() const { return directory_; }

    api::PublicAddress public_address;

  private:
    explicit Installation(storage::DataDirectory directory);
    base::Result<void> settle();

    base::SystemClock clock_;
    base::SystemRandom random_;
    base::IdSource ids_{clock_, 0};
    base::Outside outside_{.clock = clock_, .random = random_, .ids = ids_};
    storage::DataDirectory directory_;
    std::unique_ptr<storage::DefinitionsCache> definitions_;
    std::unique_ptr<api::Authentication> authentication_;
    std::unique_ptr<api::RateLimit> rate_limit_;
    // Goes first: its threads call what stands above until they are joined.
    std::unique_ptr<storage::SqliteDatabase> database_;
};

}  // namespace tradewind::app
