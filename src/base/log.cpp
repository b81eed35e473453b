#include "base/log.h"

#include <spdlog/sinks/stdout_sinks.h>

#include <algorithm>
#include <chrono>

#include "base/instant.h"
#include "base/json_writer.h"
#include "base/text.h"

namespace tradewind::base {

namespace {

std::string_view name_of(LogLevel level) {
    switch (level) {
        case LogLevel::Debug:
            return "debug";
        case LogLevel::Info:
            return "info";
        case LogLevel::Warning:
            return "warning";
        case LogLevel::Error:
            return "error";
    }
    return "";
}

spdlog::level::level_enum spdlog_level(LogLevel level) {
    switch (level) {
        case LogLevel::Debug:
            return spdlog::level::debug;
        case LogLevel::Info:
            return spdlog::level::info;
        case LogLevel::Warning:
            return spdlog::level::warn;
        case LogLevel::Error:
            return spdlog::level::err;
    }
    return spdlog::level::off;
}

Instant time_of(const spdlog::details::log_msg& message) {
    const auto since_1970 = message.time.time_since_epoch();
    return {std::chrono::duration_cast<std::chrono::milliseconds>(since_1970).count()};
}

// A text that does nothing to a terminal: invalid UTF-8 is replaced, and control characters show as `\u001b`.
void append_harmless(std::string& out, std::string_view text) {
    for (const auto valid = replace_invalid_utf8(text); const char character : valid) {
        const auto byte = static_cast<unsigned char>(character);
        // The controls beyond ASCII, U+0080 to U+009F, are C2 80 to C2 9F; the first byte is out already.
        const bool is_second_of_control = byte >= 0x80 && byte < 0xA0 && out.ends_with('\xC2');
        if (is_second_of_control) { out.pop_back(); }
        if (byte < 0x20 || byte == 0x7F || is_second_of_control) {
            out.append("\\u00").append(to_hex({&character, 1}));
        } else {
            out.push_back(character);
        }
    }
}

// Quoted where it could be taken for more than one word.
void append_value(std::string& line, std::string_view value) {
    std::string harmless;
    append_harmless(harmless, value);
    if (harmless.empty() || harmless.find_first_of(" \"") != std::string::npos) {
        JsonWriter(line).string(harmless);
    } else {
        line.append(harmless);
    }
}

void append_text_line(std::string& line, Instant time, LogLevel level, std::string_view message,
                      std::initializer_list<LogField> fields) {
    constexpr std::size_t level_width = 5;
    const auto level_name = name_of(level);
    time.append_to(line);
    line.append(" ").append(level_name);
    line.append(level_width - std::min(level_width, level_name.size()) + 1, ' ');
    append_harmless(line, message);
    for (const auto& field : fields) {
        line.append("  ").append(field.name).append("=");
        append_value(line, field.value);
    }
}

void append_json_line(std::string& line, Instant time, LogLevel level, std::string_view message,
                      std::initializer_list<LogField> fields) {
    JsonWriter writer(line);
    writer.begin_object();
    writer.key("time");
    writer.instant(time);
    writer.key("level");
    writer.string(name_of(level));
    writer.key("message");
    writer.string(replace_invalid_utf8(message));
    for (const auto& field : fields) {
        writer.key(field.name);
        if (field.is_number) {
            writer.raw(field.value);
        } else {
            writer.string(replace_invalid_utf8(field.value));
        }
    }
    writer.end_object();
}

}  // namespace

struct Log::Sink {
    explicit Sink(LogLevel least) {
        lines.set_level(spdlog_level(least));
        lines.set_pattern("%v");
    }

    spdlog::sinks::stderr_sink_mt lines;
};

Log::Log(LogFormat format, LogLevel least) : format_(format), sink_(std::make_unique<Sink>(least)) {}

Log::~Log() = default;

void Log::debug(std::string_view message, std::initializer_list<LogField> fields) {
    write(LogLevel::Debug, message, fields);
}

void Log::info(std::string_view message, std::initializer_list<LogField> fields) {
    write(LogLevel::Info, message, fields);
}

void Log::warning(std::string_view message, std::initializer_list<LogField> fields) {
    write(LogLevel::Warning, message, fields);
}

void Log::error(std::string_view message, std::initializer_list<LogField> fields) {
    write(LogLevel::Error, message, fields);
}

void Log::write(LogLevel level, std::string_view message, std::initializer_list<LogField> fields) {
    if (!sink_->lines.should_log(spdlog_level(level))) { return; }
    spdlog::details::log_msg line({}, spdlog_level(level), {});  // spdlog gives it its time.
    std::string text;
    switch (format_) {
        case LogFormat::Text:
            append_text_line(text, time_of(line), level, message, fields);
            break;
        case LogFormat::JsonLines:
            append_json_line(text, time_of(line), level, message, fields);
            break;
    }
    line.payload = text;
    sink_->lines.log(line);
}

}  // namespace tradewind::base
