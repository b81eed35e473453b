#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

#include "base/decimal.h"
#include "base/json.h"
#include "base/result.h"

namespace tradewind::app {

// The members of an answer of the service to its own command line. One that is not there is empty, or 0.
class AnswerMembers {
  public:
    static base::Result<AnswerMembers> read(const std::string& answer) {
        auto document = TRY(base::JsonDocument::parse(answer));
        return AnswerMembers(std::move(document));
    }

    [[nodiscard]] std::string text(std::string_view name) const {
        const auto member = document_.root().find(name);
        return member ? std::string(member->string()) : std::string();
    }
    [[nodiscard]] std::int64_t number(std::string_view name) const {
        const auto member = document_.root().find(name);
        return member ? base::parse_integer(member->digits()).value() : 0;
    }

  private:
    explicit AnswerMembers(base::JsonDocument document) : document_(std::move(document)) {}

    base::JsonDocument document_;
};

}  // namespace tradewind::app
