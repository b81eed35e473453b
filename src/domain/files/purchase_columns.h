#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "base/json_writer.h"
#include "base/result.h"
#include "domain/files/cell_json.h"

namespace tradewind::domain {

// What a column of a file is about.
struct PurchaseColumn {
    enum class Part { None, Purchase, Item };

    std::string name;
    Part part = Part::None;
    CellKind kind = CellKind::Text;
};

// The columns of a CSV file of purchases, by its header: names of what a purchase and an item of it have.
class PurchaseColumns {
  public:
    // Refused with a phrase about the file: a needed column is missing, or one is there twice.
    static base::Result<PurchaseColumns> read(const std::vector<std::string>& header);

    [[nodiscard]] const std::vector<PurchaseColumn>& all() const { return columns_; }
    [[nodiscard]] std::size_t purchase_id() const { return purchase_id_; }
    [[nodiscard]] std::size_t size() const { return columns_.size(); }

    // Writes the cells of one part as members; empty cells are left out.
    void write_cells(base::JsonWriter& writer, PurchaseColumn::Part part, const std::vector<std::string>& cells) const;

  private:
    std::vector<PurchaseColumn> columns_;
    std::size_t purchase_id_ = 0;
};

}  // namespace tradewind::domain
