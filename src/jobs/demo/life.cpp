#include "jobs/demo/life.h"

#include "base/json.h"
#include "domain/contacts/contact_patch.h"
#include "domain/events/custom_event.h"
#include "domain/fields/json_fields.h"
#include "domain/shop/coupon_claim.h"
#include "jobs/demo/people.h"
#include "operations/contact_operations.h"
#include "operations/coupon_operations.h"
#include "operations/custom_event_operations.h"
#include "operations/purchase_operations.h"
#include "operations/segment_member_operations.h"

namespace tradewind::jobs::demo {
namespace {

using storage::Definitions;
using storage::Transaction;

base::Result<void> change_contact(Transaction& transaction, base::Sources& sources, const Definitions& definitions,
                                  const domain::ContactKey& key, const std::string& json) {
    const auto document = TRY(domain::read_object(json));
    const auto patch =
        TRY(domain::read_contact_patch(document.root(), definitions.contact_fields, key, domain::OtherKey::MayNotSet));
    TRY(operations::change_contact(transaction, sources, definitions, key, patch));
    return {};
}

base::Result<void> buy(Transaction& transaction, base::Sources& sources, const Definitions& definitions,
                       const std::string& json) {
    const auto document = TRY(domain::read_object(json));
    std::vector<base::Problem> problems;
    const auto wanted = domain::read_purchase(document.root(), problems);
    if (!problems.empty()) { return base::invalid(std::move(problems)); }
    TRY(operations::create_purchase(transaction, sources, definitions, wanted, {.kind = domain::Cause::Kind::Import}));
    return {};
}

base::Result<void> record_event(Transaction& transaction, base::Sources& sources, const Definitions& definitions,
                                std::string_view alias, const std::string& json) {
    const auto* const type = definitions.custom_events.find_type(alias);
    if (type == nullptr) { return base::not_found("There is no event type " + std::string(alias) + "."); }
    const auto document = TRY(domain::read_object(json));
    const auto event = TRY(domain::read_custom_event(document.root(), *type));
    const auto recorded = operations::record_custom_events(transaction, sources, definitions, {event},
                                                           operations::UnknownContact::Refused);
    if (!recorded.front()) { return recorded.front().error(); }
    return {};
}

base::Result<void> give_coupon(Transaction& transaction, base::Sources& sources, const Definitions& definitions,
                               base::Id set, std::string email) {
    const domain::CouponClaim claim{.contact_id = {}, .contact_email = std::move(email), .contact_external_id = {}};
    const auto given = operations::give_coupon(transaction, sources, definitions, {"demo"}, set, claim);
    // A shop may run out of them.
    if (!given && given.error().kind != base::ErrorKind::Conflict) { return given.error(); }
    return {};
}

base::Result<void> enter(Transaction& transaction, base::Sources& sources, const Definitions& definitions,
                         base::Id segment, const domain::ContactKey& key) {
    const operations::MembersChange change{
        .move = operations::MemberMove::Enter, .segment = segment, .contacts = {key}};
    TRY(operations::change_segment_members(transaction, sources, definitions, {"demo"}, change));
    return {};
}

}  // namespace

base::Result<void> Life::take(Transaction& transaction, const Definitions& definitions,
                              std::span<const Step> steps) const {
    for (const auto& step : steps) {
        clock.set(step.at);
        TRY(take_one(transaction, definitions, step));
    }
    return {};
}

base::Result<void> Life::take_one(Transaction& transaction, const Definitions& current, const Step& step) const {
    const auto email = email_of(seed, step.customer);
    const auto address = TRY(base::EmailAddress::parse(email));
    const domain::ContactKey key = address;
    switch (step.kind) {
        case Step::Kind::Joins:
        case Step::Kind::Changes:
            return change_contact(transaction, sources, current, key, step.json);
        case Step::Kind::Buys:
            return buy(transaction, sources, current, step.json);
        case Step::Kind::LeavesCart:
            return record_event(transaction, sources, current, cart_abandoned, step.json);
        case Step::Kind::WritesReview:
            return record_event(transaction, sources, current, review_written, step.json);
        case Step::Kind::GetsCoupon:
            return give_coupon(transaction, sources, current, shop.welcome_coupons, email);
        case Step::Kind::BecomesRegular:
            return enter(transaction, sources, current, shop.regulars, key);
    }
    return {};
}

}  // namespace tradewind::jobs::demo
