#include "domain/files/activity_csv.h"

#include <array>
#include <charconv>

namespace tradewind::domain {
namespace {

// The text in a member of what the kind tells; empty when there is none.
std::string_view text_in(const ActivityRow& row, std::string_view name) {
    const auto value = row.data.find(name);
    return value && value->kind() == base::JsonKind::String ? value->string() : std::string_view();
}

// The ids of the fields that changed; of one that is gone nothing is told.
void changed_fields_cell(CsvCells& cells, const ActivityRow& row) {
    const auto changes = row.data.find("changes");
    std::string ids;
    if (changes && changes->kind() == base::JsonKind::Object) {
        for (const auto member : changes->members()) {
            std::string_view id = member.key;
            if (id.starts_with('f')) {
                std::int64_t number = 0;
                std::from_chars(id.data() + 1, id.data() + id.size(), number);
                const auto* const field = row.fields.find_custom(number);
                id = field != nullptr ? std::string_view(field->id) : std::string_view();
            }
            if (id.empty()) { continue; }
            if (!ids.empty()) { ids += CsvCells::list_separator; }
            ids += id;
        }
    }
    cells.plain(ids);
}

struct Column {
    std::string_view name;
    int since;
    void (*write)(CsvCells& cells, const ActivityRow& row);
};

void no_cell(CsvCells& cells, const ActivityRow&) {
    cells.empty();
}

constexpr std::array<Column, 26> activity_columns{{
    {"Activity ID", 1, [](CsvCells& cells, const ActivityRow& row) { cells.plain(row.activity.id.text()); }},
    {"Contact ID", 1, [](CsvCells& cells, const ActivityRow& row) { cells.plain(row.activity.contact.text()); }},
    {"Email", 1, [](CsvCells& cells, const ActivityRow& row) { cells.maybe_text(row.email); }},
    {"External ID", 1, [](CsvCells& cells, const ActivityRow& row) { cells.maybe_text(row.external_id); }},
    {"Activity Type", 1, [](CsvCells& cells, const ActivityRow& row) { cells.plain(word_of(row.activity.kind)); }},
    {"Date", 1, [](CsvCells& cells, const ActivityRow& row) { cells.moment(row.activity.at); }},
    {"Changed Fields", 1, changed_fields_cell},
    {"Segment ID", 1, [](CsvCells& cells, const ActivityRow& row) { cells.plain(text_in(row, "segmentId")); }},
    {"Segment Name", 1, [](CsvCells& cells, const ActivityRow& row) { cells.text(text_in(row, "segmentName")); }},
    {"Purchase ID", 1,
     [](CsvCells& cells, const ActivityRow& row) {
         row.purchase ? cells.plain(row.purchase->purchase_id) : cells.empty();
     }},
    {"Total Price", 1,
     [](CsvCells& cells, const ActivityRow& row) {
         row.purchase ? cells.decimal(row.purchase->total_price) : cells.empty();
     }},
    {"Total Quantity", 1,
     [](CsvCells& cells, const ActivityRow& row) {
         row.purchase ? cells.number(row.purchase->total_quantity) : cells.empty();
     }},
    {"Payment Method", 1,
     [](CsvCells& cells, const ActivityRow& row) {
         row.purchase ? cells.maybe_text(row.purchase->payment_method) : cells.empty();
     }},
    {"Cart ID", 1,
     [](CsvCells& cells, const ActivityRow& row) {
         row.purchase ? cells.maybe_plain(row.purchase->cart_id) : cells.empty();
     }},
    {"Coupon Set ID", 1, [](CsvCells& cells, const ActivityRow& row) { cells.plain(text_in(row, "couponSetId")); }},
    {"Coupon Set Name", 1, [](CsvCells& cells, const ActivityRow& row) { cells.text(text_in(row, "couponSetName")); }},
    {"Coupon Code", 1, [](CsvCells& cells, const ActivityRow& row) { cells.plain(text_in(row, "code")); }},
    {"Event Type ID", 1, [](CsvCells& cells, const ActivityRow& row) { cells.plain(text_in(row, "eventTypeId")); }},
    {"Event Values", 1, [](CsvCells& cells, const ActivityRow& row) { cells.text(row.event_values); }},
    {"Origin", 2, no_cell},
    {"Device", 2, no_cell},
    {"Purchase Source Type", 3,
     [](CsvCells& cells, const ActivityRow& row) {
         row.purchase ? cells.maybe_plain(row.purchase->source_type) : cells.empty();
     }},
    {"Purchase Source Name", 3,
     [](CsvCells& cells, const ActivityRow& row) {
         row.purchase ? cells.maybe_text(row.purchase->source_name) : cells.empty();
     }},
    {"Attribution", 4, no_cell},
    {"Merged Contact ID", 4,
     [](CsvCells& cells, const ActivityRow& row) { cells.plain(text_in(row, "mergedContactId")); }},
    {"Creation Origin", 5, no_cell},
}};

// Writes the cell of a property of an item.
struct ItemCell {
    CsvCells& cells;
    std::string_view name;

    void operator()(const std::string& value) const { name == "productId" ? cells.plain(value) : cells.text(value); }
    void operator()(std::int64_t value) const { cells.number(value); }
    void operator()(base::Decimal value) const { cells.decimal(value); }
    void operator()(base::Instant value) const { cells.moment(value); }
    void operator()(base::Id value) const { cells.plain(value.text()); }
    void operator()(const std::vector<std::string>& value) const { cells.text_list(value); }
    template <class Value>
    void operator()(const std::optional<Value>& value) const {
        value ? (*this)(*value) : cells.empty();
    }
    // No item has such properties.
    template <class Value>
    void operator()(const Value&) const {
        cells.empty();
    }
};

}  // namespace

void ActivityCsv::header(CsvCells& cells) const {
    for (const auto& column : activity_columns) {
        if (column.since <= version_) { cells.plain(column.name); }
    }
    cells.end_row();
}

void ActivityCsv::row(CsvCells& cells, const ActivityRow& row) const {
    for (const auto& column : activity_columns) {
        if (column.since <= version_) { column.write(cells, row); }
    }
    cells.end_row();
}

void ActivityCsv::items_header(CsvCells& cells) {
    for (const auto* const name : {"Activity ID", "Contact ID", "Purchase ID", "Date"}) { cells.plain(name); }
    for (const auto& field : purchase_item_fields) { cells.plain(field.name); }
    cells.end_row();
}

void ActivityCsv::item_rows(CsvCells& cells, const ActivityRow& row) {
    if (!row.purchase) { return; }
    for (const auto& item : row.purchase->items) {
        cells.plain(row.activity.id.text());
        cells.plain(row.activity.contact.text());
        cells.plain(row.purchase->purchase_id);
        cells.moment(row.activity.at);
        for (const auto& field : purchase_item_fields) {
            field.member.visit([&](auto member) { ItemCell{.cells = cells, .name = field.name}(item.*member); });
        }
        cells.end_row();
    }
}

}  // namespace tradewind::domain
