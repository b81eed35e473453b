#include "jobs/import_retention_job.h"

#include <gtest/gtest.h>

#include "jobs/import_test.h"

namespace tradewind::jobs {
namespace {

using domain::ImportStatus;
using ImportRetentionJobTest = ImportTest;

TEST_F(ImportRetentionJobTest, FilesAndReportsGoAfterAWeekAndCountersStay) {
    const auto ended = queue(std::string(header) + rows(0, 2) + "x\n");
    run();
    const auto waiting = queue(std::string(header) + rows(2, 3));
    ImportRetentionJob retention(*database, sources, files);
    clock.advance(ImportRetentionJob::files_kept);
    retention.run(std::chrono::hours(24));
    EXPECT_TRUE(std::filesystem::exists(files.path_of(*ended.file)));
    EXPECT_EQ(errors(ended.id).size(), 1U);

    clock.advance(std::chrono::milliseconds(1));
    retention.run(std::chrono::hours(24));
    EXPECT_FALSE(std::filesystem::exists(files.path_of(*ended.file)));
    EXPECT_FALSE(std::filesystem::exists(files.path_of(*waiting.file)));
    EXPECT_EQ(find(ended.id).success, 2);
    EXPECT_EQ(find(ended.id).errors, 1);
    EXPECT_EQ(find(ended.id).file, std::nullopt);
    EXPECT_EQ(errors(ended.id).size(), 0U);
    EXPECT_FALSE(has_erasures());
    EXPECT_EQ(find(waiting.id).status, ImportStatus::Error);
    EXPECT_EQ(find(ended.id).status, ImportStatus::Finished);
}

TEST_F(ImportRetentionJobTest, ReportsThatMayTellOfErasedPeopleAreWiped) {
    const auto wipe = [this] {
        clock.advance(std::chrono::milliseconds(1));
        in_transaction([this](auto& transaction) {
            storage::note_erasures_done(transaction,
                                        {.before = clock.now(), .believed_until = clock.now(), .at = clock.now()});
            return true;
        });
        ASSERT_FALSE(has_erasures());
    };
    ImportRetentionJob retention(*database, sources, files);
    queue(std::string(header) + "x\n");
    run();
    erase(domain::ContactKey(base::EmailAddress::parse("ada@example.org").take()));
    wipe();
    queue(std::string(header) + "x\n");
    run();
    clock.advance(ImportRetentionJob::files_kept);
    retention.run(std::chrono::hours(24));
    EXPECT_TRUE(has_erasures());
    wipe();
    clock.advance(ImportRetentionJob::files_kept);
    retention.run(std::chrono::hours(24));
    EXPECT_FALSE(has_erasures()) << "nobody was erased after the second file came";
}

TEST_F(ImportRetentionJobTest, WhatNobodyNamesIsSwept) {
    const auto import = queue(std::string(header) + "x\n");
    run();
    storage::FileWriter(files.unfinished("half")).write("x");
    storage::FileWriter(files.path_of("orphan.import")).write("x");
    storage::FileWriter(files.path_of("instance")).write("x");
    ImportRetentionJob retention(*database, sources, files);
    retention.run(std::chrono::hours(24) * 365 * 100);
    EXPECT_TRUE(std::filesystem::exists(files.path_of("orphan.import")));
    clock.advance(std::chrono::hours(24) * 365 * 100);
    // The files were written at the time of the machine, which is not that of the test.
    const operations::ImportKey key{.family = domain::ImportFamily::PastPurchases, .id = import.id};
    in_transaction([&](auto& transaction) { return operations::delete_import(transaction, sources, actor, key).ok(); });
    retention.run(std::chrono::milliseconds(0));
    std::size_t left = 0;
    for (const auto& entry : std::filesystem::directory_iterator(folder.path())) {
        EXPECT_EQ(entry.path().filename(), "instance");
        ++left;
    }
    EXPECT_EQ(left, 1U);
    EXPECT_EQ(errors(import.id).size(), 0U) << "those of an import that is gone go too";
}

}  // namespace
}  // namespace tradewind::jobs
