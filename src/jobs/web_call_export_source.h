#pragma once

#include "domain/files/csv_cells.h"
#include "jobs/export_source.h"
#include "storage/stores/engine/delivery_store.h"

namespace tradewind::jobs {

// Web calls that were made from then until then, the oldest first.
class WebCallExportSource final : public ExportSource {
  public:
    WebCallExportSource(const ExportReading& reading, const domain::Export& wanted);

    [[nodiscard]] std::span<const std::string_view> endings() const override;
    [[nodiscard]] ExportSlice header() const override;
    base::Result<ExportCount> count(const std::string& place) override;
    base::Result<ExportSlice> next(const std::string& place) override;

  private:
    [[nodiscard]] base::Result<std::vector<domain::Delivery>> read(const std::string& place) const;

    const ExportReading reading_;
    const storage::DeliveryFilter filter_;
    const domain::CellStyle style_;
};

}  // namespace tradewind::jobs
