#include "operations/coupon_operations.h"

#include "base/json_writer.h"
#include "operations/activity_operations.h"
#include "operations/audit.h"
#include "operations/coupon_set_operations.h"
#include "storage/stores/contacts/contact_store.h"
#include "storage/stores/shop/coupon_set_store.h"
#include "storage/stores/shop/coupon_store.h"

namespace tradewind::operations {
namespace {

base::Result<std::string> take_code(storage::Transaction& transaction, domain::CouponSet& set,
                                    const storage::CouponHolder& holder) {
    if (set.quantity && set.assigned >= *set.quantity) {
        return base::conflict(set.is_single() ? "The code of this coupon set was given out as often as it may be."
                                              : "All codes of this coupon set were given out.");
    }
    ++set.assigned;
    if (set.is_single()) {
        ++set.last_number;
        set.last_assigned = set.last_number;
        storage::insert_coupon_use(transaction, set, set.last_number, holder);
        return set.code.value_or("");
    }
    auto coupon = storage::take_coupon(transaction, set, holder);
    if (!coupon) { throw storage::DatabaseBroken("a coupon set counts codes that it does not have"); }
    set.last_assigned = coupon->number;
    return std::move(coupon->code);
}

// All that a reader needs once the set is gone.
std::string activity_json(const domain::CouponSet& set, std::string_view code, std::string_view cause) {
    std::string json;
    base::JsonWriter writer(json);
    writer.begin_object();
    writer.key("couponSetId");
    writer.string(set.id.text());
    writer.key("couponSetName");
    writer.string(set.name);
    writer.key("code");
    writer.string(code);
    writer.key("cause");
    writer.string(cause);
    writer.end_object();
    return json;
}

base::Result<domain::Contact> lock_claimant(storage::Transaction& transaction, const domain::CouponClaim& claim) {
    std::optional<domain::Contact> contact;
    std::string_view name = "id";
    if (claim.contact_id) {
        contact = storage::lock_contact(transaction, *claim.contact_id);
    } else if (claim.contact_email) {
        contact = storage::lock_contact(transaction, base::EmailAddress::parse(*claim.contact_email).take());
        name = "e-mail address";
    } else {
        contact =
            storage::lock_contact(transaction, domain::ExternalId::parse(claim.contact_external_id.value()).take());
        name = "external id";
    }
    if (!contact) { return base::not_found("There is no contact with this " + std::string(name) + "."); }
    return std::move(*contact);
}

}  // namespace

base::Result<AssignedCoupon> assign_coupon(storage::Transaction& transaction, base::Sources& sources,
                                           const storage::Definitions& definitions, base::Id set_id,
                                           domain::Contact& contact, std::string_view word,
                                           const domain::Cause& cause) {
    auto set = storage::lock_coupon_set(transaction, set_id);
    if (!set) { return unknown_coupon_set(); }
    const auto now = sources.clock.now();
    if (set->is_expired(now)) { return base::conflict("The coupon set has expired."); }
    auto code = TRY(take_code(transaction, *set, {.contact = contact.id, .at = now}));
    storage::update_coupon_set(transaction, *set);
    journal(transaction, sources, definitions, contact,
            {.kind = domain::ActivityKind::CouponAssigned,
             .at = now,
             .data = activity_json(*set, code, word),
             .subject = set_id,
             .cause = cause});
    return AssignedCoupon{.set = set_id, .contact = contact.id, .code = std::move(code), .at = now};
}

base::Result<AssignedCoupon> give_coupon(storage::Transaction& transaction, base::Sources& sources,
                                         const storage::Definitions& definitions, const domain::Actor& actor,
                                         base::Id set, const domain::CouponClaim& claim) {
    auto contact = TRY(lock_claimant(transaction, claim));
    auto assigned = TRY(assign_coupon(transaction, sources, definitions, set, contact, "management"));
    audit(transaction, sources, actor, {.action = "coupon-set.assign", .subject = set.text()});
    return assigned;
}

}  // namespace tradewind::operations
