#include "app/check_command.h"

#include <fmt/format.h>

#include "app/admin_client.h"
#include "base/log.h"
#include "base/random.h"
#include "net/tls.h"
#include "storage/files/damage_mark.h"
#include "storage/files/data_directory.h"
#include "storage/sqlite/check.h"

namespace tradewind::app {

namespace {

base::Result<void> check_postgres(const Config& config) {
    base::Log log(base::LogFormat::Text, base::LogLevel::Warning);
    const auto client = TRY(AdminClient::open(config, log));
    TRY(client->request("GET", "/admin/v1/store"));
    fmt::print("data: the PostgreSQL database answers\n");
    return {};
}

// Reads all of it before anything is written into it. Whoever serves it keeps it from that; what is known then is told.
base::Result<void> check_file(const Config& config, const std::filesystem::path& file) {
    const storage::DamageMark mark(file);
    base::SystemRandom random;
    const auto directory = storage::DataDirectory::open(config.data, random);
    if (!directory && directory.error().kind == base::ErrorKind::Conflict) {
        const auto damage = mark.read();
        if (!damage) { return {}; }
        return base::bad_request("The service found something in " + *damage +
                                 " that cannot be read. Stop it and check again, or restore a backup.");
    }
    if (!directory) { return directory.error(); }
    TRY(storage::check_sqlite_file(file));
    mark.remove();
    return {};
}

}  // namespace

base::Result<void> check(const Config& config) {
    if (!config.tls.key.empty()) { TRY(net::TlsIdentity::load(config.tls)); }
    fmt::print("configuration: fine\n");
    if (config.database) { return check_postgres(config); }
    TRY(storage::DataDirectory::check_access(config.data));
    TRY(storage::DataDirectory::check_mode(config.data));
    TRY(storage::DataDirectory::check_database(config.data));
    const auto file = config.data / "tradewind.db";
    if (!std::filesystem::exists(file)) {
        fmt::print("data: nothing in {} yet; it is made at the first start\n", config.data.string());
        return {};
    }
    if (!storage::DataDirectory::has_database(config.data)) {
        return base::bad_request("The database " + file.string() + " is empty.");
    }
    TRY(check_file(config, file));
    base::Log log(base::LogFormat::Text, base::LogLevel::Warning);
    const auto client = TRY(AdminClient::open(config, log));
    TRY(client->request("GET", "/admin/v1/store"));
    if (client->is_served()) {
        fmt::print("data: in use by a server, which answers\n");
        return {};
    }
    fmt::print("data: the database in {} is whole\n", config.data.string());
    return {};
}

}  // namespace tradewind::app
