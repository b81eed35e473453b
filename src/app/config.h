#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/ip_address.h"
#include "base/log.h"
#include "base/result.h"
#include "base/secret.h"
#include "domain/events/custom_event_hook.h"
#include "net/http_server.h"
#include "net/tls.h"

namespace tradewind::app {

// How one process of the service is set up. The defaults are those of a first try on one's own machine.
struct Config {
    std::filesystem::path data = "data";
    std::optional<base::Secret> database;  // Nothing: SQLite in the data directory.
    net::TcpAddress listen{.host = "127.0.0.1", .port = 8080};
    std::optional<net::TcpAddress> private_listen;  // Nothing: the usual one, if nobody has it yet.
    std::string public_address;                     // Empty: http:// or https:// and the listen address.
    std::vector<base::IpAddress> trusted_proxies;   // Whose word on where a request comes from is taken.
    net::TlsIdentity::Files tls;                    // Both empty: plain HTTP.
    std::size_t threads = 0;                        // 0: one per core that the process may use.
    std::chrono::milliseconds drain{2'000};
    base::LogLevel log_level = base::LogLevel::Info;
    std::optional<base::LogFormat> log_format;  // Nothing: text on a terminal, JSON lines otherwise.
    // How soon after somebody was erased the last traces are taken from the disk.
    std::chrono::milliseconds erasure_delay{std::chrono::hours(12)};
    std::uint64_t disk_reserve_bytes = std::uint64_t{64} * 1024 * 1024;  // Of SQLite; 0: none.
    net::HttpLimits limits;
    std::int64_t requests_per_minute = 600'000;  // Of the whole account; 0: no limit.
    std::uint64_t import_bytes_max = 50'000'000;
    std::int64_t files_bytes_max = 20'000'000'000;  // Of all files of imports and exports together; 0: no limit.
    std::int64_t hook_requests_per_minute = domain::hook_requests_per_minute_default;  // Of one hook; 0: no limit.
    bool guards_formulas = true;    // Whether texts in exported files are kept from being taken for formulas.
    bool test_clock = false;        // Whether the clock of a new store can be turned, to try things out.
    bool private_webhooks = false;  // Whether webhooks may go to machines that are not on the open internet.
};

// One thing that can be set: in a TOML file by its name, in the environment as TRADEWIND_<NAME>, on the command line as
// --<name>, dots and underscores turned into what is usual there.
struct Setting {
    std::string_view name;
    std::string_view help;
    base::Result<void> (*set)(Config& config, std::string_view text);

    [[nodiscard]] std::string environment_name() const;
    [[nodiscard]] std::string flag_name() const;
};

std::span<const Setting> settings();

// The variables that start with TRADEWIND_, and the flags that were given, by setting name.
using Texts = std::map<std::string, std::string, std::less<>>;

struct ConfigSources {
    std::optional<std::filesystem::path> file;
    Texts environment;
    Texts flags;
};

// File, then environment, then flags: the later wins. Unknown keys and bad values are refused, naming where they stand.
base::Result<Config> load_config(const ConfigSources& sources);

// Where links lead as far as the configuration tells.
std::string public_address_of(const Config& config);

// `127.0.0.1:8080`, `[::1]:8080`.
std::string address_text(const net::TcpAddress& address);

}  // namespace tradewind::app
