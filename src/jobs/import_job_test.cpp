#include "jobs/import_job.h"

#include <gtest/gtest.h>

#include <thread>

#include "jobs/import_test.h"
#include "operations/contact_operations.h"
#include "operations/import_operations.h"
#include "storage/files/file_writer.h"
#include "storage/stores/contacts/activity_store.h"
#include "storage/stores/contacts/contact_store.h"
#include "storage/stores/contacts/erasure_store.h"
#include "storage/stores/jobs/import_store.h"
#include "storage/stores/settings/audit_store.h"
#include "storage/stores/shop/purchase_store.h"
#include "storage/testing/test_listeners.h"
#include "storage/testing/test_refusals.h"

namespace tradewind::jobs {
namespace {

using domain::ImportStatus;

// Tells the time of another one; something is done when a transaction first asks it how long something lasts.
class ReadClock final : public base::Clock {
  public:
    explicit ReadClock(const base::Clock& clock) : clock_(clock) {}
    [[nodiscard]] base::Instant now() const override { return clock_.now(); }
    [[nodiscard]] std::chrono::steady_clock::time_point steady_now() const override {
        const bool is_of_a_transaction = std::this_thread::get_id() != thread_;
        if (is_of_a_transaction && !was_asked_.exchange(true) && at_first_look) { at_first_look(); }
        return clock_.steady_now();
    }

    std::function<void()> at_first_look;

  private:
    const base::Clock& clock_;
    const std::thread::id thread_ = std::this_thread::get_id();
    mutable std::atomic<bool> was_asked_{false};
};

using ImportJobTest = ImportTest;

TEST_F(ImportJobTest, TellsTheEngineOfContactsAsThoseOfAnImport) {
    in_transaction([](auto& transaction) {
        storage::listen_to(transaction, domain::ActivityKind::ContactCreated);
        return true;
    });
    const auto import = queue_contacts("_email,_name\nada@example.org,Ada\nnew@example.org,New\nx,y\n", {});
    run();
    EXPECT_EQ(find(import.id).success, 2);
    EXPECT_EQ(find(import.id).errors, 1);
    EXPECT_EQ(ada().name, std::nullopt);
    EXPECT_TRUE(contact("new@example.org"));
    const auto changes = in_transaction([](auto& transaction) { return storage::all_changes(transaction); });
    ASSERT_EQ(changes.size(), 1U);
    EXPECT_EQ(changes[0].contact, contact("new@example.org")->id);
    EXPECT_EQ(changes[0].cause, (domain::Cause{.kind = domain::Cause::Kind::Import}));
}

TEST_F(ImportJobTest, WakesASegmentThatLooksAtAFieldOfTheFile) {
    in_transaction([](auto& transaction) {
        storage::set_change_topics(transaction, {.kind = storage::ChangeListener::Kind::Segment, .id = {1}},
                                   {{.kind = domain::ChangeTopic::Kind::Field, .name = "_name"}});
        return true;
    });
    queue_contacts("_email,_name,_surname\nada@example.org,Ada,L\n", {.override_existing = true});
    run();
    const auto changes = in_transaction([](auto& transaction) { return storage::all_changes(transaction); });
    ASSERT_EQ(changes.size(), 1U);
    EXPECT_EQ(changes[0].contact, ada().id);
    EXPECT_EQ(changes[0].change.fields, (std::vector<std::string>{"_name", "_surname"}));
    EXPECT_FALSE(domain::starts_runs(changes[0].cause.kind));
    queue_contacts("_email,_surname\nada@example.org,M\n", {.override_existing = true});
    run();
    EXPECT_EQ(queued_activities(), 1) << "a field that nobody looks at";
}

// All in one slice, for which they are looked up together before the first of them is written.
TEST_F(ImportJobTest, RowsOfOneFileSeeWhatTheOnesBeforeThemDid) {
    const auto import = queue_contacts(
        "_email,_externalId,_name\n"
        "ada@example.org,a-1,Ada\n"      // Known by the address; gets the id,
        ",a-1,Ada L\n"                   // is found by it,
        "ada@new.example,a-1,\n"         // moves to another address,
        "ada@example.org,,Another\n"     // which is free for somebody else.
        "eve@example.org,,Eve\n"         // New,
        "EVE@example.org,e-1,Eve L\n"    // and not twice.
        "eve@example.org,a-1,Nobody\n",  // Two people.
        {.override_existing = true});
    run();
    EXPECT_EQ(find(import.id).success, 6);
    const auto refused = errors(import.id);
    ASSERT_EQ(refused.size(), 1U);
    EXPECT_EQ(refused.front().line, 8);
    EXPECT_EQ(contact("ada@new.example").value().name, "Ada L");
    EXPECT_EQ(contact("ada@new.example").value().external_id, "a-1");
    EXPECT_EQ(ada().name, "Another");
    EXPECT_NE(ada().id, contact("ada@new.example").value().id);
    EXPECT_EQ(contact("eve@example.org").value().name, "Eve L");
    EXPECT_EQ(contact("eve@example.org").value().external_id, "e-1");
}

TEST_F(ImportJobTest, TellsWhyAnImportFailed) {
    const auto import = queue_contacts("_email\nx@example.org\n", {});
    files.remove(*import.file);
    run();
    EXPECT_EQ(find(import.id).status, ImportStatus::Error);
    EXPECT_EQ(find(import.id).error_reason, "The file of the import is missing or damaged.");
}

TEST_F(ImportJobTest, TakesInEveryRecordAndCountsThem) {
    const auto import = queue(std::string(header) + rows(0, 250) + "x\n" + rows(250, 260));
    EXPECT_EQ(import.status, ImportStatus::Queued);
    run();
    const auto done = find(import.id);
    EXPECT_EQ(done.status, ImportStatus::Finished);
    EXPECT_EQ(done.success, 260);
    EXPECT_EQ(done.errors, 1);
    EXPECT_EQ(done.started_at, clock.now());
    EXPECT_EQ(done.finished_at, clock.now());
    EXPECT_EQ(ada().total_purchases, 260);
    ASSERT_EQ(errors(import.id).size(), 1U);
    EXPECT_EQ(errors(import.id)[0].line, 252);
    EXPECT_EQ(errors(import.id)[0].reason, "has 1 cells where the header has 7");
    EXPECT_EQ(errors(import.id)[0].cells, (std::vector<std::string>{"x"}));
}

TEST_F(ImportJobTest, TellsWhyARecordWasRefusedAndGoesOn) {
    const auto import = queue(std::string(header) + "P-1,nobody@example.org,1,1,A,1,1\n" +
                              "P-2,ada@example.org,1,1,Z,1,1\nP-3,ada@example.org,x,1,A,1,1\n" + rows(4, 5));
    run();
    const auto found = errors(import.id);
    ASSERT_EQ(found.size(), 3U);
    EXPECT_TRUE(found[0].reason.starts_with("E0101: ")) << found[0].reason;
    EXPECT_TRUE(found[1].reason.starts_with("E0102: ")) << found[1].reason;
    EXPECT_TRUE(found[2].reason.starts_with("totalPrice ")) << found[2].reason;
    EXPECT_EQ(find(import.id).success, 1);
    EXPECT_EQ(find(import.id).errors, 3);
}

TEST_F(ImportJobTest, LeavesAPurchaseAloneThatIsThere) {
    queue(std::string(header) + rows(0, 3));
    run();
    const auto again = queue(std::string(header) + rows(0, 3, "nobody@example.org") + rows(3, 4));
    run();
    EXPECT_EQ(find(again.id).success, 4);
    EXPECT_EQ(find(again.id).errors, 0);
    EXPECT_EQ(ada().total_purchases, 4);
}

TEST_F(ImportJobTest, TakesLinesOfJson) {
    const auto import = queue(R"({"purchaseId":"J-1","contactEmail":"ada@example.org","totalPrice":1.5,)"
                              R"("totalQuantity":1,"products":[{"productId":"A","quantity":1,"price":1.5}]})"
                              "\n\nnot json\n[1]\n",
                              domain::FileFormat::Ndjson);
    run();
    EXPECT_EQ(find(import.id).success, 1);
    ASSERT_EQ(errors(import.id).size(), 2U);
    EXPECT_EQ(errors(import.id)[0].line, 3);
    EXPECT_EQ(errors(import.id)[1].line, 4);
    EXPECT_TRUE(has_purchase("J-1"));
}

// What was written for a record before it was refused must not stay: sums beyond what can be counted are found after
// the sales of other products were added to.
TEST_F(ImportJobTest, NothingIsLeftOfARecordThatIsRefusedWhileItIsWritten) {
    constexpr int count = 120;
    std::string text(header);
    for (int number = 0; number < count; ++number) {
        text += "L-" + std::to_string(number) + ",ada@example.org,99999999999999,2,A,1,1\n" + "L-" +
                std::to_string(number) + ",ada@example.org,99999999999999,2,B,1,99999999999999\n";
    }
    const auto import = queue(text);
    run();
    const auto done = find(import.id);
    EXPECT_EQ(done.status, ImportStatus::Finished);
    EXPECT_EQ(done.success + done.errors, count);
    EXPECT_GT(done.errors, 0);
    EXPECT_EQ(ada().total_purchases, done.success);
    EXPECT_EQ(static_cast<std::int64_t>(errors(import.id).size()), done.errors);
}

// A rule that no purchase knows of makes the database refuse the second.
TEST_F(ImportJobTest, ARecordThatTheDatabaseRefusesLetsTheOthersIn) {
    constexpr storage::Query plant{
        .name = "test.plant_rule",
        .sql = R"(CREATE TRIGGER planted BEFORE INSERT ON purchases WHEN NEW.purchase_id = 'P-2'
                  BEGIN SELECT RAISE(ABORT, 'planted'); END)",
        .postgres = "ALTER TABLE purchases ADD CONSTRAINT planted CHECK (purchase_id <> 'P-2')",
    };
    in_transaction([&](auto& transaction) { return transaction.execute_and_count(plant); });
    const auto import = queue(std::string(header) + rows(1, 4));
    run();
    EXPECT_EQ(find(import.id).status, ImportStatus::Finished);
    EXPECT_EQ(find(import.id).success, 2);
    ASSERT_EQ(errors(import.id).size(), 1U);
    EXPECT_EQ(errors(import.id)[0].reason, "could not be taken in");
    EXPECT_TRUE(has_purchase("P-3"));
    EXPECT_EQ(ada().total_purchases, 2);
}

TEST_F(ImportJobTest, TakesImportsOneAfterTheOther) {
    const auto first = queue(std::string(header) + rows(0, 1));
    const auto second = queue(std::string(header) + rows(1, 2));
    run();
    EXPECT_EQ(find(first.id).status, ImportStatus::Finished);
    EXPECT_EQ(find(second.id).status, ImportStatus::Finished);
}

TEST_F(ImportJobTest, GoesOnWhereItWasLeft) {
    const auto text = std::string(header) + rows(0, 10);
    const auto import = queue(text);
    in_transaction([&](auto& transaction) {
        auto left = storage::find_import(transaction, import.id).value();
        left.status = ImportStatus::InProgress;
        left.success = 7;
        left.next = {.offset = (std::string(header) + rows(0, 7)).size(), .line = 9};
        storage::update_import(transaction, left);
        return true;
    });
    run();
    EXPECT_EQ(find(import.id).success, 10);
    EXPECT_EQ(ada().total_purchases, 3);
}

TEST_F(ImportJobTest, LeavesAnImportToWhoHoldsIt) {
    const auto import = queue(std::string(header) + rows(0, 1));
    in_transaction([&](auto& transaction) {
        return storage::claim_lease(
            transaction, {.kind = storage::LeaseKind::Import, .subject = import.id}, "somebody else",
            {.now = clock.now(), .until = {clock.now().milliseconds + LeasedWork::lease_time.count()}});
    });
    run();
    EXPECT_EQ(find(import.id).status, ImportStatus::Queued);
    clock.advance(LeasedWork::lease_time);
    run();
    EXPECT_EQ(find(import.id).status, ImportStatus::Finished);
}

TEST_F(ImportJobTest, LetsGoOfAnImportWhenItStops) {
    const auto import = queue(std::string(header) + rows(0, static_cast<int>(ImportJob::records_per_slice) + 1));
    storage::RefusingDatabase asked(*database);
    ImportJob job(dependencies(asked, "me"));
    // After it claimed the import.
    asked.before_each = [&] {
        if (asked.asked() == 2) { job.stop(); }
    };
    job.run();
    ASSERT_EQ(find(import.id).status, ImportStatus::InProgress);
    ImportJob(dependencies("another")).run();
    EXPECT_EQ(find(import.id).status, ImportStatus::Finished);
}

TEST_F(ImportJobTest, TakesInNobodyWhoWasErasedAfterTheFileCame) {
    const auto bob = domain::ContactKey(base::EmailAddress::parse("bob@example.org").take());
    const auto eve = domain::ContactKey(domain::ExternalId::parse("e-1").take());
    const auto zoe = domain::ContactKey(base::EmailAddress::parse("zoe@example.org").take());
    for (const auto& key : {bob, eve, zoe}) { make_contact(key); }
    erase(zoe);
    const auto people = queue_contacts(
        "_email,_externalId,_name\nBob@example.org,b-1,Bob\n,e-1,Eve\nzoe@example.org,,Zoe\nnew@example.org,n-1,New\n",
        {});
    const auto purchases = queue(std::string(header) + rows(0, 1, "bob@example.org") + rows(1, 2));
    erase(bob);
    erase(eve);
    // Whoever comes back is somebody new.
    make_contact(bob);
    run();
    EXPECT_EQ(find(people.id).success, 2) << "one was erased before the file came";
    EXPECT_TRUE(contact("new@example.org"));
    EXPECT_TRUE(contact("zoe@example.org"));
    EXPECT_EQ(contact("bob@example.org").value().name, std::nullopt);
    const auto refused = errors(people.id);
    ASSERT_EQ(refused.size(), 2U);
    for (const auto& row : refused) {
        EXPECT_EQ(row.reason, "tells of somebody who was erased after the file was uploaded");
        EXPECT_TRUE(row.cells.empty());
    }
    EXPECT_FALSE(has_purchase("P-0"));
    EXPECT_TRUE(has_purchase("P-1"));
    ASSERT_EQ(errors(purchases.id).size(), 1U);
    EXPECT_TRUE(errors(purchases.id).front().cells.empty());
}

TEST_F(ImportJobTest, TakesInNobodyWhoIsErasedMeanwhile) {
    // SQLite has one writer, who does one thing after the other.
    if (database.engine() == storage::TestEngine::Sqlite) { return; }
    const auto bob = domain::ContactKey(base::EmailAddress::parse("bob@example.org").take());
    const auto import = queue_contacts("_email\nbob@example.org\nnew@example.org\n", {});
    ReadClock watched(clock);
    base::Sources world{.clock = watched, .random = random, .ids = ids};
    auto around = dependencies();
    // The first look at it is after the slice asked who was erased and who is there.
    watched.at_first_look = [&] {
        make_contact(bob);
        erase(bob);
    };
    ImportJob({.database = around.database,
               .sources = world,
               .definitions = around.definitions,
               .files = around.files,
               .secret_key = secret_key,
               .log = log,
               .figures = figures,
               .holder = "me"})
        .run();
    EXPECT_FALSE(contact("bob@example.org"));
    EXPECT_TRUE(contact("new@example.org"));
    ASSERT_EQ(errors(import.id).size(), 1U);
    EXPECT_TRUE(errors(import.id).front().cells.empty());
    EXPECT_EQ(find(import.id).status, ImportStatus::Finished);
}

TEST_F(ImportJobTest, EndsAnImportWhoseFileIsLost) {
    const auto import = queue(std::string(header) + rows(0, 1));
    files.remove(*import.file);
    run();
    EXPECT_EQ(find(import.id).status, ImportStatus::Error);
    EXPECT_TRUE(find(import.id).finished_at);
}

TEST_F(ImportJobTest, EndsAnImportWhoseFileBecameShorter) {
    const auto import = queue(std::string(header) + rows(0, 3));
    files.remove(*import.file);
    storage::FileWriter(files.path_of(*import.file)).write(std::string(header) + rows(0, 2));
    run();
    EXPECT_EQ(find(import.id).status, ImportStatus::Error);
    EXPECT_EQ(find(import.id).success, 2);
    EXPECT_EQ(find(import.id).error_reason, "The file of the import is missing or damaged.");
}

TEST_F(ImportJobTest, CancelledAndEndedImportsAreLeftAlone) {
    const auto import = queue(std::string(header) + rows(0, 1));
    const operations::ImportKey key{.family = domain::ImportFamily::PastPurchases, .id = import.id};
    const auto cancelled =
        in_transaction([&](auto& transaction) { return operations::cancel_import(transaction, sources, actor, key); });
    EXPECT_EQ(cancelled.value().cancelled_at, clock.now());
    run();
    EXPECT_EQ(find(import.id).status, ImportStatus::Cancelled);
    EXPECT_FALSE(has_purchase("P-0"));
    const auto again =
        in_transaction([&](auto& transaction) { return operations::cancel_import(transaction, sources, actor, key); });
    EXPECT_EQ(again.error().kind, base::ErrorKind::Conflict);
}

TEST_F(ImportJobTest, DeletesWhatHasEndedAlone) {
    const auto import = queue(std::string(header) + rows(0, 1));
    const operations::ImportKey key{.family = domain::ImportFamily::PastPurchases, .id = import.id};
    const auto remove = [&] {
        return in_transaction(
            [&](auto& transaction) { return operations::delete_import(transaction, sources, actor, key); });
    };
    EXPECT_EQ(remove().error().kind, base::ErrorKind::Conflict);
    run();
    EXPECT_EQ(remove().value(), import.file);
    EXPECT_EQ(remove().error().kind, base::ErrorKind::NotFound);
    const auto audit =
        in_transaction([](auto& transaction) { return storage::list_audit_entries(transaction, {}).items; });
    EXPECT_EQ(audit[0].action, "import.delete");
    EXPECT_EQ(audit[1].action, "import.create");
    EXPECT_EQ(audit[0].subject, import.id.text());
}

TEST_F(ImportJobTest, QueuesNoMoreThanItMay) {
    for (std::size_t count = 0; count < domain::queued_imports_max; ++count) { queue(header); }
    const auto refused = in_transaction([&](auto& transaction) {
        return operations::create_import(transaction, sources, actor,
                                         {.type = domain::ImportType::Purchases,
                                          .options = {},
                                          .origin = "api",
                                          .file = "x",
                                          .total = 1,
                                          .header = {}});
    });
    EXPECT_EQ(refused.error().code, "E0401");
}

}  // namespace
}  // namespace tradewind::jobs
