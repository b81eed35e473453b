#include "operations/coupon_set_operations.h"

#include <algorithm>
#include <unordered_map>

#include "domain/fields/field_parse.h"
#include "operations/audit.h"
#include "storage/stores/engine/workflow_store.h"
#include "storage/stores/shop/coupon_set_store.h"
#include "storage/stores/shop/coupon_store.h"

namespace tradewind::operations {
namespace {

using domain::CouponSet;

base::Result<CouponSet> lock_set(storage::Transaction& transaction, base::Id id) {
    auto set = storage::lock_coupon_set(transaction, id);
    if (!set) { return unknown_coupon_set(); }
    return std::move(*set);
}

base::Result<CouponSet> lock_set_of_many(storage::Transaction& transaction, base::Id id) {
    auto set = TRY(lock_set(transaction, id));
    if (set.is_single()) { return base::invalid("/codes", "cannot be those of a set with a single code"); }
    return set;
}

// The set that the codes of a request go into or out of. What is wrong with them comes before that there is none.
base::Result<CouponSet> lock_set_for(storage::Transaction& transaction, base::Id id,
                                     const domain::CouponCodes& wanted) {
    auto set = storage::lock_coupon_set(transaction, id);
    if (set) { return std::move(*set); }
    return wanted.problems.empty() ? unknown_coupon_set() : base::invalid(wanted.problems);
}

// Whether so many more codes find room.
base::Result<void> check_room(const CouponSet& set, std::size_t more) {
    if (set.quantity.value_or(0) + static_cast<std::int64_t>(more) > domain::coupons_per_set_max) {
        return base::invalid("/codes", "would make more than " + std::to_string(domain::coupons_per_set_max) +
                                           " codes in the set, the most allowed");
    }
    return {};
}

void count_new(CouponSet& set, std::size_t more, base::Instant now) {
    set.quantity = set.quantity.value_or(0) + static_cast<std::int64_t>(more);
    set.last_number += static_cast<std::int64_t>(more);
    set.updated_at = std::max(now, set.created_at);
}

// What is wrong with the codes of a request, by itself and by what the set has of each.
template <class ReasonOf>
std::vector<base::Problem> code_problems(storage::Transaction& transaction, const CouponSet& set,
                                         const domain::CouponCodes& wanted, ReasonOf reason_of) {
    auto problems = wanted.problems;
    if (set.is_single()) {
        problems.push_back({.path = "/codes", .reason = "cannot be those of a set with a single code"});
        return problems;
    }
    const auto& codes = wanted.codes;
    std::unordered_map<std::string, bool> assigned;
    for (auto& found : storage::find_coupons(transaction, set.id, codes)) {
        assigned.emplace(std::move(found.code), found.is_assigned);
    }
    for (std::size_t index = 0; index < codes.size(); ++index) {
        auto path = "/codes/" + std::to_string(index);
        // The first problem of a code says enough.
        if (std::ranges::find(wanted.problems, path, &base::Problem::path) != wanted.problems.end()) { continue; }
        const auto found = assigned.find(codes[index]);
        const std::string_view reason = reason_of(found == assigned.end() ? nullptr : &found->second);
        if (reason.empty()) { continue; }
        problems.push_back({.path = std::move(path), .reason = std::string(reason)});
    }
    return problems;
}

base::Result<void> check_quantity(const CouponSet& before, const domain::Patch<CouponSet>& patch) {
    if (!patch.present[domain::index_of(domain::coupon_set_fields, "quantity")]) { return {}; }
    if (!before.is_single()) { return base::invalid("/quantity", "is only for sets of the type single"); }
    if (patch.values.quantity && *patch.values.quantity < before.assigned) {
        return base::invalid("/quantity",
                             "must be at least " + std::to_string(before.assigned) + ", as many as were given out");
    }
    return {};
}

}  // namespace

base::Result<CouponSet> create_coupon_set(storage::Transaction& transaction, base::Sources& sources,
                                          const domain::Actor& actor, const domain::NewCouponSet& wanted) {
    transaction.lock_definitions();
    if (storage::count_coupon_sets(transaction) >= static_cast<std::int64_t>(domain::coupon_sets_max)) {
        return base::invalid(
            "/name", "there are " + std::to_string(domain::coupon_sets_max) + " coupon sets already, the most allowed");
    }
    auto created = wanted.set;
    created.id = sources.ids.next();
    created.created_at = sources.made_at(created.id);
    created.updated_at = created.created_at;
    if (!created.is_single()) {
        storage::insert_coupons(transaction, created, wanted.codes, created.created_at);
        count_new(created, wanted.codes.size(), created.created_at);
    }
    storage::insert_coupon_set(transaction, created);
    transaction.touch_definitions();
    audit(transaction, sources, actor, {.action = "coupon-set.create", .subject = created.id.text()});
    return created;
}

base::Result<CouponSet> change_coupon_set(storage::Transaction& transaction, base::Sources& sources,
                                          const domain::Actor& actor, base::Id id,
                                          const domain::Patch<CouponSet>& patch) {
    // Its name is one of the definitions, whose lock comes before that of the set.
    if (patch.present[domain::index_of(domain::coupon_set_fields, "name")]) { transaction.lock_definitions(); }
    const auto before = TRY(lock_set(transaction, id));
    TRY(check_quantity(before, patch));
    auto after = before;
    domain::apply(domain::coupon_set_fields, patch, after);
    if (after == before) { return after; }
    auto changes = domain::audited_changes(domain::coupon_set_fields, before, after);
    after.updated_at = std::max(sources.clock.now(), after.created_at);
    storage::update_coupon_set(transaction, after);
    if (after.name != before.name) { transaction.touch_definitions(); }
    audit(transaction, sources, actor,
          {.action = "coupon-set.change", .subject = id.text(), .changes = std::move(changes)});
    return after;
}

base::Result<void> delete_coupon_set(storage::Transaction& transaction, base::Sources& sources,
                                     const domain::Actor& actor, base::Id id, const Users& users) {
    // Nobody may begin to use it in the meantime.
    transaction.lock_definitions();
    TRY(lock_set(transaction, id));
    if (storage::is_coupon_set_at_work(transaction, id)) {
        return base::conflict("An active or paused workflow gives out codes of this coupon set.");
    }
    if (!users.empty()) { return in_use("The coupon set", users); }
    storage::delete_coupon_set(transaction, id);
    storage::forget_named_coupon_set(transaction, id);
    transaction.touch_definitions();
    audit(transaction, sources, actor, {.action = "coupon-set.delete", .subject = id.text()});
    return {};
}

base::Result<CouponSet> add_coupon_codes(storage::Transaction& transaction, base::Sources& sources,
                                         const domain::Actor& actor, base::Id id, const domain::CouponCodes& wanted) {
    auto set = TRY(lock_set_for(transaction, id, wanted));
    auto problems = code_problems(transaction, set, wanted,
                                  [](const bool* found) { return found != nullptr ? "is in the set already" : ""; });
    const auto& codes = wanted.codes;
    if (const auto room = check_room(set, codes.size()); !room && !set.is_single()) {
        problems.push_back(room.error().problems.front());
    }
    if (!problems.empty()) { return base::invalid(std::move(problems)); }
    if (codes.empty()) { return set; }
    const auto now = sources.clock.now();
    storage::insert_coupons(transaction, set, codes, now);
    count_new(set, codes.size(), now);
    storage::update_coupon_set(transaction, set);
    audit(transaction, sources, actor, {.action = "coupon-set.add-codes", .subject = id.text()});
    return set;
}

base::Result<CouponSet> remove_coupon_codes(storage::Transaction& transaction, base::Sources& sources,
                                            const domain::Actor& actor, base::Id id,
                                            const domain::CouponCodes& wanted) {
    auto set = TRY(lock_set_for(transaction, id, wanted));
    auto problems = code_problems(transaction, set, wanted, [](const bool* is_assigned) {
        if (is_assigned == nullptr) { return "is not in the set"; }
        return *is_assigned ? "was given out" : "";
    });
    if (!problems.empty()) { return base::invalid(std::move(problems)); }
    const auto& codes = wanted.codes;
    if (codes.empty()) { return set; }
    storage::delete_coupons(transaction, id, codes);
    set.quantity = set.quantity.value_or(0) - static_cast<std::int64_t>(codes.size());
    set.updated_at = std::max(sources.clock.now(), set.created_at);
    storage::update_coupon_set(transaction, set);
    audit(transaction, sources, actor, {.action = "coupon-set.remove-codes", .subject = id.text()});
    return set;
}

base::Result<AddedCode> add_coupon_code(storage::Transaction& transaction, base::Sources& sources, base::Id set_id,
                                        std::string_view code) {
    const auto checked = TRY(domain::text_value(code, domain::coupon_code_bounds, domain::check_coupon_code));
    auto set = TRY(lock_set_of_many(transaction, set_id));
    const auto room = check_room(set, 1);
    // A full set still tells of a code that it has.
    if (!room && storage::find_coupons(transaction, set_id, {checked}).empty()) { return room.error(); }
    const auto now = sources.clock.now();
    if (!room || !storage::insert_coupon(transaction, set, checked, now)) { return AddedCode::ThereAlready; }
    count_new(set, 1, now);
    storage::update_coupon_set(transaction, set);
    return AddedCode::New;
}

base::Error unknown_coupon_set() {
    return base::not_found("There is no coupon set with this id.");
}

}  // namespace tradewind::operations
