#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/id.h"
#include "base/instant.h"
#include "domain/fields/field_table.h"

namespace tradewind::domain {

inline constexpr std::size_t segments_max = 500;

// Whose members people choose, or whose members follow from a filter.
enum class SegmentKind { Static, Dynamic };

std::string_view word_of(SegmentKind kind);
std::optional<SegmentKind> find_segment_kind(std::string_view word);

// How far the members of a dynamic segment were found. Queued and Building: for a filter that is not in force yet.
enum class BuildState { Queued, Building, Ready, Failed };

std::string_view word_of(BuildState state);
std::optional<BuildState> find_build_state(std::string_view word);

struct SegmentBuild {
    BuildState state = BuildState::Queued;
    base::Id place = {};                     // Contacts up to this id are done.
    std::int64_t done = 0;                   // So many were looked at,
    std::optional<std::int64_t> total = {};  // and so many there are, once that is known.

    friend bool operator==(const SegmentBuild&, const SegmentBuild&) = default;
};

// A group of contacts. Who is in it is kept by set, so that one set can be built beside another.
struct Segment {
    base::Id id;
    std::string name;
    SegmentKind kind = SegmentKind::Static;
    std::optional<std::string> description;
    std::int64_t members = 0;
    base::Instant created_at;
    base::Instant updated_at;
    // Who is in it. Nothing until a dynamic one was built for the first time; its own id of a static one.
    std::optional<base::Id> member_set = {};

    // The rest is of dynamic ones alone. Filters are JSON as it is kept.
    std::optional<std::string> stored_filter = {};  // Goes with member_set.
    std::optional<std::string> next_filter = {};    // The one that is to be in force.
    std::optional<base::Id> next_set = {};          // Who is found for it.
    std::optional<base::Id> told_set = {};          // Who was in it before; the differences are still to be told,
    base::Id told_place = {};                       // to contacts above this id.
    std::optional<SegmentBuild> build = {};
    std::optional<std::string> incidents = {};  // A JSON array.

    friend bool operator==(const Segment&, const Segment&) = default;
};

inline constexpr FieldTable<Segment, 7> segment_fields{{
    {.name = "id", .member = &Segment::id, .access = Access::ReadOnly},
    {.name = "name",
     .member = &Segment::name,
     .presence = Presence::Required,
     .bounds = {.characters_min = 1, .characters_max = 200}},
    {.name = "kind", .member = &Segment::kind, .presence = Presence::Required},
    {.name = "description", .member = &Segment::description, .null = Null::Clears, .bounds = {.characters_max = 5000}},
    {.name = "members", .member = &Segment::members, .access = Access::ReadOnly},
    {.name = "createdAt", .member = &Segment::created_at, .access = Access::ReadOnly},
    {.name = "updatedAt", .member = &Segment::updated_at, .access = Access::ReadOnly},
}};

// That a contact is in a segment, as it is read beside the contact or beside the segment.
struct SegmentMember {
    base::Id contact;
    base::Instant entered_at;
};

struct ContactSegment {
    base::Id segment;
    std::string name;
    SegmentKind kind = SegmentKind::Static;
    base::Instant entered_at;
};

inline constexpr FieldTable<ContactSegment, 4> contact_segment_fields{{
    {.name = "segmentId", .member = &ContactSegment::segment, .access = Access::ReadOnly},
    {.name = "name", .member = &ContactSegment::name, .access = Access::ReadOnly},
    {.name = "kind", .member = &ContactSegment::kind, .access = Access::ReadOnly},
    {.name = "enteredAt", .member = &ContactSegment::entered_at, .access = Access::ReadOnly},
}};

}  // namespace tradewind::domain
