#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <vector>

#include "domain/contacts/contact.h"
#include "storage/database/column_table.h"
#include "storage/database/field_columns.h"
#include "storage/stores/contacts/custom_values.h"

namespace tradewind::storage {

// What a contact's row is written from: the contact, and what is made of it to keep it or to find it by. What a
// statement does not write may be left out.
struct ContactToWrite {
    const domain::Contact& contact;
    std::string custom = {};
    // Of searches. Nothing in one of them: the contact is not in a list of that order.
    std::optional<std::string> name_key = {};
    std::optional<std::string> surname_key = {};
    std::optional<std::string> phone_key = {};
};

// Columns that are read or written together.
enum class ContactPart {
    Id,
    Creation,  // Written once.
    Profile,   // What clients and the service change.
    NameKey,   // Of searches, like the two below. Written when it changes, never read.
    SurnameKey,
    PhoneKey,
    Totals,  // What the purchases add up to.
    Scores,
    Journal,  // Written with the row, or by an activity of its own; see activity_store.h.
};

// The columns of the table contacts, each with what it keeps. One more is a row here and in a migration.
inline constexpr std::tuple contact_columns{
    Column{"id", ContactPart::Id, &domain::Contact::id},
    Column{"email", ContactPart::Profile, &domain::Contact::email},
    Column{"external_id", ContactPart::Profile, &domain::Contact::external_id},
    Column{"name", ContactPart::Profile, &domain::Contact::name},
    Column{"surname", ContactPart::Profile, &domain::Contact::surname},
    Column{"birthdate", ContactPart::Profile, &domain::Contact::birthdate},
    Column{"mobile_phone", ContactPart::Profile, &domain::Contact::mobile_phone},
    Column{"mobile_phone_status", ContactPart::Profile, &domain::Contact::mobile_phone_status},
    Column{"email_status", ContactPart::Profile, &domain::Contact::email_status},
    Column{"newsletter_status", ContactPart::Profile, &domain::Contact::newsletter_status},
    Column{"sms_status", ContactPart::Profile, &domain::Contact::sms_status},
    Column{"points", ContactPart::Profile, &domain::Contact::points},
    Column{"custom", ContactPart::Profile, &domain::Contact::custom},
    Column{"email_bounced_reason", ContactPart::Profile, &domain::Contact::email_bounced_reason},
    Column{"email_last_bounced_at", ContactPart::Profile, &domain::Contact::email_last_bounced_at},
    Column{"email_last_soft_bounce_at", ContactPart::Profile, &domain::Contact::email_last_soft_bounce_at},
    Column{"email_soft_bounces", ContactPart::Profile, &domain::Contact::email_soft_bounces},
    Column{"email_last_unsubscribed_at", ContactPart::Profile, &domain::Contact::email_last_unsubscribed_at},
    Column{"email_last_unsubscribed_ip", ContactPart::Profile, &domain::Contact::email_last_unsubscribed_ip},
    Column{"has_push_subscriptions", ContactPart::Profile, &domain::Contact::has_push_subscriptions},
    Column{"total_purchases", ContactPart::Totals, &domain::Contact::total_purchases},
    Column{"total_amount", ContactPart::Totals, &domain::Contact::total_amount},
    Column{"returned_amount", ContactPart::Totals, &domain::Contact::returned_amount},
    Column{"first_purchase_at", ContactPart::Totals, &domain::Contact::first_purchase_at},
    Column{"last_purchase_at", ContactPart::Totals, &domain::Contact::last_purchase_at},
    Column{"recency", ContactPart::Scores, &domain::Contact::recency},
    Column{"frequency", ContactPart::Scores, &domain::Contact::frequency},
    Column{"monetary", ContactPart::Scores, &domain::Contact::monetary},
    Column{"rfm", ContactPart::Scores, &domain::Contact::rfm},
    Column{"clv", ContactPart::Scores, &domain::Contact::clv},
    Column{"p_alive", ContactPart::Scores, &domain::Contact::p_alive},
    Column{"churn_rate", ContactPart::Scores, &domain::Contact::churn_rate},
    Column{"expected_purchases", ContactPart::Scores, &domain::Contact::expected_purchases},
    Column{"created_at", ContactPart::Creation, &domain::Contact::created_at},
    Column{"updated_at", ContactPart::Profile, &domain::Contact::updated_at},
    Column{"last_number", ContactPart::Journal, &domain::Contact::journal},
    Column{"name_key", ContactPart::NameKey, &ContactToWrite::name_key},
    Column{"surname_key", ContactPart::SurnameKey, &ContactToWrite::surname_key},
    Column{"phone_key", ContactPart::PhoneKey, &ContactToWrite::phone_key},
};

template <ContactPart... parts>
using ContactColumns = ColumnChoice<contact_columns, parts...>;

// The name of the column that keeps this member.
template <class Member>
std::string_view contact_column_name(Member domain::Contact::*member) {
    std::string_view name;
    const auto look_at = [&](const auto& column) {
        if constexpr (std::is_same_v<std::decay_t<decltype(column.member)>, Member domain::Contact::*>) {
            if (column.member == member) { name = column.name; }
        }
    };
    std::apply([&](const auto&... columns) { (look_at(columns), ...); }, contact_columns);
    return name;
}

inline void read_column(const Rows& rows, int column, std::vector<domain::CustomValue>& out) {
    out = custom_from(rows.text(column));
}
inline void read_column(const Rows& rows, int column, domain::JournalNumber& out) {
    out.last = rows.integer(column);
}

// The contact in the current row of a statement that selects these columns; other members stay as they are at first.
template <class Columns>
domain::Contact read_contact(const Rows& rows) {
    domain::Contact contact;
    Columns::apply([&](const auto&... columns) {
        int place = 0;
        (read_column(rows, place++, contact.*columns.member), ...);
    });
    return contact;
}

inline Parameter parameter_of(const ContactToWrite& row, std::vector<domain::CustomValue> domain::Contact::*) {
    return row.custom;
}
inline Parameter parameter_of(const ContactToWrite& row, domain::JournalNumber domain::Contact::*member) {
    return (row.contact.*member).last;
}
template <class Member>
Parameter parameter_of(const ContactToWrite& row, Member domain::Contact::*member) {
    return parameter_of(row.contact.*member);
}
template <class Member>
Parameter parameter_of(const ContactToWrite& row, Member ContactToWrite::*member) {
    return parameter_of(row.*member);
}

// Runs a statement whose parameters are these columns.
template <class Columns>
void write_contact(Transaction& transaction, const Query& query, const ContactToWrite& row) {
    Columns::apply([&](const auto&... columns) { transaction.execute(query, {parameter_of(row, columns.member)...}); });
}

}  // namespace tradewind::storage
