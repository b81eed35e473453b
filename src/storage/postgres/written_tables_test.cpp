#include "storage/postgres/written_tables.h"

#include <gtest/gtest.h>

namespace tradewind::storage {
namespace {

using Tables = std::vector<std::string>;

TEST(WrittenTables, AreThoseOfEachWriteInAStatement) {
    EXPECT_EQ(written_tables("INSERT INTO contact_emails (email_key) VALUES ($1)"), Tables{"contact_emails"});
    EXPECT_EQ(written_tables("UPDATE contacts SET name = $2 WHERE id = $1 RETURNING id"), Tables{"contacts"});
    EXPECT_EQ(written_tables("DELETE FROM runs WHERE id = $1"), Tables{"runs"});
    EXPECT_EQ(written_tables("WITH numbered AS (UPDATE contacts SET last_number = $2 WHERE id = $1) "
                             "INSERT INTO activities (contact_id) VALUES ($1)"),
              (Tables{"contacts", "activities"}));
    EXPECT_EQ(written_tables("INSERT INTO product_sales AS sold (product) VALUES ($1) ON CONFLICT (product) DO UPDATE "
                             "SET units = sold.units + 1"),
              Tables{"product_sales"});
}

TEST(WrittenTables, ALockIsNoWrite) {
    for (const auto* const sql : {"SELECT id FROM contacts WHERE id = $1", "SELECT id FROM contacts FOR UPDATE",
                                  "SELECT id FROM segments WHERE id = $1 FOR NO KEY UPDATE", "COMMIT", ""}) {
        EXPECT_EQ(written_tables(sql), Tables()) << sql;
    }
    EXPECT_EQ(written_tables("UPDATE sampling SET threshold = 1 WHERE id IN (SELECT id FROM sampling FOR UPDATE SKIP "
                             "LOCKED)"),
              Tables{"sampling"});
}

}  // namespace
}  // namespace tradewind::storage
