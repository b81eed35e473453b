#include "storage/stores/contacts/contact_store.h"

#include "domain/contacts/contact_list.h"
#include "storage/database/json_column.h"
#include "storage/stores/contacts/custom_values.h"

namespace tradewind::storage {
namespace {

constexpr Query contacts_find_query{
    .name = "contacts.find",
    .sql = R"(SELECT id, email, external_id, name, surname, birthdate, mobile_phone, mobile_phone_status, email_status,
                     newsletter_status, sms_status, points, custom, email_bounced_reason, email_last_bounced_at,
                     email_last_soft_bounce_at, email_soft_bounces, email_last_unsubscribed_at,
                     email_last_unsubscribed_ip, has_push_subscriptions, total_purchases, total_amount,
                     first_purchase_at, last_purchase_at, recency, frequency, monetary, rfm, clv, p_alive, churn_rate,
                     expected_purchases, created_at, updated_at, returned_amount FROM contacts WHERE id = $1)",
};

constexpr Query find_by_email_query{
    .name = "contacts.find_by_email",
    .sql = R"(SELECT id, email, external_id, name, surname, birthdate, mobile_phone, mobile_phone_status, email_status,
                     newsletter_status, sms_status, points, custom, email_bounced_reason, email_last_bounced_at,
                     email_last_soft_bounce_at, email_soft_bounces, email_last_unsubscribed_at,
                     email_last_unsubscribed_ip, has_push_subscriptions, total_purchases, total_amount,
                     first_purchase_at, last_purchase_at, recency, frequency, monetary, rfm, clv, p_alive, churn_rate,
                     expected_purchases, created_at, updated_at, returned_amount FROM contacts
              WHERE id = (SELECT contact_id FROM contact_emails WHERE email_key = $1))",
};

constexpr Query find_by_external_id_query{
    .name = "contacts.find_by_external_id",
    .sql = R"(SELECT id, email, external_id, name, surname, birthdate, mobile_phone, mobile_phone_status, email_status,
                     newsletter_status, sms_status, points, custom, email_bounced_reason, email_last_bounced_at,
                     email_last_soft_bounce_at, email_soft_bounces, email_last_unsubscribed_at,
                     email_last_unsubscribed_ip, has_push_subscriptions, total_purchases, total_amount,
                     first_purchase_at, last_purchase_at, recency, frequency, monetary, rfm, clv, p_alive, churn_rate,
                     expected_purchases, created_at, updated_at, returned_amount FROM contacts
              WHERE id = (SELECT contact_id FROM contact_external_ids WHERE external_id = $1))",
};

// SQLite has one writer, who need not lock.
constexpr Query contacts_lock_query{
    .name = "contacts.lock",
    .sql = R"(SELECT id, email, external_id, name, surname, birthdate, mobile_phone, mobile_phone_status, email_status,
                     newsletter_status, sms_status, points, custom, email_bounced_reason, email_last_bounced_at,
                     email_last_soft_bounce_at, email_soft_bounces, email_last_unsubscribed_at,
                     email_last_unsubscribed_ip, has_push_subscriptions, total_purchases, total_amount,
                     first_purchase_at, last_purchase_at, recency, frequency, monetary, rfm, clv, p_alive, churn_rate,
                     expected_purchases, created_at, updated_at, returned_amount FROM contacts WHERE id = $1)",
    .postgres =
        R"(SELECT id, email, external_id, name, surname, birthdate, mobile_phone, mobile_phone_status, email_status,
                     newsletter_status, sms_status, points, custom, email_bounced_reason, email_last_bounced_at,
                     email_last_soft_bounce_at, email_soft_bounces, email_last_unsubscribed_at,
                     email_last_unsubscribed_ip, has_push_subscriptions, total_purchases, total_amount,
                     first_purchase_at, last_purchase_at, recency, frequency, monetary, rfm, clv, p_alive, churn_rate,
                     expected_purchases, created_at, updated_at, returned_amount FROM contacts WHERE id = $1 FOR UPDATE)",
};

// The two engines take a list apart by functions of their own. PostgreSQL gets it as an array, because for a join it
// may decide to read the whole table.
constexpr Query contacts_load_query{
    .name = "contacts.load",
    .sql = R"(SELECT id, email, external_id, name, surname, birthdate, mobile_phone, mobile_phone_status, email_status,
                     newsletter_status, sms_status, points, custom, email_bounced_reason, email_last_bounced_at,
                     email_last_soft_bounce_at, email_soft_bounces, email_last_unsubscribed_at,
                     email_last_unsubscribed_ip, has_push_subscriptions, total_purchases, total_amount,
                     first_purchase_at, last_purchase_at, recency, frequency, monetary, rfm, clv, p_alive, churn_rate,
                     expected_purchases, created_at, updated_at, returned_amount FROM contacts
              WHERE id IN (SELECT value FROM json_each($1)))",
    .postgres =
        R"(SELECT id, email, external_id, name, surname, birthdate, mobile_phone, mobile_phone_status, email_status,
                     newsletter_status, sms_status, points, custom, email_bounced_reason, email_last_bounced_at,
                     email_last_soft_bounce_at, email_soft_bounces, email_last_unsubscribed_at,
                     email_last_unsubscribed_ip, has_push_subscriptions, total_purchases, total_amount,
                     first_purchase_at, last_purchase_at, recency, frequency, monetary, rfm, clv, p_alive, churn_rate,
                     expected_purchases, created_at, updated_at, returned_amount FROM contacts
           WHERE id = ANY (ARRAY(SELECT cast(value as bigint)
                                 FROM jsonb_array_elements_text(cast($1 as jsonb)) AS wanted (value))))",
};

constexpr Query contacts_after_query{
    .name = "contacts.after",
    .sql = R"(SELECT id, email, external_id, name, surname, birthdate, mobile_phone, mobile_phone_status, email_status,
                     newsletter_status, sms_status, points, custom, email_bounced_reason, email_last_bounced_at,
                     email_last_soft_bounce_at, email_soft_bounces, email_last_unsubscribed_at,
                     email_last_unsubscribed_ip, has_push_subscriptions, total_purchases, total_amount,
                     first_purchase_at, last_purchase_at, recency, frequency, monetary, rfm, clv, p_alive, churn_rate,
                     expected_purchases, created_at, updated_at, returned_amount FROM contacts
              WHERE id > $1 ORDER BY id LIMIT $2)",
};

constexpr Query count_after_query{
    .name = "contacts.count_after",
    .sql = R"(SELECT count(*), max(id) FROM (SELECT id FROM contacts WHERE id > $1 ORDER BY id LIMIT $2) AS counted)",
};

constexpr Query find_id_by_email_query{
    .name = "contact_emails.find",
    .sql = R"(SELECT contact_id FROM contact_emails WHERE email_key = $1)",
};

constexpr Query find_id_by_external_id_query{
    .name = "contact_external_ids.find",
    .sql = R"(SELECT contact_id FROM contact_external_ids WHERE external_id = $1)",
};

constexpr Query contacts_insert_query{
    .name = "contacts.insert",
    .sql = R"(INSERT INTO contacts (id, email, email_key, external_id, name, surname, birthdate, mobile_phone,
                                    mobile_phone_status, email_status, newsletter_status, sms_status, points, custom,
                                    email_bounced_reason, email_last_bounced_at, email_last_soft_bounce_at,
                                    email_soft_bounces, email_last_unsubscribed_at, email_last_unsubscribed_ip,
                                    has_push_subscriptions, total_purchases, total_amount, first_purchase_at,
                                    last_purchase_at, recency, frequency, monetary, rfm, clv, p_alive, churn_rate,
                                    expected_purchases, created_at, updated_at, name_key, surname_key, phone_key,
                                    returned_amount)
              VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21,
                      $22, $23, $24, $25, $26, $27, $28, $29, $30, $31, $32, $33, $34, $35, $36, $37, $38, $39))",
};

// Without the keys of searches: a column that a statement names costs its index a change, even if the value stays.
constexpr Query contacts_update_query{
    .name = "contacts.update",
    .sql = R"(UPDATE contacts SET email = $2, email_key = $3, external_id = $4, name = $5, surname = $6, birthdate = $7,
                     mobile_phone = $8, mobile_phone_status = $9, email_status = $10, newsletter_status = $11,
                     sms_status = $12, points = $13, custom = $14, email_bounced_reason = $15,
                     email_last_bounced_at = $16, email_last_soft_bounce_at = $17, email_soft_bounces = $18,
                     email_last_unsubscribed_at = $19, email_last_unsubscribed_ip = $20,
                     has_push_subscriptions = $21, recency = $22, frequency = $23, monetary = $24, rfm = $25, clv = $26,
                     p_alive = $27, churn_rate = $28, expected_purchases = $29, updated_at = $30
              WHERE id = $1)",
};

constexpr Query update_with_keys_query{
    .name = "contacts.update_with_keys",
    .sql = R"(UPDATE contacts SET email = $2, email_key = $3, external_id = $4, name = $5, surname = $6, birthdate = $7,
                     mobile_phone = $8, mobile_phone_status = $9, email_status = $10, newsletter_status = $11,
                     sms_status = $12, points = $13, custom = $14, email_bounced_reason = $15,
                     email_last_bounced_at = $16, email_last_soft_bounce_at = $17, email_soft_bounces = $18,
                     email_last_unsubscribed_at = $19, email_last_unsubscribed_ip = $20,
                     has_push_subscriptions = $21, recency = $22, frequency = $23, monetary = $24, rfm = $25, clv = $26,
                     p_alive = $27, churn_rate = $28, expected_purchases = $29, updated_at = $30, name_key = $31,
                     surname_key = $32, phone_key = $33
              WHERE id = $1)",
};

constexpr Query update_totals_query{
    .name = "contacts.update_totals",
    .sql = R"(UPDATE contacts SET total_purchases = $2, total_amount = $3, returned_amount = $4, first_purchase_at = $5,
                     last_purchase_at = $6
              WHERE id = $1)",
};

constexpr Query contacts_delete_query{
    .name = "contacts.delete",
    .sql = R"(DELETE FROM contacts WHERE id = $1)",
};

constexpr Query insert_email_query{
    .name = "contact_emails.insert",
    .sql = R"(INSERT INTO contact_emails (email_key, contact_id) VALUES ($1, $2))",
};

constexpr Query delete_email_query{
    .name = "contact_emails.delete",
    .sql = R"(DELETE FROM contact_emails WHERE email_key = $1)",
};

constexpr Query insert_external_id_query{
    .name = "contact_external_ids.insert",
    .sql = R"(INSERT INTO contact_external_ids (external_id, contact_id) VALUES ($1, $2))",
};

constexpr Query delete_external_id_query{
    .name = "contact_external_ids.delete",
    .sql = R"(DELETE FROM contact_external_ids WHERE external_id = $1)",
};

// Who was found by a key may have lost it before it was locked; then somebody else may have it by now.
constexpr int tries_to_lock_max = 10;

std::optional<base::Instant> maybe_instant(const Rows& rows, int column) {
    return rows.is_null(column) ? std::nullopt : std::optional(base::Instant{rows.integer(column)});
}

std::optional<base::Decimal> maybe_decimal(const Rows& rows, int column) {
    return rows.is_null(column) ? std::nullopt : std::optional(base::Decimal{rows.integer(column)});
}

Parameter milliseconds(const std::optional<base::Instant>& moment) {
    return moment ? Parameter(moment->milliseconds) : Parameter(std::nullopt);
}

Parameter ten_thousandths(const std::optional<base::Decimal>& number) {
    return number ? Parameter(number->ten_thousandths) : Parameter(std::nullopt);
}

std::optional<std::string> key_of(const std::optional<std::string>& email) {
    return email ? std::optional(base::ascii_lower(*email)) : std::nullopt;
}

// What the contact is found by in a list of this order; nothing when it is not in it.
std::optional<std::string> found_by(domain::ContactOrder order, const domain::Contact& contact) {
    auto key = domain::list_key(order, contact);
    return key.empty() ? std::nullopt : std::optional(std::move(key));
}

domain::Contact read_contact(const Rows& rows) {
    domain::Contact contact;
    contact.id = {rows.integer(0)};
    contact.email = rows.maybe_text(1);
    contact.external_id = rows.maybe_text(2);
    contact.name = rows.maybe_text(3);
    contact.surname = rows.maybe_text(4);
    contact.birthdate = maybe_instant(rows, 5);
    contact.mobile_phone = rows.maybe_text(6);
    contact.mobile_phone_status = rows.maybe_text(7);
    contact.email_status = rows.text(8);
    contact.newsletter_status = rows.text(9);
    contact.sms_status = rows.text(10);
    contact.points = rows.integer(11);
    contact.custom = custom_from(rows.text(12));
    contact.email_bounced_reason = rows.maybe_text(13);
    contact.email_last_bounced_at = maybe_instant(rows, 14);
    contact.email_last_soft_bounce_at = maybe_instant(rows, 15);
    contact.email_soft_bounces = rows.integer(16);
    contact.email_last_unsubscribed_at = maybe_instant(rows, 17);
    contact.email_last_unsubscribed_ip = rows.maybe_text(18);
    contact.has_push_subscriptions = rows.integer(19) != 0;
    contact.total_purchases = rows.integer(20);
    contact.total_amount = {rows.integer(21)};
    contact.first_purchase_at = maybe_instant(rows, 22);
    contact.last_purchase_at = maybe_instant(rows, 23);
    contact.recency = rows.maybe_integer(24);
    contact.frequency = rows.maybe_integer(25);
    contact.monetary = rows.maybe_integer(26);
    contact.rfm = rows.maybe_text(27);
    contact.clv = maybe_decimal(rows, 28);
    contact.p_alive = maybe_decimal(rows, 29);
    contact.churn_rate = maybe_decimal(rows, 30);
    contact.expected_purchases = maybe_decimal(rows, 31);
    contact.created_at = {rows.integer(32)};
    contact.updated_at = {rows.integer(33)};
    contact.returned_amount = {rows.integer(34)};
    return contact;
}

std::optional<domain::Contact> read_one(Rows rows) {
    if (!rows.next()) { return std::nullopt; }
    return read_contact(rows);
}

// Moves a row of a look-up table from one key to another.
void move_key(Transaction& transaction, const std::optional<std::string>& before,
              const std::optional<std::string>& after, base::Id id, const Query& remove, const Query& insert) {
    if (before == after) { return; }
    if (before) { transaction.execute(remove, {*before}); }
    if (after) { transaction.execute(insert, {*after, id.number}); }
}

void move_keys(Transaction& transaction, const domain::Contact& before, const domain::Contact& after, base::Id id) {
    move_key(transaction, key_of(before.email), key_of(after.email), id, delete_email_query, insert_email_query);
    move_key(transaction, before.external_id, after.external_id, id, delete_external_id_query,
             insert_external_id_query);
}

bool is_found_otherwise(const domain::Contact& before, const domain::Contact& after) {
    return after.name != before.name || after.surname != before.surname || after.mobile_phone != before.mobile_phone;
}

}  // namespace

std::optional<base::Id> find_contact_id(Transaction& transaction, const domain::ContactKey& key) {
    const auto* const address = std::get_if<base::EmailAddress>(&key);
    auto rows = address != nullptr
                    ? transaction.query(find_id_by_email_query, {address->key()})
                    : transaction.query(find_id_by_external_id_query, {std::get<domain::ExternalId>(key).text()});
    if (!rows.next()) { return std::nullopt; }
    return base::Id{rows.integer(0)};
}

std::optional<domain::Contact> find_contact(Transaction& transaction, base::Id id) {
    return read_one(transaction.query(contacts_find_query, {id.number}));
}

std::optional<domain::Contact> find_contact(Transaction& transaction, const domain::ContactKey& key) {
    if (const auto* const address = std::get_if<base::EmailAddress>(&key)) {
        return read_one(transaction.query(find_by_email_query, {address->key()}));
    }
    return read_one(transaction.query(find_by_external_id_query, {std::get<domain::ExternalId>(key).text()}));
}

std::vector<domain::Contact> find_contacts(Transaction& transaction, const std::vector<std::int64_t>& ids) {
    const auto list = json_from_numbers(ids);
    std::vector<domain::Contact> contacts;
    auto rows = transaction.query(contacts_load_query, {list});
    while (rows.next()) { contacts.push_back(read_contact(rows)); }
    return contacts;
}

std::vector<domain::Contact> contacts_after(Transaction& transaction, base::Id after, const WalkBounds& bounds) {
    std::vector<domain::Contact> contacts;
    std::size_t bytes = 0;
    auto rows = transaction.query(contacts_after_query, {after.number, bounds.rows_max});
    while (bytes < bounds.bytes_max && rows.next()) {
        contacts.push_back(read_contact(rows));
        bytes += rows.text(12).size();
    }
    return contacts;
}

ContactCount count_contacts_after(Transaction& transaction, base::Id after, std::int64_t rows_max) {
    auto rows = transaction.query(count_after_query, {after.number, rows_max});
    if (!rows.next() || rows.integer(0) == 0) { return {.count = 0, .last = after}; }
    return {.count = rows.integer(0), .last = {rows.integer(1)}};
}

std::optional<domain::Contact> lock_contact(Transaction& transaction, base::Id id) {
    return read_one(transaction.query(contacts_lock_query, {id.number}));
}

std::optional<domain::Contact> lock_contact(Transaction& transaction, const domain::ContactKey& key) {
    for (int tries = 0; tries < tries_to_lock_max; ++tries) {
        const auto id = find_contact_id(transaction, key);
        if (!id) { return std::nullopt; }
        auto contact = lock_contact(transaction, *id);
        if (contact && has_key(*contact, key)) { return contact; }
    }
    throw DatabaseBroken("a contact could not be locked: its key moves all the time");
}

void insert_contact(Transaction& transaction, const domain::Contact& contact) {
    const auto email_key = key_of(contact.email);
    const auto custom = json_from_custom(contact.custom);
    const auto name_key = found_by(domain::ContactOrder::Name, contact);
    const auto surname_key = found_by(domain::ContactOrder::Surname, contact);
    const auto phone_key = found_by(domain::ContactOrder::Phone, contact);
    transaction.execute(contacts_insert_query, {contact.id.number,
                                                contact.email,
                                                email_key,
                                                contact.external_id,
                                                contact.name,
                                                contact.surname,
                                                milliseconds(contact.birthdate),
                                                contact.mobile_phone,
                                                contact.mobile_phone_status,
                                                contact.email_status,
                                                contact.newsletter_status,
                                                contact.sms_status,
                                                contact.points,
                                                custom,
                                                contact.email_bounced_reason,
                                                milliseconds(contact.email_last_bounced_at),
                                                milliseconds(contact.email_last_soft_bounce_at),
                                                contact.email_soft_bounces,
                                                milliseconds(contact.email_last_unsubscribed_at),
                                                contact.email_last_unsubscribed_ip,
                                                std::int64_t{contact.has_push_subscriptions},
                                                contact.total_purchases,
                                                contact.total_amount.ten_thousandths,
                                                milliseconds(contact.first_purchase_at),
                                                milliseconds(contact.last_purchase_at),
                                                contact.recency,
                                                contact.frequency,
                                                contact.monetary,
                                                contact.rfm,
                                                ten_thousandths(contact.clv),
                                                ten_thousandths(contact.p_alive),
                                                ten_thousandths(contact.churn_rate),
                                                ten_thousandths(contact.expected_purchases),
                                                contact.created_at.milliseconds,
                                                contact.updated_at.milliseconds,
                                                name_key,
                                                surname_key,
                                                phone_key,
                                                contact.returned_amount.ten_thousandths});
    move_keys(transaction, {}, contact, contact.id);
}

void update_contact(Transaction& transaction, const domain::Contact& before, const domain::Contact& contact) {
    const auto email_key = key_of(contact.email);
    const auto custom = json_from_custom(contact.custom);
    // Passes `keys` on after the rest.
    const auto update = [&](const Query& query, const auto&... keys) {
        transaction.execute(query, {contact.id.number,
                                    contact.email,
                                    email_key,
                                    contact.external_id,
                                    contact.name,
                                    contact.surname,
                                    milliseconds(contact.birthdate),
                                    contact.mobile_phone,
                                    contact.mobile_phone_status,
                                    contact.email_status,
                                    contact.newsletter_status,
                                    contact.sms_status,
                                    contact.points,
                                    custom,
                                    contact.email_bounced_reason,
                                    milliseconds(contact.email_last_bounced_at),
                                    milliseconds(contact.email_last_soft_bounce_at),
                                    contact.email_soft_bounces,
                                    milliseconds(contact.email_last_unsubscribed_at),
                                    contact.email_last_unsubscribed_ip,
                                    std::int64_t{contact.has_push_subscriptions},
                                    contact.recency,
                                    contact.frequency,
                                    contact.monetary,
                                    contact.rfm,
                                    ten_thousandths(contact.clv),
                                    ten_thousandths(contact.p_alive),
                                    ten_thousandths(contact.churn_rate),
                                    ten_thousandths(contact.expected_purchases),
                                    contact.updated_at.milliseconds,
                                    keys...});
    };
    if (is_found_otherwise(before, contact)) {
        update(update_with_keys_query, found_by(domain::ContactOrder::Name, contact),
               found_by(domain::ContactOrder::Surname, contact), found_by(domain::ContactOrder::Phone, contact));
    } else {
        update(contacts_update_query);
    }
    move_keys(transaction, before, contact, contact.id);
}

void update_contact_totals(Transaction& transaction, const domain::Contact& contact) {
    transaction.execute(update_totals_query,
                        {contact.id.number, contact.total_purchases, contact.total_amount.ten_thousandths,
                         contact.returned_amount.ten_thousandths, milliseconds(contact.first_purchase_at),
                         milliseconds(contact.last_purchase_at)});
}

void delete_contact(Transaction& transaction, const domain::Contact& contact) {
    move_keys(transaction, contact, {}, contact.id);
    transaction.execute(contacts_delete_query, {contact.id.number});
}

}  // namespace tradewind::storage
