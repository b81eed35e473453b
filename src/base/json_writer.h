#pragma once

#include <cassert>
#include <cstdint>
#include <string>
#include <string_view>

#include "base/decimal.h"
#include "base/instant.h"

namespace tradewind::base {

class JsonValue;

// Appends one JSON value to a text, compactly, with its commas. Calls that would not give JSON (a member without a key,
// an end without its begin, a second value at the top) are asserted against. The text must outlive the writer.
class JsonWriter {
  public:
    static constexpr unsigned depth_max = 64;

    explicit JsonWriter(std::string& out) : out_(out) {}

    void begin_object() { open('{', Level::Object); }
    void end_object() { close('}', Level::Object); }
    void begin_array() { open('[', Level::Array); }
    void end_array() { close(']', Level::Array); }

    // Names the next value.
    void key(std::string_view name) {
        assert(depth_ > 0 && level() == Level::Object && !has_key_ && "a key outside an object, or two in a row");
        has_key_ = true;
        if (needs_comma_) { out_.push_back(','); }
        needs_comma_ = false;
        append_quoted(name);
        out_.push_back(':');
    }

    // Valid UTF-8. Escapes what JSON demands and nothing else.
    void string(std::string_view text) {
        start_value();
        append_quoted(text);
    }
    void integer(std::int64_t number);
    void decimal(Decimal number) {
        start_value();
        number.append_to(out_);
    }
    void boolean(bool value) {
        start_value();
        out_.append(value ? "true" : "false");
    }
    void null() {
        start_value();
        out_.append("null");
    }
    // `"2022-10-05T14:48:00.000Z"`.
    void instant(Instant moment) {
        start_value();
        out_.push_back('"');
        moment.append_to(out_);
        out_.push_back('"');
    }
    // A value that is JSON already.
    void raw(std::string_view json) {
        start_value();
        out_.append(json);
    }

  private:
    enum class Level : std::uint64_t { Array = 0, Object = 1 };

    [[nodiscard]] Level level() const { return Level{levels_ & 1}; }

    void start_value() {
        assert((depth_ > 0 || !needs_comma_) && "a second value at the top");
        assert((depth_ == 0 || has_key_ == (level() == Level::Object)) && "a member without a key");
        has_key_ = false;
        if (needs_comma_) { out_.push_back(','); }
        needs_comma_ = true;
    }
    void open(char bracket, Level level) {
        start_value();
        assert(depth_ < depth_max && "nested too deep");
        levels_ = levels_ << 1 | static_cast<std::uint64_t>(level);
        ++depth_;
        needs_comma_ = false;
        out_.push_back(bracket);
    }
    void close(char bracket, [[maybe_unused]] Level level) {
        assert(depth_ > 0 && this->level() == level && !has_key_ && "an end without its begin, or after a key");
        levels_ >>= 1;
        --depth_;
        needs_comma_ = true;
        out_.push_back(bracket);
    }
    void append_quoted(std::string_view text);

    std::string& out_;
    std::uint64_t levels_ = 0;  // One bit for each open container, the innermost lowest.
    unsigned depth_ = 0;
    bool needs_comma_ = false;
    bool has_key_ = false;
};

// Writes a value that was read, compactly; numbers by the digits they were sent with.
void write_json(JsonWriter& writer, const JsonValue& value);

}  // namespace tradewind::base
