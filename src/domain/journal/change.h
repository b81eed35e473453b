#pragma once

#include <bitset>
#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <unordered_set>
#include <utility>
#include <vector>

#include "base/id.h"
#include "domain/contacts/contact.h"
#include "domain/journal/activity.h"

namespace tradewind::domain {

// What became different about a contact, in the words that filters and triggers wait for.
struct Change {
    std::vector<std::string> fields = {};   // Ids of system fields; `f12` for a custom one.
    bool purchases = false;                 // Something was bought, or a purchase was deleted.
    std::optional<ActivityKind> kind = {};  // Of the activity that tells of it.
    base::Id subject = {};                  // What that activity is about: an event type, a segment, a coupon set.

    friend bool operator==(const Change&, const Change&) = default;
};

// The fields in which two states of a contact differ, those that the service keeps by itself among them.
std::vector<std::string> changed_fields(const Contact& before, const Contact& after);

// One thing that somebody waits for.
struct ChangeTopic {
    enum class Kind { Field, Purchases, Activity };

    Kind kind;
    std::string name = {};  // Of a field, as in Change::fields; the word of a kind of activity; empty for purchases.
    base::Id subject = {};  // Only activities about this; 0: about anything.

    friend bool operator==(const ChangeTopic&, const ChangeTopic&) = default;
};

// All that somebody waits for, so that what nobody asks for costs nothing. Built once, then only read.
class ChangeListeners {
  public:
    void add(const ChangeTopic& topic);
    [[nodiscard]] bool is_empty() const { return is_empty_; }
    // Whoever waits for a field hears of a new contact, too: every field of it is new.
    [[nodiscard]] bool hear(const Change& change) const;

  private:
    bool is_empty_ = true;
    bool purchases_ = false;
    std::unordered_set<std::string> fields_;
    std::bitset<activity_kind_words.size()> kinds_;
    std::set<std::pair<ActivityKind, std::int64_t>> subjects_;
};

// Contacts are spread over so many buckets; whoever works on what follows by itself takes one bucket at a time.
inline constexpr std::int64_t change_buckets = 64;

// A mixing hash of the whole id, below mixed_ids, in arithmetic that SQL has, too: migrations compute it. Never
// changes: rows are stored by it.
inline constexpr std::int64_t mixed_ids = 2'147'483'647;
constexpr std::int64_t mixed_id(base::Id contact) {
    const auto folded = contact.number % mixed_ids;
    return (folded * folded % mixed_ids + folded * 48'271) % mixed_ids;
}

constexpr std::int64_t bucket_of(base::Id contact) {
    return mixed_id(contact) % change_buckets;
}

}  // namespace tradewind::domain
