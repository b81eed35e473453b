#pragma once

#include <cstdint>
#include <functional>

#include "api/public_address.h"
#include "base/executor.h"
#include "base/metrics.h"
#include "base/secret.h"
#include "base/sources.h"
#include "base/unique_function.h"
#include "domain/deliveries/web_call.h"
#include "domain/events/custom_event_hook.h"
#include "storage/database/database.h"
#include "storage/files/files_directory.h"

namespace tradewind::storage {
class Backups;
}

namespace tradewind::api {

class LiveDesk;
struct SignInDesk;

// What resources use. Everything here outlives the routes.
struct Services {
    storage::Database& database;
    base::Sources& sources;
    const base::SecretKey& secret_key;
    const PublicAddress& public_address;
    const storage::FilesDirectory& files;
    base::Executor& worker;  // For what takes its time, such as reading a large file.
    std::uint64_t import_bytes_max;
    // Calls of one hook in a minute; 0: no limit.
    std::int64_t hook_requests_per_minute = domain::hook_requests_per_minute_default;
    bool guards_formulas = true;          // Whether texts in exported files are kept from being taken for formulas.
    bool private_webhooks = false;        // Whether webhooks may go to machines that are not on the open internet.
    storage::Backups* backups = nullptr;  // Null with PostgreSQL, which has its own.
    const domain::CallWeb* call_web = nullptr;  // Null: nobody is called.
    SignInDesk* sign_in = nullptr;              // Null: nobody signs in here.
    LiveDesk* live = nullptr;                   // Null: nobody waits here for changes.
    base::TurnableClock* test_clock = nullptr;  // Null: the clock cannot be turned.
    const base::Gauge* engine_lag = nullptr;    // How far what follows by itself is behind, in milliseconds. Null: not.
};

}  // namespace tradewind::api
