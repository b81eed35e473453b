#include "storage/stores/settings/outside_store.h"

namespace tradewind::storage {
namespace {

constexpr Query outside_world_hold_query{
    .name = "outside_world.hold",
    .sql =
        R"(SELECT held_since, held_because, held_moved, held_by_hand FROM outside_world WHERE held_since IS NOT NULL)",
};

constexpr Query begin_hold_query{
    .name = "outside_world.begin_hold",
    .sql = R"(UPDATE outside_world SET held_since = $1, held_because = $2, held_moved = $3, held_by_hand = $4
              WHERE held_since IS NULL OR held_by_hand = 1)",
};

constexpr Query end_hold_query{
    .name = "outside_world.end_hold",
    .sql = R"(UPDATE outside_world SET held_since = NULL, held_because = NULL, held_moved = 0, held_by_hand = 0)",
};

constexpr Query last_use_query{
    .name = "outside_world.whereabouts",
    .sql = R"(SELECT home, seen_at FROM outside_world)",
};

constexpr Query set_home_query{
    .name = "outside_world.set_home",
    .sql = R"(UPDATE outside_world SET home = $1)",
};

constexpr Query note_seen_query{
    .name = "outside_world.note_seen",
    .sql = R"(UPDATE outside_world SET seen_at = $1 WHERE seen_at < $1)",
};

constexpr Query find_decided_query{
    .name = "outside_world.find_decided",
    .sql = R"(SELECT decided_at FROM outside_world)",
};

constexpr Query set_decided_query{
    .name = "outside_world.set_decided",
    .sql = R"(UPDATE outside_world SET decided_at = $1)",
};

constexpr Query find_test_clock_query{
    .name = "outside_world.find_test_clock",
    .sql = R"(SELECT test_clock FROM outside_world WHERE test_clock IS NOT NULL)",
};

constexpr Query set_test_clock_query{
    .name = "outside_world.set_test_clock",
    .sql = R"(UPDATE outside_world SET test_clock = $1)",
};

constexpr const char* no_whereabouts = "the database does not say where it is at home";

}  // namespace

bool may_reach_outside(Transaction& transaction) {
    return !find_hold(transaction).has_value();
}

std::optional<Hold> find_hold(Transaction& transaction) {
    auto rows = transaction.query(outside_world_hold_query);
    if (!rows.next()) { return std::nullopt; }
    return Hold{.since = {rows.integer(0)},
                .because = std::string(rows.text(1)),
                .is_moved = rows.integer(2) != 0,
                .is_by_hand = rows.integer(3) != 0};
}

void begin_hold(Transaction& transaction, const Hold& hold) {
    transaction.execute(begin_hold_query, {hold.since.milliseconds, hold.because, std::int64_t{hold.is_moved},
                                           std::int64_t{hold.is_by_hand}});
}

void end_hold(Transaction& transaction) {
    transaction.execute(end_hold_query);
}

LastUse find_last_use(Transaction& transaction) {
    auto rows = transaction.query(last_use_query);
    if (!rows.next()) { throw DatabaseBroken(no_whereabouts); }
    return {.home = rows.maybe_text(0), .seen_at = {rows.integer(1)}};
}

void set_home(Transaction& transaction, std::string_view home) {
    transaction.execute(set_home_query, {home});
}

void note_seen(Transaction& transaction, base::Instant now) {
    transaction.execute(note_seen_query, {now.milliseconds});
}

base::Instant find_decided_at(Transaction& transaction) {
    auto rows = transaction.query(find_decided_query);
    if (!rows.next()) { throw DatabaseBroken(no_whereabouts); }
    return {rows.integer(0)};
}

void set_decided_at(Transaction& transaction, base::Instant now) {
    transaction.execute(set_decided_query, {now.milliseconds});
}

std::optional<std::chrono::milliseconds> find_test_clock(Transaction& transaction) {
    auto rows = transaction.query(find_test_clock_query);
    if (!rows.next()) { return std::nullopt; }
    return std::chrono::milliseconds(rows.integer(0));
}

void set_test_clock(Transaction& transaction, std::chrono::milliseconds turned_by) {
    transaction.execute(set_test_clock_query, {std::int64_t{turned_by.count()}});
}

}  // namespace tradewind::storage
