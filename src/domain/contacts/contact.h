#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/decimal.h"
#include "base/id.h"
#include "base/instant.h"
#include "base/json_writer.h"
#include "domain/fields/contact_field_list.h"

namespace tradewind::domain {

// A value of a custom field, as JSON in the one form that its kind writes.
struct CustomValue {
    std::int64_t number;  // Of the field.
    std::string json;

    friend bool operator==(const CustomValue&, const CustomValue&) = default;
};

// The number of the newest entry of a contact's journal, where several processes write; see operations::journal. It is
// no fact about the contact: two that differ in nothing else are equal.
struct JournalNumber {
    std::int64_t last = 0;

    friend bool operator==(const JournalNumber&, const JournalNumber&) { return true; }
};

// A person the store knows: by e-mail, by an id of the store's own, or by both.
struct Contact {
    base::Id id = {};
    std::optional<std::string> email = {};  // As given; compared by its key.
    std::optional<std::string> external_id = {};
    std::optional<std::string> name = {};
    std::optional<std::string> surname = {};
    std::optional<base::Instant> birthdate = {};
    std::optional<std::string> mobile_phone = {};
    std::optional<std::string> mobile_phone_status = {};
    std::string email_status = "active";
    std::string newsletter_status = "none";
    std::string sms_status = "none";
    std::int64_t points = 0;
    std::vector<CustomValue> custom = {};  // By number.
    // What the service finds out by itself.
    std::optional<std::string> email_bounced_reason = {};
    std::optional<base::Instant> email_last_bounced_at = {};
    std::optional<base::Instant> email_last_soft_bounce_at = {};
    std::int64_t email_soft_bounces = 0;
    std::optional<base::Instant> email_last_unsubscribed_at = {};
    std::optional<std::string> email_last_unsubscribed_ip = {};
    bool has_push_subscriptions = false;
    std::int64_t total_purchases = 0;
    base::Decimal total_amount = {};
    base::Decimal returned_amount = {};  // The part of it that came back, without the sign.
    std::optional<base::Instant> first_purchase_at = {};
    std::optional<base::Instant> last_purchase_at = {};
    std::optional<std::int64_t> recency = {};
    std::optional<std::int64_t> frequency = {};
    std::optional<std::int64_t> monetary = {};
    std::optional<std::string> rfm = {};
    std::optional<base::Decimal> clv = {};
    std::optional<base::Decimal> p_alive = {};
    std::optional<base::Decimal> churn_rate = {};
    std::optional<base::Decimal> expected_purchases = {};
    base::Instant created_at = {};
    base::Instant updated_at = {};
    JournalNumber journal = {};

    friend bool operator==(const Contact&, const Contact&) = default;
};

// The value in a custom field of the list, its default when the contact has none; null when there is neither.
const std::string* find_custom_value(const Contact& contact, const ContactFieldList& fields, const ContactField& field);

// Total divided by purchases, half away from zero; 0 without purchases.
base::Decimal average_amount(base::Decimal total, std::int64_t purchases);
base::Decimal average_amount(const Contact& contact);

// The contact as clients read it, as a whole object: every field that it has a value in.
void write_contact(base::JsonWriter& writer, const Contact& contact, const ContactFieldList& fields);

// The states and choices that reports group by, as they are now: those of the system under a letter each, those of
// custom radio, checkbox and boolean fields under `f<number>`. A JSON object.
std::string moment_of(const Contact& contact, const ContactFieldList& fields);
// Under which name a field stands there; nothing for a field that is not kept with a moment.
std::optional<std::string> moment_key(const ContactField& field);
// The id of the field whose state stands under this letter; empty when it is no such letter.
std::string_view state_of_moment(std::string_view key);
// What a state is in a moment in which it does not stand; empty when it is not known then.
std::string_view unwritten_in_moment(std::string_view key);

}  // namespace tradewind::domain
