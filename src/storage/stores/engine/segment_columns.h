#pragma once

#include "domain/segments/segment.h"
#include "storage/database/field_columns.h"

namespace tradewind::storage {

// How the words of segments are read by the stores that keep them.
inline void read_column(const Rows& rows, int column, domain::SegmentKind& out) {
    const auto kind = domain::find_segment_kind(rows.text(column));
    if (!kind) { throw DatabaseBroken("a segment is of no known kind"); }
    out = *kind;
}

inline void read_column(const Rows& rows, int column, domain::BuildState& out) {
    const auto state = domain::find_build_state(rows.text(column));
    if (!state) { throw DatabaseBroken("a segment is in no known state"); }
    out = *state;
}

}  // namespace tradewind::storage
