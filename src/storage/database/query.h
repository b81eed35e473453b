#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>

namespace tradewind::storage {

// One SQL statement, a constant with static storage: engines remember its prepared form by its address. The words are
// those SQLite and PostgreSQL share; `postgres` is a second wording only where none is common.
//
// It stands on the outermost level of a source of storage as `constexpr Query name{...}`, of literals or of texts made
// at compile time. In builds with tests every such name is listed at the end of what is compiled together
// (cmake/layer.cmake), and a test prepares all of them on both engines. A statement made otherwise does not build
// there.
struct Query {
    std::string_view name;
    std::string_view sql;
    std::string_view postgres = {};
    // A third wording for a PostgreSQL whose tables are spread over a cluster, only where it refuses the others. Any
    // PostgreSQL knows it.
    std::string_view cluster = {};
    // What the caller is told, as a Conflict, when it has to wait for too long for another transaction. Empty: that the
    // service is busy.
    std::string_view when_locked = {};
};

struct Bytes {
    std::string_view view;
};

// A list of numbers or of texts as JSON without spaces, `[1,2]`. To SQLite it is that text; PostgreSQL gets it as an
// array.
struct JsonList {
    std::string_view json;
};

// A value bound to `$1`, `$2`, ... Views must live until the statement has run.
class Parameter {
  public:
    Parameter(std::nullopt_t) {}
    Parameter(std::int64_t number) : value_(number) {}
    Parameter(std::string_view text) : value_(text) {}
    Parameter(const std::string& text) : value_(std::string_view(text)) {}
    Parameter(const char*) = delete;
    Parameter(bool) = delete;
    Parameter(Bytes bytes) : value_(bytes) {}
    Parameter(JsonList list) : value_(list) {}
    template <class T>
    Parameter(const std::optional<T>& optional) {
        if (optional) { value_ = Parameter(*optional).value_; }
    }

    [[nodiscard]] const auto& value() const { return value_; }

  private:
    std::variant<std::monostate, std::int64_t, std::string_view, Bytes, JsonList> value_;
};

}  // namespace tradewind::storage
