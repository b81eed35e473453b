#include "storage/stores/settings/newest_id.h"

namespace tradewind::storage {
namespace {

// Of activities, which have no order of their own ids, the one that happened last.
constexpr Query newest_id_query{
    .name = "newest_id.find",
    .sql = R"(
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
            UNION ALL SELECT max(id) FROM reports
            UNION ALL SELECT max(id) FROM exports
            UNION ALL SELECT max(id) FROM (SELECT id FROM activities ORDER BY at DESC, id DESC LIMIT 1) AS last_activity
        ) AS newest_of_each)",
};

}  // namespace

base::Id find_newest_id(Transaction& transaction) {
    auto rows = transaction.query(newest_id_query);
    return rows.next() && !rows.is_null(0) ? base::Id{rows.integer(0)} : base::Id{};
}

}  // namespace tradewind::storage
