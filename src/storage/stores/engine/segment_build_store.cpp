#include "storage/stores/engine/segment_build_store.h"

#include "storage/stores/engine/segment_columns.h"
#include "storage/stores/engine/segment_store.h"

namespace tradewind::storage {
namespace {

constexpr Query queue_build_query{
    .name = "segments.queue_build",
    .sql = R"(UPDATE segments
              SET next_filter = $2, next_set = $3, next_members = 0, build_state = 'queued', build_place = 0,
                  build_done = NULL, build_total = NULL, incidents = NULL
              WHERE id = $1)",
};

constexpr Query find_filter_query{
    .name = "segments.find_filter",
    .sql = R"(SELECT CASE WHEN filter = $2 THEN 1 ELSE 0 END, CASE WHEN next_filter = $2 THEN 1 ELSE 0 END
              FROM segments WHERE id = $1)",
};

constexpr Query begin_build_query{
    .name = "segments.begin_build",
    .sql = R"(UPDATE segments SET build_state = 'building', build_done = 0, build_total = $3
              WHERE id = $1 AND next_set = $2 AND build_state = 'queued')",
};

constexpr Query set_calendar_query{
    .name = "segments.set_calendar",
    .sql = R"(UPDATE segments SET calendar = $3 WHERE id = $1 AND next_set = $2)",
};

// SQLite has one writer, who need not lock.
constexpr Query claim_build_query{
    .name = "segments.claim_build",
    .sql = R"(SELECT build_state, build_place, coalesce(build_done, 0), build_total FROM segments
              WHERE id = $1 AND next_set = $2)",
    .postgres = R"(SELECT build_state, build_place, coalesce(build_done, 0), build_total FROM segments
                   WHERE id = $1 AND next_set = $2 FOR NO KEY UPDATE)",
};

constexpr Query advance_build_query{
    .name = "segments.advance_build",
    .sql = R"(UPDATE segments
              SET build_place = $3, build_done = $4, build_total = $5, next_members = next_members + $6
              WHERE id = $1 AND next_set = $2)",
};

constexpr Query finish_build_query{
    .name = "segments.finish_build",
    .sql = R"(UPDATE segments
              SET told_set = member_set, told_place = CASE WHEN member_set IS NULL THEN NULL ELSE 0 END,
                  member_set = next_set, filter = next_filter, members = next_members, next_set = NULL,
                  next_filter = NULL, next_members = 0, build_state = 'ready', build_total = build_done
              WHERE id = $1)",
};

constexpr Query fail_build_query{
    .name = "segments.fail_build",
    .sql = R"(UPDATE segments SET next_set = NULL, next_members = 0, build_state = 'failed' WHERE id = $1)",
};

constexpr Query forget_build_query{
    .name = "segments.forget_build",
    .sql = R"(UPDATE segments SET next_set = NULL, next_filter = NULL, next_members = 0, build_state = 'ready',
                  build_done = NULL, build_total = NULL
              WHERE id = $1)",
};

constexpr Query advance_telling_query{
    .name = "segments.advance_telling",
    .sql = R"(UPDATE segments SET told_place = $3 WHERE id = $1 AND told_set = $2)",
};

constexpr Query finish_telling_query{
    .name = "segments.finish_telling",
    .sql = R"(UPDATE segments SET told_set = NULL, told_place = NULL WHERE id = $1)",
};

}  // namespace

void queue_segment_build(Transaction& transaction, const domain::Segment& segment, std::string_view filter,
                         base::Id set) {
    if (segment.next_set) { give_up_set(transaction, *segment.next_set); }
    transaction.execute(queue_build_query, {segment.id.number, filter, set.number});
    transaction.touch_definitions();
    transaction.wake(Sleeper::Engine);
}

FilterPlaces find_filter(Transaction& transaction, base::Id segment, std::string_view filter) {
    auto rows = transaction.query(find_filter_query, {segment.number, filter});
    if (!rows.next()) { return {}; }
    return {.is_in_force = rows.integer(0) != 0, .is_next = rows.integer(1) != 0};
}

bool begin_segment_build(Transaction& transaction, const BuildName& build, std::int64_t total) {
    if (transaction.execute_and_count(begin_build_query, {build.segment.number, build.set.number, total}) == 0) {
        return false;
    }
    transaction.touch_definitions();
    return true;
}

void set_segment_calendar(Transaction& transaction, const BuildName& build, std::string_view calendar) {
    transaction.execute(set_calendar_query, {build.segment.number, build.set.number, calendar});
}

std::optional<domain::SegmentBuild> claim_segment_build(Transaction& transaction, const BuildName& build) {
    auto rows = transaction.query(claim_build_query, {build.segment.number, build.set.number});
    if (!rows.next()) { return std::nullopt; }
    domain::SegmentBuild claimed;
    read_column(rows, 0, claimed.state);
    read_column(rows, 1, claimed.place);
    read_column(rows, 2, claimed.done);
    read_column(rows, 3, claimed.total);
    return claimed;
}

void advance_segment_build(Transaction& transaction, const BuildName& build, const BuildSlice& slice) {
    transaction.execute(advance_build_query, {build.segment.number, build.set.number, slice.place.number, slice.done,
                                              slice.total, slice.entered});
}

void finish_segment_build(Transaction& transaction, const domain::Segment& segment) {
    transaction.execute(finish_build_query, {segment.id.number});
    transaction.touch_definitions();
    transaction.wake(Sleeper::Engine);
}

void give_up_segment_build(Transaction& transaction, const domain::Segment& segment, NextFilter filter) {
    if (segment.next_set) { give_up_set(transaction, *segment.next_set); }
    const bool is_ready = filter == NextFilter::Forgotten && segment.member_set.has_value();
    transaction.execute(is_ready ? forget_build_query : fail_build_query, {segment.id.number});
    transaction.touch_definitions();
}

bool advance_telling(Transaction& transaction, const BuildName& told, base::Id place) {
    return transaction.execute_and_count(advance_telling_query, {told.segment.number, told.set.number, place.number}) >
           0;
}

void finish_telling(Transaction& transaction, const domain::Segment& segment) {
    if (!segment.told_set) { return; }
    give_up_set(transaction, *segment.told_set);
    transaction.execute(finish_telling_query, {segment.id.number});
    transaction.touch_definitions();
}

}  // namespace tradewind::storage
