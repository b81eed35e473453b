#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "base/sources.h"
#include "domain/files/import.h"
#include "operations/import_kind.h"
#include "storage/database/transaction.h"
#include "storage/stores/settings/definitions.h"

namespace tradewind::operations {

// So many of the first records of a file are tried. They are one transaction, and others wait for it.
inline constexpr std::size_t trial_records_max = 200;

// Which of the records, the first of their file, would be refused, and why; by their lines, without their cells. It
// does what the import would do, so that what rows make of each other is seen: the transaction must be undone after it.
std::vector<domain::ImportError> try_records(storage::Transaction& transaction, base::Sources& sources,
                                             const storage::Definitions& definitions, const ImportFacts& facts,
                                             std::span<const domain::ImportRecord> records);

// How a column of a file is understood.
struct UnderstoodColumn {
    std::string name;           // As it stands in the file.
    std::string as = {};        // A field of contacts, or what a product or a code has. Empty: it is ignored.
    std::string type = {};      // Of a field of contacts.
    bool is_read_only = false;  // Why it is ignored, if that is so.
};
std::vector<UnderstoodColumn> understood_columns(const ImportFacts& facts, const storage::Definitions& definitions);

}  // namespace tradewind::operations
