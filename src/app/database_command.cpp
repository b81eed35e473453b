#include "app/database_command.h"

#include <fmt/format.h>

#include <cstdio>

#include "storage/postgres/distribution.h"
#include "storage/stores/contacts/contact_store.h"

namespace tradewind::app {

base::Result<void> distribute_database(const Config& config, base::Log& log) {
    if (!config.database) {
        return base::bad_request(
            "Only a PostgreSQL database can be spread: name it by --database. A store in SQLite is moved there first, "
            "by "
            "`tradewind copy`.");
    }
    const base::SystemClock clock;
    int moved = 0;
    const auto tell = [&moved](const storage::DistributedTable& table) {
        moved += table.is_moved ? 1 : 0;
        fmt::print("{}: {}{}\n", table.name, table.place, table.is_moved ? "" : ", as before");
        std::fflush(stdout);
    };
    TRY(storage::distribute(*config.database, storage::contact_change_pairs(), clock, log, tell));
    fmt::print("{} tables moved. Start the service as before, with the address of any machine.\n", moved);
    if (moved > 0) {
        fmt::print(
            "What changes: a read of many contacts no longer sees all machines at one moment, so totals can differ by "
            "what is written meanwhile. A write is still done as a whole or not at all.\n");
    }
    return {};
}

}  // namespace tradewind::app
