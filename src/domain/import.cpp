#include "domain/import.h"

#include <algorithm>

#include "base/json.h"
#include "domain/json_fields.h"

namespace tradewind::domain {
namespace {

template <class Value>
struct Word {
    Value value;
    std::string_view word;
};

constexpr std::array<Word<ImportType>, 1> types{{{ImportType::Purchases, "purchases"}}};
constexpr std::array<Word<ImportStatus>, 5> statuses{{
    {ImportStatus::Queued, "queued"},
    {ImportStatus::InProgress, "inProgress"},
    {ImportStatus::Finished, "finished"},
    {ImportStatus::Error, "error"},
    {ImportStatus::Cancelled, "cancelled"},
}};
constexpr std::array<Word<FileFormat>, 2> formats{{{FileFormat::Csv, "csv"}, {FileFormat::Ndjson, "ndjson"}}};

template <class Value, std::size_t Count>
std::string_view word_in(const std::array<Word<Value>, Count>& words, Value value) {
    return std::ranges::find(words, value, &Word<Value>::value)->word;
}

template <class Value, std::size_t Count>
std::optional<Value> value_in(const std::array<Word<Value>, Count>& words, std::string_view word) {
    const auto found = std::ranges::find(words, word, &Word<Value>::word);
    return found == words.end() ? std::nullopt : std::optional(found->value);
}

// How many problems of one record a report tells.
constexpr std::size_t told_problems_max = 10;

void append_cell(std::string& line, std::string_view cell) {
    line += '"';
    for (const char byte : cell) { line.append(byte == '"' ? 2 : 1, byte); }
    line += '"';
}

}  // namespace

std::string_view word_of(ImportType type) {
    return word_in(types, type);
}

std::string_view word_of(ImportStatus status) {
    return word_in(statuses, status);
}

std::string_view word_of(FileFormat format) {
    return word_in(formats, format);
}

std::optional<ImportType> import_type(std::string_view word) {
    return value_in(types, word);
}

std::optional<ImportStatus> import_status(std::string_view word) {
    return value_in(statuses, word);
}

std::string render_import_options(const ImportOptions& options) {
    std::string json;
    base::JsonWriter writer(json);
    writer.begin_object();
    writer.key("format");
    writer.string(word_of(options.format));
    if (options.format == FileFormat::Csv) {
        writer.key("delimiter");
        writer.string({&options.delimiter, 1});
    }
    writer.end_object();
    return json;
}

std::optional<ImportOptions> read_import_options(std::string_view json) {
    const auto document = base::JsonDocument::parse(json);
    if (!document || document.value().root().kind() != base::JsonKind::Object) { return std::nullopt; }
    const auto format = document.value().root().find("format");
    const auto delimiter = document.value().root().find("delimiter");
    if (!format || format->kind() != base::JsonKind::String) { return std::nullopt; }
    const auto known = value_in(formats, format->string());
    if (!known) { return std::nullopt; }
    ImportOptions options{.format = *known};
    if (delimiter && delimiter->kind() == base::JsonKind::String && delimiter->string().size() == 1) {
        options.delimiter = delimiter->string().front();
    }
    return options;
}

base::Result<char> read_delimiter(std::string_view text) {
    if (text != "," && text != ";") { return base::invalid("/delimiter", "must be , or ;"); }
    return text.front();
}

void write_import(base::JsonWriter& writer, const Import& import) {
    writer.begin_object();
    write_fields(writer, import_fields, import);
    writer.key("type");
    writer.string(word_of(import.type));
    writer.key("status");
    writer.string(word_of(import.status));
    writer.key("options");
    writer.raw(render_import_options(import.options));
    writer.end_object();
}

std::string import_error_reason(const base::Error& error) {
    if (error.kind != base::ErrorKind::Invalid) {
        return error.code.empty() ? error.detail : error.code + ": " + error.detail;
    }
    std::string reason;
    for (std::size_t index = 0; index < error.problems.size(); ++index) {
        if (index == told_problems_max) {
            return reason + "; and " + std::to_string(error.problems.size() - index) + " more";
        }
        const auto& problem = error.problems[index];
        if (index > 0) { reason += "; "; }
        reason += problem.path.substr(std::min<std::size_t>(1, problem.path.size())) + " " + problem.reason;
    }
    return reason;
}

std::string report_file(base::Id import) {
    return import.text() + ".report";
}

std::string render_report_header(const std::vector<std::string>& header) {
    std::string line = R"("line","reason")";
    for (const auto& name : header) {
        line += ',';
        append_cell(line, name);
    }
    return line + '\n';
}

std::string render_report_row(const ImportError& error) {
    std::string line;
    append_cell(line, std::to_string(error.line));
    line += ',';
    append_cell(line, error.reason);
    for (const auto& cell : error.cells) {
        line += ',';
        append_cell(line, cell);
    }
    return line + '\n';
}

}  // namespace tradewind::domain
