#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/id.h"
#include "base/instant.h"
#include "domain/files/import.h"
#include "domain/lists/list_page.h"
#include "storage/database/transaction.h"

namespace tradewind::storage {

// Ids of imports are in the order of their creation.

// `header` names the columns of the file, for the report.
void insert_import(Transaction& transaction, const domain::Import& import, const std::vector<std::string>& header);
std::optional<domain::Import> find_import(Transaction& transaction, base::Id id);
// The same, keeping it from others until the transaction ends.
std::optional<domain::Import> find_import_for_change(Transaction& transaction, base::Id id);
std::vector<std::string> import_header(Transaction& transaction, base::Id id);
domain::Page<domain::Import> list_imports(Transaction& transaction, domain::ImportFamily family,
                                          const domain::PageRequest& page);
std::int64_t count_queued_imports(Transaction& transaction);
// The import that is in progress, or else the one that has waited longest.
std::optional<base::Id> next_import(Transaction& transaction);

// Writes status, counters, place, times and why it failed.
void update_import(Transaction& transaction, const domain::Import& import);
void delete_import(Transaction& transaction, base::Id id);

void insert_import_error(Transaction& transaction, base::Id import, const domain::ImportError& error);
// In the order of their lines, after this one.
std::vector<domain::ImportError> find_import_errors(Transaction& transaction, base::Id import, std::int64_t after_line,
                                                    std::int64_t rows_max);
// Some of them; how many.
std::int64_t delete_import_errors(Transaction& transaction, base::Id import, std::int64_t rows_max);
// The first import after this one, there or not, that has refused records.
std::optional<base::Id> next_import_with_errors(Transaction& transaction, base::Id after);

// Those made before this moment whose file is still there, oldest first.
std::vector<domain::Import> imports_with_file_before(Transaction& transaction, base::Instant before,
                                                     std::int64_t rows_max);
// Of all that are still there: at most one for each import of a week.
std::vector<std::string> import_file_names(Transaction& transaction);
void forget_import_file(Transaction& transaction, base::Id id);

}  // namespace tradewind::storage
