#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/id.h"
#include "base/instant.h"
#include "base/result.h"
#include "domain/fields/field_table.h"

namespace tradewind::domain {

inline constexpr std::size_t segments_max = 500;

// The kind of a segment whose members people choose.
inline constexpr std::string_view static_segment = "static";
base::Result<std::string> check_segment_kind(std::string_view word);

// A group of contacts.
struct Segment {
    base::Id id;
    std::string name;
    std::string kind;
    std::optional<std::string> description;
    std::int64_t members = 0;
    base::Instant created_at;
    base::Instant updated_at;

    friend bool operator==(const Segment&, const Segment&) = default;
};

inline constexpr FieldTable<Segment, 7> segment_fields{{
    {.name = "id", .member = &Segment::id, .access = Access::ReadOnly},
    {.name = "name",
     .member = &Segment::name,
     .presence = Presence::Required,
     .bounds = {.characters_min = 1, .characters_max = 200}},
    {.name = "kind", .member = &Segment::kind, .presence = Presence::Required, .rule = check_segment_kind},
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
    std::string kind;
    base::Instant entered_at;
};

inline constexpr FieldTable<ContactSegment, 4> contact_segment_fields{{
    {.name = "segmentId", .member = &ContactSegment::segment, .access = Access::ReadOnly},
    {.name = "name", .member = &ContactSegment::name, .access = Access::ReadOnly},
    {.name = "kind", .member = &ContactSegment::kind, .access = Access::ReadOnly},
    {.name = "enteredAt", .member = &ContactSegment::entered_at, .access = Access::ReadOnly},
}};

}  // namespace tradewind::domain
