#include "operations/coupon_operations.h"

#include <gtest/gtest.h>

#include <set>

#include "base/json.h"
#include "domain/fields/json_fields.h"
#include "operations/contact_operations.h"
#include "operations/coupon_set_operations.h"
#include "operations/operation_test.h"
#include "operations/store_operations.h"
#include "storage/stores/contacts/activity_store.h"
#include "storage/stores/contacts/contact_store.h"
#include "storage/stores/settings/audit_store.h"
#include "storage/stores/shop/coupon_set_store.h"
#include "storage/stores/shop/coupon_store.h"
#include "storage/testing/test_listeners.h"

namespace tradewind::operations {
namespace {

using domain::CouponSet;
using domain::CouponState;
using Codes = std::vector<std::string>;

class CouponOperations : public OperationTest {
  protected:
    CouponOperations() {
        in_transaction([this](auto& transaction) { return create_store(transaction, sources); });
        reload();
        ada = make_contact("ada@example.org");
    }
    void reload() { definitions = storage::DefinitionsCache::load(*database).take().current(); }

    static domain::ContactKey key(const std::string& email) { return base::EmailAddress::parse(email).take(); }
    base::Id make_contact(const std::string& email) {
        return in_transaction([&](auto& transaction) {
                   return change_contact(transaction, sources, *definitions, key(email), {}).take();
               })
            .id;
    }
    CouponSet make_set(std::string_view json) {
        const auto document = base::JsonDocument::parse(json).take();
        const auto wanted = domain::read_coupon_set(document.root()).take();
        return in_transaction(
            [&](auto& transaction) { return create_coupon_set(transaction, sources, actor, wanted).take(); });
    }
    CouponSet make_set_of(const Codes& codes) {
        domain::NewCouponSet wanted{.set = {}, .codes = codes};
        wanted.set.name = "Back";
        wanted.set.type = domain::multiple_coupon_set;
        return in_transaction(
            [&](auto& transaction) { return create_coupon_set(transaction, sources, actor, wanted).take(); });
    }
    base::Result<CouponSet> change(base::Id set, const std::string& json) {
        const auto document = base::JsonDocument::parse(json).take();
        const auto patch =
            read_fields(domain::coupon_set_change_fields, document.root(), domain::ReadMode::Merge).take();
        return attempt([&](auto& transaction) { return change_coupon_set(transaction, sources, actor, set, patch); });
    }
    base::Result<CouponSet> add(base::Id set, const Codes& codes, const std::vector<base::Problem>& problems = {}) {
        return attempt([&](auto& transaction) {
            return add_coupon_codes(transaction, sources, actor, set, {.codes = codes, .problems = problems});
        });
    }
    base::Result<CouponSet> remove(base::Id set, const Codes& codes, const std::vector<base::Problem>& problems = {}) {
        return attempt([&](auto& transaction) {
            return remove_coupon_codes(transaction, sources, actor, set, {.codes = codes, .problems = problems});
        });
    }
    base::Result<AddedCode> add_one(base::Id set, std::string_view code) {
        return attempt([&](auto& transaction) { return add_coupon_code(transaction, sources, set, code); });
    }
    base::Result<AssignedCoupon> assign(base::Id set, base::Id contact) {
        return attempt([&](auto& transaction) {
            auto locked = storage::lock_contact(transaction, contact);
            return assign_coupon(transaction, sources, *definitions, set, *locked, "management");
        });
    }
    CouponSet find(base::Id set) {
        return in_transaction([&](auto& transaction) { return *storage::find_coupon_set(transaction, set); });
    }
    Codes codes_of(base::Id set, std::optional<CouponState> state = {}) {
        return in_transaction([&](auto& transaction) {
            const auto page = storage::list_coupons(transaction, *storage::find_coupon_set(transaction, set), state,
                                                    {.page = 1, .size = 100, .cursor = {}});
            Codes codes;
            for (const auto& coupon : page.items) { codes.push_back(coupon.code); }
            return codes;
        });
    }
    // That the counters are what counting gives.
    void expect_counted(base::Id id, std::int64_t quantity, std::int64_t assigned) {
        const auto set = find(id);
        EXPECT_EQ(set.quantity, quantity);
        EXPECT_EQ(set.assigned, assigned);
        EXPECT_EQ(codes_of(id).size(), static_cast<std::size_t>(set.is_single() ? assigned : quantity));
        EXPECT_EQ(codes_of(id, CouponState::Assigned).size(), static_cast<std::size_t>(assigned));
    }
    std::vector<storage::AuditEntry> audit() {
        return in_transaction([](auto& transaction) {
                   return storage::list_audit_entries(transaction, {.page = 1, .size = 100, .cursor = {}});
               })
            .items;
    }

    const domain::Actor actor{"control-socket"};
    std::shared_ptr<const storage::Definitions> definitions;
    base::Id ada;
};

TEST_F(CouponOperations, CodesAreGivenOutOnceEachInTheOrderTheyCame) {
    const auto set = make_set_of({"c", "a", "b"});
    EXPECT_EQ(codes_of(set.id), (Codes{"b", "a", "c"})) << "the last to come first";
    const auto grace = make_contact("grace@example.org");
    EXPECT_EQ(assign(set.id, ada).take().code, "c");
    EXPECT_EQ(assign(set.id, grace).take().code, "a");
    EXPECT_EQ(assign(set.id, ada).take().code, "b") << "a contact may have several";
    expect_counted(set.id, 3, 3);
    const auto refused = assign(set.id, ada);
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().kind, base::ErrorKind::Conflict);
    EXPECT_EQ(refused.error().detail, "All codes of this coupon set were given out.");
    expect_counted(set.id, 3, 3);
    ASSERT_TRUE(add(set.id, {"d"}));
    EXPECT_EQ(assign(set.id, grace).take().code, "d");
    expect_counted(set.id, 4, 4);
}

TEST_F(CouponOperations, AnAssignmentIsJournalledAndWakesWhoListens) {
    const auto set = make_set_of({"a"});
    in_transaction([](auto& transaction) {
        storage::listen_to(transaction, domain::ActivityKind::CouponAssigned);
        return true;
    });
    reload();
    const auto assigned = assign(set.id, ada).take();
    const auto activities = in_transaction([&](auto& transaction) {
        return storage::list_activities(transaction, ada, {.page = 1, .size = 10, .cursor = {}}).items;
    });
    ASSERT_EQ(activities.size(), 2U);
    EXPECT_EQ(activities[0].kind, domain::ActivityKind::CouponAssigned);
    EXPECT_EQ(activities[0].at, assigned.at);
    const auto data = base::JsonDocument::parse(activities[0].data).take();
    EXPECT_EQ(data.root().find("couponSetId")->string(), set.id.text());
    EXPECT_EQ(data.root().find("couponSetName")->string(), "Back");
    EXPECT_EQ(data.root().find("code")->string(), "a");
    EXPECT_EQ(data.root().find("cause")->string(), "management");
    EXPECT_EQ(queued(), 1);
}

TEST_F(CouponOperations, ASingleCodeIsGivenOutAsOftenAsItMayBe) {
    const auto set = make_set(R"({"name": "Summer", "type": "single", "code": "S26", "quantity": 2})");
    EXPECT_EQ(assign(set.id, ada).take().code, "S26");
    EXPECT_EQ(assign(set.id, ada).take().code, "S26");
    EXPECT_EQ(assign(set.id, ada).error().detail, "The code of this coupon set was given out as often as it may be.");
    expect_counted(set.id, 2, 2);
    EXPECT_EQ(change(set.id, R"({"quantity": 1})").error().problems.front().path, "/quantity");
    EXPECT_EQ(change(set.id, R"({"quantity": 3})").take().available(), 1);
    EXPECT_FALSE(change(set.id, R"({"quantity": null})").take().available());
    for (int more = 0; more < 3; ++more) { EXPECT_EQ(assign(set.id, ada).take().code, "S26"); }
    EXPECT_EQ(find(set.id).assigned, 5);
    EXPECT_EQ(codes_of(set.id), (Codes{"S26", "S26", "S26", "S26", "S26"}));
    EXPECT_TRUE(codes_of(set.id, CouponState::Available).empty());
}

TEST_F(CouponOperations, AnExpiredSetGivesOutNothing) {
    const auto set = make_set_of({"a", "b"});
    ASSERT_TRUE(assign(set.id, ada));
    const auto soon = base::Instant{clock.now().milliseconds + 1000};
    ASSERT_TRUE(change(set.id, R"({"expiresAt": ")" + soon.text() + R"("})"));
    clock.advance(std::chrono::milliseconds(1000));
    const auto refused = assign(set.id, ada);
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().kind, base::ErrorKind::Conflict);
    EXPECT_EQ(refused.error().detail, "The coupon set has expired.");
    expect_counted(set.id, 2, 1);
    ASSERT_TRUE(change(set.id, R"({"expiresAt": null})"));
    EXPECT_EQ(assign(set.id, ada).take().code, "b");
}

TEST_F(CouponOperations, ACodeIsInASetOnce) {
    const auto set = make_set_of({"a", "b"});
    const auto other = make_set_of({"a"});
    const auto refused = add(set.id, {"c", "b", "d", "a"});
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().problems, (std::vector<base::Problem>{{"/codes/1", "is in the set already"},
                                                                    {"/codes/3", "is in the set already"}}));
    EXPECT_EQ(codes_of(set.id).size(), 2U) << "none of them was added";
    EXPECT_EQ(add(set.id, {"A", "c"}).take().quantity, 4);
    EXPECT_EQ(add(set.id, {}).take().quantity, 4);
    EXPECT_EQ(add_one(set.id, "e").take(), AddedCode::New);
    EXPECT_EQ(add_one(set.id, "e").take(), AddedCode::ThereAlready);
    EXPECT_EQ(add_one(other.id, "e").take(), AddedCode::New);
    expect_counted(set.id, 5, 0);
    expect_counted(other.id, 2, 0);
    ASSERT_TRUE(assign(set.id, ada));
    EXPECT_EQ(add_one(set.id, "a").take(), AddedCode::ThereAlready) << "given out is not gone";
    EXPECT_EQ(assign(set.id, ada).take().code, "b");
}

TEST_F(CouponOperations, AllThatIsWrongWithCodesIsToldAtOnce) {
    using Problems = std::vector<base::Problem>;
    const auto set = make_set_of({"a", "b"});
    const base::Problem empty{"/codes/1", "must not be empty"};
    const base::Problem twice{"/codes/2", "is repeated"};
    EXPECT_EQ(add(set.id, {"a", "", "a"}, {empty, twice}).error().problems,
              (Problems{empty, twice, {"/codes/0", "is in the set already"}}));
    EXPECT_EQ(remove(set.id, {"x", "", "x"}, {empty, twice}).error().problems,
              (Problems{empty, twice, {"/codes/0", "is not in the set"}}));
    EXPECT_EQ(add(ids.next(), {"", ""}, {empty}).error().problems, (Problems{empty}));
    EXPECT_EQ(add(ids.next(), {"c"}).error().kind, base::ErrorKind::NotFound);
    const auto single = make_set(R"({"name": "S", "type": "single", "code": "S", "quantity": 500000})");
    EXPECT_EQ(add(single.id, {"c", ""}, {empty}).error().problems,
              (Problems{empty, {"/codes", "cannot be those of a set with a single code"}}));
    in_transaction([&](auto& transaction) {
        auto full = *storage::lock_coupon_set(transaction, set.id);
        full.quantity = domain::coupons_per_set_max;
        storage::update_coupon_set(transaction, full);
        return true;
    });
    EXPECT_EQ(add(set.id, {"a"}).error().problems.size(), 2U) << "there already, and no room";
}

TEST_F(CouponOperations, OneCodeThatCannotBeAddedSaysWhy) {
    const auto set = make_set_of({});
    EXPECT_EQ(add_one(set.id, "").error().problems.front().reason, "must not be empty");
    EXPECT_EQ(add_one(set.id, std::string(101, 'x')).error().problems.front().reason,
              "must have at most 100 characters");
    EXPECT_EQ(add_one(set.id, "a\tb").error().problems.front().reason, "must not contain control characters");
    EXPECT_EQ(add_one(ids.next(), "a").error().kind, base::ErrorKind::NotFound);
    const auto single = make_set(R"({"name": "S", "type": "single", "code": "S"})");
    EXPECT_EQ(add_one(single.id, "a").error().kind, base::ErrorKind::Invalid);
    EXPECT_EQ(add(single.id, {"a"}).error().problems.front().path, "/codes");
    EXPECT_EQ(remove(single.id, {"S"}).error().problems.front().path, "/codes");
}

TEST_F(CouponOperations, AFullSetTakesNoMoreCodes) {
    const auto set = make_set_of({"a"});
    in_transaction([&](auto& transaction) {
        auto full = *storage::lock_coupon_set(transaction, set.id);
        full.quantity = domain::coupons_per_set_max - 1;
        storage::update_coupon_set(transaction, full);
        return true;
    });
    EXPECT_EQ(add(set.id, {"b", "c"}).error().problems.front().path, "/codes");
    EXPECT_EQ(add_one(set.id, "b").take(), AddedCode::New);
    EXPECT_EQ(add_one(set.id, "c").error().kind, base::ErrorKind::Invalid);
    EXPECT_EQ(add_one(set.id, "b").take(), AddedCode::ThereAlready);
}

TEST_F(CouponOperations, OnlyFreeCodesCanBeRemoved) {
    const auto set = make_set_of({"a", "b", "c", "d"});
    ASSERT_TRUE(assign(set.id, ada));
    EXPECT_EQ(remove(set.id, {"b", "a", "x"}).error().problems,
              (std::vector<base::Problem>{{"/codes/1", "was given out"}, {"/codes/2", "is not in the set"}}));
    expect_counted(set.id, 4, 1);
    EXPECT_EQ(remove(set.id, {"b", "d"}).take().quantity, 2);
    expect_counted(set.id, 2, 1);
    EXPECT_EQ(add(set.id, {"b"}).take().available(), 2);
    EXPECT_EQ(assign(set.id, ada).take().code, "c");
    EXPECT_EQ(assign(set.id, ada).take().code, "b") << "added again, it is the last";
    expect_counted(set.id, 3, 3);
}

TEST_F(CouponOperations, TheCodesOfAnErasedContactStayUsedUp) {
    const auto set = make_set_of({"a", "b"});
    ASSERT_TRUE(assign(set.id, ada));
    const auto held = [&] {
        return in_transaction([&](auto& transaction) { return storage::coupons_of_contact(transaction, ada, 10); });
    };
    ASSERT_EQ(held().size(), 1U);
    EXPECT_EQ(held().front().code, "a");
    EXPECT_EQ(held().front().set_name, "Back");
    in_transaction([&](auto& transaction) {
        const base::SecretKey secret_key{std::array<std::byte, base::SecretKey::size>{}};
        erase_contact(transaction, sources, secret_key, key("ada@example.org"));
        return true;
    });
    EXPECT_TRUE(held().empty());
    expect_counted(set.id, 2, 1);
    EXPECT_EQ(assign(set.id, make_contact("grace@example.org")).take().code, "b");
}

TEST_F(CouponOperations, ChangesAreAuditedAndWhatChangesNothingIsNot) {
    const auto set = make_set_of({"a"});
    clock.advance(std::chrono::milliseconds(5));
    const auto changed =
        change(set.id, R"({"name": "Again", "alertThreshold": 3, "type": "single", "code": 7})").take();
    EXPECT_EQ(changed.type, "multiple");
    EXPECT_EQ(changed.updated_at, clock.now());
    clock.advance(std::chrono::milliseconds(5));
    EXPECT_EQ(change(set.id, R"({"name": "Again"})").take(), changed);
    EXPECT_EQ(change(set.id, R"({"quantity": 9})").error().problems.front().path, "/quantity");
    ASSERT_TRUE(add(set.id, {"b"}));
    ASSERT_TRUE(add(set.id, {}));
    ASSERT_TRUE(remove(set.id, {"b"}));
    ASSERT_TRUE(attempt([&](auto& transaction) { return delete_coupon_set(transaction, sources, actor, set.id); }));
    std::vector<std::string> actions;
    for (const auto& entry : audit()) {
        EXPECT_EQ(entry.subject, set.id.text());
        actions.push_back(entry.action);
    }
    EXPECT_EQ(actions, (std::vector<std::string>{"coupon-set.delete", "coupon-set.remove-codes", "coupon-set.add-codes",
                                                 "coupon-set.change", "coupon-set.create"}));
    using Changes = std::vector<domain::AuditedChange>;
    EXPECT_EQ(audit()[3].changes,
              (Changes{{"name", {{R"("Back")", R"("Again")"}}}, {"alertThreshold", {{"null", "3"}}}}));
}

TEST_F(CouponOperations, WhatIsNotThereCannotBeUsed) {
    const auto set = make_set_of({"a"});
    ASSERT_TRUE(attempt([&](auto& transaction) { return delete_coupon_set(transaction, sources, actor, set.id); }));
    EXPECT_EQ(assign(set.id, ada).error().kind, base::ErrorKind::NotFound);
    EXPECT_EQ(change(set.id, "{}").error().kind, base::ErrorKind::NotFound);
    EXPECT_EQ(add(set.id, {"b"}).error().kind, base::ErrorKind::NotFound);
    EXPECT_EQ(remove(set.id, {"a"}).error().kind, base::ErrorKind::NotFound);
    EXPECT_FALSE(attempt([&](auto& transaction) { return delete_coupon_set(transaction, sources, actor, set.id); }));
}

}  // namespace
}  // namespace tradewind::operations
