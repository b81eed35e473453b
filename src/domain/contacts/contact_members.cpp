#include "domain/contacts/contact_members.h"

#include <algorithm>
#include <array>
#include <cassert>

namespace tradewind::domain {
namespace {

// Every contact has an e-mail or an external id.
void write_is_anonymous(base::JsonWriter& writer, const Contact&) {
    writer.boolean(false);
}

void write_average(base::JsonWriter& writer, const Contact& contact) {
    writer.decimal(average_amount(contact));
}

using Nullable = ContactMember::Nullable;

constexpr std::array<ContactMember, 34> members{{
    {"_email", &Contact::email},
    {"_externalId", &Contact::external_id},
    {"_name", &Contact::name},
    {"_surname", &Contact::surname},
    {"_birthdate", &Contact::birthdate},
    {"_mobilePhone", &Contact::mobile_phone},
    {"_mobilePhoneStatus", &Contact::mobile_phone_status},
    {"_emailStatus", &Contact::email_status},
    {"_newsletterSubscriptionStatus", &Contact::newsletter_status},
    {"_smsSubscriptionStatus", &Contact::sms_status},
    {"_points", &Contact::points},
    {"_emailBouncedReason", &Contact::email_bounced_reason},
    {"_emailLastBouncedDate", &Contact::email_last_bounced_at},
    {"_emailLastSoftBounceDate", &Contact::email_last_soft_bounce_at},
    {"_emailSoftBounces", &Contact::email_soft_bounces},
    {"_emailLastUnsubscribedDate", &Contact::email_last_unsubscribed_at},
    {"_emailLastUnsubscribedIp", &Contact::email_last_unsubscribed_ip},
    {"_hasPushSubscriptions", &Contact::has_push_subscriptions},
    {"_isAnonymous", write_is_anonymous},
    {"_createdAt", &Contact::created_at},
    {"_updatedAt", &Contact::updated_at},
    {"_totalPurchases", &Contact::total_purchases},
    {"_totalPurchasesAmount", &Contact::total_amount},
    {"_averagePurchasesAmount", write_average},
    {"_firstPurchaseDate", &Contact::first_purchase_at},
    {"_lastPurchaseDate", &Contact::last_purchase_at},
    {"_recency", &Contact::recency},
    {"_frequency", &Contact::frequency},
    {"_monetary", &Contact::monetary},
    {"_rfm", &Contact::rfm},
    {"_clv", Nullable{&Contact::clv}},
    {"_pAlive", Nullable{&Contact::p_alive}},
    {"_churnRate", Nullable{&Contact::churn_rate}},
    {"_expectedPurchases", Nullable{&Contact::expected_purchases}},
}};

}  // namespace

std::span<const ContactMember> contact_members() {
    return members;
}

const ContactMember& contact_member(std::string_view id) {
    const auto found =
        std::find_if(members.begin(), members.end(), [&](const ContactMember& member) { return member.id == id; });
    assert(found != members.end() && "every system field has a place in the struct");
    return *found;
}

}  // namespace tradewind::domain
