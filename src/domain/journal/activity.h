#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "base/id.h"
#include "base/instant.h"
#include "domain/journal/cause.h"

namespace tradewind::domain {

// What can happen to a contact, or what a contact can do.
enum class ActivityKind {
    ContactCreated,
    ContactIdentified,
    ContactMerged,
    ContactUpdated,
    ContactEnteredSegment,
    ContactExitedSegment,
    Login,
    Register,
    NewsletterSubscribe,
    WebPageVisited,
    WebContentOpened,
    WebLinkClicked,
    WebFormSubmitted,
    Search,
    ProductVisited,
    ProductSearched,
    CartProductAdded,
    CartProductRemoved,
    CartAbandoned,
    Purchase,
    CouponAssigned,
    EmailSent,
    EmailSentAlert,
    EmailOpened,
    EmailLinkClicked,
    EmailBounce,
    EmailSpamReport,
    EmailUnsubscribed,
    SmsSent,
    SmsSentAlert,
    SmsBounce,
    PushNotificationSubscribed,
    PushNotificationUnsubscribed,
    PushNotificationOpened,
    PushNotificationLinkClicked,
    PushNotificationError,
    CustomEvent,
};

// In the order of ActivityKind.
inline constexpr std::array<std::string_view, 37> activity_kind_words{
    "contact-created",
    "contact-identified",
    "contact-merged",
    "contact-updated",
    "contact-entered-segment",
    "contact-exited-segment",
    "login",
    "register",
    "newsletter-subscribe",
    "web-page-visited",
    "web-content-opened",
    "web-link-clicked",
    "web-form-submitted",
    "search",
    "product-visited",
    "product-searched",
    "cart-product-added",
    "cart-product-removed",
    "cart-abandoned",
    "purchase",
    "coupon-assigned",
    "email-sent",
    "email-sent-alert",
    "email-opened",
    "email-link-clicked",
    "email-bounce",
    "email-spam-report",
    "email-unsubscribed",
    "sms-sent",
    "sms-sent-alert",
    "sms-bounce",
    "push-notification-subscribed",
    "push-notification-unsubscribed",
    "push-notification-opened",
    "push-notification-link-clicked",
    "push-notification-error",
    "custom-event",
};
static_assert(activity_kind_words.size() == static_cast<std::size_t>(ActivityKind::CustomEvent) + 1);

constexpr std::string_view word_of(ActivityKind kind) {
    return activity_kind_words[static_cast<std::size_t>(kind)];
}
std::optional<ActivityKind> find_activity_kind(std::string_view word);

// One thing that happened, as it was then. Never changes; goes with its contact.
struct Activity {
    base::Id id;
    base::Id contact;
    ActivityKind kind;
    base::Instant at;
    std::string data = "{}";    // What the kind tells: a JSON object.
    std::string moment = "{}";  // The states and choices of the contact then: a JSON object.
    Cause cause = {};           // Its depth is not kept.
};

}  // namespace tradewind::domain
