#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>

#include "api/list_links.h"
#include "base/clock.h"
#include "domain/contacts/contact.h"
#include "storage/stores/contacts/contact_list_store.h"
#include "storage/stores/engine/contact_question.h"

namespace tradewind::api::admin {

// A filter in a query has so many bytes at most.
inline constexpr std::size_t filter_query_bytes_max = 8'192;
inline constexpr std::chrono::milliseconds contact_search_time_max{250};

// Those for whom a filter holds, as far as was looked.
struct ContactSearch {
    storage::ContactScan scan;
    std::int64_t looked_at = 0;
};

struct ContactSearchRequest {
    std::optional<base::Id> after = {};  // Where an earlier one stopped.
    std::int64_t found_max;
};
// Looks at the newest contacts first, by id, until enough are found or the time is over, but at some at least.
ContactSearch search_contacts(storage::Transaction& transaction, const base::Clock& clock,
                              storage::ContactQuestion& question, const ContactSearchRequest& request);

// One page of it, as contacts are listed, and how many were looked at.
std::string render_search(const ListPlace& place, const ContactSearch& search, const domain::ContactFieldList& fields);

}  // namespace tradewind::api::admin
