#include "app/check_command.h"

#include <fmt/format.h>

#include "app/admin_client.h"
#include "base/log.h"
#include "net/tls.h"
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
    base::Log log(base::LogFormat::Text, base::LogLevel::Warning);
    const auto client = TRY(AdminClient::open(config, log));
    TRY(client->request("GET", "/admin/v1/store"));
    if (client->is_served()) {
        fmt::print("data: in use by a server, which answers\n");
        return {};
    }
    TRY(storage::check_sqlite_file(file));
    fmt::print("data: the database in {} is whole\n", config.data.string());
    return {};
}

}  // namespace tradewind::app
