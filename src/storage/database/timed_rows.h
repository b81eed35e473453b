#pragma once

#include <algorithm>
#include <compare>
#include <cstdint>
#include <optional>
#include <utility>

#include "base/id.h"
#include "base/instant.h"
#include "storage/database/sql_text.h"
#include "storage/database/transaction.h"

namespace tradewind::storage {

// Most rows are made at the moment that is in their id: a walk by time is then a walk by id and needs no index. Those
// of another time, because it was told (a purchase of last year) or because ids ran ahead of the clock, have an index
// of their own. So a walk by time reads both, each in its order.

// The time in an id, as base::Id::made_at() reads it.
template <SqlText table>
inline constexpr auto time_in_id = joined_texts<"(", table, ".id >> 22) + 1577836800000">;
// What is true of rows of the one kind and of the other, in the words of the indexes that the migrations make.
template <SqlText table, SqlText time>
inline constexpr auto is_on_time = joined_texts<table, ".", time, " = ", time_in_id<table>>;
template <SqlText table, SqlText time>
inline constexpr auto is_off_time = joined_texts<table, ".", time, " <> ", time_in_id<table>>;

// A place in the order of time, and of ids within a moment.
struct TimePlace {
    base::Instant at;
    std::int64_t id = 0;

    friend auto operator<=>(const TimePlace&, const TimePlace&) = default;
};

// The ids that rows on time have behind a place and before a moment; both ends are excluded.
struct IdSpan {
    std::int64_t after;
    std::int64_t before;
};
inline IdSpan ids_between(const TimePlace& after, base::Instant until) {
    const auto first = base::Id::first_at(after.at).number;
    const auto last = base::Id::first_at({after.at.milliseconds + 1}).number - 1;
    return {.after = std::max(first - 1, std::min(after.id, last)), .before = base::Id::first_at(until).number};
}

// Rows of both kinds as one list. Each has its time and its id in these columns. The first half are at most so many
// rows by id; those among them that are off time are left out, because SQLite has no index that does so. When there
// were so many, the list ends at the last of them, and the walk goes on behind it.
class TimedRows {
  public:
    struct Columns {
        int at;
        int id;
    };
    TimedRows(Rows by_id, Rows off_time, Columns columns, std::int64_t by_id_max)
        : by_id_(std::move(by_id)), off_time_(std::move(off_time)), columns_(columns), by_id_left_(by_id_max) {}

    // Moves to the next row, the first at first; false when there is none.
    [[nodiscard]] bool next() {
        if (current_ != &off_time_) { has_on_time_ = find_on_time(); }
        if (current_ != &by_id_) { has_off_time_ = off_time_.next(); }
        const auto end = goes_on_after();
        if (has_off_time_ && end && place_in(off_time_) > *end) { has_off_time_ = false; }
        if (!has_on_time_ && !has_off_time_) { return false; }
        const bool is_on_time = has_on_time_ && (!has_off_time_ || place_in(by_id_) < place_in(off_time_));
        current_ = is_on_time ? &by_id_ : &off_time_;
        return true;
    }
    // After next() was true.
    [[nodiscard]] const Rows& row() const { return *current_; }
    // After it was false: where the walk goes on; nothing when there are no more rows.
    [[nodiscard]] std::optional<TimePlace> goes_on_after() const {
        if (has_on_time_ || by_id_left_ > 0) { return std::nullopt; }
        return TimePlace{.at = base::Id{last_by_id_}.made_at(), .id = last_by_id_};
    }

  private:
    [[nodiscard]] bool find_on_time() {
        while (by_id_.next()) {
            --by_id_left_;
            last_by_id_ = by_id_.integer(columns_.id);
            if (place_in(by_id_).at == base::Id{last_by_id_}.made_at()) { return true; }
        }
        return false;
    }
    [[nodiscard]] TimePlace place_in(const Rows& rows) const {
        return {.at = {rows.integer(columns_.at)}, .id = rows.integer(columns_.id)};
    }

    Rows by_id_;
    Rows off_time_;
    const Columns columns_;
    std::int64_t by_id_left_;
    std::int64_t last_by_id_ = 0;
    const Rows* current_ = nullptr;
    bool has_on_time_ = false;
    bool has_off_time_ = false;
};

}  // namespace tradewind::storage
