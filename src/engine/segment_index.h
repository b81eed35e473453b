#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "base/id.h"
#include "base/time_zone.h"
#include "domain/filters/filter.h"
#include "domain/journal/change.h"
#include "storage/stores/settings/definitions.h"

namespace tradewind::engine {

// A set of members that is kept as its filter says.
struct LiveSet {
    base::Id segment;
    base::Id set;
    std::shared_ptr<const domain::Filter> filter;
    bool is_in_force = false;  // Otherwise it is being built, and nobody is told who is in it.
    std::optional<base::Id> told_set =
        {};  // Of one in force: who was in it as far as was told, if that is another set.
};

// Everything that changes by itself, as of one version of the definitions: the sets of dynamic segments, those that
// others name before the others, and which of them a change concerns. Immutable.
class SegmentIndex {
  public:
    // Filters whose text is known already are taken from the index before.
    SegmentIndex(std::shared_ptr<const storage::Definitions> definitions, const SegmentIndex* before);

    [[nodiscard]] const storage::Definitions& definitions() const { return *definitions_; }
    [[nodiscard]] const base::TimeZone& zone() const { return zone_; }
    // The zone with its rules.
    [[nodiscard]] const std::string& calendar() const { return calendar_; }
    [[nodiscard]] const std::vector<LiveSet>& sets() const { return sets_; }
    // Adds the places in sets() of those that can depend on a change.
    void add_concerned(const domain::Change& change, std::vector<std::size_t>& places) const;
    // The place of a set; nothing when it is not kept any more.
    [[nodiscard]] std::optional<std::size_t> find_set(base::Id set) const;
    // Who is in a segment; nothing when it has no members yet or is gone.
    [[nodiscard]] std::optional<base::Id> member_set(base::Id segment) const;
    // The filter whose text this is; null when no segment has it.
    [[nodiscard]] std::shared_ptr<const domain::Filter> find_filter(const std::string& text) const;
    // Whether every segment that a filter names has members.
    [[nodiscard]] bool are_inner_ready(const domain::Filter& filter) const;

  private:
    struct Listening {
        std::vector<std::size_t> purchases;
        std::unordered_map<std::string, std::vector<std::size_t>> fields;
        std::map<std::pair<domain::ActivityKind, std::int64_t>, std::vector<std::size_t>>
            activities;  // By subject; 0: any.
    };

    void sort_sets();
    void listen();

    std::shared_ptr<const storage::Definitions> definitions_;
    base::TimeZone zone_;
    std::string calendar_;
    std::unordered_map<std::string, std::shared_ptr<const domain::Filter>> filters_;  // By their text.
    std::unordered_map<std::int64_t, std::optional<base::Id>> member_sets_;           // By segment.
    std::vector<LiveSet> sets_;
    std::unordered_map<std::int64_t, std::size_t> places_;  // By set.
    Listening listening_;
};

// The index of the definitions that were last asked for, which the parts of an engine share. For its thread.
class CurrentSegmentIndex {
  public:
    [[nodiscard]] std::shared_ptr<const SegmentIndex> of(std::shared_ptr<const storage::Definitions> definitions) {
        if (!index_ || index_->definitions().version != definitions->version) {
            index_ = std::make_shared<const SegmentIndex>(std::move(definitions), index_.get());
        }
        return index_;
    }

  private:
    std::shared_ptr<const SegmentIndex> index_;
};

}  // namespace tradewind::engine
