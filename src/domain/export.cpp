#include "domain/export.h"

#include <fmt/format.h>

#include <algorithm>

#include "domain/json_fields.h"

namespace tradewind::domain {
namespace {

// In the order of their enums.
constexpr std::array<std::string_view, 2> type_words{"contacts", "activities"};
constexpr std::array<std::string_view, 4> status_words{"queued", "inProgress", "finished", "error"};

// Kinds of activities that clients may ask for although none is ever made here.
constexpr std::array<std::string_view, 4> never_made{"contact-added-to-gads-audience",
                                                     "contact-removed-from-gads-audience", "facebook-contact-sent",
                                                     "push-notification-migrate-subscription"};

template <class Value, std::size_t Count>
std::optional<Value> value_in(const std::array<std::string_view, Count>& words, std::string_view word) {
    const auto found = std::ranges::find(words, word);
    if (found == words.end()) { return std::nullopt; }
    return static_cast<Value>(found - words.begin());
}

// Our word for what may be written `entity-created`.
std::string activity_word(std::string_view text) {
    constexpr std::string_view alias = "entity-";
    if (!text.starts_with(alias)) { return std::string(text); }
    return "contact-" + std::string(text.substr(alias.size()));
}

// The members of `filters`; an empty array is taken as an empty object.
base::JsonValue filters_in(const base::JsonValue& object, std::vector<base::Problem>& problems) {
    const auto filters = object.kind() == base::JsonKind::Object ? object.find("filters") : std::nullopt;
    if (!filters || filters->is_null()) { return empty_object(); }
    if (filters->kind() == base::JsonKind::Object) { return *filters; }
    if (filters->kind() != base::JsonKind::Array || filters->size() > 0) {
        problems.push_back({.path = "/filters", .reason = "must be an object"});
    }
    return empty_object();
}

void check_range(const ExportFilters& filters, const base::JsonValue& given, std::vector<base::Problem>& problems) {
    const auto is_missing = [&](std::string_view name) {
        const auto value = given.find(name);
        return !value || value->is_null();
    };
    for (const std::string_view name : {"fromDate", "toDate"}) {
        if (is_missing(name)) {
            problems.push_back({.path = "/filters/" + std::string(name), .reason = "is required"});
        }
    }
    if (!filters.from || !filters.to) { return; }
    const auto distance = filters.to->milliseconds - filters.from->milliseconds;
    if (distance < 0) { problems.push_back({.path = "/filters/toDate", .reason = "must not be before fromDate"}); }
    if (distance > std::chrono::milliseconds(activity_days_max).count()) {
        problems.push_back({.path = "/filters/toDate", .reason = "must be at most 31 days after fromDate"});
    }
}

template <class Value>
std::optional<Value> parsed(std::string_view json, bool (*read)(const base::JsonValue& root, Value& out)) {
    const auto document = base::JsonDocument::parse(json);
    Value value;
    if (!document || document.value().root().kind() != base::JsonKind::Object ||
        !read(document.value().root(), value)) {
        return std::nullopt;
    }
    return value;
}

bool read_columns(const base::JsonValue& columns, std::vector<ExportColumn>& out) {
    if (columns.kind() != base::JsonKind::Array) { return false; }
    for (const auto column : columns.elements()) {
        const auto number = column.kind() == base::JsonKind::Object ? column.find("number") : std::nullopt;
        const auto id = number ? column.find("id") : std::nullopt;
        if (!id || number->kind() != base::JsonKind::Number || id->kind() != base::JsonKind::String) { return false; }
        const auto whole = base::parse_integer(number->digits());
        if (!whole) { return false; }
        out.push_back({.number = whole.value(), .id = std::string(id->string())});
    }
    return true;
}

bool read_plan(const base::JsonValue& root, ExportPlan& plan) {
    const auto zone = root.find("timeZone");
    const auto guard = root.find("guardsFormulas");
    const auto columns = root.find("columns");
    if (!zone || !guard || !columns || zone->kind() != base::JsonKind::String ||
        guard->kind() != base::JsonKind::Boolean) {
        return false;
    }
    plan.time_zone = zone->string();
    plan.guards_formulas = guard->boolean();
    return read_columns(*columns, plan.columns);
}

bool read_filters(const base::JsonValue& root, ExportFilters& filters) {
    std::vector<base::Problem> problems;
    filters = read_fields(kept_fields(export_filter_fields), root, ReadMode::Create, problems).values;
    return problems.empty();
}

}  // namespace

std::string_view word_of(ExportType type) {
    return type_words[static_cast<std::size_t>(type)];
}

std::string_view word_of(ExportStatus status) {
    return status_words[static_cast<std::size_t>(status)];
}

std::optional<ExportType> export_type(std::string_view word) {
    return value_in<ExportType>(type_words, word);
}

std::optional<ExportStatus> export_status(std::string_view word) {
    return value_in<ExportStatus>(status_words, word);
}

base::Result<std::string> check_export_type(std::string_view text) {
    if (!export_type(text)) { return base::invalid("", "must be contacts or activities"); }
    return std::string(text);
}

base::Result<std::string> check_delimiter(std::string_view text) {
    if (text != "," && text != ";") { return base::invalid("", "must be , or ;"); }
    return std::string(text);
}

base::Result<std::string> check_export_version(std::string_view text) {
    const bool is_known = text.size() == 2 && text[0] == 'v' && text[1] >= '1' && text[1] <= '0' + export_version_max;
    if (!is_known) { return base::invalid("", "must be one of v1 to v6"); }
    return std::string(text);
}

base::Result<std::string> check_activity_type(std::string_view text) {
    const auto word = activity_word(text);
    const bool is_known = find_activity_kind(word) || std::ranges::find(never_made, word) != never_made.end();
    if (!is_known) { return base::invalid("", "is not a kind of activity"); }
    return std::string(text);
}

ExportOptions read_export_options(const base::JsonValue& object, std::vector<base::Problem>& problems) {
    auto options = read_fields(export_option_fields, object, ReadMode::Create, problems).values;
    const auto given = filters_in(object, problems);
    auto filters = read_fields(export_filter_fields, given, ReadMode::Create, problems, "/filters").values;
    options.filters.segment = filters.segment;
    if (options.type == word_of(ExportType::Activities)) {
        check_range(filters, given, problems);
        options.filters = std::move(filters);
        if (options.filters.activity_types && options.filters.activity_types->empty()) {
            options.filters.activity_types.reset();
        }
    }
    return options;
}

std::bitset<activity_kind_words.size()> wanted_kinds(const ExportFilters& filters) {
    std::bitset<activity_kind_words.size()> kinds;
    if (!filters.activity_types) { return kinds.set(); }
    for (const auto& word : *filters.activity_types) {
        if (const auto kind = find_activity_kind(activity_word(word))) { kinds.set(static_cast<std::size_t>(*kind)); }
    }
    return kinds;
}

std::string render_export_filters(const ExportFilters& filters) {
    return render(export_filter_fields, filters);
}

std::optional<ExportFilters> parse_export_filters(std::string_view json) {
    return parsed<ExportFilters>(json, read_filters);
}

std::string render_export_plan(const ExportPlan& plan) {
    std::string json;
    base::JsonWriter writer(json);
    writer.begin_object();
    writer.key("timeZone");
    writer.string(plan.time_zone);
    writer.key("guardsFormulas");
    writer.boolean(plan.guards_formulas);
    writer.key("columns");
    writer.begin_array();
    for (const auto& column : plan.columns) {
        writer.begin_object();
        writer.key("number");
        writer.integer(column.number);
        writer.key("id");
        writer.string(column.id);
        writer.end_object();
    }
    writer.end_array();
    writer.end_object();
    return json;
}

std::optional<ExportPlan> parse_export_plan(std::string_view json) {
    return parsed<ExportPlan>(json, read_plan);
}

void write_export(base::JsonWriter& writer, const Export& shown, const std::optional<std::string>& file_url) {
    writer.begin_object();
    write_fields(writer, export_fields, shown);
    writer.key("status");
    writer.string(word_of(shown.status));
    if (shown.filters != ExportFilters()) {
        writer.key("filters");
        writer.raw(render_export_filters(shown.filters));
    }
    if (shown.status == ExportStatus::Finished) {
        writer.key("fileName");
        writer.string(export_name(shown) + "." + shown.file_extension);
    }
    if (file_url) {
        writer.key("fileUrl");
        writer.string(*file_url);
    }
    writer.end_object();
}

std::string export_name(const Export& named) {
    // `2026-02-02T09:00:00.741Z`
    const auto moment = named.created_at.text();
    return fmt::format("{}-{}{}{}-{}{}{}", named.type, moment.substr(0, 4), moment.substr(5, 2), moment.substr(8, 2),
                       moment.substr(11, 2), moment.substr(14, 2), moment.substr(17, 2));
}

std::string export_file(base::Id id) {
    return id.text() + ".zip";
}

std::string export_part_file(std::string_view part, std::size_t index) {
    return fmt::format("{}.{}.part", part, index);
}

std::vector<std::string> files_of(const Export& owner) {
    std::vector<std::string> names;
    if (owner.file) { names.push_back(*owner.file); }
    for (std::size_t index = 0; owner.checkpoint.part && index < ExportCheckpoint::files_max; ++index) {
        names.push_back(export_part_file(*owner.checkpoint.part, index));
    }
    return names;
}

}  // namespace tradewind::domain
