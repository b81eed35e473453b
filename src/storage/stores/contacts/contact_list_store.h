#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <vector>

#include "base/clock.h"
#include "base/id.h"
#include "domain/contacts/contact.h"
#include "domain/contacts/contact_list.h"
#include "domain/fields/field_match.h"
#include "domain/lists/list_page.h"
#include "storage/database/transaction.h"

namespace tradewind::storage {

domain::Page<domain::Contact> list_contacts(Transaction& transaction, const domain::ContactListRequest& request);

// Values of custom fields have no index, because one over all of them would double what a write costs. Who has a value
// is found by looking at contacts one after the other, so many and so long at a time.
struct ContactScan {
    static constexpr std::int64_t rows_max = 20'000;
    static constexpr std::chrono::milliseconds time_max{300};

    std::vector<domain::Contact> found;  // Newest first.
    std::optional<base::Id> last;        // The last one looked at.
    bool goes_on = false;                // Whether there are others after it.
};

struct ContactScanRequest {
    const domain::FieldMatch& wanted;
    std::optional<base::Id> after = {};  // Where an earlier one stopped.
    std::int64_t found_max;
};
ContactScan scan_contacts(Transaction& transaction, const base::Clock& clock, const ContactScanRequest& request);

}  // namespace tradewind::storage
