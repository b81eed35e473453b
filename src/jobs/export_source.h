#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "base/clock.h"
#include "base/result.h"
#include "domain/files/export.h"
#include "storage/database/database.h"
#include "storage/stores/settings/definitions.h"

namespace tradewind::jobs {

// Some rows of an export, as text for each of its files.
struct ExportSlice {
    std::array<std::string, domain::ExportCheckpoint::files_max> texts;
    std::int64_t rows = 0;  // Of the first file.
    std::string place;      // Where the next slice goes on.
    bool is_last = false;
};

// How many rows there are to come, up to a place.
struct ExportCount {
    std::int64_t rows = 0;
    std::string place;
    bool is_last = false;
};

// Where the rows of one kind of export come from. A walk starts at the empty place; places are words of the source's
// own. From one place the same rows come again, unless they changed meanwhile, and a row that is there throughout comes
// in exactly one slice. Each slice is a read of its own, of at most about 50 ms. For one thread.
class ExportSource {
  public:
    virtual ~ExportSource() = default;

    // How the names of its files end, one for each: `.csv`, `-products.csv`.
    [[nodiscard]] virtual std::span<const std::string_view> endings() const = 0;
    // The first row of each file.
    [[nodiscard]] virtual ExportSlice header() const = 0;
    // So many rows as can be counted in one read.
    virtual base::Result<ExportCount> count(const std::string& place) = 0;
    virtual base::Result<ExportSlice> next(const std::string& place) = 0;
};

// What a source reads from.
struct ExportReading {
    storage::Database& database;
    const base::Clock& clock;
    const storage::DefinitionsCache& definitions;
};

std::unique_ptr<ExportSource> make_export_source(const ExportReading& reading, const domain::Export& wanted);

}  // namespace tradewind::jobs
