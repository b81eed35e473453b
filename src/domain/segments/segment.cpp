#include "domain/segments/segment.h"

#include "domain/fields/json_fields.h"

namespace tradewind::domain {

std::string_view word_of(SegmentKind kind) {
    switch (kind) {
        case SegmentKind::Static:
            return "static";
        case SegmentKind::Dynamic:
            return "dynamic";
    }
    return "";
}

std::optional<SegmentKind> find_segment_kind(std::string_view word) {
    for (const auto kind : {SegmentKind::Static, SegmentKind::Dynamic}) {
        if (word_of(kind) == word) { return kind; }
    }
    return std::nullopt;
}

std::string_view word_of(BuildState state) {
    switch (state) {
        case BuildState::Queued:
            return "queued";
        case BuildState::Building:
            return "building";
        case BuildState::Ready:
            return "ready";
        case BuildState::Failed:
            return "failed";
    }
    return "";
}

std::optional<BuildState> find_build_state(std::string_view word) {
    for (const auto state : {BuildState::Queued, BuildState::Building, BuildState::Ready, BuildState::Failed}) {
        if (word_of(state) == word) { return state; }
    }
    return std::nullopt;
}

namespace json_fields {

void read_value(const base::JsonValue& value, const Place& place, SegmentKind& out) {
    if (value.kind() != base::JsonKind::String) {
        return place.problems.push_back({.path = place.path, .reason = "must be a string"});
    }
    const auto kind = find_segment_kind(value.string());
    if (!kind) { return place.problems.push_back({.path = place.path, .reason = "must be static or dynamic"}); }
    out = *kind;
}

void write_value(base::JsonWriter& writer, const SegmentKind& value) {
    writer.string(word_of(value));
}

}  // namespace json_fields
}  // namespace tradewind::domain
