#include "domain/files/import.h"

#include <algorithm>

#include "base/json.h"
#include "domain/fields/json_fields.h"

namespace tradewind::domain {
namespace {

template <class Value>
struct Word {
    Value value;
    std::string_view word;
};

constexpr std::array<Word<ImportType>, 4> types{{
    {ImportType::Contacts, "contacts"},
    {ImportType::Products, "products"},
    {ImportType::Coupons, "coupons"},
    {ImportType::Purchases, "purchases"},
}};
constexpr std::array<Word<ImportFamily>, 2> families{
    {{ImportFamily::Files, "files"}, {ImportFamily::PastPurchases, "purchases"}}};
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

void write_id(base::JsonWriter& writer, std::string_view name, const std::optional<base::Id>& id) {
    if (!id) { return; }
    writer.key(name);
    writer.string(id->text());
}

std::string_view text_in(const base::JsonValue& object, std::string_view name) {
    const auto member = object.find(name);
    return member && member->kind() == base::JsonKind::String ? member->string() : std::string_view();
}

bool is_true(const base::JsonValue& object, std::string_view name) {
    const auto member = object.find(name);
    return member && member->kind() == base::JsonKind::Boolean && member->boolean();
}

std::optional<base::Id> id_in(const base::JsonValue& object, std::string_view name) {
    const auto id = base::Id::parse(text_in(object, name));
    return id ? id.value() : std::nullopt;
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

ImportFamily family_of(ImportType type) {
    return type == ImportType::Purchases ? ImportFamily::PastPurchases : ImportFamily::Files;
}

std::string_view word_of(ImportFamily family) {
    return word_in(families, family);
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

std::string render_import_options(ImportType type, const ImportOptions& options) {
    std::string json;
    base::JsonWriter writer(json);
    writer.begin_object();
    if (family_of(type) == ImportFamily::PastPurchases) {
        writer.key("format");
        writer.string(word_of(options.format));
    }
    if (options.format == FileFormat::Csv) {
        writer.key("delimiter");
        writer.string({&options.delimiter, 1});
    }
    if (family_of(type) == ImportFamily::Files) {
        writer.key("overrideExisting");
        writer.boolean(options.override_existing);
        writer.key("updateOnlyEmptyFields");
        writer.boolean(options.update_only_empty_fields);
    }
    write_id(writer, "couponSetId", options.coupon_set);
    write_id(writer, "segmentId", options.segment);
    writer.end_object();
    return json;
}

std::optional<ImportOptions> read_import_options(std::string_view json) {
    const auto document = base::JsonDocument::parse(json);
    if (!document || document.value().root().kind() != base::JsonKind::Object) { return std::nullopt; }
    const auto root = document.value().root();
    ImportOptions options;
    if (const auto word = text_in(root, "format"); !word.empty()) {
        const auto known = value_in(formats, word);
        if (!known) { return std::nullopt; }
        options.format = *known;
    }
    if (const auto delimiter = text_in(root, "delimiter"); delimiter.size() == 1) {
        options.delimiter = delimiter.front();
    }
    options.override_existing = is_true(root, "overrideExisting");
    options.update_only_empty_fields = is_true(root, "updateOnlyEmptyFields");
    options.coupon_set = id_in(root, "couponSetId");
    options.segment = id_in(root, "segmentId");
    return options;
}

base::Result<char> read_delimiter(std::string_view text) {
    if (text != "," && text != ";") { return base::invalid("/delimiter", "must be , or ;"); }
    return text.front();
}

void write_import(base::JsonWriter& writer, const Import& import, std::string_view report_url) {
    writer.begin_object();
    write_fields(writer, import_fields, import);
    writer.key("type");
    writer.string(word_of(import.type));
    writer.key("status");
    writer.string(word_of(import.status));
    writer.key("options");
    writer.raw(render_import_options(import.type, import.options));
    if (!report_url.empty()) {
        writer.key("errorReportFileUrl");
        writer.string(report_url);
    }
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
