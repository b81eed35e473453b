#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/result.h"

namespace tradewind::api {

// The parameters of a query, decoded, in the order sent.
class QueryString {
  public:
    struct Item {
        std::string name;
        std::string value;
    };

    QueryString() = default;
    // Decoded already.
    explicit QueryString(std::vector<Item> items) : items_(std::move(items)) {}
    // Escapes that cannot be decoded: BadRequest.
    static base::Result<QueryString> parse(std::string_view query);

    // The first of this name.
    [[nodiscard]] std::optional<std::string_view> find(std::string_view name) const;
    [[nodiscard]] const std::vector<Item>& items() const { return items_; }

  private:
    std::vector<Item> items_;
};

// A boolean parameter: `true`, `false`, `1` or `0`; `when_absent` without it. Anything else adds a problem.
bool read_flag(const QueryString& query, std::string_view name, bool when_absent, std::vector<base::Problem>& problems);

}  // namespace tradewind::api
