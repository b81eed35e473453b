#pragma once

#include <cstdint>
#include <string>
#include <unordered_map>

#include "api/rate_limit.h"
#include "base/clock.h"
#include "storage/database/database.h"
#include "storage/stores/settings/definitions.h"

namespace tradewind::api {

// Merges the counts of requests of processes that share a database: each tells its own and learns those of the others.
// Between two exchanges a limit can be passed by what the others count in that time. Used by one thread.
class RateExchange {
  public:
    RateExchange(storage::Database& database, const storage::DefinitionsCache& definitions, RateLimit& limit,
                 const base::Clock& clock, int node)
        : database_(database), definitions_(definitions), limit_(limit), clock_(clock), node_(node) {}

    // Waits for the database. When it cannot be reached nothing changes: then no request can be served either.
    void run();

  private:
    storage::Database& database_;
    const storage::DefinitionsCache& definitions_;
    RateLimit& limit_;
    const base::Clock& clock_;
    const std::int64_t node_;
    std::int64_t told_minute_ = 0;
    std::unordered_map<std::string, std::int64_t> told_;  // In that minute, by key.
};

}  // namespace tradewind::api
