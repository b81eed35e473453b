#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>

#include "base/wakeup.h"
#include "jobs/import_test.h"
#include "operations/import_operations.h"
#include "operations/segment_operations.h"
#include "storage/stores/engine/segment_store.h"
#include "storage/testing/test_refusals.h"

namespace tradewind::jobs {
namespace {

using domain::ImportStatus;

constexpr std::chrono::seconds wait_max{20};
// In which a slice is made, but for a very slow machine, and which it waits for its turn.
constexpr std::chrono::milliseconds making_time = ImportJob::turn_wait_max / 2;

// On a server the second slice of a file is begun while the first is under way. Here it is even made before the first
// begins, so that it knows nothing of what that one does. SQLite takes in the same files one slice after the other.
class ImportTwoSlicesTest : public ImportTest {
  protected:
    static constexpr int first_slice = 2;  // After a look and the claim.
    static constexpr int second_slice = 3;
    static constexpr domain::ImportOptions overriding{.override_existing = true};

    ImportTwoSlicesTest() {
        asked.before_run = [this](int number) {
            if (number == second_slice) { second_has_begun.raise(); }
            if (number == first_slice && is_a_server()) {
                wait_for_the_second(wait_max);
                wait_a_little();
            }
        };
    }
    [[nodiscard]] bool is_a_server() { return database.engine() != storage::TestEngine::Sqlite; }
    // Rows of people of whom nobody else tells.
    static std::string others(int from, int to) {
        std::string text;
        for (int number = from; number < to; ++number) {
            text += "p" + std::to_string(number) + "@example.org,p-" + std::to_string(number) + ",P\n";
        }
        return text;
    }
    // A file of two slices, which hold these rows beside others.
    static std::string two_slices(std::string_view of_first, std::string_view of_second) {
        const auto full = static_cast<int>(ImportJob::records_per_slice);
        const auto count = static_cast<int>(std::ranges::count(of_first, '\n'));
        return "_email,_externalId,_name\n" + std::string(of_first) + others(count, full) + std::string(of_second) +
               others(full, full + full / 2);
    }
    void wait_for_the_second(std::chrono::milliseconds longest) {
        if (!were_at_once) { were_at_once = second_has_begun.wait_for(longest); }
    }
    void expect_the_second_to_wait() {
        asked.before_run = [this](int number) {
            if (number == second_slice) { second_has_begun.raise(); }
            if (number == first_slice) { wait_for_the_second(making_time); }
        };
    }
    void make_the_second_between_the_first_and_its_commit() {
        if (!is_a_server()) { return; }
        asked.before_run = [this](int number) {
            if (number == second_slice && !were_at_once) { were_at_once = first_is_made.wait_for(wait_max); }
        };
        asked.after_run = [this](int number) {
            if (number != first_slice) { return; }
            first_is_made.raise();
            wait_a_little();
        };
    }
    static void wait_a_little() {
        base::Wakeup never_raised;
        never_raised.wait_for(making_time);
    }
    void take_in_before(std::string_view rows) {
        queue_contacts("_email,_externalId,_name\n" + std::string(rows), overriding);
        run();
    }
    domain::Import take_in(const std::string& text) { return take_in(text, overriding, is_a_server()); }
    domain::Import take_in(const std::string& text, const domain::ImportOptions& options, bool at_once) {
        const auto import = queue_contacts(text, options);
        ImportJob(dependencies(asked, "me")).run();
        EXPECT_EQ(were_at_once, at_once);
        return find(import.id);
    }
    // With enough threads for two slices.
    std::unique_ptr<storage::Database> open_server() {
        if (!is_a_server()) { return nullptr; }
        database.writers = 8;
        return database.open_another().take();
    }
    std::int64_t contacts() { return count({.name = "test.count_contacts", .sql = "SELECT count(*) FROM contacts"}); }

    std::unique_ptr<storage::Database> server = open_server();
    storage::RefusingDatabase asked{server ? *server : *database};
    base::Wakeup first_is_made;
    base::Wakeup second_has_begun;
    std::atomic<bool> were_at_once{false};
};

TEST_F(ImportTwoSlicesTest, TakesInEveryRecordOnce) {
    make_the_second_between_the_first_and_its_commit();
    const auto before = contacts();
    const auto done = take_in(two_slices("x\n", "y\n"));
    EXPECT_EQ(done.status, ImportStatus::Finished);
    EXPECT_EQ(done.errors, 2);
    EXPECT_EQ(done.success, done.total - 2);
    EXPECT_EQ(contacts() - before, done.success);
    ASSERT_EQ(errors(done.id).size(), 2U);
    EXPECT_EQ(errors(done.id)[1].line, ImportJob::records_per_slice + 2);
    if (is_a_server()) { EXPECT_EQ(asked.asked(), second_slice + 2) << "a look for more, and no slice again"; }
}

TEST_F(ImportTwoSlicesTest, AreMadeInTheirTurnWhenTheSecondKnowsNothingOfTheFirst) {
    const auto before = contacts();
    const auto done = take_in(two_slices("x\n", "y\n"));
    EXPECT_EQ(done.success, done.total - 2);
    EXPECT_EQ(contacts() - before, done.success);
    EXPECT_EQ(errors(done.id).size(), 2U);
}

// Both slices tell of one person and have no key in common.
TEST_F(ImportTwoSlicesTest, TheLaterRowOfAPersonWins) {
    take_in_before("ada@example.org,a-1,Ada\n");
    const auto done = take_in(two_slices(",a-1,First\n", "ada@example.org,,Second\n"));
    EXPECT_EQ(done.success, done.total);
    EXPECT_EQ(ada().name, "Second");
}

// What the second asks for is refused for as long as the first is not committed. Here it looks at that time.
TEST_F(ImportTwoSlicesTest, ARowMayNeedWhatTheSliceBeforeItDid) {
    make_the_second_between_the_first_and_its_commit();
    take_in_before("ada@example.org,a-1,Ada\n,b-1,Bob\n");
    const auto done = take_in(two_slices("ada@new.example,a-1,\n", "ada@example.org,b-1,\n"));
    EXPECT_EQ(done.success, done.total);
    EXPECT_EQ(ada().external_id, "b-1");
    EXPECT_EQ(contact("ada@new.example").value().external_id, "a-1");
}

TEST_F(ImportTwoSlicesTest, TheSecondWaitsWhenBothNameSomebody) {
    expect_the_second_to_wait();
    const auto done =
        take_in(two_slices("ada@example.org,,First\n", "ADA@example.org,a-1,Second\n"), overriding, false);
    EXPECT_EQ(done.success, done.total);
    EXPECT_EQ(ada().name, "Second");
}

// Each holds it, and whoever deletes it waits for a moment in which none does.
TEST_F(ImportTwoSlicesTest, TheSecondWaitsWhenBothFillASegment) {
    expect_the_second_to_wait();
    const auto segment = in_transaction([&](auto& transaction) {
        domain::Segment wanted;
        wanted.name = "From a file";
        return operations::create_segment(transaction, sources, actor, wanted, {}).take();
    });
    const auto done = take_in(two_slices("", ""), {.segment = segment.id}, false);
    EXPECT_EQ(done.success, done.total);
    const auto filled =
        in_transaction([&](auto& transaction) { return storage::find_segment(transaction, segment.id); });
    EXPECT_EQ(filled.value().members, done.total);
}

TEST_F(ImportTwoSlicesTest, NothingIsKeptOfTheSecondWhenTheFirstFails) {
    const auto before = contacts();
    const auto import = queue_contacts(two_slices("", ""), overriding);
    asked.refuse(1, first_slice);
    ImportJob(dependencies(asked, "me")).run();
    EXPECT_EQ(second_has_begun.wait_for({}), is_a_server());
    EXPECT_EQ(find(import.id).success, 0);
    EXPECT_EQ(contacts(), before);
    run();
    EXPECT_EQ(find(import.id).status, ImportStatus::Finished);
    EXPECT_EQ(contacts() - before, find(import.id).total);
}

// The first is made again row by row, and the second only after it.
TEST_F(ImportTwoSlicesTest, TheOrderOfTheFileIsKeptWhenTheFirstIsMadeAgain) {
    constexpr storage::Query plant{
        .name = "test.plant_rule",
        .sql = R"(CREATE TRIGGER planted BEFORE INSERT ON contacts WHEN NEW.name = 'Planted'
                  BEGIN SELECT RAISE(ABORT, 'planted'); END)",
        .postgres = "ALTER TABLE contacts ADD CONSTRAINT planted CHECK (name <> 'Planted')",
    };
    in_transaction([&](auto& transaction) { return transaction.execute_and_count(plant); });
    take_in_before("ada@example.org,a-1,Ada\n");
    const auto done = take_in(two_slices(",a-1,First\nx@example.org,,Planted\n", "ada@example.org,,Second\n"));
    EXPECT_EQ(done.status, ImportStatus::Finished);
    EXPECT_EQ(done.success, done.total - 1);
    EXPECT_EQ(ada().name, "Second");
}

// It may have been kept: what comes next is for whoever reads the place anew.
TEST_F(ImportTwoSlicesTest, LeavesOffWhenNobodyKnowsWhatBecameOfTheSecond) {
    const auto before = contacts();
    const auto import = queue_contacts(two_slices("", ""), overriding);
    asked.before_run = {};
    asked.refusal = base::unavailable(base::Outcome::Unknown, "planted by the test");
    asked.refuse(1, second_slice);
    ImportJob(dependencies(asked, "me")).run();
    EXPECT_EQ(find(import.id).status, ImportStatus::InProgress);
    run();
    EXPECT_EQ(find(import.id).status, ImportStatus::Finished);
    EXPECT_EQ(contacts() - before, find(import.id).total);
}

TEST_F(ImportTwoSlicesTest, NothingIsKeptOfTwoSlicesOfACancelledImport) {
    const auto before = contacts();
    const auto import = queue_contacts(two_slices("", ""), overriding);
    asked.before_run = [&](int number) {
        if (number != first_slice) { return; }
        const operations::ImportKey key{.family = domain::ImportFamily::Files, .id = import.id};
        EXPECT_TRUE(in_transaction(
            [&](auto& transaction) { return operations::cancel_import(transaction, sources, actor, key); }));
    };
    if (is_a_server()) { ImportJob(dependencies(asked, "me")).run(); }
    EXPECT_EQ(contacts(), before);
}

TEST_F(ImportTwoSlicesTest, AnotherGoesOnWhereTwoSlicesStopped) {
    const auto before = contacts();
    const auto import = queue_contacts(two_slices("", "") + others(10'000, 13'000), overriding);
    ImportJob job(dependencies(asked, "me"));
    asked.after_run = [&](int number) {
        if (number == second_slice) { job.stop(); }
    };
    asked.before_run = {};
    job.run();
    const auto left = find(import.id);
    EXPECT_EQ(left.status, ImportStatus::InProgress);
    EXPECT_EQ(contacts() - before, left.success);
    run();
    EXPECT_EQ(find(import.id).status, ImportStatus::Finished);
    EXPECT_EQ(contacts() - before, find(import.id).total);
}

}  // namespace
}  // namespace tradewind::jobs
