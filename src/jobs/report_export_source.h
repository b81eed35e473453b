#pragma once

#include <memory>
#include <optional>

#include "domain/files/csv_cells.h"
#include "domain/reports/report_plan.h"
#include "jobs/export_source.h"
#include "storage/stores/reports/report_run.h"

namespace tradewind::jobs {

// The rows of a saved report over some days. They are counted anew by whoever makes the file, and come all at once: a
// file never mixes what was counted at two moments.
class ReportExportSource final : public ExportSource {
  public:
    ReportExportSource(const ExportReading& reading, const domain::Export& wanted);

    [[nodiscard]] std::span<const std::string_view> endings() const override;
    [[nodiscard]] ExportSlice header() const override;
    base::Result<ExportCount> count(const std::string& place) override;
    base::Result<ExportSlice> next(const std::string& place) override;

  private:
    // Reads one more part of what is counted.
    base::Result<void> go_on();
    void write_row(domain::CsvCells& cells, const domain::ReportRow& row) const;

    const ExportReading reading_;
    const domain::Export wanted_;
    const domain::CellStyle style_;
    std::shared_ptr<const domain::ReportPlan> plan_;
    std::optional<storage::ReportRun> run_;  // Nothing when the report cannot be made any more.
};

}  // namespace tradewind::jobs
