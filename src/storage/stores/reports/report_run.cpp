#include "storage/stores/reports/report_run.h"

#include <algorithm>
#include <cassert>
#include <chrono>
#include <limits>
#include <utility>

namespace tradewind::storage {
namespace {

using domain::ReportCategory;
using domain::ReportPlan;
using domain::ReportRecord;
using Place = ReportRun::Place;

// One read ends after so many records, and before that after so many bytes: a purchase with its items may be large. The
// first one is small, because PostgreSQL answers all rows at once.
constexpr std::int64_t records_per_read = 2'000;
constexpr std::int64_t first_purchases_with_items = 4;
constexpr std::int64_t purchases_with_items_per_read = 250;
constexpr std::size_t bytes_per_read = std::size_t{512} * 1024;
// Where the database counts, it looks at no more than one day at a time, and at no further one after so many records.
constexpr std::int64_t counted_per_read = 100'000;
constexpr int counts_per_read = 200;

// Purchases by (purchased_at, id). For one comparison of the two SQLite would walk over all that was bought at the same
// moment to find its place; it merges these two walks as they go. PostgreSQL might sort them.

constexpr Query purchases_query{
    .name = "reports.purchases",
    .sql = R"(SELECT id, purchased_at, contact_id, total_price, total_quantity, source_type, source_name, payment_method
              FROM purchases WHERE purchased_at = $1 AND id > $2 AND purchased_at < $3
              UNION ALL
              SELECT id, purchased_at, contact_id, total_price, total_quantity, source_type, source_name, payment_method
              FROM purchases WHERE purchased_at > $1 AND purchased_at < $3
              ORDER BY 2, 1 LIMIT $4)",
    .postgres =
        R"(SELECT id, purchased_at, contact_id, total_price, total_quantity, source_type, source_name, payment_method
           FROM purchases WHERE (purchased_at, id) > ($1, $2) AND purchased_at < $3
           ORDER BY purchased_at, id LIMIT $4)",
};

// The activity tells what the contact was like then; it is gone with the contact.
constexpr Query purchases_with_moment_query{
    .name = "reports.purchases_with_moment",
    .sql = R"(SELECT p.id, p.purchased_at, p.contact_id, p.total_price, p.total_quantity, p.source_type, p.source_name,
                     p.payment_method, a.moment
              FROM purchases p
              LEFT JOIN activities a ON a.contact_id = p.contact_id AND a.at = p.purchased_at AND a.id = p.activity_id
              WHERE p.purchased_at = $1 AND p.id > $2 AND p.purchased_at < $3
              UNION ALL
              SELECT p.id, p.purchased_at, p.contact_id, p.total_price, p.total_quantity, p.source_type, p.source_name,
                     p.payment_method, a.moment
              FROM purchases p
              LEFT JOIN activities a ON a.contact_id = p.contact_id AND a.at = p.purchased_at AND a.id = p.activity_id
              WHERE p.purchased_at > $1 AND p.purchased_at < $3
              ORDER BY 2, 1 LIMIT $4)",
    .postgres = R"(SELECT p.id, p.purchased_at, p.contact_id, p.total_price, p.total_quantity, p.source_type,
                          p.source_name, p.payment_method, a.moment
                   FROM purchases p
                   LEFT JOIN activities a
                          ON a.contact_id = p.contact_id AND a.at = p.purchased_at AND a.id = p.activity_id
                   WHERE (p.purchased_at, p.id) > ($1, $2) AND p.purchased_at < $3
                   ORDER BY p.purchased_at, p.id LIMIT $4)",
};

constexpr Query products_sold_query{
    .name = "reports.products_sold",
    .sql = R"(SELECT p.id, p.purchased_at, p.contact_id, p.total_price, p.total_quantity, p.source_type, p.source_name,
                     p.payment_method, a.moment, p.items
              FROM purchases p
              LEFT JOIN activities a ON a.contact_id = p.contact_id AND a.at = p.purchased_at AND a.id = p.activity_id
              WHERE p.purchased_at = $1 AND p.id > $2 AND p.purchased_at < $3
              UNION ALL
              SELECT p.id, p.purchased_at, p.contact_id, p.total_price, p.total_quantity, p.source_type, p.source_name,
                     p.payment_method, a.moment, p.items
              FROM purchases p
              LEFT JOIN activities a ON a.contact_id = p.contact_id AND a.at = p.purchased_at AND a.id = p.activity_id
              WHERE p.purchased_at > $1 AND p.purchased_at < $3
              ORDER BY 2, 1 LIMIT $4)",
    .postgres = R"(SELECT p.id, p.purchased_at, p.contact_id, p.total_price, p.total_quantity, p.source_type,
                          p.source_name, p.payment_method, a.moment, p.items
                   FROM purchases p
                   LEFT JOIN activities a
                          ON a.contact_id = p.contact_id AND a.at = p.purchased_at AND a.id = p.activity_id
                   WHERE (p.purchased_at, p.id) > ($1, $2) AND p.purchased_at < $3
                   ORDER BY p.purchased_at, p.id LIMIT $4)",
};

constexpr Query activities_query{
    .name = "reports.activities",
    .sql = R"(SELECT id, at, contact_id, kind, data, moment FROM activities
              WHERE (at, id) > ($1, $2) AND at < $3 ORDER BY at, id LIMIT $4)",
};

// Ids grow with the time at which they are made, so contacts need no index by it.
constexpr Query contacts_query{
    .name = "reports.contacts",
    .sql = R"(SELECT c.id, c.created_at, a.moment FROM contacts c
              LEFT JOIN activities a ON a.contact_id = c.id AND a.at = c.created_at AND a.kind = 'contact-created'
              WHERE c.id > $1 AND c.id < $2 ORDER BY c.id LIMIT $3)",
};

// Each counts from $1 to before $2, and tells where the next one is after that.

constexpr Query count_purchases_query{
    .name = "reports.count_purchases",
    .sql = R"(SELECT count(*), cast(0 as bigint), cast(0 as bigint),
                     (SELECT min(purchased_at) FROM purchases WHERE purchased_at >= $2)
              FROM purchases WHERE purchased_at >= $1 AND purchased_at < $2)",
};

// A sum may be larger than what a database can hold, so it is summed in two parts.
constexpr Query sum_purchases_query{
    .name = "reports.sum_purchases",
    .sql = R"(SELECT count(*), cast(coalesce(sum(total_price / 1000000000), 0) as bigint),
                     cast(coalesce(sum(total_price % 1000000000), 0) as bigint),
                     (SELECT min(purchased_at) FROM purchases WHERE purchased_at >= $2)
              FROM purchases WHERE purchased_at >= $1 AND purchased_at < $2)",
};
static_assert(base::WideSum::unit == 1'000'000'000);

constexpr Query count_activities_query{
    .name = "reports.count_activities",
    .sql = R"(SELECT count(*), cast(0 as bigint), cast(0 as bigint),
                     (SELECT min(at) FROM activities WHERE at >= $2)
              FROM activities WHERE at >= $1 AND at < $2)",
};

constexpr Query count_contacts_query{
    .name = "reports.count_contacts",
    .sql = R"(SELECT count(*), cast(0 as bigint), cast(0 as bigint), (SELECT min(id) FROM contacts WHERE id >= $2)
              FROM contacts WHERE id >= $1 AND id < $2)",
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

ReportRecord read_purchase_with_moment(const Rows& rows) {
    auto record = read_purchase(rows);
    record.moment = maybe_view(rows, 8).value_or("");
    return record;
}

ReportRecord read_products_sold(const Rows& rows) {
    auto record = read_purchase_with_moment(rows);
    record.items = rows.text(9);
    return record;
}

ReportRecord read_activity(const Rows& rows) {
    return {.id = rows.integer(0),
            .at = {rows.integer(1)},
            .contact = rows.integer(2),
            .kind = rows.text(3),
            .data = rows.text(4),
            .moment = rows.text(5)};
}

ReportRecord read_contact(const Rows& rows) {
    return {.id = rows.integer(0),
            .at = {rows.integer(1)},
            .contact = rows.integer(0),
            .moment = maybe_view(rows, 2).value_or("")};
}

// Shows the fold every row, and tells where the next read goes on.
template <class ReadRecord>
void add_all(Rows rows, std::int64_t rows_max, ReadRecord read_record, ReportRun::Slice& slice) {
    std::int64_t count = 0;
    std::size_t bytes = 0;
    Place last{};
    while (bytes < bytes_per_read && rows.next()) {
        const ReportRecord record = read_record(rows);
        slice.fold.add(record);
        last = {.at = record.at, .id = record.id};
        ++count;
        bytes += record.items.size() + record.data.size() + record.moment.size();
    }
    slice.is_large = bytes >= bytes_per_read / 2;
    if (count == rows_max || bytes >= bytes_per_read) { slice.next = last; }
}

void read_records(Transaction& transaction, const ReportPlan& plan, const Place& after, base::Instant until,
                  std::int64_t purchases_with_items, ReportRun::Slice& slice) {
    const auto by_time = [&](const Query& query, std::int64_t rows_max, auto read_record) {
        add_all(transaction.query(query, {after.at.milliseconds, after.id, until.milliseconds, rows_max}), rows_max,
                read_record, slice);
    };
    switch (plan.category) {
        case ReportCategory::Purchases:
            if (!plan.needs_moment()) { return by_time(purchases_query, records_per_read, read_purchase); }
            return by_time(purchases_with_moment_query, records_per_read, read_purchase_with_moment);
        case ReportCategory::ProductsSold:
            return by_time(products_sold_query, purchases_with_items, read_products_sold);
        case ReportCategory::Activities:
        case ReportCategory::CustomEvents:
            return by_time(activities_query, records_per_read, read_activity);
        case ReportCategory::Contacts:
            break;
    }
    const auto before = base::Id::first_at(until).number;
    const auto last = std::max(after.id, base::Id::first_at(after.at).number - 1);
    add_all(transaction.query(contacts_query, {last, before, records_per_read}), records_per_read, read_contact, slice);
}

// The database counts one part of a day, or of an hour, after the other.
class CountingRead {
  public:
    CountingRead(Transaction& transaction, const ReportPlan& plan, const base::TimeZone& zone, base::Instant until)
        : transaction_(transaction), plan_(plan), zone_(zone), until_(until) {
        for (const auto& grouping : plan.groupings) { by_hour_ |= grouping.by == domain::ReportGrouping::Hour; }
        for (const auto& metric : plan.metrics) {
            sums_ |= metric.tells == domain::ReportMetric::TotalPurchaseAmount ||
                     metric.tells == domain::ReportMetric::AveragePurchaseAmount;
        }
    }

    std::optional<Place> count_from(base::Instant at, domain::ReportFold& fold) {
        std::int64_t counted = 0;
        for (int counts = 0; counts < counts_per_read && counted < counted_per_read && at < until_; ++counts) {
            const auto end = std::min(end_of_part(at), until_);
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

    [[nodiscard]] base::Instant end_of_part(base::Instant at) const {
        const auto end_of_day = zone_.start_of(zone_.day_of(at) + std::chrono::days(1));
        return by_hour_ ? std::min(zone_.same_hour_until(at), end_of_day) : end_of_day;
    }

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
        const bool by_id = plan_.category == ReportCategory::Contacts;
        const auto key = [&](base::Instant at) { return by_id ? base::Id::first_at(at).number : at.milliseconds; };
        auto rows = transaction_.query(query(), {key(from), key(end)});
        [[maybe_unused]] const bool has_row = rows.next();
        assert(has_row && "an aggregate has one row");
        Counted counted{.count = rows.integer(0)};
        counted.amount.add_parts(rows.integer(1), rows.integer(2));
        if (const auto next = rows.maybe_integer(3)) {
            counted.next = by_id ? base::Id{*next}.made_at() : base::Instant{*next};
        }
        return counted;
    }

    Transaction& transaction_;
    const ReportPlan& plan_;
    const base::TimeZone& zone_;
    const base::Instant until_;
    bool by_hour_ = false;
    bool sums_ = false;
};

}  // namespace

ReportRun::ReportRun(std::shared_ptr<const domain::ReportPlan> plan, base::TimeZone zone, ReportRange range)
    : plan_(std::move(plan)),
      zone_(std::move(zone)),
      range_(range),
      fold_(plan_, zone_),
      purchases_with_items_(first_purchases_with_items) {
    if (range.from >= range.until) { return; }
    // Before every record of the first moment.
    place_ = {.at = range.from, .id = -1};
}

ReportRun::Read ReportRun::next_slice() const {
    return [plan = plan_, zone = zone_, until = range_.until, purchases_with_items = purchases_with_items_,
            place = place_.value()](Transaction& transaction) -> base::Result<Slice> {
        Slice slice{.fold = domain::ReportFold(plan, zone), .next = {}};
        if (plan->is_count_by_time()) {
            slice.next = CountingRead(transaction, *plan, zone, until).count_from(place.at, slice.fold);
        } else {
            read_records(transaction, *plan, place, until, purchases_with_items, slice);
        }
        return slice;
    };
}

base::Result<void> ReportRun::take(const Slice& slice) {
    fold_.merge(slice.fold);
    place_ = slice.next;
    purchases_with_items_ = slice.is_large ? std::max<std::int64_t>(purchases_with_items_ / 2, 1)
                                           : std::min(purchases_with_items_ * 2, purchases_with_items_per_read);
    return fold_.check_size();
}

}  // namespace tradewind::storage
