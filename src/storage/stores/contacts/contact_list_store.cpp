#include "storage/stores/contacts/contact_list_store.h"

#include <algorithm>
#include <limits>

#include "base/json.h"
#include "storage/database/ordered_list.h"
#include "storage/stores/contacts/contact_store.h"

namespace tradewind::storage {
namespace {

constexpr Query contacts_newest_down_query{
    .name = "contacts.newest_down",
    .sql = R"(SELECT id FROM contacts WHERE id < $2 ORDER BY id DESC LIMIT $1 OFFSET $3)",
};

constexpr Query contacts_newest_up_query{
    .name = "contacts.newest_up",
    .sql = R"(SELECT id FROM contacts WHERE id > $2 ORDER BY id LIMIT $1)",
};

constexpr Query email_down_query{
    .name = "contact_emails.down",
    .sql = R"(SELECT contact_id FROM contact_emails WHERE (email_key, contact_id) > ($2, $3) AND email_key < $4
              ORDER BY email_key LIMIT $1 OFFSET $5)",
};

constexpr Query email_up_query{
    .name = "contact_emails.up",
    .sql = R"(SELECT contact_id FROM contact_emails WHERE (email_key, contact_id) < ($2, $3) AND email_key >= $4
              ORDER BY email_key DESC LIMIT $1)",
};

constexpr Query contacts_name_down_query{
    .name = "contacts.name_down",
    .sql = R"(SELECT id FROM contacts WHERE (name_key, created_at, id) > ($2, $3, $4) AND name_key < $5
              ORDER BY name_key, created_at, id LIMIT $1 OFFSET $6)",
};

constexpr Query contacts_name_up_query{
    .name = "contacts.name_up",
    .sql = R"(SELECT id FROM contacts WHERE (name_key, created_at, id) < ($2, $3, $4) AND name_key >= $5
              ORDER BY name_key DESC, created_at DESC, id DESC LIMIT $1)",
};

constexpr Query surname_down_query{
    .name = "contacts.surname_down",
    .sql = R"(SELECT id FROM contacts WHERE (surname_key, created_at, id) > ($2, $3, $4) AND surname_key < $5
              ORDER BY surname_key, created_at, id LIMIT $1 OFFSET $6)",
};

constexpr Query surname_up_query{
    .name = "contacts.surname_up",
    .sql = R"(SELECT id FROM contacts WHERE (surname_key, created_at, id) < ($2, $3, $4) AND surname_key >= $5
              ORDER BY surname_key DESC, created_at DESC, id DESC LIMIT $1)",
};

constexpr Query phone_down_query{
    .name = "contacts.phone_down",
    .sql = R"(SELECT id FROM contacts WHERE (phone_key, created_at, id) > ($2, $3, $4) AND phone_key < $5
              ORDER BY phone_key, created_at, id LIMIT $1 OFFSET $6)",
};

constexpr Query phone_up_query{
    .name = "contacts.phone_up",
    .sql = R"(SELECT id FROM contacts WHERE (phone_key, created_at, id) < ($2, $3, $4) AND phone_key >= $5
              ORDER BY phone_key DESC, created_at DESC, id DESC LIMIT $1)",
};

constexpr Query scan_query{
    .name = "contacts.scan",
    .sql = R"(SELECT id, custom -> cast($3 as text) FROM contacts WHERE id < $2 ORDER BY id DESC LIMIT $1)",
};

// So few that none of them takes long, however much their contacts hold.
constexpr std::int64_t rows_per_look = 50;

ListWalk walk_of(domain::ContactOrder order) {
    using By = ListWalk::By;
    switch (order) {
        case domain::ContactOrder::Newest:
            break;
        case domain::ContactOrder::Email:
            return {.by = By::UniqueKey, .down = email_down_query, .up = email_up_query};
        case domain::ContactOrder::Name:
            return {.by = By::KeyThenAge, .down = contacts_name_down_query, .up = contacts_name_up_query};
        case domain::ContactOrder::Surname:
            return {.by = By::KeyThenAge, .down = surname_down_query, .up = surname_up_query};
        case domain::ContactOrder::Phone:
            return {.by = By::KeyThenAge, .down = phone_down_query, .up = phone_up_query};
    }
    return {.by = By::Age, .down = contacts_newest_down_query, .up = contacts_newest_up_query};
}

// `column` holds the value that a contact has in the field.
bool fits(const domain::FieldMatch& wanted, const Rows& rows, int column) {
    if (rows.is_null(column)) { return wanted.is_default(); }
    const auto document = base::JsonDocument::parse(rows.text(column));
    if (!document) { throw DatabaseBroken("the custom values of a contact are damaged"); }
    return wanted.fits(document.value().root());
}

}  // namespace

domain::Page<domain::Contact> list_contacts(Transaction& transaction, const domain::ContactListRequest& request) {
    return read_ordered_page<domain::Contact>(transaction, request, walk_of(request.order),
                                              [&](const auto& ids) { return find_contacts(transaction, ids); });
}

ContactScan scan_contacts(Transaction& transaction, const base::Clock& clock, const ContactScanRequest& request) {
    const auto begun = clock.steady_now();
    const auto key = "f" + std::to_string(request.wanted.number());
    ContactScan scan;
    std::vector<std::int64_t> ids;
    std::int64_t looked_at = 0;
    auto last = request.after.value_or(base::Id{std::numeric_limits<std::int64_t>::max()});
    for (bool is_end = false; !is_end && !scan.goes_on;) {
        const bool is_late = clock.steady_now() - begun > ContactScan::time_max;
        std::int64_t seen = 0;
        auto rows = transaction.query(scan_query, {rows_per_look, last.number, key});
        for (; rows.next(); ++seen) {
            if (is_late || looked_at == ContactScan::rows_max ||
                ids.size() == static_cast<std::size_t>(request.found_max)) {
                scan.goes_on = true;
                break;
            }
            ++looked_at;
            last = {rows.integer(0)};
            if (fits(request.wanted, rows, 1)) { ids.push_back(last.number); }
        }
        is_end = seen < rows_per_look;
    }
    if (looked_at > 0) { scan.last = last; }
    scan.found = find_contacts(transaction, ids);
    std::sort(scan.found.begin(), scan.found.end(),
              [](const auto& one, const auto& other) { return other.id < one.id; });
    return scan;
}

}  // namespace tradewind::storage
