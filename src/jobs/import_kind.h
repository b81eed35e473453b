#pragma once

#include <functional>
#include <span>
#include <string>
#include <vector>

#include "base/result.h"
#include "base/sources.h"
#include "domain/contacts/contact_key.h"
#include "domain/files/import.h"
#include "storage/database/transaction.h"
#include "storage/stores/settings/definitions.h"

namespace tradewind::jobs {

// What a record asks for, as far as it can be checked without the database. It may run several times, and is given the
// definitions that it was read by. A refusal of the kind Invalid says that something may have been written already; any
// other one that nothing was.
using ImportChange = std::function<base::Result<void>(storage::Transaction& transaction, base::Sources& sources,
                                                      const storage::Definitions& definitions)>;
using ImportChanges = std::vector<base::Result<ImportChange>>;

// What the records of a file are read by.
struct ImportFacts {
    domain::ImportType type;
    domain::ImportOptions options;
    std::vector<std::string> header;
    base::Instant created_at;  // When the file came.
};

// How files of one type become changes. A new type is a new file here and a line in the table.
struct ImportKind {
    domain::ImportType type;
    // What each of the records asks for, or why it is refused. They can be read.
    ImportChanges (*read)(const ImportFacts& facts, std::span<const domain::ImportRecord* const> records,
                          const storage::Definitions& definitions);
    // By what a record names the person it tells of, when it can be read. Null: the file tells of nobody.
    std::vector<domain::ContactKey> (*people)(const ImportFacts& facts, const domain::ImportRecord& record,
                                              const storage::Definitions& definitions) = nullptr;
};

const ImportKind& kind_of(domain::ImportType type);

extern const ImportKind contact_import;
extern const ImportKind product_import;
extern const ImportKind coupon_import;
extern const ImportKind purchase_import;

}  // namespace tradewind::jobs
