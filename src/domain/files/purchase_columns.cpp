#include "domain/files/purchase_columns.h"

#include <algorithm>

#include "domain/shop/purchase.h"

namespace tradewind::domain {
namespace {

// Adds what the table makes of this name, if it has it.
template <class Struct, std::size_t Count>
void find_in(const FieldTable<Struct, Count>& table, PurchaseColumn::Part part, PurchaseColumn& column) {
    for (const auto& field : table) {
        if (field.name != column.name || field.access == Access::ReadOnly) { continue; }
        column.part = part;
        column.kind = cell_kind_of(field.member);
    }
}

bool has(const std::vector<std::string>& names, std::string_view name) {
    return std::ranges::find(names, name) != names.end();
}

template <class Struct, std::size_t Count>
base::Result<void> check_needed(const FieldTable<Struct, Count>& table, const std::vector<std::string>& names) {
    for (const auto& field : table) {
        if (field.presence == Presence::Required && !has(names, field.name)) {
            return base::invalid("", "has no column " + std::string(field.name));
        }
    }
    return {};
}

}  // namespace

base::Result<PurchaseColumns> PurchaseColumns::read(const std::vector<std::string>& header) {
    PurchaseColumns columns;
    for (const auto& name : header) {
        if (!name.empty() && std::ranges::count(header, name) > 1) {
            return base::invalid("", "has the column " + name + " twice");
        }
        PurchaseColumn column{.name = name};
        find_in(purchase_fields, PurchaseColumn::Part::Purchase, column);
        find_in(purchase_item_fields, PurchaseColumn::Part::Item, column);
        if (name == "purchaseId") { columns.purchase_id_ = columns.columns_.size(); }
        columns.columns_.push_back(std::move(column));
    }
    TRY(check_needed(purchase_fields, header));
    if (!has(header, "contactEmail") && !has(header, "contactExternalId")) {
        return base::invalid("", "has neither a column contactEmail nor a column contactExternalId");
    }
    TRY(check_needed(purchase_item_fields, header));
    return columns;
}

void PurchaseColumns::write_cells(base::JsonWriter& writer, PurchaseColumn::Part part,
                                  const std::vector<std::string>& cells) const {
    for (std::size_t index = 0; index < columns_.size(); ++index) {
        if (columns_[index].part != part || cells[index].empty()) { continue; }
        writer.key(columns_[index].name);
        write_cell(writer, columns_[index].kind, cells[index]);
    }
}

}  // namespace tradewind::domain
