#include "storage/stores/engine/segment_time_store.h"

#include <algorithm>
#include <iterator>
#include <tuple>

#include "domain/journal/change.h"

namespace tradewind::storage {
namespace {

constexpr Query segment_times_set_query{
    .name = "segment_times.set",
    .sql = R"(INSERT INTO segment_times (contact_id, set_id, bucket, changes_at) VALUES ($1, $2, $3, $4)
              ON CONFLICT (contact_id, set_id) DO UPDATE SET changes_at = excluded.changes_at
              WHERE segment_times.changes_at <> excluded.changes_at)",
};

constexpr Query segment_times_delete_query{
    .name = "segment_times.delete",
    .sql = R"(DELETE FROM segment_times WHERE contact_id = $1 AND set_id = $2)",
};

constexpr Query segment_times_delete_of_query{
    .name = "segment_times.delete_of",
    .sql = R"(DELETE FROM segment_times WHERE contact_id = $1)",
};

constexpr Query segment_times_of_query{
    .name = "segment_times.of",
    .sql = R"(SELECT contact_id, set_id, changes_at FROM segment_times WHERE contact_id = $1 ORDER BY set_id)",
};

// Of each bucket the first. A look at the index for each, however many rows there are.
constexpr Query segment_times_first_query{
    .name = "segment_times.first",
    .sql = R"(WITH RECURSIVE buckets (bucket) AS (
                  SELECT cast($1 as bigint)
                  UNION ALL SELECT bucket + 1 FROM buckets WHERE bucket < $2)
              SELECT bucket, (SELECT min(t.changes_at) FROM segment_times t WHERE t.bucket = buckets.bucket)
              FROM buckets)",
    // A cluster knows no recursion over all of its machines.
    .cluster =
        R"(SELECT bucket, min(changes_at) FROM segment_times WHERE bucket >= $1 AND bucket <= $2 GROUP BY bucket)",
};

constexpr Query segment_times_due_query{
    .name = "segment_times.due",
    .sql = R"(SELECT contact_id, set_id, changes_at FROM segment_times WHERE bucket = $1 AND changes_at <= $2
              ORDER BY changes_at LIMIT $3)",
};

std::vector<SegmentTime> read_times(Rows rows) {
    std::vector<SegmentTime> times;
    while (rows.next()) {
        times.push_back({.contact = {rows.integer(0)}, .set = {rows.integer(1)}, .changes_at = {rows.integer(2)}});
    }
    return times;
}

struct FirstTime {
    std::int64_t bucket;
    base::Instant at;
};

// Of those buckets that have one.
std::vector<FirstTime> first_times(Transaction& transaction, const BucketRange& buckets) {
    std::vector<FirstTime> first;
    auto rows = transaction.query(segment_times_first_query, {buckets.first, buckets.last});
    while (rows.next()) {
        if (!rows.is_null(1)) { first.push_back({.bucket = rows.integer(0), .at = {rows.integer(1)}}); }
    }
    return first;
}

}  // namespace

void set_segment_time(Transaction& transaction, base::Id contact, base::Id set,
                      std::optional<base::Instant> changes_at) {
    if (!changes_at) { return transaction.execute(segment_times_delete_query, {contact.number, set.number}); }
    transaction.execute(segment_times_set_query,
                        {contact.number, set.number, domain::bucket_of(contact), changes_at->milliseconds});
}

std::vector<SegmentTime> times_of(Transaction& transaction, base::Id contact) {
    return read_times(transaction.query(segment_times_of_query, {contact.number}));
}

void delete_times_of(Transaction& transaction, base::Id contact) {
    transaction.execute(segment_times_delete_of_query, {contact.number});
}

std::vector<SegmentTime> due_times(Transaction& transaction, const BucketRange& buckets, base::Instant now,
                                   std::int64_t rows_max) {
    std::vector<SegmentTime> due;
    for (const auto& first : first_times(transaction, buckets)) {
        if (first.at > now) { continue; }
        std::ranges::copy(
            read_times(transaction.query(segment_times_due_query, {first.bucket, now.milliseconds, rows_max})),
            std::back_inserter(due));
    }
    std::ranges::sort(due, {}, [](const SegmentTime& time) {
        return std::tuple(time.changes_at.milliseconds, time.contact.number, time.set.number);
    });
    due.resize(std::min(due.size(), static_cast<std::size_t>(rows_max)));
    return due;
}

}  // namespace tradewind::storage
