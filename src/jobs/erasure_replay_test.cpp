#include "jobs/erasure_replay.h"

#include <gtest/gtest.h>

#include "jobs/erasure_log_job.h"
#include "operations/contact_operations.h"
#include "operations/operation_test.h"
#include "operations/store_operations.h"
#include "storage/stores/contacts/contact_store.h"
#include "storage/stores/jobs/import_store.h"
#include "storage/stores/settings/definitions.h"
#include "storage/testing/test_directory.h"

namespace tradewind::jobs {
namespace {

class ErasureReplayTest : public operations::OperationTest {
  protected:
    ErasureReplayTest() {
        in_transaction([this](auto& transaction) { return operations::create_store(transaction, sources); });
    }
    static domain::ContactKey key_of(std::string_view text) {
        if (text.find('@') != std::string_view::npos) { return base::EmailAddress::parse(text).take(); }
        return domain::ExternalId::parse(text).take();
    }
    void make(std::string_view name, std::string_view json = "{}") {
        const auto definitions = storage::DefinitionsCache::load(*database).take().current();
        const auto key = key_of(name);
        const auto document = base::JsonDocument::parse(json).take();
        const auto patch =
            domain::read_contact_patch(document.root(), definitions->contact_fields, key, domain::OtherKey::MaySet)
                .take();
        in_transaction([&](auto& transaction) {
            return operations::change_contact(transaction, sources, *definitions, key, patch);
        }).take();
    }
    void erase(std::string_view name) {
        in_transaction([&](auto& transaction) {
            operations::erase_contact(transaction, sources, secret_key_, key_of(name));
            return true;
        });
    }
    bool has(std::string_view name) {
        return in_transaction(
            [&](auto& transaction) { return storage::find_contact(transaction, key_of(name)).has_value(); });
    }
    std::vector<storage::Erasure> known() {
        return in_transaction([](auto& transaction) { return storage::erasures_from(transaction, {}, 1000); });
    }
    storage::Erasure erasure_of(std::optional<std::string_view> email, std::optional<std::string_view> external_id) {
        storage::Erasure erasure{.id = ids.next(), .email_hash = {}, .external_id_hash = {}, .erased_at = clock.now()};
        if (email) { erasure.email_hash = secret_key_.hash("erased-email", *email); }
        if (external_id) { erasure.external_id_hash = secret_key_.hash("erased-external-id", *external_id); }
        return erasure;
    }
    ErasureReplay replay(const std::vector<storage::Erasure>& log) {
        return replay_erasures(*database, sources, secret_key_, log).take();
    }

    static constexpr std::array<std::byte, base::SecretKey::size> key_bytes{};
    base::SecretKey secret_key_{key_bytes};
};

TEST_F(ErasureReplayTest, WhoeverIsInTheLogGoesByAddressOrExternalIdWhateverTheCase) {
    make("Ada@Example.org");
    make("grace@example.org", R"({"_externalId": "G-1"})");
    make("x-1");
    make("stays@example.org");
    clock.advance(std::chrono::seconds(1));
    const std::vector log{erasure_of("ada@example.org", {}), erasure_of({}, "G-1"), erasure_of({}, "x-1"),
                          erasure_of("nobody@example.org", "nobody"), erasure_of({}, {})};
    const auto done = replay(log);
    EXPECT_EQ(done.unknown, 5U);
    EXPECT_EQ(done.people, 3U);
    for (const auto* const gone : {"ada@example.org", "grace@example.org", "x-1"}) { EXPECT_FALSE(has(gone)) << gone; }
    EXPECT_TRUE(has("stays@example.org"));
    EXPECT_EQ(known().size(), 5U);
}

TEST_F(ErasureReplayTest, WhoeverIsInTheLogGoesAlsoUnderTheNamesOfBefore) {
    make("ada@example.org");
    make("stays@example.org");
    const auto contact = in_transaction(
        [](auto& transaction) { return storage::find_contact(transaction, key_of("ada@example.org")).value(); });
    auto erasure = erasure_of("countess@example.org", "C-1");
    erasure.contact_hash = operations::hashes_of(secret_key_, contact).contact;
    EXPECT_EQ(replay({erasure}).people, 1U);
    EXPECT_FALSE(has("ada@example.org"));
    EXPECT_TRUE(has("stays@example.org"));
    const auto known_now = known();
    ASSERT_EQ(known_now.size(), 1U);
    EXPECT_EQ(known_now.front().contact_hash, erasure.contact_hash);
}

TEST_F(ErasureReplayTest, AFileThatWaitsSinceBeforeIsNotTakenIn) {
    const auto insert = [this](domain::ImportStatus status) {
        domain::Import import;
        import.id = ids.next();
        import.status = status;
        import.created_at = clock.now();
        in_transaction([&](auto& transaction) {
            storage::insert_import(transaction, import, {"_email"});
            return true;
        });
        return import.id;
    };
    const auto find = [this](base::Id id) {
        return in_transaction([id](auto& transaction) { return storage::find_import(transaction, id).value(); });
    };
    const std::array waiting{insert(domain::ImportStatus::InProgress), insert(domain::ImportStatus::Queued)};
    clock.advance(std::chrono::seconds(1));
    replay({erasure_of({}, {})});
    for (const auto id : waiting) { EXPECT_FALSE(find(id).has_ended()) << "nobody was erased"; }
    const auto erasure = erasure_of("ada@example.org", {});
    clock.advance(std::chrono::seconds(1));
    const auto later = insert(domain::ImportStatus::Queued);
    replay({erasure});
    for (const auto id : waiting) {
        EXPECT_EQ(find(id).status, domain::ImportStatus::Error);
        EXPECT_TRUE(find(id).error_reason.value().starts_with("People were erased after"));
        EXPECT_EQ(find(id).finished_at, clock.now());
    }
    EXPECT_EQ(find(later).status, domain::ImportStatus::Queued);
}

TEST_F(ErasureReplayTest, WhatTheDatabaseKnowsIsNotDoneAgain) {
    make("ada@example.org");
    erase("ada@example.org");
    const auto log = known();
    make("ada@example.org");
    EXPECT_EQ(replay(log).unknown, 0U);
    EXPECT_TRUE(has("ada@example.org")) << "she came back by herself";
    EXPECT_EQ(replay({}).unknown, 0U);
}

TEST_F(ErasureReplayTest, SomebodyWhoCameAfterTheErasureIsSomebodyNew) {
    const std::vector log{erasure_of("ada@example.org", {})};
    clock.advance(std::chrono::milliseconds(1));
    make("ada@example.org");
    EXPECT_EQ(replay(log).people, 0U);
    EXPECT_TRUE(has("ada@example.org"));
}

TEST_F(ErasureReplayTest, TheSecondTimeNothingIsLeftToDo) {
    for (int number = 0; number < 450; ++number) { make("p" + std::to_string(number) + "@example.org"); }
    std::vector<storage::Erasure> log;
    for (int number = 0; number < 450; number += 2) {
        log.push_back(erasure_of("p" + std::to_string(number) + "@example.org", {}));
    }
    EXPECT_EQ(replay(log).people, 225U);
    const auto again = replay(log);
    EXPECT_EQ(again.unknown, 0U);
    EXPECT_EQ(again.people, 0U);
}

TEST_F(ErasureReplayTest, TheLogGetsEveryErasureOnce) {
    const storage::TemporaryDirectory directory;
    const storage::ErasureLog log(directory.path() / "erasures.log", "the key");
    make("ada@example.org");
    make("grace@example.org");
    erase("ada@example.org");
    ErasureLogJob job(*database, clock, log);
    EXPECT_EQ(job.run(), 1U);
    EXPECT_EQ(job.run(), 0U);
    clock.advance(std::chrono::hours(1));
    erase("grace@example.org");
    EXPECT_EQ(job.run(), 1U);
    EXPECT_EQ(job.run(), 0U);
    EXPECT_EQ(log.read().take().size(), 2U);
    ErasureLogJob after_restart(*database, clock, log);
    EXPECT_EQ(after_restart.run(), 0U);
    std::filesystem::remove(directory.path() / "erasures.log");
    ErasureLogJob after_loss(*database, clock, log);
    EXPECT_EQ(after_loss.run(), 2U) << "a log that was lost is written anew";
}

}  // namespace
}  // namespace tradewind::jobs
