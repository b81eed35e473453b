#include "engine/segment_index.h"

#include <algorithm>

#include "base/fault.h"
#include "domain/filters/filter_topics.h"
#include "domain/filters/parse_filter.h"
#include "operations/segment_uses.h"

namespace tradewind::engine {
namespace {

base::TimeZone zone_of(const storage::Definitions& definitions) {
    auto zone = base::TimeZone::load(definitions.store.timezone);
    return zone.ok() ? std::move(zone).take() : base::TimeZone::load("UTC").take();
}

// How many segments stand one in the other: one that names no other has 0.
class Nesting {
  public:
    explicit Nesting(const std::vector<LiveSet>& sets) {
        for (const auto& set : sets) {
            for (const auto inner : domain::uses_of(*set.filter).segments) {
                inner_[set.segment.number].push_back(inner.number);
            }
        }
    }

    int depth(std::int64_t segment) {
        const auto known = depths_.find(segment);
        if (known != depths_.end()) { return known->second; }
        // Circles are refused when a filter is saved; one that came all the same ends here.
        depths_[segment] = 0;
        int depth_found = 0;
        for (const auto inner : inner_[segment]) { depth_found = std::max(depth_found, depth(inner) + 1); }
        return depths_[segment] = depth_found;
    }

  private:
    std::unordered_map<std::int64_t, std::vector<std::int64_t>> inner_;
    std::unordered_map<std::int64_t, int> depths_;
};

}  // namespace

SegmentIndex::SegmentIndex(std::shared_ptr<const storage::Definitions> definitions, const SegmentIndex* before)
    : definitions_(std::move(definitions)), zone_(zone_of(*definitions_)), calendar_(zone_.fingerprint()) {
    const auto names = operations::filter_names(*definitions_);
    const auto filter_of =
        [&](const std::shared_ptr<const std::string>& text) -> std::shared_ptr<const domain::Filter> {
        if (!text) { return nullptr; }
        auto& filter = filters_[*text];
        if (!filter && before != nullptr) { filter = before->find_filter(*text); }
        if (!filter) {
            auto read = domain::read_stored_filter(*text, names);
            if (read) { filter = std::make_shared<const domain::Filter>(std::move(read).take()); }
        }
        return filter;
    };
    for (const auto& segment : definitions_->segments) {
        member_sets_[segment.id.number] = segment.member_set;
        if (segment.kind != domain::SegmentKind::Dynamic) { continue; }
        if (const auto filter = filter_of(segment.filter); filter && segment.member_set) {
            sets_.push_back({.segment = segment.id,
                             .set = *segment.member_set,
                             .filter = filter,
                             .is_in_force = true,
                             .told_set = segment.told_set});
        }
        // One that is not begun yet is nobody's concern: its build looks at everybody, once the segments that its
        // filter names are there.
        const bool is_built = segment.next_set && segment.build_state == domain::BuildState::Building;
        if (const auto filter = filter_of(segment.next_filter); filter && is_built) {
            sets_.push_back({.segment = segment.id, .set = *segment.next_set, .filter = filter});
        }
    }
    sort_sets();
    listen();
}

void SegmentIndex::sort_sets() {
    Nesting nesting(sets_);
    std::stable_sort(sets_.begin(), sets_.end(), [&](const LiveSet& one, const LiveSet& other) {
        return nesting.depth(one.segment.number) < nesting.depth(other.segment.number);
    });
    if (base::is_planted(base::Fault::OuterFirst)) { std::reverse(sets_.begin(), sets_.end()); }
    for (std::size_t place = 0; place < sets_.size(); ++place) { places_[sets_[place].set.number] = place; }
}

void SegmentIndex::listen() {
    for (std::size_t place = 0; place < sets_.size(); ++place) {
        for (const auto& topic : domain::depends_on(*sets_[place].filter)) {
            switch (topic.kind) {
                case domain::ChangeTopic::Kind::Field:
                    listening_.fields[topic.name].push_back(place);
                    break;
                case domain::ChangeTopic::Kind::Purchases:
                    listening_.purchases.push_back(place);
                    break;
                case domain::ChangeTopic::Kind::Activity:
                    if (const auto kind = domain::find_activity_kind(topic.name)) {
                        listening_.activities[{*kind, topic.subject.number}].push_back(place);
                    }
                    break;
            }
        }
    }
}

void SegmentIndex::add_concerned(const domain::Change& change, std::vector<std::size_t>& places) const {
    const auto add = [&](const std::vector<std::size_t>& more) {
        places.insert(places.end(), more.begin(), more.end());
    };
    // Everything about a new contact is new.
    if (change.kind == domain::ActivityKind::ContactCreated) {
        for (std::size_t place = 0; place < sets_.size(); ++place) { places.push_back(place); }
        return;
    }
    if (change.purchases) { add(listening_.purchases); }
    for (const auto& field : change.fields) {
        if (const auto found = listening_.fields.find(field); found != listening_.fields.end()) { add(found->second); }
    }
    if (!change.kind) { return; }
    for (const auto subject : {std::int64_t{0}, change.subject.number}) {
        const auto found = listening_.activities.find({*change.kind, subject});
        if (found != listening_.activities.end()) { add(found->second); }
        if (change.subject.number == 0) { break; }
    }
}

std::optional<std::size_t> SegmentIndex::find_set(base::Id set) const {
    const auto found = places_.find(set.number);
    return found == places_.end() ? std::nullopt : std::optional(found->second);
}

std::optional<base::Id> SegmentIndex::member_set(base::Id segment) const {
    const auto found = member_sets_.find(segment.number);
    return found == member_sets_.end() ? std::nullopt : found->second;
}

std::shared_ptr<const domain::Filter> SegmentIndex::find_filter(const std::string& text) const {
    const auto found = filters_.find(text);
    return found == filters_.end() ? nullptr : found->second;
}

bool SegmentIndex::are_inner_ready(const domain::Filter& filter) const {
    const auto segments = domain::uses_of(filter).segments;
    return std::all_of(segments.begin(), segments.end(),
                       [this](base::Id segment) { return member_set(segment).has_value(); });
}

}  // namespace tradewind::engine
