#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "base/time_zone.h"
#include "domain/filters/filter.h"
#include "storage/database/composed_query.h"

namespace tradewind::storage {

// The part of a filter that the database itself tells of a contact, by the columns of `contacts`: exactly as
// domain::evaluate does, and the same for ever unless the contact changes. So whoever does not fit it is no member, and
// never becomes one by time alone. What is counted on the calendar depends on the zone, too.
class FilterCondition {
  public:
    // In the order of the filter; what does not fit in any more is left to the rest.
    static constexpr std::size_t values_max = 500;

    FilterCondition(const domain::Filter& filter, const base::TimeZone& zone);

    // Goes on behind the first condition of a statement on `contacts`: ` AND ...` for each part.
    void add_to(ComposedQuery& query) const;
    // What is left to be evaluated of whoever fits; nothing when that is all.
    [[nodiscard]] const std::optional<domain::Filter>& rest() const { return rest_; }

  private:
    struct Words {
        std::string_view sqlite;
        std::string_view postgres;
    };
    // Words of a statement, or a value.
    using Piece = std::variant<Words, std::int64_t, std::string>;

    class Writer;

    std::vector<Piece> pieces_;
    std::optional<domain::Filter> rest_;
};

}  // namespace tradewind::storage
