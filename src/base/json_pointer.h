#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/json.h"
#include "base/result.h"

namespace tradewind::base {

// The way to a value inside a JSON document, by RFC 6901: `` is the whole, `/items/0/a~1b` the member `a/b` of the
// first of `items`.
class JsonPointer {
  public:
    // The Error is `invalid("", reason)`: the caller puts its path.
    static Result<JsonPointer> parse(std::string_view text);

    // Nothing when there is no such value.
    [[nodiscard]] std::optional<JsonValue> find(const JsonValue& root) const;

  private:
    std::vector<std::string> parts_;  // Unescaped.
};

// The pointer to a member of the outermost object.
std::string pointer_to_member(std::string_view key);

}  // namespace tradewind::base
