#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "base/csv_reader.h"
#include "base/ndjson_reader.h"
#include "base/result.h"
#include "domain/files/import.h"
#include "domain/files/import_reader.h"
#include "domain/files/purchase_columns.h"

namespace tradewind::domain {

// Reads the purchases of a file that comes in pieces of any size. Of NDJSON each line is one, as the body that creates
// it. Of CSV each row is one item, and rows that follow each other with the same `purchaseId` are one purchase. A row
// that cannot be read is a record of its own, unless it stands in the midst of a purchase: then it spoils that one.
// Memory is bounded.
class PurchaseFileReader final : public ImportReader {
  public:
    // The same as for the body of a request.
    static constexpr std::size_t record_bytes_max = std::size_t{1024} * 1024;
    // How many rows that cannot be read are held back until the row after them is known.
    static constexpr std::size_t held_rows_max = 100;

    PurchaseFileReader(const ImportOptions& options, OnRecord on_record);

    void push(std::string_view bytes) override;
    void finish() override;
    [[nodiscard]] bool is_past_header() const override { return columns_.has_value() || format_ == FileFormat::Ndjson; }
    void go_on_at(const base::FilePlace& place) override;
    [[nodiscard]] base::Result<void> judge() const override;
    [[nodiscard]] std::vector<std::string> header() const override;

  private:
    // The rows of one purchase.
    struct Group {
        ImportRecord record;
        std::string purchase_id;
        std::vector<std::string> purchase_cells;  // By column; those of the purchase alone.
        std::string items;                        // JSON objects, with commas between.
        std::vector<ImportRecord> held;           // Rows behind it that cannot be read.
    };

    void take_row(base::CsvRow& row);
    void take_header(base::CsvRow& row);
    void take_cells(base::CsvRow& row);
    void take_broken(ImportRecord record);
    void begin_group(base::CsvRow& row, const std::string& purchase_id);
    void add_to_group(const std::vector<std::string>& cells);
    void end_group();
    void take_line(const base::NdjsonLine& line);

    const FileFormat format_;
    const OnRecord on_record_;
    std::variant<std::monostate, base::CsvReader, base::NdjsonReader> reader_;
    std::optional<PurchaseColumns> columns_;
    std::string file_problem_;
    std::optional<Group> group_;
};

}  // namespace tradewind::domain
