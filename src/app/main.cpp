#include <fmt/format.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <cstdio>
#include <exception>
#include <new>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

#include "app/admin_client.h"
#include "app/backup_command.h"
#include "app/check_command.h"
#include "app/compact_command.h"
#include "app/config.h"
#include "app/database_command.h"
#include "app/demo_command.h"
#include "app/exit_codes.h"
#include "app/export_command.h"
#include "app/import_command.h"
#include "app/key_commands.h"
#include "app/people_commands.h"
#include "app/restore_command.h"
#include "app/serve.h"
#include "app/store_commands.h"
#include "app/transfer_command.h"
#include "base/fault.h"
#include "base/log.h"
#include "base/random.h"
#include "base/result.h"

extern char** environ;

namespace tradewind::app {
namespace {

// What the command line said.
struct CommandLine {
    std::optional<std::string> config_file;
    Texts flags;
    std::string name;
    std::string scopes;
    std::string expires_at;
    std::string id;
    InviteCommand invite;
    std::string email;
    std::vector<std::string> assignments;
    ImportCommand import;
    ExportCommand export_command;
    DemoCommand demo;
    std::string backup_target;
    RestoreCommand restore;
    std::string copy_to;
    bool test_clock = false;
};

Texts our_environment() {
    constexpr std::string_view prefix = "TRADEWIND_";
    Texts found;
    for (char** entry = environ; *entry != nullptr; ++entry) {
        const std::string_view text(*entry);
        const auto equals = text.find('=');
        if (text.starts_with(prefix) && equals != std::string_view::npos) {
            found.emplace(text.substr(0, equals), text.substr(equals + 1));
        }
    }
    return found;
}

base::Result<void> plant_fault(const Texts& environment) {
    const auto place = environment.find("TRADEWIND_FAULT");
    if (place == environment.end()) { return {}; }
#ifdef TRADEWIND_FAULTS
    const auto fault = base::find_fault(place->second);
    if (!fault) { return base::bad_request("environment: TRADEWIND_FAULT names no fault"); }
    base::plant(fault);
    return {};
#else
    return base::bad_request("environment: TRADEWIND_FAULT works only in builds made for fault tests");
#endif
}

// Every command takes every setting as a flag, so that it finds the same data as the server.
void add_settings(CLI::App& command, CommandLine& line) {
    constexpr auto group = "Settings";
    command.add_option("--config", line.config_file, "a TOML file with settings")->group(group);
    for (const auto& setting : settings()) {
        command
            .add_option_function<std::string>(
                setting.flag_name(),
                [&line, name = std::string(setting.name)](const std::string& text) { line.flags[name] = text; },
                std::string(setting.help))
            ->group(group);
    }
}

base::Result<Config> config_of(const CommandLine& line, const Texts& environment) {
    ConfigSources sources{.file = {}, .environment = environment, .flags = line.flags};
    if (const auto place = environment.find("TRADEWIND_CONFIG"); place != environment.end()) {
        sources.file = place->second;
    }
    if (line.config_file) { sources.file = *line.config_file; }
    return load_config(sources);
}

base::LogFormat log_format(const Config& config) {
    return config.log_format.value_or(isatty(STDERR_FILENO) != 0 ? base::LogFormat::Text : base::LogFormat::JsonLines);
}

base::Result<void> run_serve(const CommandLine& line) {
    const auto environment = our_environment();
    TRY(plant_fault(environment));
    auto config = TRY(config_of(line, environment));
    config.test_clock = line.test_clock;
    base::Log log(log_format(config), config.log_level);
    return serve(config, log);
}

template <class Command>
base::Result<void> run_admin(const CommandLine& line, Command command,
                             AdminClient::Moved moved = AdminClient::Moved::Refuse) {
    const auto config = TRY(config_of(line, our_environment()));
    base::Log log(base::LogFormat::Text, base::LogLevel::Warning);
    const auto client = TRY(AdminClient::open(config, log, moved));
    return command(*client);
}

base::Result<void> run_export(const CommandLine& line) {
    const auto config = TRY(config_of(line, our_environment()));
    base::Log log(base::LogFormat::Text, base::LogLevel::Warning);
    const auto client = TRY(AdminClient::open(config, log));
    return export_file(*client, line.export_command, config.data / "files", log);
}

base::Result<void> run_demo(const CommandLine& line) {
    const auto config = TRY(config_of(line, our_environment()));
    base::Log log(base::LogFormat::Text, base::LogLevel::Warning);
    return fill_with_demo(config, line.demo, log);
}

base::Result<void> run_backup(const CommandLine& line) {
    const auto config = TRY(config_of(line, our_environment()));
    if (config.database) {
        return base::bad_request(
            "The data is in PostgreSQL, which has its own tools for backups: pg_dump, or pg_basebackup. Keep the data "
            "directory too: secret.key, erasures.log and files.");
    }
    base::Log log(base::LogFormat::Text, base::LogLevel::Error);
    const auto client = TRY(AdminClient::open(config, log));
    return back_up(*client, line.backup_target);
}

base::Result<void> run_restore(const CommandLine& line) {
    const auto environment = our_environment();
    TRY(plant_fault(environment));
    const auto config = TRY(config_of(line, environment));
    return restore(config, line.restore);
}

base::Result<void> run_copy(const CommandLine& line) {
    const auto environment = our_environment();
    TRY(plant_fault(environment));
    const auto config = TRY(config_of(line, environment));
    base::Log log(base::LogFormat::Text, base::LogLevel::Warning);
    return transfer(config, base::Secret(line.copy_to), log);
}

base::Result<void> run_distribute(const CommandLine& line) {
    const auto config = TRY(config_of(line, our_environment()));
    base::Log log(base::LogFormat::Text, base::LogLevel::Warning);
    return distribute_database(config, log);
}

base::Result<void> run(const CLI::App& app, const CommandLine& line) {
    if (app.got_subcommand("serve")) { return run_serve(line); }
    if (app.got_subcommand("check")) {
        const auto config = TRY(config_of(line, our_environment()));
        return check(config);
    }
    if (app.got_subcommand("compact")) {
        const auto config = TRY(config_of(line, our_environment()));
        return compact(config);
    }
    if (app.got_subcommand("version")) {
        fmt::print("tradewind {}\n", TRADEWIND_VERSION);
        return {};
    }
    if (app.got_subcommand("keys")) {
        const auto* keys = app.get_subcommand("keys");
        return run_admin(line, [&](AdminClient& client) {
            if (keys->got_subcommand("create")) { return create_key(client, line.name, line.scopes, line.expires_at); }
            if (keys->got_subcommand("revoke")) { return revoke_key(client, line.id); }
            return list_keys(client);
        });
    }
    if (app.got_subcommand("people")) {
        const auto* people = app.get_subcommand("people");
        return run_admin(line, [&](AdminClient& client) {
            if (people->got_subcommand("invite")) { return invite_person(client, line.invite); }
            if (people->got_subcommand("disable")) { return disable_person(client, line.email); }
            if (people->got_subcommand("reset")) { return reset_person(client, line.email); }
            return list_people(client);
        });
    }
    if (app.got_subcommand("import")) {
        return run_admin(line, [&](AdminClient& client) { return import_file(client, line.import); });
    }
    if (app.got_subcommand("export")) { return run_export(line); }
    if (app.got_subcommand("demo")) { return run_demo(line); }
    if (app.got_subcommand("backup")) { return run_backup(line); }
    if (app.got_subcommand("restore")) { return run_restore(line); }
    if (app.got_subcommand("copy")) { return run_copy(line); }
    if (app.got_subcommand("database")) { return run_distribute(line); }
    if (app.got_subcommand("confirm-live")) { return run_admin(line, confirm_live, AdminClient::Moved::Open); }
    const auto* store = app.get_subcommand("store");
    return run_admin(line, [&](AdminClient& client) {
        return store->got_subcommand("set") ? set_store(client, line.assignments) : show_store(client);
    });
}

void add_key_commands(CLI::App& app, CommandLine& line) {
    auto* keys = app.add_subcommand("keys", "API keys")->require_subcommand(1);
    auto* create = keys->add_subcommand("create", "make a key and print <id>:<secret>");
    create->add_option("--name", line.name, "what the key is for")->required();
    create
        ->add_option("--scopes", line.scopes, "all, or scopes separated by commas, such as contact:read,contact:write")
        ->required();
    create->add_option("--expires-at", line.expires_at, "when it stops working, such as 2030-01-01T00:00:00Z");
    add_settings(*create, line);
    add_settings(*keys->add_subcommand("list", "list the keys"), line);
    auto* revoke = keys->add_subcommand("revoke", "make a key worthless at once");
    revoke->add_option("id", line.id, "the key's id")->required();
    add_settings(*revoke, line);
}

void add_people_commands(CLI::App& app, CommandLine& line) {
    auto* people = app.add_subcommand("people", "who may sign in to the console")->require_subcommand(1);
    auto* invite = people->add_subcommand("invite", "print a link, good for an hour, by which somebody comes in");
    invite->add_option("--email", line.invite.email, "whose it is; not needed with --owner in a store without people");
    invite->add_option("--name", line.invite.name, "what they are called");
    invite->add_option("--role", line.invite.role, "owner, manager, author, analyst or support");
    invite->add_flag("--owner", line.invite.is_owner, "the same as --role owner");
    add_settings(*invite, line);
    add_settings(*people->add_subcommand("list", "list them"), line);
    auto* disable = people->add_subcommand("disable", "keep somebody out, and end their sessions");
    disable->add_option("email", line.email, "their e-mail address")->required();
    add_settings(*disable, line);
    auto* reset =
        people->add_subcommand("reset", "take password and second factor away, and print a link for new ones");
    reset->add_option("email", line.email, "their e-mail address")->required();
    add_settings(*reset, line);
}

void add_store_commands(CLI::App& app, CommandLine& line) {
    auto* store = app.add_subcommand("store", "the store's settings")->require_subcommand(1);
    add_settings(*store->add_subcommand("show", "print them"), line);
    auto* set = store->add_subcommand("set", "change them");
    set->add_option("assignments", line.assignments,
                    "name=value ..., of name, currency, timezone, language, allowedDomains, defaultCountryCode")
        ->required();
    add_settings(*set, line);
}

void add_import_command(CLI::App& app, CommandLine& line) {
    auto* command = app.add_subcommand("import", "take in a file of contacts, products, coupon codes or purchases");
    auto& import = line.import;
    command->add_option("file", import.file, "a CSV file; of purchases also one that ends in .ndjson")->required();
    command->add_option("--type", import.type, "contacts, products, coupons or purchases")
        ->required()
        ->check(CLI::IsMember({"contacts", "products", "coupons", "purchases"}));
    command->add_option("--delimiter", import.delimiter, "what stands between cells: , or ;");
    command->add_flag("--override", import.overrides, "change what is there already");
    command->add_flag("--update-only-empty", import.updates_only_empty, "with --override: only fields without a value");
    command->add_option("--coupon-set", import.coupon_set, "the id of the set that coupon codes go into");
    command->add_option("--segment", import.segment, "the id of a segment that the contacts are added to");
    add_settings(*command, line);
}

void add_demo_command(CLI::App& app, CommandLine& line) {
    auto* command = app.add_subcommand("demo", "fill a new store with two years of a shop that nobody has");
    command->add_option("--contacts", line.demo.contacts, "how many contacts it has (1000)")
        ->check(CLI::Range(std::int64_t{1}, DemoCommand::contacts_max));
    command->add_option("--seed", line.demo.seed, "another number gives another shop (1)");
    add_settings(*command, line);
}

void add_export_command(CLI::App& app, CommandLine& line) {
    auto* command = app.add_subcommand("export", "write contacts or activities to a ZIP of CSV");
    auto& wanted = line.export_command;
    command->add_option("type", wanted.type, "contacts or activities")->required();
    command->add_option("--out", wanted.out, "the file to write (its own name, in this directory)");
    command->add_option("--delimiter", wanted.delimiter, ", or ; (,)");
    command->add_option("--date-format", wanted.date_format, "ISO, L, LL or LLL (ISO)");
    command->add_option("--columns", wanted.version, "v1 to v6 (v6)");
    command->add_option("--from", wanted.from, "of activities: from when on, such as 2026-01-01");
    command->add_option("--to", wanted.to, "of activities: until when, at most 31 days later");
    command->add_option("--types", wanted.types, "of activities: kinds separated by commas (all)");
    command->add_option("--segment", wanted.segment, "the id of a segment: only its contacts");
    add_settings(*command, line);
}

// A command that is misspelt is told as that, and not as one that is missing.
std::string failure_text(const CLI::App* app, const CLI::Error& error) {
    const auto unknown = app->remaining(true);
    std::string text = error.what();
    if (text == "A subcommand is required") {
        text = unknown.empty() ? "say what to do" : fmt::format("there is no command '{}'", unknown.front());
    }
    return fmt::format("tradewind: {}\nRun tradewind --help to see the commands, and add --help to one for more.\n",
                       text);
}

void add_backup_commands(CLI::App& app, CommandLine& line) {
    auto* backup = app.add_subcommand("backup", "make a backup, whether or not the service runs");
    backup->add_option("target", line.backup_target,
                       "the directory to make, or one in which to make it (backups in the data directory)");
    add_settings(*backup, line);
    auto* restore = app.add_subcommand("restore", "make a data directory out of a backup");
    restore->add_option("backup", line.restore.backup, "the directory that is the backup")->required();
    restore->add_option("--secret-key", line.restore.secret_key, "the secret.key that the backup belongs to");
    restore->add_option("--erasures", line.restore.erasures, "the newest erasures.log, or the directory it is in");
    restore->add_flag("--without-erasures", line.restore.without_erasures, "when there is no such log any more");
    restore->add_flag("--try", line.restore.is_trial,
                      "only see whether it could be restored, and note so in the data directory that there is");
    add_settings(*restore, line);
    auto* copy = app.add_subcommand("copy", "move the store of a stopped service from SQLite to PostgreSQL");
    copy->add_option("--to", line.copy_to, "the address of an empty database, postgres://user:password@host/name")
        ->required();
    add_settings(*copy, line);
    auto* database = app.add_subcommand("database", "the PostgreSQL database")->require_subcommand(1);
    add_settings(*database->add_subcommand("distribute", "spread its tables over the machines of a Citus cluster"),
                 line);
    add_settings(*app.add_subcommand("confirm-live", "say that this copy of the data is the live one"), line);
}

// Of what ends the program. A thread that cannot be made is told as one that should be asked for again.
std::string words_for(const std::exception& broken) {
    const auto* const system = dynamic_cast<const std::system_error*>(&broken);
    const bool lacks_memory = dynamic_cast<const std::bad_alloc*>(&broken) != nullptr ||
                              (system != nullptr && (system->code() == std::errc::not_enough_memory ||
                                                     system->code() == std::errc::resource_unavailable_try_again));
    if (!lacks_memory) { return broken.what(); }
    return fmt::format(
        "There is too little memory to go on, or the process may have no more threads: {}. Give it more; a "
        "limit of the system or of its unit may be too low.",
        broken.what());
}

int main_of(int argc, char** argv) {
    CLI::App app("Tradewind: marketing automation for one online store", "tradewind");
    app.require_subcommand(1);
    app.failure_message(failure_text);
    app.set_version_flag("--version", "tradewind " TRADEWIND_VERSION, "print the version");
    CommandLine line;
    auto* serve = app.add_subcommand("serve", "run the service");
    serve->add_flag("--test-clock", line.test_clock, "make a store to try things out, whose clock can be turned");
    add_settings(*serve, line);
    add_key_commands(app, line);
    add_people_commands(app, line);
    add_store_commands(app, line);
    add_import_command(app, line);
    add_export_command(app, line);
    add_demo_command(app, line);
    add_backup_commands(app, line);
    add_settings(*app.add_subcommand("compact", "give back room that the database of a stopped service has no use for"),
                 line);
    add_settings(*app.add_subcommand("check", "check the configuration and the data"), line);
    app.add_subcommand("version", "print the version");
    try {
        app.parse(argc, argv);
    } catch (const CLI::ParseError& error) { return app.exit(error); }
    base::start_crypto();
    const auto done = run(app, line);
    if (done) { return 0; }
    fmt::print(stderr, "tradewind: {}\n", done.error().detail);
    return done.error().kind == base::ErrorKind::Internal ? broken_exit_code : refused_exit_code;
}

}  // namespace
}  // namespace tradewind::app

int main(int argc, char** argv) {
    try {
        return tradewind::app::main_of(argc, argv);
    } catch (const std::exception& broken) {
        fmt::print(stderr, "tradewind: {}\n", tradewind::app::words_for(broken));
        return tradewind::app::broken_exit_code;
    }
}
