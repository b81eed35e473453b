#include "api/admin/contact_search.h"

#include <limits>

#include "storage/stores/contacts/contact_store.h"

namespace tradewind::api::admin {
namespace {

// So much is read before somebody looks at the clock.
constexpr storage::WalkBounds contacts_per_look{.rows_max = 50, .bytes_max = std::size_t{1} << 20};

}  // namespace

ContactSearch search_contacts(storage::Transaction& transaction, const base::Clock& clock,
                              storage::ContactQuestion& question, const ContactSearchRequest& request) {
    const auto begun = clock.steady_now();
    const auto found_max = static_cast<std::size_t>(request.found_max);
    ContactSearch search;
    auto& scan = search.scan;
    auto last = request.after.value_or(base::Id{std::numeric_limits<std::int64_t>::max()});
    do {
        auto contacts = storage::contacts_before(transaction, last, contacts_per_look);
        if (contacts.empty()) { return search; }
        for (auto& contact : contacts) {
            if (scan.found.size() == found_max) { break; }
            last = contact.id;
            scan.last = last;
            ++search.looked_at;
            if (question.holds_for(contact)) { scan.found.push_back(std::move(contact)); }
        }
    } while (scan.found.size() < found_max && clock.steady_now() - begun < contact_search_time_max);
    scan.goes_on = !storage::contacts_before(transaction, last, {.rows_max = 1, .bytes_max = 1}).empty();
    return search;
}

std::string render_search(const ListPlace& place, const ContactSearch& search, const domain::ContactFieldList& fields) {
    const auto& scan = search.scan;
    list_links::Ends ends{.has_older = scan.goes_on, .has_newer = false, .first = {}, .last = {}};
    if (scan.last) { ends.last = RowPlace{.created_at = scan.last->made_at(), .id = scan.last->text()}; }
    std::string json;
    base::JsonWriter writer(json);
    writer.begin_object();
    list_links::write_links(writer, place, ends);
    writer.key("results");
    writer.begin_array();
    for (const auto& contact : scan.found) { domain::write_contact(writer, contact, fields); }
    writer.end_array();
    writer.key("lookedAt");
    writer.integer(search.looked_at);
    writer.end_object();
    return json;
}

}  // namespace tradewind::api::admin
