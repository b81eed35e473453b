#pragma once

#include <cstdint>
#include <deque>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "storage/database/query.h"

namespace tradewind::storage {

// A statement that is put together while the program runs, because what it asks follows from something that people
// made, such as a filter. Its words are constants of storage; whatever people said is a value. It is prepared for one
// run, so it is for reads of many rows. Everything else is a Query.
class ComposedQuery {
  public:
    // The name lives for ever.
    explicit ComposedQuery(std::string_view name) : name_(name) {}
    // What is bound points into it.
    ComposedQuery(const ComposedQuery&) = delete;
    ComposedQuery& operator=(const ComposedQuery&) = delete;

    ComposedQuery& words(std::string_view common) { return words(common, common); }
    // A second wording only where none is common.
    ComposedQuery& words(std::string_view sqlite, std::string_view postgres) {
        sqlite_ += sqlite;
        postgres_ += postgres;
        return *this;
    }
    ComposedQuery& value(std::int64_t number) { return bind(number); }
    ComposedQuery& value(std::string text) { return bind(texts_.emplace_back(std::move(text))); }

    [[nodiscard]] std::string_view name() const { return name_; }
    [[nodiscard]] const std::string& sqlite() const { return sqlite_; }
    [[nodiscard]] const std::string& postgres() const { return postgres_; }
    [[nodiscard]] const std::vector<Parameter>& parameters() const { return parameters_; }

  private:
    ComposedQuery& bind(const Parameter& parameter) {
        parameters_.push_back(parameter);
        return words("$" + std::to_string(parameters_.size()));
    }

    const std::string_view name_;
    std::string sqlite_;
    std::string postgres_;
    std::deque<std::string> texts_;  // Which stay where they are.
    std::vector<Parameter> parameters_;
};

}  // namespace tradewind::storage
