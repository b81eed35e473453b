#pragma once

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "base/clock.h"
#include "base/log.h"
#include "base/random.h"
#include "storage/postgres/database.h"
#include "storage/sqlite/database.h"
#include "storage/testing/test_directory.h"
#include "storage/testing/test_engine.h"
#include "storage/testing/test_postgres.h"

namespace tradewind::storage {

// For tests: a database of its own, with the newest schema and nothing in it, removed afterwards. It can be closed and
// opened again.
class TestDatabase {
  public:
    TestDatabase() : TestDatabase(system_clock()) {}
    // The clock must outlive the database.
    explicit TestDatabase(const base::Clock& clock) : TestDatabase(default_test_engine(), clock) {}
    explicit TestDatabase(TestEngine engine) : TestDatabase(engine, system_clock()) {}
    TestDatabase(TestEngine engine, const base::Clock& clock) : engine_(engine), clock_(clock) {
        base::start_crypto();
        if (engine_ == TestEngine::Postgres) { postgres_name_ = SharedTestPostgres::instance().make_database(); }
        open().take();
    }
    ~TestDatabase() {
        close();
        if (engine_ == TestEngine::Postgres) { SharedTestPostgres::instance().remove_database(postgres_name_); }
    }
    TestDatabase(const TestDatabase&) = delete;
    TestDatabase& operator=(const TestDatabase&) = delete;

    base::Result<void> open() {
        database_ = TRY(open_another());
        return {};
    }
    void close() { database_.reset(); }
    // A second opener, as another process would be one: on PostgreSQL alone, while this one is open.
    base::Result<std::unique_ptr<Database>> open_another() {
        switch (engine_) {
            case TestEngine::Sqlite: {
                auto opened = TRY(SqliteDatabase::open({.file = file(), .on_fatal = end_process}, clock_, log_));
                return std::unique_ptr<Database>(std::move(opened));
            }
            case TestEngine::Postgres: {
                auto opened = TRY(PostgresDatabase::open(postgres_options(), clock_, random_, log_));
                return std::unique_ptr<Database>(std::move(opened));
            }
        }
        return std::unique_ptr<Database>();
    }

    [[nodiscard]] Database& operator*() { return *database_; }
    [[nodiscard]] Database* operator->() { return database_.get(); }
    [[nodiscard]] TestEngine engine() const { return engine_; }
    // Of SQLite alone.
    [[nodiscard]] std::filesystem::path file() const { return directory_.path() / "tradewind.db"; }
    // Of PostgreSQL alone.
    [[nodiscard]] PostgresOptions postgres_options() const {
        return {.address = SharedTestPostgres::instance().server().address(postgres_name_),
                .writers = writers,
                .readers = 2,
                .on_fatal = end_process};
    }

    std::size_t writers = 3;  // Of PostgreSQL, for whoever opens it next.

  private:
    static const base::Clock& system_clock() {
        static const base::SystemClock clock;
        return clock;
    }
    static void end_process(std::string_view cause) {
        std::fprintf(stderr, "the test database is broken: %.*s\n", static_cast<int>(cause.size()), cause.data());
        std::abort();
    }

    const TestEngine engine_;
    const base::Clock& clock_;
    TemporaryDirectory directory_{quick_place()};
    std::string postgres_name_;
    base::SystemRandom random_;
    base::Log log_{base::LogFormat::Text, base::LogLevel::Error};
    std::unique_ptr<Database> database_;
};

}  // namespace tradewind::storage
