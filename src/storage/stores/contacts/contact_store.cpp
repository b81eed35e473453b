#include "storage/stores/contacts/contact_store.h"

#include <algorithm>

#include "domain/contacts/contact_list.h"
#include "storage/database/conflict.h"
#include "storage/database/json_column.h"
#include "storage/database/key_memory.h"
#include "storage/stores/contacts/activity_store.h"
#include "storage/stores/contacts/contact_columns.h"
#include "storage/stores/engine/contact_sample_store.h"

namespace tradewind::storage {
namespace {

using Part = ContactPart;
using ReadColumns = ContactColumns<Part::Id, Part::Creation, Part::Profile, Part::Totals, Part::Scores, Part::Journal>;
using InsertedColumns = ContactColumns<Part::Id, Part::Creation, Part::Profile, Part::NameKey, Part::SurnameKey,
                                       Part::PhoneKey, Part::Totals, Part::Scores, Part::Journal>;
// A column that a statement names costs its index a change, even if the value stays. So the key of a search is named
// only when it changes.
template <Part... keys>
using UpdatedColumns = ContactColumns<Part::Id, Part::Profile, Part::Scores, Part::Journal, keys...>;
using WithNameKey = UpdatedColumns<Part::NameKey>;
using WithNameKeys = UpdatedColumns<Part::NameKey, Part::SurnameKey>;
using WithPhoneKey = UpdatedColumns<Part::PhoneKey>;
using WithAllKeys = UpdatedColumns<Part::NameKey, Part::SurnameKey, Part::PhoneKey>;
using TotalColumns = ContactColumns<Part::Id, Part::Totals, Part::Journal>;

constexpr Query contacts_find_query{
    .name = "contacts.find",
    .sql = sql<"SELECT ", ReadColumns::names(), " FROM contacts WHERE id = $1">,
};

constexpr Query find_by_email_query{
    .name = "contacts.find_by_email",
    .sql = sql<"SELECT ", ReadColumns::names(), R"( FROM contacts
               WHERE id = (SELECT contact_id FROM contact_emails WHERE email_key = $1))">,
};

constexpr Query find_by_external_id_query{
    .name = "contacts.find_by_external_id",
    .sql = sql<"SELECT ", ReadColumns::names(), R"( FROM contacts
               WHERE id = (SELECT contact_id FROM contact_external_ids WHERE external_id = $1))">,
};

// SQLite has one writer, who need not lock.
constexpr Query contacts_lock_query{
    .name = "contacts.lock",
    .sql = sql<"SELECT ", ReadColumns::names(), " FROM contacts WHERE id = $1">,
    .postgres = sql<"SELECT ", ReadColumns::names(), " FROM contacts WHERE id = $1 FOR UPDATE">,
};

constexpr Query contacts_lock_numbered_query{
    .name = "contacts.lock_numbered",
    .sql = sql<"UPDATE contacts SET last_number = max(last_number + 1, $2) WHERE id = $1 RETURNING ",
               ReadColumns::names()>,
    .postgres = sql<"UPDATE contacts SET last_number = greatest(last_number + 1, $2) WHERE id = $1 RETURNING ",
                    ReadColumns::names()>,
};

// SQLite takes a list apart by a function of its own. PostgreSQL gets it as an array, because for a join it may decide
// to read the whole table.
constexpr Query contacts_load_query{
    .name = "contacts.load",
    .sql = sql<"SELECT ", ReadColumns::names(), " FROM contacts WHERE id IN (SELECT value FROM json_each($1))">,
    .postgres = sql<"SELECT ", ReadColumns::names(), " FROM contacts WHERE id = ANY ($1)">,
};

constexpr Query contacts_after_query{
    .name = "contacts.after",
    .sql = sql<"SELECT ", ReadColumns::names(), " FROM contacts WHERE id > $1 ORDER BY id LIMIT $2">,
};

constexpr Query contacts_ids_after_query{
    .name = "contacts.ids_after",
    .sql = R"(SELECT id FROM contacts WHERE id > $1 ORDER BY id LIMIT $2)",
};

constexpr Query contacts_before_query{
    .name = "contacts.before",
    .sql = sql<"SELECT ", ReadColumns::names(), " FROM contacts WHERE id < $1 ORDER BY id DESC LIMIT $2">,
};

constexpr Query count_after_query{
    .name = "contacts.count_after",
    .sql = R"(SELECT count(*), max(id) FROM (SELECT id FROM contacts WHERE id > $1 ORDER BY id LIMIT $2) AS counted)",
};

// To skip rows costs less than to count them.
constexpr Query contacts_skip_query{
    .name = "contacts.skip",
    .sql = R"(SELECT id FROM contacts WHERE id > $1 ORDER BY id LIMIT 1 OFFSET $2)",
};

constexpr Query count_between_query{
    .name = "contacts.count_between",
    .sql = R"(SELECT count(*) FROM contacts WHERE id > $1 AND id <= $2)",
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
    .sql = sql<"INSERT INTO contacts (", InsertedColumns::names(), ") VALUES (", InsertedColumns::placeholders(), ")">,
};

constexpr Query contacts_update_query{
    .name = "contacts.update",
    .sql = sql<"UPDATE contacts SET ", UpdatedColumns<>::assignments(), " WHERE id = $1">,
};

constexpr Query update_with_name_key_query{
    .name = "contacts.update_with_name_key",
    .sql = sql<"UPDATE contacts SET ", WithNameKey::assignments(), " WHERE id = $1">,
};

constexpr Query update_with_name_keys_query{
    .name = "contacts.update_with_name_keys",
    .sql = sql<"UPDATE contacts SET ", WithNameKeys::assignments(), " WHERE id = $1">,
};

constexpr Query update_with_phone_key_query{
    .name = "contacts.update_with_phone_key",
    .sql = sql<"UPDATE contacts SET ", WithPhoneKey::assignments(), " WHERE id = $1">,
};

constexpr Query update_with_all_keys_query{
    .name = "contacts.update_with_all_keys",
    .sql = sql<"UPDATE contacts SET ", WithAllKeys::assignments(), " WHERE id = $1">,
};

constexpr Query update_totals_query{
    .name = "contacts.update_totals",
    .sql = sql<"UPDATE contacts SET ", TotalColumns::assignments(), " WHERE id = $1">,
};

// SQLite has one writer, who need not lock.
constexpr Query contacts_lock_row_query{
    .name = "contacts.lock_row",
    .sql = R"(SELECT id FROM contacts WHERE id = $1)",
    .postgres = R"(SELECT id FROM contacts WHERE id = $1 FOR UPDATE)",
};

// SQLite takes the list as it is, instead of sorting it first.
constexpr Query contacts_journals_query{
    .name = "contacts.journals",
    .sql = R"(SELECT contacts.id, contacts.last_number
              FROM json_each($1) AS wanted CROSS JOIN contacts ON contacts.id = wanted.value)",
    .postgres = R"(SELECT id, last_number FROM contacts WHERE id = ANY ($1) ORDER BY id)",
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

// Who was found by a key may have lost it before it was locked; then somebody else may have it by now. On several
// machines a commit reaches one after the other, so that a key may name for a while who is not there.
constexpr int tries_to_lock_max = 10;

std::optional<std::string> key_of(const std::optional<std::string>& email) {
    return email ? std::optional(base::ascii_lower(*email)) : std::nullopt;
}

// What the contact is found by in a list of this order; nothing when it is not in it.
std::optional<std::string> found_by(domain::ContactOrder order, const domain::Contact& contact) {
    auto key = domain::list_key(order, contact);
    return key.empty() ? std::nullopt : std::optional(std::move(key));
}

ContactToWrite to_write(const domain::Contact& contact) {
    return {.contact = contact, .custom = json_from_custom(contact.custom)};
}

void add_search_keys(ContactToWrite& row) {
    row.name_key = found_by(domain::ContactOrder::Name, row.contact);
    row.surname_key = found_by(domain::ContactOrder::Surname, row.contact);
    row.phone_key = found_by(domain::ContactOrder::Phone, row.contact);
}

std::optional<domain::Contact> read_one(Rows rows) {
    if (!rows.next()) { return std::nullopt; }
    return read_contact<ReadColumns>(rows);
}

// The contact, noted as the one whom the key names.
std::optional<domain::Contact> remembered(Transaction& transaction, const domain::ContactKey& key,
                                          std::optional<domain::Contact> contact) {
    auto* const memory = transaction.key_memory();
    if (memory != nullptr && contact) { memory->note(text_of(key), contact->id.number); }
    return contact;
}

// Whom the key named lately, if it still does.
template <class AskById>
std::optional<domain::Contact> ask_remembered(Transaction& transaction, const domain::ContactKey& key,
                                              const AskById& by_id) {
    const auto* const memory = transaction.key_memory();
    const auto id = memory != nullptr ? memory->find(text_of(key)) : std::nullopt;
    auto contact = id ? by_id(base::Id{*id}) : std::nullopt;
    return contact && has_key(*contact, key) ? std::move(contact) : std::nullopt;
}

template <class LockById>
std::optional<domain::Contact> lock_by(Transaction& transaction, const domain::ContactKey& key, const LockById& by_id) {
    if (auto contact = ask_remembered(transaction, key, by_id)) { return contact; }
    for (int tries = 0; tries < tries_to_lock_max; ++tries) {
        const auto id = find_contact_id(transaction, key);
        if (!id) { return std::nullopt; }
        auto contact = by_id(*id);
        if (contact && has_key(*contact, key)) { return remembered(transaction, key, std::move(contact)); }
    }
    throw DatabaseConflict("a contact could not be locked: its key moves all the time");
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

void write_update(Transaction& transaction, const domain::Contact& before, ContactToWrite row) {
    const auto& after = row.contact;
    if (after.name == before.name && after.surname == before.surname && after.mobile_phone == before.mobile_phone) {
        return write_contact<UpdatedColumns<>>(transaction, contacts_update_query, row);
    }
    add_search_keys(row);
    const bool has_new_name_key = row.name_key != found_by(domain::ContactOrder::Name, before);
    const bool has_new_surname_key = row.surname_key != found_by(domain::ContactOrder::Surname, before);
    const bool has_new_phone_key = row.phone_key != found_by(domain::ContactOrder::Phone, before);
    if (!has_new_phone_key && !has_new_surname_key) {
        return write_contact<WithNameKey>(transaction, update_with_name_key_query, row);
    }
    if (!has_new_phone_key) { return write_contact<WithNameKeys>(transaction, update_with_name_keys_query, row); }
    if (!has_new_name_key && !has_new_surname_key) {
        return write_contact<WithPhoneKey>(transaction, update_with_phone_key_query, row);
    }
    write_contact<WithAllKeys>(transaction, update_with_all_keys_query, row);
}

// In the order of their ids: two that lock the same people do not wait for each other in a circle. One by one, because
// a cluster locks by a key alone; they are sent together with what follows.
void lock_rows(Transaction& transaction, std::vector<std::int64_t> ids) {
    std::ranges::sort(ids);
    for (const auto id : ids) { transaction.execute(contacts_lock_row_query, {id}); }
}

std::vector<domain::Contact> read_bounded(Rows rows, const WalkBounds& bounds) {
    std::vector<domain::Contact> contacts;
    std::size_t bytes = 0;
    while (bytes < bounds.bytes_max && rows.next()) {
        contacts.push_back(read_contact<ReadColumns>(rows));
        bytes += rows.text(ReadColumns::place_of("custom")).size();
    }
    return contacts;
}

}  // namespace

std::optional<base::Id> find_contact_id(Transaction& transaction, const domain::ContactKey& key) {
    const bool is_email = std::holds_alternative<base::EmailAddress>(key);
    auto rows = transaction.query(is_email ? find_id_by_email_query : find_id_by_external_id_query, {text_of(key)});
    if (!rows.next()) { return std::nullopt; }
    return base::Id{rows.integer(0)};
}

std::optional<domain::Contact> find_contact(Transaction& transaction, base::Id id) {
    return read_one(transaction.query(contacts_find_query, {id.number}));
}

std::optional<domain::Contact> find_contact(Transaction& transaction, const domain::ContactKey& key) {
    if (transaction.is_spread()) {
        const auto by_id = [&](base::Id id) { return find_contact(transaction, id); };
        if (auto contact = ask_remembered(transaction, key, by_id)) { return contact; }
        const auto id = find_contact_id(transaction, key);
        auto contact = id ? by_id(*id) : std::nullopt;
        // The machines do not answer at one moment: whoever let go of the key meanwhile is not the one whom it names.
        if (contact && !has_key(*contact, key)) { return std::nullopt; }
        return remembered(transaction, key, std::move(contact));
    }
    const bool is_email = std::holds_alternative<base::EmailAddress>(key);
    auto rows = transaction.query(is_email ? find_by_email_query : find_by_external_id_query, {text_of(key)});
    return remembered(transaction, key, read_one(std::move(rows)));
}

std::vector<domain::Contact> find_contacts(Transaction& transaction, const std::vector<std::int64_t>& ids) {
    const auto list = json_from_numbers(ids);
    std::vector<domain::Contact> contacts;
    auto rows = transaction.query(contacts_load_query, {JsonList{list}});
    while (rows.next()) { contacts.push_back(read_contact<ReadColumns>(rows)); }
    return contacts;
}

std::vector<domain::Contact> contacts_after(Transaction& transaction, base::Id after, const WalkBounds& bounds) {
    return read_bounded(transaction.query(contacts_after_query, {after.number, bounds.rows_max}), bounds);
}

std::vector<std::int64_t> contact_ids_after(Transaction& transaction, base::Id after, std::int64_t rows_max) {
    std::vector<std::int64_t> ids;
    auto rows = transaction.query(contacts_ids_after_query, {after.number, rows_max});
    while (rows.next()) { ids.push_back(rows.integer(0)); }
    return ids;
}

std::vector<domain::Contact> contacts_before(Transaction& transaction, base::Id before, const WalkBounds& bounds) {
    return read_bounded(transaction.query(contacts_before_query, {before.number, bounds.rows_max}), bounds);
}

ContactCount count_contacts_after(Transaction& transaction, base::Id after, std::int64_t rows_max) {
    auto last = transaction.query(contacts_skip_query, {after.number, rows_max - 1});
    if (last.next()) { return {.count = rows_max, .last = {last.integer(0)}}; }
    auto rows = transaction.query(count_after_query, {after.number, rows_max});
    if (!rows.next() || rows.integer(0) == 0) { return {.count = 0, .last = after}; }
    return {.count = rows.integer(0), .last = {rows.integer(1)}};
}

std::int64_t count_contacts_between(Transaction& transaction, base::Id after, base::Id last) {
    auto rows = transaction.query(count_between_query, {after.number, last.number});
    return rows.next() ? rows.integer(0) : 0;
}

std::optional<domain::Contact> lock_contact(Transaction& transaction, base::Id id) {
    return read_one(transaction.query(contacts_lock_query, {id.number}));
}

std::optional<domain::Contact> lock_contact(Transaction& transaction, const domain::ContactKey& key) {
    return lock_by(transaction, key, [&](base::Id id) { return lock_contact(transaction, id); });
}

std::optional<domain::Contact> lock_contact_for_entry(Transaction& transaction, const domain::ContactKey& key,
                                                      std::int64_t number) {
    return lock_by(transaction, key, [&](base::Id id) {
        return read_one(transaction.query(contacts_lock_numbered_query, {id.number, number}));
    });
}

std::vector<domain::Contact> lock_contacts(Transaction& transaction, const std::vector<std::int64_t>& ids) {
    if (ids.empty()) { return {}; }
    lock_rows(transaction, ids);
    return find_contacts(transaction, ids);
}

std::vector<ContactJournal> lock_journals(Transaction& transaction, const std::vector<std::int64_t>& ids) {
    std::vector<ContactJournal> journals;
    journals.reserve(ids.size());
    lock_rows(transaction, ids);
    const auto list = json_from_numbers(ids);
    auto rows = transaction.query(contacts_journals_query, {JsonList{list}});
    while (rows.next()) { journals.push_back({.contact = {rows.integer(0)}, .number = rows.integer(1)}); }
    return journals;
}

void insert_contact(Transaction& transaction, const domain::Contact& contact) {
    auto row = to_write(contact);
    add_search_keys(row);
    write_contact<InsertedColumns>(transaction, contacts_insert_query, row);
    move_keys(transaction, {}, contact, contact.id);
    add_contact_sample(transaction, contact.id);
}

void update_contact(Transaction& transaction, const domain::Contact& before, const domain::Contact& contact) {
    write_update(transaction, before, to_write(contact));
    move_keys(transaction, before, contact, contact.id);
}

void update_contact_totals(Transaction& transaction, const domain::Contact& contact) {
    write_contact<TotalColumns>(transaction, update_totals_query, {.contact = contact});
}

void delete_contact(Transaction& transaction, const domain::Contact& contact) {
    move_keys(transaction, contact, {}, contact.id);
    remove_contact_sample(transaction, contact.id);
    transaction.execute(contacts_delete_query, {contact.id.number});
}

std::vector<QueryPair> contact_change_pairs() {
    const auto& entry = query_of_insert_activity();
    return {{.first = entry, .second = contacts_update_query},
            {.first = entry, .second = update_with_name_key_query},
            {.first = entry, .second = update_with_name_keys_query},
            {.first = entry, .second = update_with_phone_key_query},
            {.first = entry, .second = update_with_all_keys_query},
            {.first = entry, .second = update_totals_query}};
}

}  // namespace tradewind::storage
