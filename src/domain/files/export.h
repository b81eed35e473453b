#pragma once

#include <array>
#include <bitset>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/id.h"
#include "base/instant.h"
#include "base/json.h"
#include "base/json_writer.h"
#include "base/result.h"
#include "domain/fields/contact_field_list.h"
#include "domain/fields/field_table.h"
#include "domain/files/date_format.h"
#include "domain/journal/activity.h"

namespace tradewind::domain {

// What a file tells of. A new one is a new source of rows beside these.
enum class ExportType { Contacts, Activities, DataExplorer, WebCalls };
enum class ExportStatus { Queued, InProgress, Finished, Error };

// The words of the interface and of the database; a word that is none of them: nothing.
std::string_view word_of(ExportType type);
std::string_view word_of(ExportStatus status);
std::optional<ExportType> export_type(std::string_view word);
std::optional<ExportStatus> export_status(std::string_view word);

inline constexpr std::size_t queued_exports_max = 5;
inline constexpr std::chrono::hours activity_days_max{31 * 24};
inline constexpr int export_version_max = 6;

base::Result<std::string> check_export_type(std::string_view text);
// The same in the management interface, which has one type more.
base::Result<std::string> check_managed_export_type(std::string_view text);
base::Result<std::string> check_delimiter(std::string_view text);       // `,` or `;`.
base::Result<std::string> check_export_version(std::string_view text);  // `v1` to `v6`.
// A kind of activity, by our word or by one that older clients use.
base::Result<std::string> check_activity_type(std::string_view text);

// What an export chooses.
struct ExportFilters {
    std::optional<base::Id> segment;
    std::optional<base::Instant> from;
    std::optional<base::Instant> to;                         // Included.
    std::optional<std::vector<std::string>> activity_types;  // As the client wrote them; never an empty list.
    std::optional<base::Id> report;
    std::optional<std::string> first_day;  // Of a report: `YYYY-MM-DD`.
    std::optional<std::string> last_day;   // Included.
    std::optional<std::string> filter;     // For whom of the contacts it must hold: JSON.

    friend bool operator==(const ExportFilters&, const ExportFilters&) = default;
};

inline constexpr FieldTable<ExportFilters, 4> export_filter_fields{{
    {.name = "segmentId", .member = &ExportFilters::segment},
    {.name = "fromDate", .member = &ExportFilters::from},
    {.name = "toDate", .member = &ExportFilters::to},
    {.name = "activityTypes",
     .member = &ExportFilters::activity_types,
     .bounds = {.items_max = 1000},
     .rule = check_activity_type},
}};

inline constexpr int explorer_days_max = 31;

base::Result<std::string> check_day(std::string_view text);  // `YYYY-MM-DD`.

// Those of an export of a report.
inline constexpr FieldTable<ExportFilters, 3> explorer_filter_fields{{
    {.name = "reportId", .member = &ExportFilters::report},
    {.name = "fromDate", .member = &ExportFilters::first_day, .rule = check_day},
    {.name = "toDate", .member = &ExportFilters::last_day, .rule = check_day},
}};

// What somebody asks for.
struct ExportOptions {
    std::string type;
    std::string delimiter;
    std::string date_format;
    std::string version = "v1";
    bool personal_fields = true;  // As it was asked for; what counts then stands in the plan.
    ExportFilters filters;

    friend bool operator==(const ExportOptions&, const ExportOptions&) = default;
};

// All but the filters.
inline constexpr FieldTable<ExportOptions, 4> export_option_fields{{
    {.name = "exportType", .member = &ExportOptions::type, .presence = Presence::Required, .rule = check_export_type},
    {.name = "dateFormat",
     .member = &ExportOptions::date_format,
     .presence = Presence::Required,
     .rule = check_date_format},
    {.name = "delimiter", .member = &ExportOptions::delimiter, .presence = Presence::Required, .rule = check_delimiter},
    {.name = "version", .member = &ExportOptions::version, .rule = check_export_version},
}};

inline constexpr auto managed_export_option_fields = [] {
    auto fields =
        joined(export_option_fields, FieldTable<ExportOptions, 1>{{
                                         {.name = "personalFields", .member = &ExportOptions::personal_fields},
                                     }});
    fields[0].rule = check_managed_export_type;
    return fields;
}();

// Reads what somebody asks for, adding every problem. Filters that are unknown, or for other types, are ignored.
ExportOptions read_export_options(const base::JsonValue& object, std::vector<base::Problem>& problems);
ExportOptions read_managed_export_options(const base::JsonValue& object, std::vector<base::Problem>& problems);

// The same for the rows of a report over some days.
ExportOptions read_explorer_options(const base::JsonValue& object, std::vector<base::Problem>& problems);

// The kinds that an export lets through; all when it has no such filter.
std::bitset<activity_kind_words.size()> wanted_kinds(const ExportFilters& filters);

// A custom field that has a column, as it was when the export was asked for.
struct ExportColumn {
    std::int64_t number;
    std::string id;
    std::string name = {};  // In the header, where fields are named there.

    friend bool operator==(const ExportColumn&, const ExportColumn&) = default;
};

// The report whose rows are exported, as it was when it was asked for.
struct ExportReport {
    std::string name;
    std::string definition;  // As it is kept: JSON.

    friend bool operator==(const ExportReport&, const ExportReport&) = default;
};

// What must stay the same from the first row of a file to the last, whatever changes meanwhile.
struct ExportPlan {
    std::string time_zone = "UTC";
    bool guards_formulas = true;
    bool names_fields = false;    // The header has names of fields instead of ids.
    bool personal_fields = true;  // There are columns that tell who somebody is.
    std::vector<ExportColumn> columns;
    std::string uuid = {};                   // In the names of its files. Exports from before there was one have none.
    std::optional<std::string> filter = {};  // As filters are kept.
    std::optional<ExportReport> report = {};

    friend bool operator==(const ExportPlan&, const ExportPlan&) = default;
};

// As they are kept; nothing from what is not so.
std::string render_export_filters(const ExportFilters& filters);
std::optional<ExportFilters> parse_export_filters(std::string_view json);
std::string render_export_plan(const ExportPlan& plan);
std::optional<ExportPlan> parse_export_plan(std::string_view json);

// How far a walk is, durably: what stands before it in the part files is whole, and the walk goes on at `place`.
struct ExportCheckpoint {
    static constexpr std::size_t files_max = 2;

    std::string place;  // In the words of the source; empty at the start.
    std::int64_t rows = 0;
    std::array<std::int64_t, files_max> bytes{};  // Of each part file.
    std::optional<std::string> part;              // The name that the part files have in common.

    friend bool operator==(const ExportCheckpoint&, const ExportCheckpoint&) = default;
};

// A file in the making, or made.
struct Export : ExportOptions {
    base::Id id;
    ExportStatus status = ExportStatus::Queued;
    std::string origin = "api";
    std::string file_extension = "zip";
    std::int64_t total = 0;
    std::int64_t progress = 0;
    std::optional<std::string> file;  // Its name in the files directory, while it is there.
    ExportCheckpoint checkpoint;
    ExportPlan plan;
    base::Instant created_at;
    std::optional<base::Instant> finished_at;

    [[nodiscard]] bool has_ended() const { return status == ExportStatus::Finished || status == ExportStatus::Error; }
    [[nodiscard]] int version_number() const { return version[1] - '0'; }
};

// All but the status, the filters and the file.
inline constexpr auto export_fields = joined(FieldTable<Export, 5>{{
                                                 {.name = "id", .member = &Export::id},
                                                 {.name = "progress", .member = &Export::progress},
                                                 {.name = "total", .member = &Export::total},
                                                 {.name = "origin", .member = &Export::origin},
                                                 {.name = "fileExtension", .member = &Export::file_extension},
                                             }},
                                             fields_of<Export>(export_option_fields),
                                             FieldTable<Export, 2>{{
                                                 {.name = "createdAt", .member = &Export::created_at},
                                                 {.name = "finishedAt", .member = &Export::finished_at},
                                             }});

// As clients read it, as a whole object. `file_url` is where its file can be fetched.
void write_export(base::JsonWriter& writer, const Export& shown, const std::optional<std::string>& file_url);

// Whether its file tells who people are. Reports tell how many they are.
bool is_personal(const Export& made);

// `export-contacts-` and a UUID, or `Purchases by day-20260101-20260131-` and a UUID, by report and days: the name of
// the file without its ending, and of those in it.
std::string export_name(const Export& named);

// The names in the files directory of the finished file and of the part files.
std::string export_file(base::Id id);
std::string export_part_file(std::string_view part, std::size_t index);
// Those that this export may have there.
std::vector<std::string> files_of(const Export& owner);

}  // namespace tradewind::domain
