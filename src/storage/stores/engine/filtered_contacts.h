#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>

#include "base/id.h"
#include "base/time_zone.h"
#include "domain/contacts/contact.h"
#include "domain/filters/filter.h"
#include "storage/database/transaction.h"
#include "storage/stores/contacts/contact_store.h"
#include "storage/stores/engine/filter_condition.h"

namespace tradewind::storage {

// A walk over contacts, by id, that leaves out those of whom the database itself tells that a filter neither holds for
// them nor will by time alone. Of the others it reads what the rest of the filter asks for, and nothing else.
class FilteredContacts {
  public:
    FilteredContacts(const domain::Filter& filter, const base::TimeZone& zone);

    // What is left to be evaluated of whoever is found; nothing: the filter holds for all of them.
    [[nodiscard]] const std::optional<domain::Filter>& rest() const { return condition_.rest(); }

    // A part of the walk ends after so many contacts were looked at, so many were found, or so many bytes of their
    // values were read.
    struct Bounds {
        std::int64_t looked_at_max;
        std::int64_t found_max;
        std::size_t bytes_max;
    };
    // It ends before that when this answers false. The contact has its id, the number of its journal and the members
    // that are asked for; it is there during the call.
    using Visitor = std::function<bool(const domain::Contact& found)>;
    // How many were looked at, 0 when there are no more, and the last of them.
    [[nodiscard]] ContactCount walk(Transaction& transaction, base::Id after, const Bounds& bounds,
                                    const Visitor& visit) const;

  private:
    class Columns;

    const FilterCondition condition_;
};

}  // namespace tradewind::storage
