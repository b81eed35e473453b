#pragma once

#include <unordered_map>
#include <vector>

#include "domain/files/contact_csv.h"
#include "jobs/export_source.h"
#include "jobs/slice_size.h"

namespace tradewind::jobs {

// Contacts by their ids, oldest first.
class ContactExportSource final : public ExportSource {
  public:
    ContactExportSource(const ExportReading& reading, const domain::Export& wanted);

    [[nodiscard]] std::span<const std::string_view> endings() const override;
    [[nodiscard]] ExportSlice header() const override;
    base::Result<ExportCount> count(const std::string& place) override;
    base::Result<ExportSlice> next(const std::string& place) override;

  private:
    // What one read answers.
    struct Found {
        std::vector<domain::Contact> contacts;
        std::unordered_map<std::int64_t, base::Instant> subscriptions;  // By the number of the contact.
        std::shared_ptr<const storage::Definitions> definitions;
        std::chrono::steady_clock::duration lasted{};
        base::Id last;  // That was looked at.
        bool is_last = false;
    };
    void read_contacts(storage::Transaction& transaction, base::Id after, Found& found) const;
    // Leaves those for whom the filter of the export holds.
    [[nodiscard]] base::Result<void> sift(storage::Transaction& transaction, Found& found) const;
    [[nodiscard]] base::Result<Found> read(base::Id after) const;

    const ExportReading reading_;
    const std::optional<base::Id> segment_;
    const std::optional<std::string> filter_;
    const base::Instant asked_at_;
    const domain::CellStyle style_;
    const domain::ContactCsv csv_;
    SliceSize size_;
};

}  // namespace tradewind::jobs
