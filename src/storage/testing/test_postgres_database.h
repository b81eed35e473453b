#pragma once

#include <gtest/gtest.h>

#include <future>
#include <memory>
#include <string>
#include <utility>

#include "storage/postgres/database.h"
#include "storage/testing/test_database.h"
#include "storage/testing/test_notes.h"

namespace tradewind::storage {

inline constexpr Query database_name_query{.name = "database_name", .sql = "SELECT current_database()"};

// A PostgreSQL database with some notes in it.
class PostgresDatabaseTest : public testing::Test {
  public:
    using Answer = base::Result<std::string>;

  protected:
    PostgresDatabaseTest() { make_notes(*database); }

    template <class Work>
    std::future<Answer> write_to(Database& where, Work work) {
        std::promise<Answer> promise;
        auto future = promise.get_future();
        where.write(Priority::Request, executor, std::move(work),
                    [promise = std::move(promise)](Answer answer) mutable { promise.set_value(std::move(answer)); });
        return future;
    }
    template <class Work>
    std::future<Answer> write(Work work) {
        return write_to(*database, std::move(work));
    }
    std::future<Answer> add(const std::string& body) {
        return write([body](Transaction& transaction) -> Answer {
            add_note(transaction, body);
            return body;
        });
    }
    std::unique_ptr<PostgresDatabase> open(PostgresOptions options) {
        return PostgresDatabase::open(std::move(options), clock, random, log).take();
    }
    void run(const std::string& sql) { SharedTestPostgres::instance().server().run(sql, database_name()); }
    std::string database_name() {
        return read_and_wait(*database,
                             [](Transaction& transaction) -> Answer {
                                 auto rows = transaction.query(database_name_query);
                                 return rows.next() ? std::string(rows.text(0)) : "";
                             })
            .take();
    }

    base::SystemClock clock;
    base::SystemRandom random;
    base::Log log{base::LogFormat::Text, base::LogLevel::Error};
    base::InlineExecutor executor;
    TestDatabase database{TestEngine::Postgres};
};

}  // namespace tradewind::storage
