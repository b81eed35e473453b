#pragma once

#include <optional>
#include <string>

#include "base/json.h"
#include "domain/fields/contact_field_list.h"
#include "domain/files/csv_cells.h"
#include "domain/files/export.h"
#include "domain/journal/activity.h"
#include "domain/shop/purchase.h"

namespace tradewind::domain {

// Everything that a row can tell of an activity.
struct ActivityRow {
    const Activity& activity;
    const std::optional<std::string>& email;
    const std::optional<std::string>& external_id;
    base::JsonValue data;           // What the kind tells: an object.
    std::string_view event_values;  // Of a custom event, as JSON.
    const std::optional<Purchase>& purchase;
    const ContactFieldList& fields;
};

// The rows of an export of activities: one for each, and one for each item of a purchase in a second file.
class ActivityCsv {
  public:
    explicit ActivityCsv(const Export& wanted) : version_(wanted.version_number()) {}

    void header(CsvCells& cells) const;
    void row(CsvCells& cells, const ActivityRow& row) const;

    static void items_header(CsvCells& cells);
    static void item_rows(CsvCells& cells, const ActivityRow& row);

  private:
    const int version_;
};

}  // namespace tradewind::domain
