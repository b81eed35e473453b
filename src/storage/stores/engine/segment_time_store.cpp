#include "storage/stores/engine/segment_time_store.h"

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
    return due_of_buckets<SegmentTime>(transaction,
                                       {.first = segment_times_first_query,
                                        .due = segment_times_due_query,
                                        .read = read_times,
                                        .time = &SegmentTime::changes_at},
                                       buckets, now, rows_max);
}

}  // namespace tradewind::storage
