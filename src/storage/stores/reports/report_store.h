#pragma once

#include <cstdint>
#include <optional>

#include "domain/lists/list_page.h"
#include "domain/reports/report.h"
#include "storage/database/transaction.h"

namespace tradewind::storage {

// Whoever makes, changes or deletes one holds lock_definitions(): so they are counted, and checked, one at a time.

std::optional<domain::Report> find_report(Transaction& transaction, base::Id id);
// Newest first.
domain::Page<domain::Report> list_reports(Transaction& transaction, const domain::PageRequest& page);
std::int64_t count_reports(Transaction& transaction);
void insert_report(Transaction& transaction, const domain::Report& report);
void update_report(Transaction& transaction, const domain::Report& report);
// False when there was no such report.
bool delete_report(Transaction& transaction, base::Id id);

}  // namespace tradewind::storage
