#include "app/config.h"

#include <arpa/inet.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <vector>

#include "app/config_file.h"
#include "base/decimal.h"
#include "base/text.h"
#include "domain/settings/api_key.h"
#include "storage/postgres/connection.h"

namespace tradewind::app {
namespace {

constexpr std::string_view environment_prefix = "TRADEWIND_";
// Read in main, not settings: where the file is, and which planted fault a test build obeys.
constexpr std::array<std::string_view, 2> other_variables{"TRADEWIND_CONFIG", "TRADEWIND_FAULT"};

base::Error wrong(std::string reason) {
    return base::bad_request(std::move(reason));
}

base::Result<std::int64_t> whole_number(std::string_view text, std::int64_t least, std::int64_t most) {
    std::int64_t number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc() || end != text.data() + text.size() || number < least || number > most) {
        return wrong("must be a whole number from " + std::to_string(least) + " to " + std::to_string(most));
    }
    return number;
}

constexpr std::int64_t a_day = 86'400;

base::Result<std::chrono::milliseconds> seconds(std::string_view text, std::int64_t seconds_max = a_day) {
    const auto decimal = base::Decimal::parse(text);
    if (!decimal || decimal.value().ten_thousandths < 0 ||
        decimal.value().ten_thousandths > seconds_max * base::Decimal::scale) {
        return wrong("must be a number of seconds from 0 to " + std::to_string(seconds_max));
    }
    return std::chrono::milliseconds(decimal.value().ten_thousandths * 1000 / base::Decimal::scale);
}

bool is_ip_address(const std::string& host) {
    std::array<unsigned char, sizeof(in6_addr)> bytes;
    return inet_pton(AF_INET, host.c_str(), bytes.data()) == 1 || inet_pton(AF_INET6, host.c_str(), bytes.data()) == 1;
}

base::Result<void> set_data(Config& config, std::string_view text) {
    if (text.empty()) { return wrong("must name a directory"); }
    config.data = text;
    return {};
}

base::Result<void> set_database(Config& config, std::string_view text) {
    base::Secret address{std::string(text)};
    TRY(storage::check_postgres_address(address));
    config.database = std::move(address);
    return {};
}

base::Result<net::TcpAddress> address(std::string_view text) {
    constexpr std::int64_t port_max = 65'535;
    const auto colon = text.rfind(':');
    if (colon == std::string_view::npos) { return wrong("must be ADDRESS:PORT, such as 127.0.0.1:8080"); }
    auto host = std::string(text.substr(0, colon));
    if (host.starts_with('[') && host.ends_with(']')) { host = host.substr(1, host.size() - 2); }
    const auto port = whole_number(text.substr(colon + 1), 0, port_max);
    if (!port || !is_ip_address(host)) { return wrong("must be ADDRESS:PORT, such as 127.0.0.1:8080 or [::1]:8080"); }
    return net::TcpAddress{.host = std::move(host), .port = static_cast<std::uint16_t>(port.value())};
}

base::Result<void> set_listen(Config& config, std::string_view text) {
    config.listen = TRY(address(text));
    return {};
}

base::Result<void> set_private_listen(Config& config, std::string_view text) {
    config.private_listen = TRY(address(text));
    return {};
}

base::Result<void> set_public_address(Config& config, std::string_view text) {
    while (text.ends_with('/')) { text.remove_suffix(1); }
    const bool has_scheme = text.starts_with("http://") || text.starts_with("https://");
    const bool is_plain = std::all_of(text.begin(), text.end(), [](char c) { return c > ' ' && c < 0x7f && c != '"'; });
    if (!has_scheme || !is_plain || text.ends_with("//")) {
        return wrong("must be an address such as https://shop.example");
    }
    config.public_address = text;
    return {};
}

base::Result<void> set_trusted_proxies(Config& config, std::string_view text) {
    std::vector<base::IpAddress> proxies;
    while (!base::trim(text).empty()) {
        const auto comma = text.find(',');
        const auto proxy = base::IpAddress::parse(base::trim(text.substr(0, comma)));
        if (!proxy) { return wrong("must be addresses separated by commas, such as 127.0.0.1, ::1"); }
        proxies.push_back(*proxy);
        text = comma == std::string_view::npos ? std::string_view() : text.substr(comma + 1);
    }
    config.trusted_proxies = proxies;
    config.limits.trusted_proxies = std::move(proxies);
    return {};
}

base::Result<void> set_threads(Config& config, std::string_view text) {
    constexpr std::int64_t threads_max = 256;
    const auto number = TRY(whole_number(text, 0, threads_max));
    config.threads = static_cast<std::size_t>(number);
    return {};
}

base::Result<void> set_drain(Config& config, std::string_view text) {
    // A stop takes 30 seconds at most, and requests in flight need some of them.
    constexpr std::int64_t drain_max = 20;
    config.drain = TRY(seconds(text, drain_max));
    return {};
}

base::Result<void> set_erasure_delay(Config& config, std::string_view text) {
    config.erasure_delay = TRY(seconds(text));
    return {};
}

base::Result<void> set_disk_reserve(Config& config, std::string_view text) {
    constexpr std::int64_t bytes_max = std::int64_t{1} << 40U;
    const auto number = TRY(whole_number(text, 0, bytes_max));
    config.disk_reserve_bytes = static_cast<std::uint64_t>(number);
    return {};
}

base::Result<void> set_log_level(Config& config, std::string_view text) {
    constexpr std::array<std::pair<std::string_view, base::LogLevel>, 4> levels{{
        {"debug", base::LogLevel::Debug},
        {"info", base::LogLevel::Info},
        {"warning", base::LogLevel::Warning},
        {"error", base::LogLevel::Error},
    }};
    for (const auto& [word, level] : levels) {
        if (text == word) {
            config.log_level = level;
            return {};
        }
    }
    return wrong("must be debug, info, warning or error");
}

base::Result<void> set_log_format(Config& config, std::string_view text) {
    if (text != "text" && text != "json") { return wrong("must be text or json"); }
    config.log_format = text == "text" ? base::LogFormat::Text : base::LogFormat::JsonLines;
    return {};
}

constexpr std::int64_t connections_most = 1'000'000;

base::Result<void> set_connections(Config& config, std::string_view text) {
    const auto number = TRY(whole_number(text, 1, connections_most));
    config.limits.connections_max = static_cast<std::size_t>(number);
    return {};
}

base::Result<void> set_connections_per_address(Config& config, std::string_view text) {
    const auto number = TRY(whole_number(text, 1, connections_most));
    config.limits.connections_per_address_max = static_cast<std::size_t>(number);
    return {};
}

base::Result<void> set_head_seconds(Config& config, std::string_view text) {
    config.limits.head_time_max = TRY(seconds(text));
    return {};
}

base::Result<void> set_idle_seconds(Config& config, std::string_view text) {
    config.limits.idle_time_max = TRY(seconds(text));
    return {};
}

base::Result<void> set_body_grace_seconds(Config& config, std::string_view text) {
    config.limits.body_grace = TRY(seconds(text));
    return {};
}

base::Result<void> set_requests_per_minute(Config& config, std::string_view text) {
    config.requests_per_minute = TRY(whole_number(text, 0, domain::requests_per_minute_max));
    return {};
}

base::Result<void> set_import_bytes(Config& config, std::string_view text) {
    constexpr std::int64_t bytes_most = 1'000'000'000'000;
    const auto number = TRY(whole_number(text, 1, bytes_most));
    config.import_bytes_max = static_cast<std::uint64_t>(number);
    return {};
}

base::Result<void> set_files_bytes(Config& config, std::string_view text) {
    constexpr std::int64_t bytes_most = 1'000'000'000'000'000;
    config.files_bytes_max = TRY(whole_number(text, 0, bytes_most));
    return {};
}

base::Result<void> set_hook_requests_per_minute(Config& config, std::string_view text) {
    config.hook_requests_per_minute = TRY(whole_number(text, 0, domain::requests_per_minute_max));
    return {};
}

base::Result<bool> true_or_false(std::string_view text) {
    if (text != "true" && text != "false") { return wrong("must be true or false"); }
    return text == "true";
}

base::Result<void> set_private_webhooks(Config& config, std::string_view text) {
    config.private_webhooks = TRY(true_or_false(text));
    return {};
}

base::Result<void> set_formula_guard(Config& config, std::string_view text) {
    config.guards_formulas = TRY(true_or_false(text));
    return {};
}

base::Result<void> set_tls_certificate(Config& config, std::string_view text) {
    if (text.empty()) { return wrong("must name a file"); }
    config.tls.certificate = text;
    return {};
}

base::Result<void> set_tls_key(Config& config, std::string_view text) {
    if (text.empty()) { return wrong("must name a file"); }
    config.tls.key = text;
    return {};
}

constexpr std::array<Setting, 25> setting_table{{
    {"data", "the directory that holds everything (data)", set_data},
    {"database", "postgres://USER:PASSWORD@HOST:PORT/NAME (SQLite in the data directory)", set_database},
    {"listen", "ADDRESS:PORT to serve on (127.0.0.1:8080); port 0 takes a free one", set_listen},
    {"private_listen", "ADDRESS:PORT for health and metrics (127.0.0.1:9464 when it is free)", set_private_listen},
    {"public_address", "the address in links (http:// or https:// and the listen address)", set_public_address},
    {"trusted_proxies", "addresses of proxies whose last X-Forwarded-For is believed, separated by commas (none)",
     set_trusted_proxies},
    {"tls.certificate", "a PEM file with the certificate and what vouches for it: serve HTTPS (plain HTTP)",
     set_tls_certificate},
    {"tls.key", "the PEM file with the key of the certificate", set_tls_key},
    {"threads", "I/O threads (0: one per core)", set_threads},
    {"drain_seconds", "how long listeners stay open after SIGTERM (2)", set_drain},
    {"erasure_seconds", "how soon after an erasure the last traces leave the disk (43200)", set_erasure_delay},
    {"disk_reserve_bytes", "SQLite: room held back for the day the disk is full (67108864; 0: none)", set_disk_reserve},
    {"log.level", "debug, info, warning or error (info)", set_log_level},
    {"log.format", "text or json (text on a terminal)", set_log_format},
    {"limits.connections", "connections at once (10000)", set_connections},
    {"limits.connections_per_address", "connections at once from one address (256)", set_connections_per_address},
    {"limits.requests_per_minute", "requests per minute over all keys (600000; 0: no limit)", set_requests_per_minute},
    {"limits.hook_requests_per_minute", "calls per minute of one incoming webhook (6000; 0: no limit)",
     set_hook_requests_per_minute},
    {"limits.head_seconds", "time for a request's head (10)", set_head_seconds},
    {"limits.idle_seconds", "time between two requests (60)", set_idle_seconds},
    {"limits.import_bytes", "the size of a file that is imported (50000000)", set_import_bytes},
    {"limits.files_bytes", "the size of all imported and exported files together (20000000000; 0: no limit)",
     set_files_bytes},
    {"limits.body_grace_seconds", "time before a body must come at 1 KiB/s (10)", set_body_grace_seconds},
    {"exports.formula_guard", "false: texts in exported files that look like formulas stay as they are (true)",
     set_formula_guard},
    {"webhooks.private_addresses", "true: webhooks may go into private networks (false)", set_private_webhooks},
}};

std::string with_replaced(std::string_view text, char by, bool upper) {
    std::string out(text);
    for (auto& c : out) {
        if (c == '.' || c == '_') {
            c = by;
        } else if (upper && c >= 'a' && c <= 'z') {
            c = static_cast<char>(c - 'a' + 'A');
        }
    }
    return out;
}

base::Result<void> apply_setting(Config& config, const Setting& setting, std::string_view text,
                                 const std::string& place) {
    const auto done = setting.set(config, text);
    if (!done) { return base::bad_request(place + " " + done.error().detail); }
    return {};
}

base::Result<void> apply_file(Config& config, const std::filesystem::path& path) {
    const auto entries = TRY(read_config_file(path));
    for (const auto& entry : entries) {
        const auto place = path.string() + ":" + std::to_string(entry.line) + ": ";
        const auto known = std::find_if(setting_table.begin(), setting_table.end(),
                                        [&](const Setting& setting) { return setting.name == entry.name; });
        const auto is_inside = [&](const Setting& setting) { return setting.name.starts_with(entry.name + "."); };
        if (entry.is_table && std::any_of(setting_table.begin(), setting_table.end(), is_inside)) { continue; }
        if (known == setting_table.end()) { return wrong(place + "unknown key '" + entry.name + "'"); }
        if (!entry.text) { return wrong(place + "'" + entry.name + "' must be a text, a number or true or false"); }
        TRY(apply_setting(config, *known, *entry.text, place + "'" + entry.name + "'"));
    }
    return {};
}

base::Result<void> apply_environment(Config& config, const Texts& environment) {
    for (const auto& [name, text] : environment) {
        if (std::find(other_variables.begin(), other_variables.end(), name) != other_variables.end()) { continue; }
        const auto known =
            std::find_if(setting_table.begin(), setting_table.end(),
                         [&variable = name](const Setting& setting) { return setting.environment_name() == variable; });
        if (known == setting_table.end()) { return wrong("environment: unknown variable " + name); }
        TRY(apply_setting(config, *known, text, "environment: " + name));
    }
    return {};
}

}  // namespace

std::string Setting::environment_name() const {
    return std::string(environment_prefix) + with_replaced(name, '_', true);
}

std::string Setting::flag_name() const {
    return "--" + with_replaced(name, '-', false);
}

std::span<const Setting> settings() {
    return setting_table;
}

base::Result<Config> load_config(const ConfigSources& sources) {
    Config config;
    if (sources.file) { TRY(apply_file(config, *sources.file)); }
    TRY(apply_environment(config, sources.environment));
    for (const auto& setting : setting_table) {
        const auto flag = sources.flags.find(setting.name);
        if (flag != sources.flags.end()) { TRY(apply_setting(config, setting, flag->second, setting.flag_name())); }
    }
    if (config.tls.certificate.empty() != config.tls.key.empty()) {
        return wrong("tls.certificate and tls.key go together: one of them is missing");
    }
    return config;
}

std::string public_address_of(const Config& config) {
    if (!config.public_address.empty()) { return config.public_address; }
    return (config.tls.key.empty() ? "http://" : "https://") + address_text(config.listen);
}

std::string address_text(const net::TcpAddress& address) {
    const bool is_v6 = address.host.find(':') != std::string::npos;
    return (is_v6 ? "[" + address.host + "]" : address.host) + ":" + std::to_string(address.port);
}

}  // namespace tradewind::app
