#pragma once

#include <stdlib.h>

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>

#include "base/clock.h"
#include "base/log.h"
#include "storage/sqlite_database.h"

namespace tradewind::storage {

// For tests: a fresh directory, removed with all it holds.
class TemporaryDirectory {
  public:
    TemporaryDirectory() {
        auto name = (std::filesystem::temp_directory_path() / "tradewind-test-XXXXXX").string();
        if (::mkdtemp(name.data()) == nullptr) { throw std::runtime_error("no temporary directory: " + name); }
        path_ = name;
    }
    ~TemporaryDirectory() {
        std::error_code ignored;
        std::filesystem::remove_all(path_, ignored);
    }
    TemporaryDirectory(const TemporaryDirectory&) = delete;
    TemporaryDirectory& operator=(const TemporaryDirectory&) = delete;

    [[nodiscard]] const std::filesystem::path& path() const { return path_; }

  private:
    std::filesystem::path path_;
};

// For tests: a database in a file of its own, with the newest schema and nothing in it, removed afterwards.
class TestDatabase {
  public:
    TestDatabase() : TestDatabase(system_clock()) {}
    // The clock must outlive the database.
    explicit TestDatabase(const base::Clock& clock) : log_(base::LogFormat::Text, base::LogLevel::Error) {
        database_ = SqliteDatabase::open({.file = file(), .on_fatal = end_process}, clock, log_).take();
    }

    [[nodiscard]] Database& operator*() { return *database_; }
    [[nodiscard]] Database* operator->() { return database_.get(); }
    [[nodiscard]] std::filesystem::path file() const { return directory_.path() / "tradewind.db"; }

  private:
    static const base::Clock& system_clock() {
        static const base::SystemClock clock;
        return clock;
    }
    static void end_process(std::string_view cause) {
        std::fprintf(stderr, "the test database is broken: %.*s\n", static_cast<int>(cause.size()), cause.data());
        std::abort();
    }

    TemporaryDirectory directory_;
    base::Log log_;
    std::unique_ptr<SqliteDatabase> database_;
};

}  // namespace tradewind::storage
