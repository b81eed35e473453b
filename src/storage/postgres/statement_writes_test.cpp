#include "storage/postgres/statement_writes.h"

#include <gtest/gtest.h>

namespace tradewind::storage {
namespace {

using Writes = std::vector<StatementWrite>;

TEST(StatementWrites, AreThoseToEachTableInIt) {
    EXPECT_EQ(writes_of("INSERT INTO contact_emails (email_key) VALUES ($1)"), (Writes{{"contact_emails", {}}}));
    EXPECT_EQ(writes_of("DELETE FROM coupons WHERE set_id = $1"), (Writes{{"coupons", {}}}));
    EXPECT_EQ(writes_of("INSERT INTO product_sales AS sold (product) VALUES ($1) ON CONFLICT (product) DO UPDATE "
                        "SET units = sold.units + 1"),
              (Writes{{"product_sales", {}}}));
    EXPECT_EQ(writes_of("WITH numbered AS (UPDATE contacts SET last_number = $2 WHERE id = $1) "
                        "INSERT INTO activities (number, contact_id) VALUES ($2, $1)"),
              (Writes{{"contacts", 0}, {"activities", 0}}));
}

TEST(StatementWrites, TellWhoseRowsTheyAre) {
    EXPECT_EQ(writes_of("UPDATE contacts SET external_id = $2 WHERE id = $1 RETURNING id"), (Writes{{"contacts", 0}}));
    EXPECT_EQ(writes_of("UPDATE contacts\n SET name = $1\n WHERE id = $12"), (Writes{{"contacts", 11}}));
    EXPECT_EQ(writes_of("DELETE FROM changes WHERE bucket = $1 AND contact_id = $2"), (Writes{{"changes", 1}}));
    EXPECT_EQ(writes_of("INSERT INTO changes (bucket, contact_id, number)\n VALUES ($1, $2, $3)"),
              (Writes{{"changes", 1}}));
    EXPECT_EQ(writes_of("INSERT INTO node_uses (contact_id, uses) VALUES ($1, 1) ON CONFLICT (contact_id) DO UPDATE "
                        "SET uses = node_uses.uses + 1"),
              (Writes{{"node_uses", 0}}));
}

TEST(StatementWrites, OfSeveralContactsAreOfNobodyInParticular) {
    for (const auto* const sql :
         {"DELETE FROM runs WHERE id < $1",
          "DELETE FROM runs WHERE (contact_id, id) IN (SELECT contact_id, id FROM runs)",
          "INSERT INTO runs (contact_id, id) SELECT value, $2 FROM unnest($1) AS wanted (value)",
          "INSERT INTO runs (id) VALUES ($1)", "UPDATE runs SET state = $1 WHERE contact_id = ANY ($2)"}) {
        EXPECT_EQ(writes_of(sql), (Writes{{"runs", {}}})) << sql;
    }
}

TEST(StatementWrites, ALockIsNone) {
    for (const auto* const sql : {"SELECT id FROM contacts WHERE id = $1", "SELECT id FROM contacts FOR UPDATE",
                                  "SELECT id FROM segments WHERE id = $1 FOR NO KEY UPDATE", "COMMIT", ""}) {
        EXPECT_EQ(writes_of(sql), Writes()) << sql;
    }
    EXPECT_EQ(writes_of("UPDATE sampling SET threshold = 1 WHERE id IN (SELECT id FROM sampling FOR UPDATE SKIP "
                        "LOCKED)"),
              (Writes{{"sampling", {}}}));
}

}  // namespace
}  // namespace tradewind::storage
