#include "storage/stores/contacts/contacts_ahead.h"

#include <algorithm>
#include <utility>

#include "storage/database/json_column.h"
#include "storage/stores/contacts/contact_store.h"

namespace tradewind::storage {
namespace {

// SQLite takes a list apart by a function of its own; PostgreSQL gets an array.
constexpr Query find_ids_by_emails_query{
    .name = "contact_emails.find_all",
    .sql = R"(SELECT email_key, contact_id FROM contact_emails
              WHERE email_key IN (SELECT value FROM json_each($1)))",
    .postgres = R"(SELECT email_key, contact_id FROM contact_emails WHERE email_key = ANY ($1))",
};

constexpr Query find_ids_by_external_ids_query{
    .name = "contact_external_ids.find_all",
    .sql = R"(SELECT external_id, contact_id FROM contact_external_ids
              WHERE external_id IN (SELECT value FROM json_each($1)))",
    .postgres = R"(SELECT external_id, contact_id FROM contact_external_ids WHERE external_id = ANY ($1))",
};

// Fills in who has each of these keys.
template <class IdsByKey>
void look_up(Transaction& transaction, const Query& query, IdsByKey& ids) {
    if (ids.empty()) { return; }
    std::vector<std::string> keys;
    keys.reserve(ids.size());
    for (const auto& [key, id] : ids) { keys.push_back(key); }
    const auto list = json_from_texts(keys);
    auto rows = transaction.query(query, {JsonList{list}});
    while (rows.next()) { ids[std::string(rows.text(0))] = base::Id{rows.integer(1)}; }
}

}  // namespace

ContactsAhead::ContactsAhead(Transaction& transaction, const std::vector<domain::ContactKey>& keys) {
    for (const auto& key : keys) { ids_for(key).emplace(text_of(key), std::nullopt); }
    look_up(transaction, find_ids_by_emails_query, by_email_);
    look_up(transaction, find_ids_by_external_ids_query, by_external_id_);
    std::vector<std::int64_t> found;
    for (const auto* const ids : {&by_email_, &by_external_id_}) {
        for (const auto& [key, id] : *ids) {
            if (id) { found.push_back(id->number); }
        }
    }
    std::ranges::sort(found);
    found.erase(std::unique(found.begin(), found.end()), found.end());
    for (auto& contact : lock_contacts(transaction, found)) {
        const auto number = contact.id.number;
        locked_.emplace(number, std::move(contact));
    }
}

std::optional<base::Id> ContactsAhead::find_contact_id(Transaction& transaction, const domain::ContactKey& key) {
    const auto id = take_id(key);
    return id ? *id : storage::find_contact_id(transaction, key);
}

std::optional<domain::Contact> ContactsAhead::lock_contact(Transaction& transaction, const domain::ContactKey& key) {
    const auto id = take_id(key);
    if (id && !*id) { return std::nullopt; }
    if (id) {
        auto contact = locked_.extract((*id)->number);
        // Whoever lost the key before the lock is somebody else now.
        if (!contact.empty() && has_key(contact.mapped(), key)) { return std::move(contact.mapped()); }
    }
    return storage::lock_contact(transaction, key);
}

ContactsAhead::IdsByKey& ContactsAhead::ids_for(const domain::ContactKey& key) {
    return std::holds_alternative<base::EmailAddress>(key) ? by_email_ : by_external_id_;
}

std::optional<ContactsAhead::MaybeId> ContactsAhead::take_id(const domain::ContactKey& key) {
    auto found = ids_for(key).extract(text_of(key));
    if (found.empty()) { return std::nullopt; }
    return std::optional<MaybeId>(std::in_place, found.mapped());
}

}  // namespace tradewind::storage
