#pragma once

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/result.h"
#include "base/sources.h"
#include "domain/contacts/contact_key.h"
#include "domain/files/import.h"
#include "domain/segments/segment.h"
#include "storage/database/transaction.h"
#include "storage/stores/contacts/contacts_ahead.h"
#include "storage/stores/settings/definitions.h"

namespace tradewind::operations {

// In what a slice of a file is taken in. It may be given to several records, one after the other.
struct ImportSlice {
    storage::Transaction& transaction;
    base::Sources& sources;
    storage::ContactsAhead contacts;         // Whom its records name.
    std::optional<domain::Segment> segment;  // The one that the import fills, held; nothing when it was deleted.
};

// What a record asks for, as far as it can be checked without the database. It may run several times, and is given the
// definitions that it was read by. A refusal of the kind Invalid says that something may have been written already; any
// other one that nothing was.
struct ImportChange {
    std::function<base::Result<void>(ImportSlice& slice, const storage::Definitions& definitions)> make;
    std::vector<domain::ContactKey> people = {};  // By what the record names the person it tells of.
};
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
    // Whether two slices that name nobody in common may be made at once: what both touch waits until one is committed.
    bool slices_may_overlap = false;
};

// Before the first record of a slice. `people` tells whom its records name; it is asked where they are looked up ahead.
ImportSlice open_import_slice(storage::Transaction& transaction, base::Sources& sources, const ImportFacts& facts,
                              const std::function<std::vector<domain::ContactKey>()>& people);

const ImportKind& import_kind_of(domain::ImportType type);

extern const ImportKind contact_import;
extern const ImportKind product_import;
extern const ImportKind coupon_import;
extern const ImportKind purchase_import;

}  // namespace tradewind::operations
