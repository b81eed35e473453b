#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/csv_reader.h"
#include "domain/files/import_reader.h"

namespace tradewind::domain {

// Reads a CSV file each of whose rows is one record, the cells of it, as many as the header has.
class RowFileReader final : public ImportReader {
  public:
    // What is wrong with a header, as a phrase about the file; empty when nothing is.
    using CheckHeader = std::string (*)(const std::vector<std::string>& names);

    RowFileReader(char delimiter, CheckHeader check_header, OnRecord on_record);

    void push(std::string_view bytes) override;
    void finish() override { reader_.finish(); }
    [[nodiscard]] bool is_past_header() const override { return header_.has_value(); }
    void go_on_at(const base::FilePlace& place) override { reader_.go_on_at(place); }
    [[nodiscard]] base::Result<void> judge() const override;
    [[nodiscard]] std::vector<std::string> header() const override {
        return header_.value_or(std::vector<std::string>());
    }

  private:
    void take_row(base::CsvRow& row);
    void take_header(base::CsvRow& row);

    const char delimiter_;
    const CheckHeader check_header_;
    const OnRecord on_record_;
    base::CsvReader reader_;
    std::string start_;  // The first bytes of the file, by which one that is no CSV is known.
    std::optional<std::vector<std::string>> header_;
    std::string file_problem_;
};

// For those who check headers.
bool has_column(const std::vector<std::string>& header, std::string_view name);
// "has the column a twice"; empty when each is there once. Columns without a name do not count.
std::string repeated_column(const std::vector<std::string>& header);

// A cell that says nothing.
bool is_blank(std::string_view cell);

}  // namespace tradewind::domain
