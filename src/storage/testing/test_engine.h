#pragma once

#include <cstdlib>
#include <ostream>
#include <stdexcept>
#include <string>
#include <string_view>

namespace tradewind::storage {

// For tests: which engine they run on.
enum class TestEngine { Sqlite, Postgres };

inline std::string_view name_of(TestEngine engine) {
    switch (engine) {
        case TestEngine::Sqlite:
            return "Sqlite";
        case TestEngine::Postgres:
            return "Postgres";
    }
    return {};
}

inline std::ostream& operator<<(std::ostream& out, TestEngine engine) {
    return out << name_of(engine);
}

// The engine of tests that do not say: SQLite, or what TRADEWIND_TEST_ENGINE names. So the tests of the rooms above run
// on both without knowing it.
inline TestEngine default_test_engine() {
    static const TestEngine engine = [] {
        const char* const wanted = std::getenv("TRADEWIND_TEST_ENGINE");
        if (wanted == nullptr || std::string_view(wanted) == "sqlite") { return TestEngine::Sqlite; }
        if (std::string_view(wanted) == "postgres") { return TestEngine::Postgres; }
        throw std::runtime_error("TRADEWIND_TEST_ENGINE is neither sqlite nor postgres");
    }();
    return engine;
}

}  // namespace tradewind::storage
