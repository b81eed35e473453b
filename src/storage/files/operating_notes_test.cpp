#include "storage/files/operating_notes.h"

#include <gtest/gtest.h>

#include <fstream>

#include "storage/testing/test_directory.h"

namespace tradewind::storage::operating_notes_test {
namespace {

constexpr std::int64_t day = std::int64_t{24} * 60 * 60 * 1000;

void write(const std::filesystem::path& file, std::string_view text) {
    std::ofstream(file) << text;
}

TEST(OperatingNotes, KeepTheLastBackupAndThatOneFailedSince) {
    const TemporaryDirectory directory;
    const OperatingNotes notes(directory.path());
    EXPECT_EQ(notes.backup(), BackupNote());
    notes.note_failed_backup({1'000});
    EXPECT_EQ(notes.backup(), (BackupNote{.failed_at = base::Instant{1'000}}));
    const BackupNote::Made made{.at = {2'000}, .bytes = 77};
    notes.note_backup(made);
    EXPECT_EQ(notes.backup(), BackupNote{.made = made}) << "what failed before it is forgotten";
    notes.note_failed_backup({3'000});
    EXPECT_EQ(notes.backup(), (BackupNote{.made = made, .failed_at = base::Instant{3'000}}));
}

TEST(OperatingNotes, KeepTheLastRestoreThatWasTried) {
    const TemporaryDirectory directory;
    const OperatingNotes notes(directory.path());
    EXPECT_EQ(notes.restore(), std::nullopt);
    for (const auto& note : {RestoreNote{.at = {5'000}, .backup_made_at = base::Instant{4'000}},
                             RestoreNote{.at = {6'000}, .backup_made_at = {}}}) {
        notes.note_restore(note);
        EXPECT_EQ(notes.restore(), note);
    }
}

TEST(OperatingNotes, AreNoneWhenTheyMakeNoSense) {
    const TemporaryDirectory directory;
    const OperatingNotes notes(directory.path());
    for (const auto* text : {"made", "made yesterday 7\n", "made 2026-01-01T00:00:00.000Z\n", "kept 2026-01-01 7\n"}) {
        write(directory.path() / "last-backup", text);
        EXPECT_EQ(notes.backup(), BackupNote()) << text;
    }
    write(directory.path() / "last-restore", "yesterday\n");
    EXPECT_EQ(notes.restore(), std::nullopt);
    write(directory.path() / "disk-use", "2026-01-01T00:00:00.000Z much\n");
    EXPECT_EQ(notes.daily_growth({40'000 * day}, 1'000), std::nullopt);
}

TEST(OperatingNotes, TellByHowMuchTheDirectoryGrowsOnceThreeDaysWereSeen) {
    const TemporaryDirectory directory;
    const OperatingNotes notes(directory.path());
    EXPECT_EQ(notes.daily_growth({100 * day}, 1'000), std::nullopt);
    write(directory.path() / "some", std::string(1'000, 'x'));
    std::filesystem::create_directory(directory.path() / "files");
    write(directory.path() / "files" / "more", std::string(500, 'x'));
    EXPECT_EQ(notes.used_bytes(), 1'500U);
    notes.note_used_bytes({100 * day});
    EXPECT_EQ(notes.daily_growth({100 * day + 2 * day}, 2'000), std::nullopt) << "too early";
    EXPECT_EQ(notes.daily_growth({100 * day + 5 * day}, 2'000), 100U);
    EXPECT_EQ(notes.daily_growth({100 * day + 5 * day}, 1'500), std::nullopt) << "it did not grow";
}

TEST(OperatingNotes, NoteTheUsedBytesOnceADayAndForgetTheOldest) {
    const TemporaryDirectory directory;
    const OperatingNotes notes(directory.path());
    const auto lines = [&] {
        std::ifstream file(directory.path() / "disk-use");
        std::vector<std::string> found;
        for (std::string line; std::getline(file, line);) { found.push_back(line); }
        return found;
    };
    notes.note_used_bytes({100 * day});
    notes.note_used_bytes({100 * day + day - 1});
    EXPECT_EQ(lines().size(), 1U);
    for (std::int64_t number = 1; number <= 40; ++number) { notes.note_used_bytes({(100 + number) * day}); }
    ASSERT_EQ(lines().size(), OperatingNotes::days_kept);
    EXPECT_TRUE(lines().front().starts_with(base::Instant{111 * day}.text()));
    notes.note_used_bytes({112 * day});
    EXPECT_EQ(lines().size(), 2U) << "the clock was set back";
}

}  // namespace
}  // namespace tradewind::storage::operating_notes_test
