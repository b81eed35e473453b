#include "domain/fields/contact_field.h"

namespace tradewind::domain {
namespace {

struct SystemField {
    std::string_view id;
    std::string_view name;
    FieldType type;
    std::vector<FieldOption> options = {};
    std::optional<std::int64_t> max_length = {};
};

std::vector<FieldOption> scores() {
    return {{"1", "1"}, {"2", "2"}, {"3", "3"}, {"4", "4"}, {"5", "5"}};
}

std::vector<FieldOption> subscription_states() {
    return {{"subscribed", "Subscribed"}, {"unsubscribed", "Unsubscribed"}, {"none", "None"}};
}

std::vector<FieldOption> rfm_groups() {
    return {
        {"champions", "Champions"},
        {"loyal-customers", "Loyal customers"},
        {"potential-loyalists", "Potential loyalists"},
        {"new-customers", "New customers"},
        {"promising", "Promising"},
        {"need-attention", "Need attention"},
        {"about-to-sleep", "About to sleep"},
        {"at-risk", "At risk"},
        {"cannot-lose-them", "Cannot lose them"},
        {"hibernating", "Hibernating"},
        {"lost", "Lost"},
    };
}

std::vector<SystemField> writable_fields() {
    using enum FieldType;
    return {
        {"_email", "E-mail", Email},
        {.id = "_externalId", .name = "External id", .type = Text, .max_length = 50},
        {.id = "_name", .name = "First name", .type = Text, .max_length = 500},
        {.id = "_surname", .name = "Surname", .type = Text, .max_length = 500},
        {"_birthdate", "Birthdate", Date},
        {"_mobilePhone", "Mobile phone", Phone},
        {"_mobilePhoneStatus",
         "Mobile phone status",
         Radio,
         {{"active", "Active"}, {"bounced", "Bounced"}, {"paused", "Paused"}}},
        {"_emailStatus",
         "E-mail status",
         Radio,
         {{"active", "Active"}, {"bounced", "Bounced"}, {"paused", "Paused"}, {"banned", "Banned"}}},
        {"_newsletterSubscriptionStatus", "Newsletter subscription status", Radio, subscription_states()},
        {"_smsSubscriptionStatus", "SMS subscription status", Radio, subscription_states()},
        {"_points", "Points", Integer},
    };
}

std::vector<SystemField> read_only_fields() {
    using enum FieldType;
    return {
        {"_emailBouncedReason", "Reason of the last e-mail bounce", Text},
        {"_emailLastBouncedDate", "Last e-mail bounce", Date},
        {"_emailLastSoftBounceDate", "Last soft e-mail bounce", Date},
        {"_emailSoftBounces", "Soft e-mail bounces", Integer},
        {"_emailLastUnsubscribedDate", "Last e-mail unsubscription", Date},
        {"_emailLastUnsubscribedIp", "IP address of the last e-mail unsubscription", Text},
        {"_hasPushSubscriptions", "Has push subscriptions", Boolean},
        {"_isAnonymous", "Is anonymous", Boolean},
        {"_createdAt", "Created at", Date},
        {"_updatedAt", "Updated at", Date},
        {"_totalPurchases", "Total purchases", Integer},
        {"_totalPurchasesAmount", "Total purchases amount", Decimal},
        {"_averagePurchasesAmount", "Average purchases amount", Decimal},
        {"_firstPurchaseDate", "First purchase", Date},
        {"_lastPurchaseDate", "Last purchase", Date},
        {"_recency", "Recency", Radio, scores()},
        {"_frequency", "Frequency", Radio, scores()},
        {"_monetary", "Monetary", Radio, scores()},
        {"_rfm", "RFM group", Radio, rfm_groups()},
        {"_clv", "Customer lifetime value", Decimal},
        {"_pAlive", "Probability of being a customer", Decimal},
        {"_churnRate", "Churn rate", Decimal},
        {"_expectedPurchases", "Expected purchases", Decimal},
    };
}

void append(std::vector<ContactField>& fields, const std::vector<SystemField>& more, bool read_only) {
    for (const auto& from : more) {
        ContactField field;
        field.id = from.id;
        field.name = from.name;
        field.type = from.type;
        field.custom = false;
        field.read_only = read_only;
        field.max_length = from.max_length;
        field.options = from.options;
        fields.push_back(std::move(field));
    }
}

std::vector<ContactField> make_system_fields() {
    std::vector<ContactField> fields;
    append(fields, writable_fields(), false);
    append(fields, read_only_fields(), true);
    return fields;
}

}  // namespace

base::Result<std::string> check_custom_field_id(std::string_view text) {
    constexpr std::string_view letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
    constexpr std::string_view further = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-[]()";
    if (text.empty() || letters.find(text.front()) == std::string_view::npos ||
        text.find_first_not_of(further) != std::string_view::npos) {
        return base::invalid("", "must be a letter, then letters, digits and _ - [ ] ( )");
    }
    if (text == "id") { return base::invalid("", "must not be id"); }
    return std::string(text);
}

bool is_personal(const ContactField& field) {
    switch (field.type) {
        case FieldType::Text:
        case FieldType::Email:
        case FieldType::Phone:
            return true;
        case FieldType::Date:
            return !field.read_only;
        default:
            return false;
    }
}

const std::vector<ContactField>& system_contact_fields() {
    static const auto fields = make_system_fields();
    return fields;
}

}  // namespace tradewind::domain
