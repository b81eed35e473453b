#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <string_view>

#include "base/instant.h"
#include "storage/database/transaction.h"

namespace tradewind::storage {

// That no workflow acts and nothing is done to the outside world: this may not be the copy of the data that is live, or
// somebody wants it so.
struct Hold {
    base::Instant since;
    std::string because;      // A sentence for people.
    bool is_moved = false;    // The store lives on in another database; what is here is not served.
    bool is_by_hand = false;  // A person asked for it, and can ask for its end.
};

// The one question that whoever is about to send, call or deliver something asks, in the transaction that claims it.
[[nodiscard]] bool may_reach_outside(Transaction& transaction);

// Nothing when there is no hold.
std::optional<Hold> find_hold(Transaction& transaction);
// Stays until it is let go, whatever is found out later. One that was made by hand gives way to any other.
void begin_hold(Transaction& transaction, const Hold& hold);
void end_hold(Transaction& transaction);

// Where and when this database was last used.
struct LastUse {
    std::optional<std::string> home;  // As Database::home() says; nothing when nobody looked yet.
    base::Instant seen_at;
};
LastUse find_last_use(Transaction& transaction);
void set_home(Transaction& transaction, std::string_view home);
// Never goes back.
void note_seen(Transaction& transaction, base::Instant now);

// The moment by which the engine last decided, as far as it was noted. Goes back with the clock.
base::Instant find_decided_at(Transaction& transaction);
void set_decided_at(Transaction& transaction, base::Instant now);

// How far the clock of this store was turned; nothing: it is not one whose clock can be.
std::optional<std::chrono::milliseconds> find_test_clock(Transaction& transaction);
void set_test_clock(Transaction& transaction, std::chrono::milliseconds turned_by);

}  // namespace tradewind::storage
