#pragma once

#include <gtest/gtest.h>

#include <string>
#include <type_traits>
#include <utility>

#include "storage/testing/test_database.h"

namespace tradewind::storage {

// For tests: a store on an engine, with a database of its own. Its tests are TEST_P, instantiated with `both_engines`
// and `engine_name`.
class StoreTest : public testing::TestWithParam<TestEngine> {
  protected:
    // Runs `work` in a write transaction and returns what it returned.
    template <class Work>
    auto run(Work work) {
        using Value = std::invoke_result_t<Work&, Transaction&>;
        auto done = write_and_wait(*database, [&](Transaction& transaction) -> base::Result<Value> {
            if constexpr (std::is_void_v<Value>) {
                work(transaction);
                return {};
            } else {
                return work(transaction);
            }
        });
        if constexpr (std::is_void_v<Value>) {
            EXPECT_TRUE(done);
        } else {
            return std::move(done).take();
        }
    }

    TestDatabase database{GetParam()};
};

inline const auto both_engines = testing::Values(TestEngine::Sqlite, TestEngine::Postgres);

inline std::string engine_name(const testing::TestParamInfo<TestEngine>& engine) {
    return std::string(name_of(engine.param));
}

}  // namespace tradewind::storage
