#pragma once

#include <algorithm>
#include <compare>
#include <cstdint>
#include <utility>

#include "base/id.h"
#include "base/instant.h"
#include "storage/database/sql_text.h"
#include "storage/database/transaction.h"

namespace tradewind::storage {

// Most rows are made at the moment that is in their id: a walk by time is then a walk by id and needs no index. Those
// of another time, because it was told (a purchase of last year) or because ids ran ahead of the clock, have an index
// of their own. So a walk by time reads both, each in its order.

// What is true of rows of the one kind and of the other, in the words of the indexes that the migrations make.
template <SqlText table, SqlText time>
inline constexpr auto is_on_time = joined_texts<table, ".", time, " = (", table, ".id >> 22) + 1577836800000">;
template <SqlText table, SqlText time>
inline constexpr auto is_off_time = joined_texts<table, ".", time, " <> (", table, ".id >> 22) + 1577836800000">;

// A place in the order of time, and of ids within a moment.
struct TimePlace {
    base::Instant at;
    std::int64_t id = 0;

    friend auto operator<=>(const TimePlace&, const TimePlace&) = default;
};

// The ids of rows on time that stand behind a place and before a moment; both ends are excluded.
struct IdSpan {
    std::int64_t after;
    std::int64_t before;
};
inline IdSpan ids_between(const TimePlace& after, base::Instant until) {
    const auto first = base::Id::first_at(after.at).number;
    const auto last = base::Id::first_at({after.at.milliseconds + 1}).number - 1;
    return {.after = std::max(first - 1, std::min(after.id, last)), .before = base::Id::first_at(until).number};
}

// Rows of both kinds as one list. Each has its time and its id in these columns.
class TimedRows {
  public:
    struct Columns {
        int at;
        int id;
    };
    TimedRows(Rows on_time, Rows off_time, Columns columns)
        : on_time_(std::move(on_time)), off_time_(std::move(off_time)), columns_(columns) {}

    // Moves to the next row, the first at first; false when there is none.
    [[nodiscard]] bool next() {
        if (current_ != &off_time_) { has_on_time_ = on_time_.next(); }
        if (current_ != &on_time_) { has_off_time_ = off_time_.next(); }
        if (!has_on_time_ && !has_off_time_) { return false; }
        const bool is_on_time = has_on_time_ && (!has_off_time_ || place_in(on_time_) < place_in(off_time_));
        current_ = is_on_time ? &on_time_ : &off_time_;
        return true;
    }
    // After next() was true.
    [[nodiscard]] const Rows& row() const { return *current_; }
    [[nodiscard]] TimePlace place() const { return place_in(row()); }

  private:
    [[nodiscard]] TimePlace place_in(const Rows& rows) const {
        return {.at = {rows.integer(columns_.at)}, .id = rows.integer(columns_.id)};
    }

    Rows on_time_;
    Rows off_time_;
    const Columns columns_;
    const Rows* current_ = nullptr;
    bool has_on_time_ = false;
    bool has_off_time_ = false;
};

}  // namespace tradewind::storage
