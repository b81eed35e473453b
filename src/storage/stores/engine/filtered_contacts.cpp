#include "storage/stores/engine/filtered_contacts.h"

#include <bitset>
#include <tuple>
#include <type_traits>

#include "domain/contacts/contact_members.h"
#include "storage/stores/contacts/contact_columns.h"

namespace tradewind::storage {

// The columns that are read of a contact.
class FilteredContacts::Columns {
  public:
    // Those that a filter asks for.
    explicit Columns(const std::optional<domain::Filter>& filter) {
        choose(&domain::Contact::id);
        choose(&domain::Contact::journal);
        if (filter) { choose_all_of(*filter); }
    }

    void add_names(ComposedQuery& query) const {
        std::string_view joint;
        for_each([&](const auto& column) {
            query.words(joint).words(column.name);
            joint = ", ";
        });
    }
    // Other members stay as they are. The bytes that values of custom fields take.
    [[nodiscard]] std::size_t read(const Rows& rows, domain::Contact& contact) const {
        std::size_t bytes = 0;
        int place = 0;
        for_each([&](const auto& column) {
            auto& member = contact.*column.member;
            read_column(rows, place, member);
            if constexpr (std::is_same_v<std::decay_t<decltype(member)>, std::vector<domain::CustomValue>>) {
                bytes = rows.text(place).size();
            }
            ++place;
        });
        return bytes;
    }

  private:
    void choose_all_of(const domain::Filter& filter) {
        for (const auto& part : filter.parts) { choose_all_of(part); }
        if (filter.kind != domain::Filter::Kind::Test) { return; }
        const auto* const history = std::get_if<domain::HistoryTest>(&filter.test);
        if (history != nullptr && history->of == domain::HistoryTest::Of::Purchases) {
            choose(&domain::Contact::total_purchases);  // See StoredFacts.
        }
        const auto* const test = std::get_if<domain::FieldTest>(&filter.test);
        if (test == nullptr) { return; }
        if (test->number != 0) { return choose(&domain::Contact::custom); }
        std::visit([this](const auto& place) { choose_place(place); }, domain::contact_member(test->field).place);
    }
    template <class Member>
    void choose_place(Member domain::Contact::*member) {
        choose(member);
    }
    void choose_place(const domain::ContactMember::Nullable& nullable) { choose(nullable.member); }
    void choose_place(domain::ContactMember::Computed) { chosen_.set(); }  // Nobody knows what it is made of.

    template <class Member>
    void choose(Member domain::Contact::*member) {
        std::size_t number = 0;
        const auto look_at = [&](const auto& column) {
            if constexpr (std::is_same_v<std::decay_t<decltype(column.member)>, Member domain::Contact::*>) {
                if (column.member == member) { chosen_.set(number); }
            }
            ++number;
        };
        std::apply([&](const auto&... columns) { (look_at(columns), ...); }, contact_columns);
    }

    // Those that are chosen, but for those that no contact has, such as the keys of searches.
    template <class Act>
    void for_each(Act act) const {
        std::size_t number = 0;
        const auto look_at = [&](const auto& column) {
            if constexpr (requires(const domain::Contact& contact) { contact.*column.member; }) {
                if (chosen_.test(number)) { act(column); }
            }
            ++number;
        };
        std::apply([&](const auto&... columns) { (look_at(columns), ...); }, contact_columns);
    }

    std::bitset<std::tuple_size_v<decltype(contact_columns)>> chosen_;
};

FilteredContacts::FilteredContacts(const domain::Filter& filter, const base::TimeZone& zone)
    : condition_(filter, zone) {}

ContactCount FilteredContacts::walk(Transaction& transaction, base::Id after, const Bounds& bounds,
                                    const Visitor& visit) const {
    auto looked_at = count_contacts_after(transaction, after, bounds.looked_at_max);
    if (looked_at.count == 0) { return looked_at; }
    const Columns columns(rest());
    ComposedQuery query("contacts.filtered");
    query.words("SELECT ");
    columns.add_names(query);
    query.words(" FROM contacts WHERE id > ").value(after.number);
    query.words(" AND id <= ").value(looked_at.last.number);
    condition_.add_to(query);
    query.words(" ORDER BY id LIMIT ").value(bounds.found_max);
    auto rows = transaction.query(query);
    domain::Contact contact;
    std::int64_t found = 0;
    std::size_t bytes = 0;
    bool is_open = true;
    while (is_open && rows.next()) {
        bytes += columns.read(rows, contact);
        is_open = visit(contact) && ++found < bounds.found_max && bytes < bounds.bytes_max;
    }
    if (is_open) { return looked_at; }
    return {.count = count_contacts_between(transaction, after, contact.id), .last = contact.id};
}

}  // namespace tradewind::storage
