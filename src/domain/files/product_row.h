#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "base/error.h"
#include "domain/files/cell_json.h"
#include "domain/shop/product.h"

namespace tradewind::domain {

// What is wrong with the header of a file of products, as a phrase about the file; empty when nothing is.
std::string check_product_header(const std::vector<std::string>& names);

// The columns of a file of products: names of what a product has. Others are ignored.
class ProductColumns {
  public:
    explicit ProductColumns(const std::vector<std::string>& header);

    // What a row asks for.
    struct Row {
        std::string product_id;  // The store's.
        Patch<Product> patch;    // Blank cells are left out.
        std::vector<base::Problem> problems;
    };
    // `cells` are as many as the columns.
    [[nodiscard]] Row read(const std::vector<std::string>& cells) const;

  private:
    struct Column {
        std::string name;
        std::optional<CellKind> kind;  // Nothing: ignored.
    };

    std::vector<Column> columns_;
    std::size_t product_id_ = 0;
};

// What of the patch is about something that the product does not have yet.
Patch<Product> only_empty(const Patch<Product>& patch, const Product& product);

}  // namespace tradewind::domain
