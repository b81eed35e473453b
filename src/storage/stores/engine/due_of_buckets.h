#pragma once

#include <algorithm>
#include <cstdint>
#include <tuple>
#include <vector>

#include "base/instant.h"
#include "storage/database/transaction.h"

namespace tradewind::storage {

// Which buckets are looked at; both ends belong to it.
struct BucketRange {
    std::int64_t first;
    std::int64_t last;
};

// How rows with a time are found by bucket.
template <class Row>
struct DueRows {
    const Query& first;  // From the first bucket to the last: the bucket, and its earliest time or null.
    const Query& due;    // Of one bucket those until a time, the earliest first, at most so many.
    std::vector<Row> (*read)(Rows);
    base::Instant Row::*time;
};

// Those whose time has come, the earliest of all buckets first, at most so many; fewer when other buckets may have
// earlier ones than what was not read of one. Whoever came to wait together is then looked at together, and their rows
// are on the same pages.
template <class Row>
std::vector<Row> due_of_buckets(Transaction& transaction, const DueRows<Row>& rows, const BucketRange& buckets,
                                base::Instant now, std::int64_t rows_max) {
    std::vector<std::int64_t> with_due;
    {
        auto first = transaction.query(rows.first, {buckets.first, buckets.last});
        while (first.next()) {
            if (!first.is_null(1) && first.integer(1) <= now.milliseconds) { with_due.push_back(first.integer(0)); }
        }
    }
    if (with_due.empty()) { return {}; }
    // Twice its part, so that a bucket that has more of the earliest than others seldom holds the others back.
    constexpr std::int64_t share_min = 16;
    const auto share = std::min(rows_max, 2 * rows_max / std::ssize(with_due) + share_min);
    std::vector<Row> due;
    auto read_until = now;  // Whatever is due until then was read.
    for (const auto bucket : with_due) {
        auto some = rows.read(transaction.query(rows.due, {bucket, now.milliseconds, share}));
        if (std::ssize(some) == share) { read_until = std::min(read_until, some.back().*rows.time); }
        due.insert(due.end(), some.begin(), some.end());
    }
    std::erase_if(due, [&](const Row& row) { return row.*rows.time > read_until; });
    std::ranges::sort(due, {}, [&](const Row& row) { return std::tuple(row.*rows.time, row.contact); });
    due.resize(std::min(due.size(), static_cast<std::size_t>(rows_max)));
    return due;
}

}  // namespace tradewind::storage
