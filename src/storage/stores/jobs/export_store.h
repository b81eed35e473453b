#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/id.h"
#include "base/instant.h"
#include "domain/files/export.h"
#include "domain/lists/list_page.h"
#include "storage/database/transaction.h"

namespace tradewind::storage {

// Ids of exports are in the order of their creation.

void insert_export(Transaction& transaction, const domain::Export& wanted);
std::optional<domain::Export> find_export(Transaction& transaction, base::Id id);
// The same, keeping it from others until the transaction ends.
std::optional<domain::Export> find_export_for_change(Transaction& transaction, base::Id id);
domain::Page<domain::Export> list_exports(Transaction& transaction, const domain::PageRequest& page);
std::int64_t count_queued_exports(Transaction& transaction);
// The export that is in progress, or else the one that has waited longest.
std::optional<base::Id> next_export(Transaction& transaction);

// Writes status, counters, files, checkpoint and the time of its end.
void update_export(Transaction& transaction, const domain::Export& changed);
// Whether there was one.
bool delete_export(Transaction& transaction, base::Id id);

// Those asked for before this moment of which a file or a part of one is still there, oldest first.
std::vector<domain::Export> exports_with_files_before(Transaction& transaction, base::Instant before,
                                                      std::int64_t rows_max);
// In the files directory, of all that are still there or in the making: those of a week at most.
std::vector<std::string> export_file_names(Transaction& transaction);

}  // namespace tradewind::storage
