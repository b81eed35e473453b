#include "domain/files/export.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "base/time_zone.h"
#include "domain/fields/json_fields.h"

namespace tradewind::domain {
namespace {

// In the order of their enums.
constexpr std::array<std::string_view, 4> type_words{"contacts", "activities", "data-explorer",
                                                     "webhooks-execution-logs"};
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

void check_presence(std::initializer_list<std::string_view> names, const base::JsonValue& given,
                    std::vector<base::Problem>& problems) {
    for (const auto name : names) {
        const auto value = given.find(name);
        if (!value || value->is_null()) {
            problems.push_back({.path = "/filters/" + std::string(name), .reason = "is required"});
        }
    }
}

// A list may be named in the singular, too, and be one word then.
void read_activity_type(const base::JsonValue& given, ExportFilters& filters, std::vector<base::Problem>& problems) {
    const auto value = given.find("activityType");
    if (!value || value->is_null()) { return; }
    const json_fields::Place place{.bounds = export_filter_fields[3].bounds,
                                   .rule = check_activity_type,
                                   .path = "/filters/activityType",
                                   .problems = problems};
    static_assert(export_filter_fields[3].name == "activityTypes");
    std::vector<std::string> words;
    if (value->kind() == base::JsonKind::Array) {
        json_fields::read_value(*value, place, words);
    } else {
        json_fields::read_value(*value, place, words.emplace_back());
    }
    auto& types = filters.activity_types;
    if (!types) { types.emplace(); }
    std::ranges::copy_if(words, std::back_inserter(*types),
                         [&](const std::string& word) { return std::ranges::find(*types, word) == types->end(); });
}

void check_days(const ExportFilters& filters, std::vector<base::Problem>& problems) {
    if (!filters.first_day || !filters.last_day) { return; }
    const auto days =
        base::parse_local_day(*filters.last_day).take() - base::parse_local_day(*filters.first_day).take();
    if (days.count() < 0) { problems.push_back({.path = "/filters/toDate", .reason = "must not be before fromDate"}); }
    if (days.count() >= explorer_days_max) {
        problems.push_back({.path = "/filters/toDate", .reason = "must make at most 31 days with fromDate"});
    }
}

void check_range(const ExportFilters& filters, const base::JsonValue& given, std::vector<base::Problem>& problems) {
    check_presence({"fromDate", "toDate"}, given, problems);
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

std::optional<std::string> text_of(const base::JsonValue& object, std::string_view name) {
    const auto value = object.find(name);
    if (!value || value->kind() != base::JsonKind::String) { return std::nullopt; }
    return std::string(value->string());
}

bool read_columns(const base::JsonValue& columns, std::vector<ExportColumn>& out) {
    if (columns.kind() != base::JsonKind::Array) { return false; }
    for (const auto column : columns.elements()) {
        const auto number = column.kind() == base::JsonKind::Object ? column.find("number") : std::nullopt;
        const auto id = number ? column.find("id") : std::nullopt;
        if (!id || number->kind() != base::JsonKind::Number || id->kind() != base::JsonKind::String) { return false; }
        const auto whole = base::parse_integer(number->digits());
        if (!whole) { return false; }
        const auto name = text_of(column, "name");
        out.push_back({.number = whole.value(), .id = std::string(id->string()), .name = name.value_or("")});
    }
    return true;
}

bool read_report(const base::JsonValue& object, ExportReport& report) {
    if (object.kind() != base::JsonKind::Object) { return false; }
    const auto name = text_of(object, "name");
    const auto definition = object.find("definition");
    if (!name || !definition) { return false; }
    report.name = *name;
    base::JsonWriter writer(report.definition);
    base::write_json(writer, *definition);
    return true;
}

// What some system takes for more than a part of a name.
bool is_fit_for_file(char character) {
    constexpr std::string_view unfit = "/\\:*?\"<>|";
    return static_cast<unsigned char>(character) >= 0x20 && character != 0x7F &&
           unfit.find(character) == std::string_view::npos;
}

// They turn the direction of what is shown behind them, so that a name looks like another one.
constexpr std::array<std::string_view, 12> bidi_controls{"\u061C", "\u200E", "\u200F", "\u202A", "\u202B", "\u202C",
                                                         "\u202D", "\u202E", "\u2066", "\u2067", "\u2068", "\u2069"};

std::string fit_for_file(std::string name) {
    std::ranges::replace_if(
        name, [](char character) { return !is_fit_for_file(character); }, '-');
    for (const auto control : bidi_controls) {
        for (auto place = name.find(control); place != std::string::npos; place = name.find(control, place)) {
            name.replace(place, control.size(), "-");
        }
    }
    return name;
}

// One from before there were UUIDs has its id, in that form.
std::string uuid_of(const Export& owner) {
    if (!owner.plan.uuid.empty()) { return owner.plan.uuid; }
    const auto id = owner.id.text();
    return fmt::format("{}-{}-{}-{}-{:0<12}", id.substr(0, 8), id.substr(8, 4), id.substr(12, 4), id.substr(16, 4),
                       id.substr(20));
}

// `20260131`
std::string digits_of(std::string_view day) {
    std::string digits(day);
    std::erase(digits, '-');
    return digits;
}

bool flag_of(const base::JsonValue& object, std::string_view name, bool otherwise) {
    const auto value = object.find(name);
    return value && value->kind() == base::JsonKind::Boolean ? value->boolean() : otherwise;
}

// What stands there, as text; nothing when there is nothing.
std::optional<std::string> json_of(const base::JsonValue& object, std::string_view name) {
    const auto value = object.find(name);
    if (!value || value->is_null()) { return std::nullopt; }
    std::string json;
    base::JsonWriter writer(json);
    base::write_json(writer, *value);
    return json;
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
    plan.names_fields = flag_of(root, "namesFields", false);
    plan.personal_fields = flag_of(root, "personalFields", true);
    plan.filter = json_of(root, "filter");
    const auto report = root.find("report");
    if (report && !read_report(*report, plan.report.emplace())) { return false; }
    // Those of reports were kept with the report once.
    const auto uuid = text_of(root, "uuid");
    plan.uuid = uuid ? *uuid : report ? text_of(*report, "uuid").value_or("") : "";
    return read_columns(*columns, plan.columns);
}

bool read_filters(const base::JsonValue& root, ExportFilters& filters) {
    std::vector<base::Problem> problems;
    filters = root.find("reportId")
                  ? read_fields(kept_fields(explorer_filter_fields), root, ReadMode::Create, problems).values
                  : read_fields(kept_fields(export_filter_fields), root, ReadMode::Create, problems).values;
    filters.filter = json_of(root, "filter");
    return problems.empty();
}

// The filters that are for the type that was asked for.
ExportOptions with_filters(ExportOptions options, const base::JsonValue& object, std::vector<base::Problem>& problems) {
    const auto given = filters_in(object, problems);
    auto filters = read_fields(export_filter_fields, given, ReadMode::Create, problems, "/filters").values;
    read_activity_type(given, filters, problems);
    options.filters.segment = filters.segment;
    if (options.type == word_of(ExportType::WebCalls)) {
        check_range(filters, given, problems);
        options.filters = {};
        options.filters.from = filters.from;
        options.filters.to = filters.to;
    }
    if (options.type == word_of(ExportType::Activities)) {
        check_range(filters, given, problems);
        options.filters = std::move(filters);
        if (options.filters.activity_types && options.filters.activity_types->empty()) {
            options.filters.activity_types.reset();
        }
    }
    return options;
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
    const auto type = export_type(text);
    if (type != ExportType::Contacts && type != ExportType::Activities) {
        return base::invalid("", "must be contacts or activities");
    }
    return std::string(text);
}

base::Result<std::string> check_managed_export_type(std::string_view text) {
    const auto type = export_type(text);
    if (!type || type == ExportType::DataExplorer) {
        return base::invalid("", "must be contacts, activities or webhooks-execution-logs");
    }
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
    return with_filters(read_fields(export_option_fields, object, ReadMode::Create, problems).values, object, problems);
}

ExportOptions read_managed_export_options(const base::JsonValue& object, std::vector<base::Problem>& problems) {
    auto options = with_filters(read_fields(managed_export_option_fields, object, ReadMode::Create, problems).values,
                                object, problems);
    if (options.type == word_of(ExportType::Contacts)) {
        std::vector<base::Problem> told_already;
        options.filters.filter = json_of(filters_in(object, told_already), "filter");
    } else if (!options.personal_fields) {
        problems.push_back({.path = "/personalFields", .reason = "can be false for contacts only"});
    }
    return options;
}

base::Result<std::string> check_day(std::string_view text) {
    TRY(base::parse_local_day(text));
    return std::string(text);
}

ExportOptions read_explorer_options(const base::JsonValue& object, std::vector<base::Problem>& problems) {
    constexpr FieldTable<ExportOptions, 1> fields{{export_option_fields[2]}};
    static_assert(fields[0].name == "delimiter");
    auto options = read_fields(fields, object, ReadMode::Create, problems).values;
    options.type = word_of(ExportType::DataExplorer);
    options.date_format = "ISO";
    const auto given = filters_in(object, problems);
    options.filters = read_fields(explorer_filter_fields, given, ReadMode::Create, problems, "/filters").values;
    check_presence({"reportId", "fromDate", "toDate"}, given, problems);
    check_days(options.filters, problems);
    return options;
}

std::bitset<activity_kind_words.size()> wanted_kinds(const ExportFilters& filters) {
    std::bitset<activity_kind_words.size()> kinds;
    if (!filters.activity_types) { return kinds.set(); }
    for (const auto& word : *filters.activity_types) {
        if (const auto kind = find_activity_kind(word)) { kinds.set(static_cast<std::size_t>(*kind)); }
    }
    return kinds;
}

std::string render_export_filters(const ExportFilters& filters) {
    if (filters.report) { return render(explorer_filter_fields, filters); }
    std::string json;
    base::JsonWriter writer(json);
    writer.begin_object();
    write_fields(writer, export_filter_fields, filters);
    if (filters.filter) {
        writer.key("filter");
        writer.raw(*filters.filter);
    }
    writer.end_object();
    return json;
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
    writer.key("namesFields");
    writer.boolean(plan.names_fields);
    writer.key("personalFields");
    writer.boolean(plan.personal_fields);
    if (plan.filter) {
        writer.key("filter");
        writer.raw(*plan.filter);
    }
    writer.key("uuid");
    writer.string(plan.uuid);
    writer.key("columns");
    writer.begin_array();
    for (const auto& column : plan.columns) {
        writer.begin_object();
        writer.key("number");
        writer.integer(column.number);
        writer.key("id");
        writer.string(column.id);
        if (plan.names_fields) {
            writer.key("name");
            writer.string(column.name);
        }
        writer.end_object();
    }
    writer.end_array();
    if (plan.report) {
        writer.key("report");
        writer.begin_object();
        writer.key("name");
        writer.string(plan.report->name);
        writer.key("definition");
        writer.raw(plan.report->definition);
        writer.end_object();
    }
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
    if (!shown.plan.personal_fields) {
        writer.key("personalFields");
        writer.boolean(false);
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

bool is_personal(const Export& made) {
    return made.plan.personal_fields && made.type != word_of(ExportType::DataExplorer);
}

std::string export_name(const Export& named) {
    if (named.plan.report) {
        return fmt::format("{}-{}-{}-{}", fit_for_file(named.plan.report->name), digits_of(*named.filters.first_day),
                           digits_of(*named.filters.last_day), uuid_of(named));
    }
    return fmt::format("export-{}-{}", named.type, uuid_of(named));
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
