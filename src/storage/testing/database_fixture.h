#pragma once

#include <gtest/gtest.h>

#include <deque>
#include <future>
#include <string>
#include <utility>

#include "storage/database/database.h"
#include "storage/testing/test_clock.h"
#include "storage/testing/test_database.h"
#include "storage/testing/test_gate.h"
#include "storage/testing/test_notes.h"

namespace tradewind::storage {

// A database of either engine with a table of notes, through the door that others use.
class DatabaseFixture : public testing::TestWithParam<TestEngine> {
  protected:
    using Answer = base::Result<std::string>;

    DatabaseFixture() { make_notes(*database); }

    template <class Work>
    std::future<Answer> write(Work work, const WriteTerms& terms = Priority::Request) {
        std::promise<Answer> promise;
        auto future = promise.get_future();
        database->write(terms, executor, std::move(work), [promise = std::move(promise)](Answer answer) mutable {
            promise.set_value(std::move(answer));
        });
        return future;
    }
    template <class Work>
    Answer read(Work work, ReadCost cost = ReadCost::Point) {
        return read_and_wait(*database, std::move(work), cost);
    }
    std::future<Answer> add(const std::string& body, const WriteTerms& terms = Priority::Request) {
        return write(
            [body](Transaction& transaction) -> Answer {
                add_note(transaction, body);
                return body;
            },
            terms);
    }
    // Stops every thread that writes.
    void stop_writers() {
        const std::size_t threads = GetParam() == TestEngine::Sqlite ? 1 : database.postgres_options().writers;
        for (std::size_t number = 0; number < threads; ++number) {
            auto& gate = gates_.emplace_back();
            write([&gate](Transaction&) -> Answer {
                gate.pass();
                return std::string();
            });
            gate.wait_until_reached();
        }
    }
    void let_writers_go() {
        for (auto& gate : gates_) { gate.open(); }
    }

  private:
    std::deque<TestGate> gates_;

  protected:
    base::InlineExecutor executor;
    TestClock clock;
    TestDatabase database{GetParam(), clock};
};

}  // namespace tradewind::storage
