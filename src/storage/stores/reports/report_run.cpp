#include "storage/stores/reports/report_run.h"

#include <algorithm>
#include <cassert>
#include <chrono>
#include <limits>
#include <utility>

#include "storage/database/sql_text.h"
#include "storage/database/timed_rows.h"

namespace tradewind::storage {
namespace {

using domain::ReportCategory;
using domain::ReportPlan;
using domain::ReportRecord;
using Place = ReportRun::Place;

// One read ends after so many records, and before that after so many bytes. Records that may be large, purchases with
// their items and whatever comes with the names of segments, are read a few at first and then as many as prove small,
// because PostgreSQL answers all rows at once.
constexpr std::int64_t records_per_read = 2'000;
constexpr std::int64_t first_large_records = 4;
constexpr std::int64_t large_records_per_read = 250;
constexpr std::size_t bytes_per_read = std::size_t{512} * 1024;
// Where the database counts, it looks at no more than one day at a time, and at no further one after so many records.
constexpr std::int64_t counted_per_read = 100'000;
constexpr int counts_per_read = 200;

constexpr SqlText purchase_columns{
    R"(r.id, r.purchased_at, r.contact_id, r.total_price, r.total_quantity, r.source_type, r.source_name,
       r.payment_method)"};

// What the contact was like then, which the activity tells that is gone with the contact; when it first bought, and if
// that was at this moment, by which purchase.
constexpr SqlText buyer_columns{
    R"(, a.moment, c.first_purchase_at,
       CASE WHEN c.first_purchase_at = r.purchased_at
            THEN (SELECT min(o.id) FROM purchases o
                  WHERE o.contact_id = r.contact_id AND o.purchased_at = r.purchased_at) END, )"};
constexpr SqlText purchases_with_buyers{
    R"( FROM purchases r
        LEFT JOIN activities a ON a.contact_id = r.contact_id AND a.at = r.purchased_at AND a.id = r.activity_id
        LEFT JOIN contacts c ON c.id = r.contact_id)"};

// The names of the segments that the contact is in, if they are wanted. A list of them is made by other words in each
// engine.
template <SqlText wanted, SqlText list>
constexpr auto segment_names = joined_texts<"CASE WHEN cast(", wanted, " as bigint) = 1 THEN (SELECT ", list,
                                            R"( FROM segment_members m JOIN segments s ON s.member_set = m.segment_id
                  WHERE m.contact_id = r.contact_id) END)">;
template <SqlText wanted>
constexpr auto segments_column = segment_names<wanted, "json_group_array(s.name)">;
template <SqlText wanted>
constexpr auto postgres_segments_column = segment_names<wanted, "cast(json_agg(s.name) as text)">;

// Purchases by (purchased_at, id). For one comparison of the two SQLite would walk over all that was bought at the same
// moment to find its place; it merges these two walks as they go. PostgreSQL might sort them.
constexpr SqlText at_the_moment{" WHERE r.purchased_at = $1 AND r.id > $2 AND r.purchased_at < $3 UNION ALL SELECT "};
constexpr SqlText after_the_moment{" WHERE r.purchased_at > $1 AND r.purchased_at < $3 ORDER BY 2, 1 LIMIT $4"};
constexpr SqlText after_the_place{
    " WHERE (r.purchased_at, r.id) > ($1, $2) AND r.purchased_at < $3 ORDER BY r.purchased_at, r.id LIMIT $4"};

constexpr Query purchases_query{
    .name = "reports.purchases",
    .sql = sql<"SELECT ", purchase_columns, " FROM purchases r", at_the_moment, purchase_columns, " FROM purchases r",
               after_the_moment>,
    .postgres = sql<"SELECT ", purchase_columns, " FROM purchases r", after_the_place>,
};

// A cluster joins what stands on one machine, and purchases do not stand beside their buyers: it takes the purchases
// first and then what belongs to them. It sends them to every machine for that, so what they have besides, which can be
// large, is taken by itself.
template <SqlText more_parts, SqlText more_columns, SqlText more_joins>
constexpr auto purchases_of_cluster =
    joined_texts<"WITH bought AS MATERIALIZED (SELECT r.activity_id, ", purchase_columns, " FROM purchases r",
                 after_the_place, R"(),
    moments AS MATERIALIZED (
        SELECT a.contact_id, a.at, a.id, a.moment FROM activities a
        JOIN bought b ON b.contact_id = a.contact_id AND b.purchased_at = a.at AND b.activity_id = a.id),
    buyers AS MATERIALIZED (
        SELECT c.id, c.first_purchase_at FROM contacts c WHERE c.id IN (SELECT contact_id FROM bought)),
    firsts AS MATERIALIZED (
        SELECT o.contact_id, o.purchased_at, min(o.id) AS id FROM purchases o
        WHERE (o.contact_id, o.purchased_at) IN (SELECT contact_id, purchased_at FROM bought)
        GROUP BY o.contact_id, o.purchased_at),
    named AS MATERIALIZED (
        SELECT m.contact_id, cast(json_agg(s.name) as text) AS segments
        FROM segment_members m JOIN segments s ON s.member_set = m.segment_id
        WHERE cast($5 as bigint) = 1 AND m.contact_id IN (SELECT contact_id FROM bought) GROUP BY m.contact_id))",
                 more_parts, " SELECT ", purchase_columns, R"(, a.moment, c.first_purchase_at,
           CASE WHEN c.first_purchase_at = r.purchased_at THEN f.id END, n.segments)",
                 more_columns, R"( FROM bought r
    LEFT JOIN moments a ON a.contact_id = r.contact_id AND a.at = r.purchased_at AND a.id = r.activity_id
    LEFT JOIN buyers c ON c.id = r.contact_id
    LEFT JOIN firsts f ON f.contact_id = r.contact_id AND f.purchased_at = r.purchased_at
    LEFT JOIN named n ON n.contact_id = r.contact_id)",
                 more_joins, " ORDER BY r.purchased_at, r.id">;

constexpr Query purchases_with_buyers_query{
    .name = "reports.purchases_with_buyers",
    .sql = sql<"SELECT ", purchase_columns, buyer_columns, segments_column<"$5">, purchases_with_buyers, at_the_moment,
               purchase_columns, buyer_columns, segments_column<"$5">, purchases_with_buyers, after_the_moment>,
    .postgres = sql<"SELECT ", purchase_columns, buyer_columns, postgres_segments_column<"$5">, purchases_with_buyers,
                    after_the_place>,
    .cluster = sql<purchases_of_cluster<"", "", "">>,
};

constexpr Query products_sold_query{
    .name = "reports.products_sold",
    .sql = sql<"SELECT ", purchase_columns, buyer_columns, segments_column<"$5">, ", r.items", purchases_with_buyers,
               at_the_moment, purchase_columns, buyer_columns, segments_column<"$5">, ", r.items",
               purchases_with_buyers, after_the_moment>,
    .postgres = sql<"SELECT ", purchase_columns, buyer_columns, postgres_segments_column<"$5">, ", r.items",
                    purchases_with_buyers, after_the_place>,
    .cluster = sql<purchases_of_cluster<
        ", sold AS MATERIALIZED (SELECT p.id, p.items FROM purchases p WHERE p.id IN (SELECT id FROM bought))",
        ", i.items", " JOIN sold i ON i.id = r.id">>,
};

// Of each walk by time the two halves; see TimedRows. Only PostgreSQL has an index of activities that are on time.

constexpr SqlText activity_columns{"SELECT r.id, r.at, r.contact_id, r.kind, r.data, r.moment, "};
constexpr SqlText activities_by_id{" FROM activities r WHERE r.id > $1 AND r.id < $2"};
constexpr SqlText activities_off_time{" FROM activities r WHERE (r.at, r.id) > ($1, $2) AND r.at < $3 AND "};

constexpr Query activities_query{
    .name = "reports.activities",
    .sql = sql<activity_columns, segments_column<"$4">, activities_by_id, " ORDER BY r.id LIMIT $3">,
    .postgres = sql<activity_columns, postgres_segments_column<"$4">, activities_by_id, " AND ", is_on_time<"r", "at">,
                    " ORDER BY r.id LIMIT $3">,
};

constexpr Query activities_off_time_query{
    .name = "reports.activities_off_time",
    .sql = sql<activity_columns, segments_column<"$5">, activities_off_time, is_off_time<"r", "at">,
               " ORDER BY r.at, r.id LIMIT $4">,
    .postgres = sql<activity_columns, postgres_segments_column<"$5">, activities_off_time, is_off_time<"r", "at">,
                    " ORDER BY r.at, r.id LIMIT $4">,
};

constexpr SqlText contacts_with_moments{
    R"(SELECT c.id, c.created_at, a.moment FROM contacts c
       LEFT JOIN activities a ON a.contact_id = c.id AND a.at = c.created_at AND a.kind = 'contact-created' WHERE )"};

constexpr Query contacts_query{
    .name = "reports.contacts",
    .sql = sql<contacts_with_moments, "c.id > $1 AND c.id < $2 ORDER BY c.id LIMIT $3">,
};

constexpr Query contacts_off_time_query{
    .name = "reports.contacts_off_time",
    .sql = sql<contacts_with_moments, "(c.created_at, c.id) > ($1, $2) AND c.created_at < $3 AND ",
               is_off_time<"c", "created_at">, " ORDER BY c.created_at, c.id LIMIT $4">,
};

// Each counts from $1 to before $2, and tells where the next one is after that. What has its time in its id is counted
// by ids, from $3 to before $4, and the next such one is told apart.

constexpr Query count_purchases_query{
    .name = "reports.count_purchases",
    .sql = R"(SELECT (SELECT count(*) FROM purchases WHERE purchased_at >= $1 AND purchased_at < $2),
                     cast(0 as bigint), cast(0 as bigint),
                     (SELECT min(purchased_at) FROM purchases WHERE purchased_at >= $2), cast(null as bigint))",
};

// A sum may be larger than what a database can hold, so it is summed in two parts.
constexpr Query sum_purchases_query{
    .name = "reports.sum_purchases",
    .sql = R"(SELECT counted.purchases, counted.units, counted.rest,
                     (SELECT min(purchased_at) FROM purchases WHERE purchased_at >= $2), cast(null as bigint)
              FROM (SELECT count(*) AS purchases, cast(coalesce(sum(total_price / 1000000000), 0) as bigint) AS units,
                           cast(coalesce(sum(total_price % 1000000000), 0) as bigint) AS rest
                    FROM purchases WHERE purchased_at >= $1 AND purchased_at < $2) AS counted)",
};
static_assert(base::WideSum::unit == 1'000'000'000);

// The next id may be one off time: then nothing is counted there, and it goes on.
template <SqlText table, SqlText time, SqlText next_is>
constexpr auto count_by_id =
    joined_texts<"SELECT (SELECT count(*) FROM ", table, " r WHERE r.id >= $3 AND r.id < $4 AND ",
                 is_on_time<"r", time>, ") + (SELECT count(*) FROM ", table, " r WHERE r.", time, " >= $1 AND r.", time,
                 " < $2 AND ", is_off_time<"r", time>, "), cast(0 as bigint), cast(0 as bigint), (SELECT min(r.", time,
                 ") FROM ", table, " r WHERE r.", time, " >= $2 AND ", is_off_time<"r", time>, "), (SELECT ",
                 time_in_id<"r">, " FROM ", table, " r WHERE r.id >= $4", next_is, " ORDER BY r.id LIMIT 1)">;

constexpr Query count_activities_query{
    .name = "reports.count_activities",
    .sql = sql<count_by_id<"activities", "at", "">>,
    .postgres = sql<count_by_id<"activities", "at", joined_texts<" AND ", is_on_time<"r", "at">>>>,
};

constexpr Query count_contacts_query{
    .name = "reports.count_contacts",
    .sql = sql<count_by_id<"contacts", "created_at", "">>,
};

std::optional<std::string_view> maybe_view(const Rows& rows, int column) {
    return rows.is_null(column) ? std::nullopt : std::optional(rows.text(column));
}

ReportRecord read_purchase(const Rows& rows) {
    return {.id = rows.integer(0),
            .at = {rows.integer(1)},
            .contact = rows.maybe_integer(2),
            .amount = rows.integer(3),
            .units = rows.integer(4),
            .source_type = maybe_view(rows, 5),
            .source_name = maybe_view(rows, 6),
            .payment_method = maybe_view(rows, 7)};
}

ReportRecord read_purchase_with_buyer(const Rows& rows) {
    auto record = read_purchase(rows);
    record.moment = maybe_view(rows, 8).value_or("");
    if (const auto first = rows.maybe_integer(9)) { record.first_bought_at = base::Instant{*first}; }
    record.is_first_purchase = rows.maybe_integer(10) == record.id;
    record.segments = maybe_view(rows, 11).value_or("");
    return record;
}

ReportRecord read_products_sold(const Rows& rows) {
    auto record = read_purchase_with_buyer(rows);
    record.items = rows.text(12);
    return record;
}

ReportRecord read_activity(const Rows& rows) {
    return {.id = rows.integer(0),
            .at = {rows.integer(1)},
            .contact = rows.integer(2),
            .kind = rows.text(3),
            .data = rows.text(4),
            .moment = rows.text(5),
            .segments = maybe_view(rows, 6).value_or("")};
}

ReportRecord read_contact(const Rows& rows) {
    return {.id = rows.integer(0),
            .at = {rows.integer(1)},
            .contact = rows.integer(0),
            .moment = maybe_view(rows, 2).value_or("")};
}

const Rows& row_of(const Rows& rows) {
    return rows;
}
const Rows& row_of(const TimedRows& rows) {
    return rows.row();
}
std::optional<Place> end_of(const Rows&) {
    return std::nullopt;
}
std::optional<Place> end_of(const TimedRows& rows) {
    const auto place = rows.goes_on_after();
    return place ? std::optional(Place{.at = place->at, .id = place->id}) : std::nullopt;
}

// Shows the fold every row, and tells where the next read goes on.
template <class SomeRows, class ReadRecord>
void add_all(SomeRows rows, std::int64_t rows_max, ReadRecord read_record, ReportRun::Slice& slice) {
    std::int64_t count = 0;
    std::size_t bytes = 0;
    Place last{};
    while (bytes < bytes_per_read && count < rows_max && rows.next()) {
        const ReportRecord record = read_record(row_of(rows));
        slice.fold.add(record);
        last = {.at = record.at, .id = record.id};
        ++count;
        bytes += record.items.size() + record.data.size() + record.moment.size() + record.segments.size();
    }
    slice.is_large = bytes >= bytes_per_read / 2;
    slice.next = count == rows_max || bytes >= bytes_per_read ? std::optional(last) : end_of(rows);
}

void read_records(Transaction& transaction, const ReportPlan& plan, const Place& after, base::Instant until,
                  std::int64_t large_records, ReportRun::Slice& slice) {
    const std::int64_t with_segments = plan.needs_segments() ? 1 : 0;
    const auto by_time = [&](const Query& query, std::int64_t rows_max, auto read_record) {
        add_all(
            transaction.query(query, {after.at.milliseconds, after.id, until.milliseconds, rows_max, with_segments}),
            rows_max, read_record, slice);
    };
    const auto records = plan.needs_segments() ? large_records : records_per_read;
    const auto ids = ids_between({.at = after.at, .id = after.id}, until);
    constexpr TimedRows::Columns columns{.at = 1, .id = 0};
    switch (plan.category) {
        case ReportCategory::Purchases:
            if (plan.needs_moment() || plan.needs_first_purchase() || plan.needs_segments()) {
                return by_time(purchases_with_buyers_query, records, read_purchase_with_buyer);
            }
            return add_all(transaction.query(purchases_query,
                                             {after.at.milliseconds, after.id, until.milliseconds, records_per_read}),
                           records_per_read, read_purchase, slice);
        case ReportCategory::ProductsSold:
            return by_time(products_sold_query, large_records, read_products_sold);
        case ReportCategory::Activities:
        case ReportCategory::CustomEvents:
            return add_all(
                TimedRows(transaction.query(activities_query, {ids.after, ids.before, records, with_segments}),
                          transaction.query(activities_off_time_query, {after.at.milliseconds, after.id,
                                                                        until.milliseconds, records, with_segments}),
                          columns, records),
                records, read_activity, slice);
        case ReportCategory::Contacts:
            break;
    }
    add_all(TimedRows(transaction.query(contacts_query, {ids.after, ids.before, records_per_read}),
                      transaction.query(contacts_off_time_query,
                                        {after.at.milliseconds, after.id, until.milliseconds, records_per_read}),
                      columns, records_per_read),
            records_per_read, read_contact, slice);
}

// The database counts one part of a day, or of an hour, after the other.
class CountingRead {
  public:
    // Hours matter in the range alone.
    CountingRead(Transaction& transaction, const ReportPlan& plan, const base::TimeZone& zone,
                 const domain::ReportRange& range, base::Instant until)
        : transaction_(transaction),
          plan_(plan),
          zone_(zone),
          range_(range),
          until_(until),
          sums_(plan.tells(domain::ReportMetric::TotalPurchaseAmount) ||
                plan.tells(domain::ReportMetric::AvgPurchaseAmount)) {}

    std::optional<Place> count_from(base::Instant at, domain::ReportFold& fold) {
        std::int64_t counted = 0;
        for (int counts = 0; counts < counts_per_read && counted < counted_per_read && at < until_; ++counts) {
            const bool is_within = at >= range_.from && at < range_.until;
            const auto unit = is_within ? plan_.smallest_unit() : domain::ReportUnit::Day;
            const auto end = std::min(domain::end_of_unit(zone_, unit, at), until_);
            const auto found = count(at, end);
            if (found.count > 0) { fold.add_counted(at, found.count, found.amount); }
            counted += found.count;
            if (!found.next) { return std::nullopt; }
            at = *found.next;
        }
        if (at >= until_) { return std::nullopt; }
        return Place{.at = at, .id = 0};
    }

  private:
    struct Counted {
        std::int64_t count;
        base::WideSum amount = {};
        std::optional<base::Instant> next = {};
    };

    [[nodiscard]] const Query& query() const {
        switch (plan_.category) {
            case ReportCategory::Activities:
                return count_activities_query;
            case ReportCategory::Contacts:
                return count_contacts_query;
            case ReportCategory::Purchases:
            case ReportCategory::ProductsSold:
            case ReportCategory::CustomEvents:
                break;
        }
        return sums_ ? sum_purchases_query : count_purchases_query;
    }

    Counted count(base::Instant from, base::Instant end) {
        const bool by_id = plan_.category == ReportCategory::Contacts || plan_.category == ReportCategory::Activities;
        auto rows = by_id
                        ? transaction_.query(query(), {from.milliseconds, end.milliseconds,
                                                       base::Id::first_at(from).number, base::Id::first_at(end).number})
                        : transaction_.query(query(), {from.milliseconds, end.milliseconds});
        [[maybe_unused]] const bool has_row = rows.next();
        assert(has_row && "an aggregate has one row");
        Counted counted{.count = rows.integer(0)};
        counted.amount.add_parts(rows.integer(1), rows.integer(2));
        for (const int column : {3, 4}) {
            const auto next = rows.maybe_integer(column);
            if (next && (!counted.next || *next < counted.next->milliseconds)) { counted.next = base::Instant{*next}; }
        }
        return counted;
    }

    Transaction& transaction_;
    const ReportPlan& plan_;
    const base::TimeZone& zone_;
    const domain::ReportRange range_;
    const base::Instant until_;
    const bool sums_;
};

// For a level all contacts from before the range are counted, too, and without groupings those from after it.
domain::ReportRange walked_range(const ReportPlan& plan, domain::ReportRange range) {
    if (!plan.has_level()) { return range; }
    range.from = base::Instant{0};
    if (plan.groupings.empty()) { range.until = base::Instant{std::numeric_limits<std::int64_t>::max()}; }
    return range;
}

}  // namespace

ReportRun::ReportRun(std::shared_ptr<const domain::ReportPlan> plan, base::TimeZone zone, domain::ReportRange range)
    : plan_(std::move(plan)),
      zone_(std::move(zone)),
      range_(range),
      walked_(walked_range(*plan_, range)),
      fold_(plan_, zone_, range),
      large_records_(first_large_records) {
    if (walked_.from >= walked_.until) { return; }
    // Before every record of the first moment.
    place_ = {.at = walked_.from, .id = -1};
}

ReportRun::Read ReportRun::next_slice() const {
    return [plan = plan_, zone = zone_, range = range_, until = walked_.until, large_records = large_records_,
            place = place_.value()](Transaction& transaction) -> base::Result<Slice> {
        Slice slice{.fold = domain::ReportFold(plan, zone, range), .next = {}};
        if (plan->is_count_by_time()) {
            slice.next = CountingRead(transaction, *plan, zone, range, until).count_from(place.at, slice.fold);
        } else {
            read_records(transaction, *plan, place, until, large_records, slice);
        }
        return slice;
    };
}

base::Result<void> ReportRun::take(const Slice& slice) {
    fold_.merge(slice.fold);
    place_ = slice.next;
    large_records_ = slice.is_large ? std::max<std::int64_t>(large_records_ / 2, 1)
                                    : std::min(large_records_ * 2, large_records_per_read);
    return fold_.check_size();
}

}  // namespace tradewind::storage
