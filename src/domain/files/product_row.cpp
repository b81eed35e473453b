#include "domain/files/product_row.h"

#include <algorithm>

#include "base/csv_writer.h"
#include "domain/fields/json_fields.h"
#include "domain/files/row_file.h"

namespace tradewind::domain {
namespace {

constexpr std::string_view product_id_name = "productId";

template <class T>
bool is_empty(const T&) {
    return false;
}
bool is_empty(const std::string& text) {
    return text.empty();
}
bool is_empty(const std::vector<std::string>& texts) {
    return texts.empty();
}
template <class T>
bool is_empty(const std::optional<T>& value) {
    return !value || is_empty(*value);
}

}  // namespace

std::string check_product_header(const std::vector<std::string>& names) {
    if (auto problem = repeated_column(names); !problem.empty()) { return problem; }
    if (!has_column(names, product_id_name)) { return "has no column productId"; }
    for (const auto& field : product_fields) {
        if (field.presence == Presence::Required && !has_column(names, field.name)) {
            return "has no column " + std::string(field.name);
        }
    }
    return {};
}

ProductColumns::ProductColumns(const std::vector<std::string>& header) {
    for (const auto& name : header) {
        Column column{.name = name, .kind = {}};
        const auto field = std::ranges::find(product_fields, name, &Field<Product>::name);
        if (field != product_fields.end() && field->access == Access::Writable) {
            column.kind = cell_kind_of<Product>(field->member);
        }
        if (name == product_id_name) { product_id_ = columns_.size(); }
        columns_.push_back(std::move(column));
    }
}

ProductColumns::Row ProductColumns::read(const std::vector<std::string>& cells) const {
    std::string json;
    base::JsonWriter writer(json);
    writer.begin_object();
    for (std::size_t index = 0; index < columns_.size(); ++index) {
        const auto& column = columns_[index];
        if (!column.kind || is_blank(cells[index])) { continue; }
        writer.key(column.name);
        const bool may_be_guarded = *column.kind == CellKind::Text;
        write_cell(writer, *column.kind, may_be_guarded ? base::without_formula_guard(cells[index]) : cells[index]);
    }
    writer.end_object();
    Row row{.product_id = cells[product_id_], .patch = {}, .problems = {}};
    const auto document = read_object(json).take();
    row.patch = read_fields(product_fields, document.root(), ReadMode::Merge, row.problems);
    return row;
}

Patch<Product> only_empty(const Patch<Product>& patch, const Product& product) {
    auto rest = patch;
    for (std::size_t index = 0; index < product_fields.size(); ++index) {
        product_fields[index].member.visit([&](auto member) {
            if (!is_empty(product.*member)) { rest.present.reset(index); }
        });
    }
    return rest;
}

}  // namespace tradewind::domain
