#include "storage/stores/engine/contact_hold_store.h"

namespace tradewind::storage {
namespace {

constexpr Query contact_holds_find_query{
    .name = "contact_holds.find",
    .sql = R"(SELECT reason, since FROM contact_holds WHERE contact_id = $1)",
};

constexpr Query contact_holds_set_query{
    .name = "contact_holds.set",
    .sql = R"(INSERT INTO contact_holds (contact_id, reason, since) VALUES ($1, $2, $3)
              ON CONFLICT (contact_id) DO UPDATE SET reason = excluded.reason, since = excluded.since)",
};

constexpr Query contact_holds_delete_query{
    .name = "contact_holds.delete",
    .sql = R"(DELETE FROM contact_holds WHERE contact_id = $1)",
};

}  // namespace

std::optional<ContactHold> find_contact_hold(Transaction& transaction, base::Id contact) {
    auto rows = transaction.query(contact_holds_find_query, {contact.number});
    if (!rows.next()) { return std::nullopt; }
    return ContactHold{.reason = std::string(rows.text(0)), .since = {rows.integer(1)}};
}

void set_contact_hold(Transaction& transaction, base::Id contact, const ContactHold& hold) {
    transaction.execute(contact_holds_set_query, {contact.number, hold.reason, hold.since.milliseconds});
}

bool delete_contact_hold(Transaction& transaction, base::Id contact) {
    return transaction.execute_and_count(contact_holds_delete_query, {contact.number}) > 0;
}

}  // namespace tradewind::storage
