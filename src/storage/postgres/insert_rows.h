#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "storage/database/query.h"

namespace tradewind::storage {

// To PostgreSQL a statement costs several times what the row costs that it inserts. So INSERTs of one row each that are
// sent together become INSERTs of several rows.

// An INSERT whose VALUES are one row with parameters, and that does nothing else: nothing on a conflict, and it answers
// nothing.
class InsertOfARow {
  public:
    // Nothing for any other statement.
    static std::optional<InsertOfARow> find(std::string_view sql);

    // The same for so many rows. The parameters of each follow those of the one before it.
    [[nodiscard]] std::string for_rows(std::size_t rows) const;

  private:
    std::string before_;
    std::string row_;
    std::string after_;
    std::size_t parameters_ = 0;
};

// The same text with each parameter so many places further.
std::string with_later_parameters(std::string_view sql, std::size_t places);

// So many rows as one statement has, of those that are left: 64, 16, 4 or 1. Each number is a statement of its own to
// the server, and is prepared when it is first used.
std::size_t rows_together(std::size_t left);

// Which calls are sent together, each by its place: in their order, but for inserts of a kind, which come with the
// first of them. They do not go past anything but inserts. The last call is sent alone, for somebody may wait for its
// answer. `inserts` has for each call which insert it is, null for whatever is none.
std::vector<std::vector<std::size_t>> put_together(const std::vector<const Query*>& inserts);

}  // namespace tradewind::storage
