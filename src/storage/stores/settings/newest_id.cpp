#include "storage/stores/settings/newest_id.h"

#include "storage/database/timed_rows.h"

namespace tradewind::storage {
namespace {

constexpr SqlText newest_of_others{R"(
        SELECT max(newest) FROM (
            SELECT max(id) AS newest FROM audit_entries
            UNION ALL SELECT max(id) FROM contacts
            UNION ALL SELECT max(id) FROM erasures
            UNION ALL SELECT max(id) FROM products
            UNION ALL SELECT max(id) FROM purchases
            UNION ALL SELECT max(id) FROM imports
            UNION ALL SELECT max(id) FROM custom_integrations
            UNION ALL SELECT max(id) FROM custom_event_types
            UNION ALL SELECT max(id) FROM signing_secrets
            UNION ALL SELECT max(id) FROM coupon_sets
            UNION ALL SELECT max(id) FROM workflows
            UNION ALL SELECT max(id) FROM segments
            UNION ALL SELECT max(member_set) FROM segments
            UNION ALL SELECT max(next_set) FROM segments
            UNION ALL SELECT max(told_set) FROM segments
            UNION ALL SELECT max(set_id) FROM unused_sets
            UNION ALL SELECT max(id) FROM dead_letters
            UNION ALL SELECT max(id) FROM reports
            UNION ALL SELECT max(id) FROM exports
            UNION ALL SELECT max(id) FROM people
            UNION ALL SELECT max(id) FROM sessions
            UNION ALL SELECT max(id) FROM )"};

// On PostgreSQL only activities whose time is in their id have an index by it; of the others it is the one that
// happened last.
constexpr Query newest_id_query{
    .name = "newest_id.find",
    .sql = sql<newest_of_others, "activities) AS newest_of_each">,
    .postgres = sql<newest_of_others, "(SELECT a.id FROM activities a WHERE ", is_on_time<"a", "at">,
                    R"( ORDER BY a.id DESC LIMIT 1) AS last_on_time
            UNION ALL SELECT max(id) FROM (SELECT a.id FROM activities a WHERE )",
                    is_off_time<"a", "at">, R"( ORDER BY a.at DESC, a.id DESC LIMIT 1) AS last_off_time
        ) AS newest_of_each)">,
};

}  // namespace

base::Id find_newest_id(Transaction& transaction) {
    auto rows = transaction.query(newest_id_query);
    return rows.next() && !rows.is_null(0) ? base::Id{rows.integer(0)} : base::Id{};
}

}  // namespace tradewind::storage
