#pragma once

#include <fcntl.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <stdexcept>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include "base/clock.h"
#include "base/secret.h"
#include "base/wakeup.h"
#include "storage/migrations/migrate.h"
#include "storage/postgres/connection.h"
#include "storage/postgres/schema.h"
#include "storage/testing/test_directory.h"

namespace tradewind::storage {

// For tests: a PostgreSQL server of one's own, reached through a socket in a folder that is removed with it. It never
// runs as root, never listens on a port, and ends with the process that started it. Without the programs of PostgreSQL
// it throws.
class TestPostgresServer {
  public:
    // With `durable`, what was committed survives kill(). Without, it is quicker.
    enum class Care { Quick, Durable };

    explicit TestPostgresServer(Care care = Care::Quick)
        : care_(care), directory_(care == Care::Quick ? quick_place() : std::filesystem::temp_directory_path()) {
        if (::geteuid() == 0) { check(::chown(directory_.path().c_str(), nobody, nobody), "chown"); }
        if (status_of({program("initdb"), "--auth=trust", "--encoding=UTF8", "--locale=C", "--username=tester",
                       "--no-sync", "--no-instructions", "--pgdata=" + data()}) != 0) {
            throw std::runtime_error("initdb failed");
        }
        start();
    }
    ~TestPostgresServer() { end(SIGQUIT); }
    TestPostgresServer(const TestPostgresServer&) = delete;
    TestPostgresServer& operator=(const TestPostgresServer&) = delete;

    void start() {
        std::vector<std::string> command{program("postgres"), "-D", data(), "-k", directory_.path().string()};
        for (const std::string_view setting :
             {"listen_addresses=", "max_connections=200", "shared_buffers=32MB", "autovacuum=off", "max_wal_size=4GB",
              "deadlock_timeout=100ms", "log_min_messages=panic", "dynamic_shared_memory_type=mmap"}) {
            command.insert(command.end(), {"-c", std::string(setting)});
        }
        if (care_ == Care::Quick) {
            for (const std::string_view setting : {"fsync=off", "full_page_writes=off", "synchronous_commit=off"}) {
                command.insert(command.end(), {"-c", std::string(setting)});
            }
        }
        process_ = spawn(command);
        wait_until_ready();
    }
    // As if the machine had failed.
    void kill() { end(SIGKILL); }
    // For an orderly end, in which those who are connected are told.
    void stop() { end(SIGINT); }
    // Stops every process of it where it stands, and lets them go on.
    void freeze() { signal(processes(), SIGSTOP); }
    void thaw() { signal(processes(), SIGCONT); }

    [[nodiscard]] base::Secret address(std::string_view database = "postgres") const {
        // Where no fault is planted a connection may take its time: a busy machine stands still for seconds.
        return base::Secret("postgres://tester@/" + std::string(database) + "?host=" + directory_.path().string() +
                            (care_ == Care::Quick ? "&connect_timeout=60" : ""));
    }
    void run(const std::string& sql, std::string_view database = "postgres") const {
        PostgresConnection(address(database), patience).run_script(sql);
    }

  private:
    static constexpr uid_t nobody = 65534;
    static constexpr PostgresTimeouts patience{.statement_time_max = std::chrono::milliseconds(0),
                                               .silence_max = std::chrono::milliseconds(30'000)};

    static void check(int result, const char* what) {
        if (result < 0) { throw std::system_error(errno, std::generic_category(), what); }
    }
    // Debian keeps them beside each other by version.
    static std::string program(const std::string& name) {
        std::string newest;
        const std::filesystem::path versions = "/usr/lib/postgresql";
        if (std::filesystem::exists(versions)) {
            for (const auto& version : std::filesystem::directory_iterator(versions)) {
                newest = std::max(newest, (version.path() / "bin" / name).string());
            }
        }
        if (!std::filesystem::exists(newest)) {
            throw std::runtime_error("these tests need the PostgreSQL server: " + name + " is not installed");
        }
        return newest;
    }
    [[nodiscard]] std::string data() const { return (directory_.path() / "data").string(); }

    // The process ends when this one does, however it ends; the server's own children end with it.
    static pid_t spawn(const std::vector<std::string>& command) {
        std::vector<char*> arguments;
        arguments.reserve(command.size() + 1);
        for (const auto& word : command) { arguments.push_back(const_cast<char*>(word.c_str())); }
        arguments.push_back(nullptr);
        const bool is_root = ::geteuid() == 0;
        const pid_t child = ::fork();
        check(child, "fork");
        if (child > 0) { return child; }
        const int nowhere = ::open("/dev/null", O_RDWR);
        ::dup2(nowhere, STDIN_FILENO);
        ::dup2(nowhere, STDOUT_FILENO);
        if (is_root && (::setgid(nobody) != 0 || ::setuid(nobody) != 0)) { ::_exit(126); }
        ::setsid();
        ::prctl(PR_SET_PDEATHSIG, SIGQUIT);
        ::execv(arguments[0], arguments.data());
        ::_exit(127);
    }
    static int status_of(const std::vector<std::string>& command) {
        int status = 0;
        check(::waitpid(spawn(command), &status, 0), "waitpid");
        return status;
    }

    void wait_until_ready() const {
        for (int tries = 0; tries < 1000; ++tries) {
            if (::waitpid(process_, nullptr, WNOHANG) != 0) {
                throw std::runtime_error("the PostgreSQL server ended at once");
            }
            if (status_of({program("pg_isready"), "--quiet", "--username=tester",
                           "--host=" + directory_.path().string()}) == 0) {
                return;
            }
            base::Wakeup().wait_for(std::chrono::milliseconds(10));
        }
        throw std::runtime_error("the PostgreSQL server does not get ready");
    }

    void end(int how) {
        if (process_ <= 0) { return; }
        const auto children = how == SIGKILL ? processes() : std::vector<pid_t>();
        ::kill(process_, how);
        ::waitpid(process_, nullptr, 0);
        process_ = 0;
        signal(children, how);
        // The next server starts only when all of them are gone.
        while (std::any_of(children.begin(), children.end(), is_running)) {
            base::Wakeup().wait_for(std::chrono::milliseconds(1));
        }
    }
    [[nodiscard]] std::vector<pid_t> processes() const {
        const auto number = std::to_string(process_);
        std::ifstream children("/proc/" + number + "/task/" + number + "/children");
        std::vector<pid_t> all{process_};
        for (pid_t child = 0; children >> child;) { all.push_back(child); }
        return all;
    }
    // Nobody may care for what is left of a process whose parent is gone: then it is a zombie.
    static bool is_running(pid_t process) {
        std::ifstream file("/proc/" + std::to_string(process) + "/stat");
        std::string stat;
        return std::getline(file, stat) && stat.substr(stat.rfind(')') + 1, 2) != " Z";
    }
    static void signal(const std::vector<pid_t>& processes, int how) {
        for (const auto process : processes) { ::kill(process, how); }
    }

    const Care care_;
    TemporaryDirectory directory_;
    pid_t process_ = 0;
};

// For tests: the one server that a test program uses, started when it is first needed, with a database to copy that has
// the newest schema.
class SharedTestPostgres {
  public:
    static SharedTestPostgres& instance() {
        static SharedTestPostgres shared;
        return shared;
    }

    [[nodiscard]] TestPostgresServer& server() { return server_; }
    // Makes a database with the newest schema and nothing in it; its name.
    std::string make_database() {
        auto name = "test" + std::to_string(++databases_);
        server_.run("CREATE DATABASE " + name + " STRATEGY file_copy TEMPLATE " + std::string(sample));
        return name;
    }
    // Without any schema.
    std::string make_empty_database() {
        auto name = "test" + std::to_string(++databases_);
        server_.run("CREATE DATABASE " + name + " STRATEGY file_copy");
        return name;
    }
    void remove_database(const std::string& name) { server_.run("DROP DATABASE " + name + " WITH (FORCE)"); }

  private:
    static constexpr std::string_view sample = "sample";

    SharedTestPostgres() {
        server_.run("CREATE DATABASE " + std::string(sample));
        PostgresConnection connection(server_.address(sample), {.statement_time_max = std::chrono::milliseconds(0),
                                                                .silence_max = std::chrono::milliseconds(30'000)});
        const base::SystemClock clock;
        PostgresSchema schema(connection, clock);
        migrate(schema, migration_texts, clock).take();
    }

    TestPostgresServer server_;
    std::atomic<int> databases_{0};
};

}  // namespace tradewind::storage
