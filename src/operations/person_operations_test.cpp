#include "operations/person_operations.h"

#include <gtest/gtest.h>

#include <array>

#include "domain/settings/totp.h"
#include "operations/operation_test.h"
#include "operations/session_operations.h"
#include "operations/store_operations.h"
#include "storage/stores/settings/audit_store.h"
#include "storage/stores/settings/person_store.h"
#include "storage/stores/settings/session_store.h"

namespace tradewind::operations {
namespace {

class PersonOperations : public OperationTest {
  protected:
    PersonOperations() {
        in_transaction([&](auto& transaction) {
            create_store(transaction, sources);
            return 0;
        });
    }

    PeopleDesk desk() { return {.sources = sources, .secret_key = secret_key, .actor = {"tester"}}; }
    base::Result<domain::Person> accept(const std::string& token, const std::string& email = "ada@shop.example") {
        return attempt([&](auto& transaction) {
            return accept_link(transaction, desk(), token,
                               {.name = "Ada", .email = email, .language = "en", .password_hash = "a hash"});
        });
    }
    std::string setup_token() {
        return attempt([&](auto& transaction) { return create_setup_link(transaction, desk()); }).value().reveal();
    }
    domain::Person first_owner() { return accept(setup_token()).value(); }
    base::Result<InvitedPerson> invite(const std::string& email, domain::Role role) {
        domain::Person wanted;
        wanted.email = email;
        wanted.role = domain::role_word(role);
        return attempt([&](auto& transaction) { return invite_person(transaction, desk(), wanted); });
    }
    base::Result<StartedSession> sign_in(base::Id person, std::optional<std::string> code = {}) {
        return attempt([&](auto& transaction) {
            return start_session(transaction, desk(),
                                 {.person = person,
                                  .password_hash = "a hash",
                                  .code = code,
                                  .address = "192.0.2.1",
                                  .user_agent = "test",
                                  .replaced_token = {}});
        });
    }
    std::size_t session_count() {
        return in_transaction([](auto& transaction) { return storage::all_sessions(transaction).size(); });
    }
    base::Result<domain::Person> change(base::Id id, auto set) {
        domain::Patch<domain::Person> patch;
        set(patch);
        return attempt([&](auto& transaction) { return change_person(transaction, desk(), id, patch); });
    }
    static void set_role(domain::Patch<domain::Person>& patch, domain::Role role) {
        patch.values.role = domain::role_word(role);
        patch.present.set(domain::index_of(domain::person_fields, "role"));
    }
    // A second factor that counts; its secret.
    std::string add_factor(base::Id person, std::vector<std::string>& codes) {
        const auto secret =
            attempt([&](auto& transaction) { return start_second_factor(transaction, desk(), person); }).value();
        codes = attempt([&](auto& transaction) {
                    return confirm_second_factor(transaction, desk(), person, code_now(secret.reveal()));
                }).value();
        return secret.reveal();
    }
    std::string code_now(const std::string& secret) {
        return domain::totp_code(secret, clock.now().milliseconds / 1000 / domain::totp_seconds);
    }

    const std::array<std::byte, base::SecretKey::size> key_bytes{};
    const base::SecretKey secret_key{key_bytes};
};

TEST_F(PersonOperations, TheFirstPersonIsTheOwnerAndEndsAllLinksLikeTheirs) {
    const auto used = setup_token();
    const auto owner = accept(used).value();
    EXPECT_EQ(owner.role, "owner");
    EXPECT_FALSE(owner.is_invited);
    EXPECT_EQ(accept(used).error().kind, base::ErrorKind::NotFound) << "a link is good once";
    EXPECT_EQ(attempt([&](auto& transaction) { return create_setup_link(transaction, desk()); }).error().kind,
              base::ErrorKind::Conflict);
}

TEST_F(PersonOperations, ANewSetupLinkTakesThePlaceOfTheOldOne) {
    const auto old = setup_token();
    const auto next = setup_token();
    EXPECT_FALSE(accept(old));
    EXPECT_TRUE(accept(next));
}

TEST_F(PersonOperations, ALinkIsGoodForAnHour) {
    const auto late = setup_token();
    clock.advance(domain::person_link_time);
    EXPECT_EQ(accept(late).error().kind, base::ErrorKind::NotFound);
    const auto in_time = setup_token();
    clock.advance(domain::person_link_time - std::chrono::milliseconds(1));
    EXPECT_TRUE(accept(in_time));
}

TEST_F(PersonOperations, AnInvitationFixesAddressAndRole) {
    first_owner();
    const auto invited = invite("Bob@Shop.example", domain::Role::Author).value();
    EXPECT_TRUE(invited.person.is_invited);
    const auto person = accept(invited.token.reveal(), "mallory@shop.example").value();
    EXPECT_EQ(person.email, "Bob@Shop.example");
    EXPECT_EQ(person.role, "author");
    EXPECT_EQ(person.name, "Ada");
    EXPECT_EQ(invite("bob@shop.EXAMPLE", domain::Role::Author).error().problems.front().path, "/email");
}

TEST_F(PersonOperations, ThereIsAMostOfThem) {
    first_owner();
    for (std::size_t count = 1; count < domain::people_max; ++count) {
        ASSERT_TRUE(invite("p" + std::to_string(count) + "@shop.example", domain::Role::Support));
    }
    EXPECT_EQ(invite("late@shop.example", domain::Role::Support).error().problems.front().path, "/email");
}

TEST_F(PersonOperations, TheLastOwnerStaysOne) {
    const auto owner = first_owner();
    const auto demote = [](auto& patch) { set_role(patch, domain::Role::Manager); };
    EXPECT_EQ(change(owner.id, demote).error().kind, base::ErrorKind::Conflict);
    const auto invited = invite("bob@shop.example", domain::Role::Owner).value();
    EXPECT_FALSE(change(owner.id, demote)) << "who is only invited cannot let anybody in";
    ASSERT_TRUE(accept(invited.token.reveal()));
    EXPECT_TRUE(change(owner.id, demote));
    const auto removed =
        attempt([&](auto& transaction) { return delete_person(transaction, desk(), invited.person.id); });
    EXPECT_EQ(removed.error().kind, base::ErrorKind::Conflict);
}

TEST_F(PersonOperations, AnotherRoleAndDisablingSignOut) {
    first_owner();
    const auto invited = invite("bob@shop.example", domain::Role::Author).value();
    ASSERT_TRUE(accept(invited.token.reveal()));
    const auto id = invited.person.id;
    ASSERT_TRUE(sign_in(id));
    ASSERT_TRUE(change(id, [](auto& patch) {
        patch.values.name = "Bobby";
        patch.present.set(domain::index_of(domain::person_fields, "name"));
    }));
    EXPECT_EQ(session_count(), 1U);
    ASSERT_TRUE(change(id, [](auto& patch) { set_role(patch, domain::Role::Manager); }));
    EXPECT_EQ(session_count(), 0U);
    ASSERT_TRUE(sign_in(id));
    ASSERT_TRUE(change(id, [](auto& patch) {
        patch.values.is_disabled = true;
        patch.present.set(domain::index_of(domain::person_fields, "isDisabled"));
    }));
    EXPECT_EQ(session_count(), 0U);
    EXPECT_EQ(sign_in(id).error().kind, base::ErrorKind::Unauthorized);
}

TEST_F(PersonOperations, AResetTakesPasswordFactorAndSessionsAway) {
    const auto owner = first_owner();
    std::vector<std::string> codes;
    add_factor(owner.id, codes);
    ASSERT_TRUE(sign_in(owner.id, codes[0]));
    const auto token =
        attempt([&](auto& transaction) { return reset_person(transaction, desk(), owner.id); }).value().reveal();
    EXPECT_EQ(session_count(), 0U);
    EXPECT_FALSE(sign_in(owner.id, codes[1]));
    const auto back = accept(token, "").value();
    EXPECT_EQ(back.role, "owner");
    EXPECT_TRUE(sign_in(owner.id)) << "without a code";
}

TEST_F(PersonOperations, ASecondFactorCountsOnceItWasConfirmed) {
    const auto owner = first_owner();
    const auto secret =
        attempt([&](auto& transaction) { return start_second_factor(transaction, desk(), owner.id); }).value();
    EXPECT_TRUE(sign_in(owner.id));
    const auto confirm = [&](const std::string& code) {
        return attempt([&](auto& transaction) { return confirm_second_factor(transaction, desk(), owner.id, code); });
    };
    EXPECT_EQ(confirm("000000x").error().problems.front().path, "/code");
    EXPECT_EQ(confirm(code_now(secret.reveal())).value().size(), domain::recovery_codes_count);
    EXPECT_EQ(confirm(code_now(secret.reveal())).error().kind, base::ErrorKind::Conflict);
    EXPECT_EQ(sign_in(owner.id).error().code, second_factor_needed_code);
}

TEST_F(PersonOperations, ACodeAndARecoveryCodeAreGoodOnce) {
    const auto owner = first_owner();
    std::vector<std::string> codes;
    const auto secret = add_factor(owner.id, codes);
    EXPECT_FALSE(sign_in(owner.id, code_now(secret))) << "it confirmed the factor";
    clock.advance(std::chrono::seconds(domain::totp_seconds));
    EXPECT_TRUE(sign_in(owner.id, code_now(secret)));
    EXPECT_FALSE(sign_in(owner.id, code_now(secret)));
    EXPECT_TRUE(sign_in(owner.id, " " + codes[3]));
    EXPECT_FALSE(sign_in(owner.id, codes[3]));
    EXPECT_TRUE(sign_in(owner.id, codes[4]));
}

TEST_F(PersonOperations, OfTooManySessionsTheOneThatWasUsedLastTheLongestAgoEnds) {
    const auto owner = first_owner();
    const auto first = sign_in(owner.id).value().session.id;
    for (std::size_t count = 1; count <= domain::sessions_per_person_max; ++count) {
        clock.advance(std::chrono::seconds(1));
        ASSERT_TRUE(sign_in(owner.id));
    }
    EXPECT_EQ(session_count(), domain::sessions_per_person_max);
    const auto left = in_transaction([](auto& transaction) { return storage::all_sessions(transaction); });
    for (const auto& session : left) { EXPECT_NE(session.id, first); }
}

TEST_F(PersonOperations, SigningInClearsAwayWhatIsOver) {
    const auto owner = first_owner();
    ASSERT_TRUE(sign_in(owner.id));
    clock.advance(domain::session_idle_max);
    ASSERT_TRUE(sign_in(owner.id));
    EXPECT_EQ(session_count(), 1U);
}

TEST_F(PersonOperations, NobodyEndsASessionOfSomebodyElse) {
    const auto owner = first_owner();
    const auto session = sign_in(owner.id).value().session.id;
    const auto end = [&](base::Id person) {
        return attempt([&](auto& transaction) { return end_session(transaction, desk(), person, session); });
    };
    EXPECT_EQ(end(base::Id{1}).error().kind, base::ErrorKind::NotFound);
    EXPECT_TRUE(end(owner.id));
    EXPECT_EQ(end(owner.id).error().kind, base::ErrorKind::NotFound);
}

TEST_F(PersonOperations, ANewPasswordEndsTheOtherSessions) {
    const auto owner = first_owner();
    ASSERT_TRUE(sign_in(owner.id));
    const auto kept = sign_in(owner.id).value().session.id;
    ASSERT_TRUE(attempt(
        [&](auto& transaction) { return change_password(transaction, desk(), owner.id, "another hash", kept); }));
    const auto left = in_transaction([](auto& transaction) { return storage::all_sessions(transaction); });
    ASSERT_EQ(left.size(), 1U);
    EXPECT_EQ(left.front().id, kept);
    EXPECT_FALSE(sign_in(owner.id)) << "the password that was compared is no longer the one that holds";
}

TEST_F(PersonOperations, WhatHappensToPeopleIsInTheAuditList) {
    const auto owner = first_owner();
    ASSERT_TRUE(sign_in(owner.id));
    in_transaction([](auto& transaction) {
        for (const auto* const action : {"person.set-up", "person.accept", "session.start"}) {
            EXPECT_TRUE(storage::has_audit_entry(transaction, action)) << action;
        }
        return 0;
    });
}

}  // namespace
}  // namespace tradewind::operations
