#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/file_place.h"
#include "base/id.h"
#include "base/instant.h"
#include "base/json_writer.h"
#include "base/result.h"
#include "domain/fields/field_table.h"

namespace tradewind::domain {

// What a file holds.
enum class ImportType { Contacts, Products, Coupons, Purchases };

// Past purchases have a list and rules of their own.
enum class ImportFamily { Files, PastPurchases };
ImportFamily family_of(ImportType type);

enum class ImportStatus { Queued, InProgress, Finished, Error, Cancelled };

enum class FileFormat { Csv, Ndjson };

// The words of the interface and of the database; a word of the database that is none of them: nothing.
std::string_view word_of(ImportType type);
std::string_view word_of(ImportFamily family);
std::string_view word_of(ImportStatus status);
std::string_view word_of(FileFormat format);
std::optional<ImportType> import_type(std::string_view word);
std::optional<ImportStatus> import_status(std::string_view word);

struct ImportOptions {
    FileFormat format = FileFormat::Csv;  // Only past purchases have a choice.
    char delimiter = ',';                 // Of CSV.
    bool override_existing = false;
    bool update_only_empty_fields = false;
    std::optional<base::Id> coupon_set = {};  // Where the codes go.
    std::optional<base::Id> segment = {};     // Whom the contacts of the file are added to.

    friend bool operator==(const ImportOptions&, const ImportOptions&) = default;
};

// As they are kept, and as clients read them.
std::string render_import_options(ImportType type, const ImportOptions& options);
std::optional<ImportOptions> read_import_options(std::string_view json);

// `,` or `;`.
base::Result<char> read_delimiter(std::string_view text);

// A file on its way in, or taken in.
struct Import {
    base::Id id;
    ImportType type = ImportType::Purchases;
    ImportStatus status = ImportStatus::Queued;
    ImportOptions options;
    std::string origin = "api";
    std::optional<std::string> file;  // Its name in the files directory, while it is there.
    std::int64_t total = 0;
    std::int64_t success = 0;
    std::int64_t errors = 0;
    base::FilePlace next;                     // Where the first record begins that was not taken in.
    std::optional<std::string> error_reason;  // Why it ended in an error.
    base::Instant created_at;
    std::optional<base::Instant> started_at;
    std::optional<base::Instant> finished_at;
    std::optional<base::Instant> cancelled_at;

    [[nodiscard]] bool has_ended() const {
        return status != ImportStatus::Queued && status != ImportStatus::InProgress;
    }
};

inline constexpr std::size_t queued_imports_max = 10;

// All but the type, the status and the options.
inline constexpr FieldTable<Import, 10> import_fields{{
    {.name = "id", .member = &Import::id, .access = Access::ReadOnly},
    {.name = "total", .member = &Import::total, .access = Access::ReadOnly},
    {.name = "success", .member = &Import::success, .access = Access::ReadOnly},
    {.name = "errors", .member = &Import::errors, .access = Access::ReadOnly},
    {.name = "origin", .member = &Import::origin, .access = Access::ReadOnly},
    {.name = "createdAt", .member = &Import::created_at, .access = Access::ReadOnly},
    {.name = "startedAt", .member = &Import::started_at, .access = Access::ReadOnly},
    {.name = "finishedAt", .member = &Import::finished_at, .access = Access::ReadOnly},
    {.name = "cancelledAt", .member = &Import::cancelled_at, .access = Access::ReadOnly},
    {.name = "errorReason", .member = &Import::error_reason, .access = Access::ReadOnly},
}};

// As clients read it, as a whole object. `report_url` is where the report on refused records is; empty: nowhere.
void write_import(base::JsonWriter& writer, const Import& import, std::string_view report_url);

// One object of a file: what it says, or why it cannot be read.
struct ImportRecord {
    base::FilePlace place;           // Of its first row.
    base::FilePlace end;             // Where the next one begins.
    std::string json;                // Of a purchase: of the same shape as the body that creates one.
    std::string problem;             // Empty when there is none.
    std::vector<std::string> cells;  // Of its first row; none when that is broken, or is no row of cells.
};

// The cells of a longer row are not repeated in a report.
inline constexpr std::size_t told_row_bytes_max = std::size_t{16} * 1024;

// A record that was refused.
struct ImportError {
    std::int64_t line = 0;
    std::string reason;
    std::vector<std::string> cells;
};

// Why a record was refused, in one line for its report.
std::string import_error_reason(const base::Error& error);

// The first row of a report and every further one, as lines of CSV. `header` names the cells of the file.
std::string render_report_header(const std::vector<std::string>& header);
std::string render_report_row(const ImportError& error);

}  // namespace tradewind::domain
