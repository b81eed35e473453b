#pragma once

#include <bitset>
#include <optional>
#include <vector>

#include "domain/files/activity_csv.h"
#include "jobs/export_source.h"
#include "jobs/slice_size.h"
#include "storage/stores/contacts/activity_store.h"

namespace tradewind::jobs {

// Activities in the order in which they happened, and the items of those that are purchases.
class ActivityExportSource final : public ExportSource {
  public:
    ActivityExportSource(const ExportReading& reading, const domain::Export& wanted);

    [[nodiscard]] std::span<const std::string_view> endings() const override;
    [[nodiscard]] ExportSlice header() const override;
    base::Result<ExportCount> count(const std::string& place) override;
    base::Result<ExportSlice> next(const std::string& place) override;

  private:
    struct Found {
        storage::ActivityWithContact told;
        std::optional<domain::Purchase> purchase;
    };
    struct Read {
        std::vector<Found> found;
        std::shared_ptr<const storage::Definitions> definitions;
        std::string place;
        std::chrono::steady_clock::duration lasted{};
        bool is_last = false;
    };
    [[nodiscard]] storage::ActivityWalk walk_from(const std::string& place, std::int64_t rows_max) const;
    [[nodiscard]] base::Result<Read> read(const std::string& place) const;
    [[nodiscard]] bool is_wanted(domain::ActivityKind kind) const { return kinds_[static_cast<std::size_t>(kind)]; }

    const ExportReading reading_;
    const domain::ExportFilters filters_;
    const std::bitset<domain::activity_kind_words.size()> kinds_;
    const domain::CellStyle style_;
    const domain::ActivityCsv csv_;
    SliceSize size_;
};

}  // namespace tradewind::jobs
