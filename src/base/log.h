#pragma once

#include <cstdint>
#include <initializer_list>
#include <memory>
#include <string>
#include <string_view>

#include "base/secret.h"

namespace tradewind::base {

enum class LogLevel { Debug, Info, Warning, Error };
enum class LogFormat { Text, JsonLines };

// One named value of a log line. There is no constructor from Secret; a Personal prints as its hash.
struct LogField {
    LogField(std::string_view field_name, std::string_view text) : name(field_name), value(text) {}
    LogField(std::string_view field_name, const char* text) : name(field_name), value(text) {}
    LogField(std::string_view field_name, std::int64_t number)
        : name(field_name), value(std::to_string(number)), is_number(true) {}
    LogField(std::string_view field_name, const Personal& person) : name(field_name), value(person.printable()) {}

    std::string_view name;
    std::string value;
    bool is_number = false;
};

// Lines on standard error: text for a terminal, one JSON object a line otherwise. Control characters are escaped.
// Thread-safe.
class Log {
  public:
    Log(LogFormat format, LogLevel least);
    ~Log();
    Log(const Log&) = delete;
    Log& operator=(const Log&) = delete;

    void debug(std::string_view message, std::initializer_list<LogField> fields = {});
    void info(std::string_view message, std::initializer_list<LogField> fields = {});
    void warning(std::string_view message, std::initializer_list<LogField> fields = {});
    void error(std::string_view message, std::initializer_list<LogField> fields = {});

  private:
    struct Sink;
    void write(LogLevel level, std::string_view message, std::initializer_list<LogField> fields);

    const LogFormat format_;
    std::unique_ptr<Sink> sink_;
};

}  // namespace tradewind::base
