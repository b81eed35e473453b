#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "base/instant.h"
#include "base/result.h"
#include "net/http.h"

namespace tradewind::api {

// The entity tag of something that was last changed at this moment. No two changes of one thing have the same moment.
std::string tag_of(base::Instant updated_at);

// The entity tag of what a JSON object tells of, by its `updatedAt`; nothing when it has none. So an answer that was
// kept has the tag of what it tells, whatever became of that since.
std::optional<std::string> tag_in(std::string_view body);

// The condition of a change: that what it changes is still as the caller saw it. Without an If-Match it always holds.
class IfMatch {
  public:
    explicit IfMatch(const net::RequestHead& head);

    // Runs `change`, a `Result<T>()`, which `find`, an `optional<Thing>()`, is asked about before. When the condition
    // did not hold, the change is refused after it was made, and undone with its transaction: what the change refuses
    // by itself is told first.
    template <class Find, class Change>
    auto guard(Find find, Change change) const -> decltype(change()) {
        if (!wanted_) { return change(); }
        const auto before = find();
        auto changed = change();
        if (changed && before && !holds_for(before->updated_at)) { return changed_meanwhile(); }
        return changed;
    }

  private:
    [[nodiscard]] bool holds_for(base::Instant updated_at) const;
    static base::Error changed_meanwhile();

    std::optional<std::string> wanted_;  // What all lines of the header say, with commas between them.
};

}  // namespace tradewind::api
