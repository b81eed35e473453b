#include <gtest/gtest.h>

#include <chrono>
#include <fstream>
#include <future>
#include <stdexcept>
#include <thread>

#include "base/fault.h"
#include "storage/backup/backup_reader.h"
#include "storage/backup/backup_writer.h"
#include "storage/backup/backups.h"
#include "storage/files/file_identity.h"
#include "storage/files/file_writer.h"
#include "storage/sqlite/facts.h"
#include "storage/stores/settings/instance_store.h"
#include "storage/testing/test_database.h"

namespace tradewind::storage {
namespace {

constexpr Query insert_key{
    .name = "test.insert_answer",
    .sql = R"(INSERT INTO audit_entries (id, at, actor, action, subject, changes) VALUES ($1, 1, '', '', $2, '[]'))",
};

// A database with rows, and what backs it up.
class Backup : public ::testing::Test {
  protected:
    Backup() {
        base::start_crypto();
        std::filesystem::create_directory(files());
        write([](Transaction& transaction) {
            insert_instance(transaction, {.id = "me", .secret_key_fingerprint = "key", .created_at = {1}});
        });
        insert(1, 2000);
    }
    template <class Work>
    void write(Work work) {
        write_and_wait(*database_, [&](Transaction& transaction) -> base::Result<void> {
            work(transaction);
            return {};
        }).take();
    }
    void insert(std::int64_t from, std::int64_t count) {
        const std::string text(2000, 'x');
        write([&](Transaction& transaction) {
            for (auto id = from; id < from + count; ++id) { transaction.execute(insert_key, {id, text}); }
        });
    }
    [[nodiscard]] std::filesystem::path files() const { return directory_.path() / "files"; }
    [[nodiscard]] std::filesystem::path target() const { return directory_.path() / "backup"; }
    [[nodiscard]] Backups::Dependencies dependencies() {
        return {.database = dynamic_cast<SqliteDatabase&>(*database_),
                .database_file = database_.file(),
                .files = files(),
                .usual_place = directory_.path() / "backups",
                .notes = OperatingNotes(directory_.path()),
                .version = "1.2.3",
                .clock = clock_,
                .log = log_};
    }
    static BackupStanding await(const Backups& backups) {
        for (;;) {
            auto standing = backups.standing();
            if (standing.state != BackupStanding::State::Running) { return standing; }
            std::this_thread::yield();
        }
    }
    BackupStanding make(const std::filesystem::path& where) {
        Backups backups(dependencies());
        backups.start(where).take();
        return await(backups);
    }
    static void spoil(const std::filesystem::path& file, std::uintmax_t place) {
        std::fstream stream(file, std::ios::in | std::ios::out | std::ios::binary);
        stream.seekg(static_cast<std::streamoff>(place));
        const auto byte = static_cast<char>(stream.get() ^ 1);
        stream.seekp(static_cast<std::streamoff>(place));
        stream.put(byte);
    }

    TemporaryDirectory directory_;
    base::SystemClock clock_;
    base::Log log_{base::LogFormat::Text, base::LogLevel::Error};
    TestDatabase database_{TestEngine::Sqlite};
};

TEST_F(Backup, HoldsEveryRowAndSaysSo) {
    ASSERT_EQ(make(target()).state, BackupStanding::State::Done);
    const auto manifest = check_backup(target()).take();
    EXPECT_EQ(manifest.version, "1.2.3");
    EXPECT_EQ(manifest.instance_id, "me");
    EXPECT_EQ(manifest.secret_key_fingerprint, "key");
    EXPECT_EQ(manifest.rows.at("audit_entries"), 2000);
    EXPECT_EQ(manifest.rows.at("instance"), 1);
    EXPECT_EQ(manifest.files.size(), 1U);
    EXPECT_FALSE(std::filesystem::exists(target().string() + ".unfinished"));
    std::size_t entries = 0;
    for ([[maybe_unused]] const auto& entry : std::filesystem::directory_iterator(target())) { ++entries; }
    EXPECT_EQ(entries, 3U) << "no log and nothing temporary is left beside the database";
}

TEST_F(Backup, TakesWhatIsWrittenWhileItIsMade) {
    // A slice of a backup, then a commit that changes pages already taken and adds others, until it is whole.
    auto& database = dynamic_cast<SqliteDatabase&>(*database_);
    std::int64_t next = 10'000;
    const auto file = directory_.path() / "image.db";
    int slices = 0;
    const auto done = database.back_up(file, [&](const BackupProgress& progress) {
        EXPECT_LE(progress.done, progress.total);
        if (++slices <= 50) { insert(next++, 1); }
        return true;
    });
    ASSERT_TRUE(done) << done.error().detail;
    leave_write_ahead_log(file);
    const std::atomic<bool> never{false};
    const auto facts = examine_sqlite_file(file, never).take();
    EXPECT_EQ(facts.rows.at("audit_entries"), 2000 + next - 10'000);
}

TEST_F(Backup, CanBeGivenUpAndBegunAnew) {
    auto& database = dynamic_cast<SqliteDatabase&>(*database_);
    insert(20'000, 8000);
    const auto first = database.back_up(directory_.path() / "first.db", [](const BackupProgress&) { return false; });
    EXPECT_FALSE(first);
    EXPECT_TRUE(database.back_up(directory_.path() / "second.db", [](const BackupProgress&) { return true; }));
    EXPECT_TRUE(database.wipe_deleted()) << "nothing of it is in the way";
    const auto break_off = [](const BackupProgress&) -> bool { throw std::runtime_error("planted by the test"); };
    EXPECT_THROW(static_cast<void>(database.back_up(directory_.path() / "third.db", break_off)), std::runtime_error);
    EXPECT_TRUE(database.wipe_deleted()) << "nor of one that broke off";
}

TEST_F(Backup, IsMadeWhileTheDiskOfTheDatabaseIsFull) {
    DiskReserve reserve(
        {.file = directory_.path() / "reserve", .bytes = 4096, .free_bytes = [] { return std::uint64_t{1} << 30; }},
        log_);
    const SqliteOptions options{
        .file = directory_.path() / "full.db", .on_fatal = [](std::string_view) {}, .reserve = &reserve};
    const auto database = SqliteDatabase::open(options, clock_, log_).take();
    reserve.give_up("planted by the test");
    auto made = std::async(std::launch::async, [&] {
        return database->back_up(directory_.path() / "image.db", [](const BackupProgress&) { return true; });
    });
    const bool came_to_its_end = made.wait_for(std::chrono::seconds(30)) == std::future_status::ready;
    EXPECT_TRUE(came_to_its_end) << "it waits for a writer that nobody wakes";
    while (made.wait_for(std::chrono::seconds(0)) != std::future_status::ready) {
        static_cast<void>(write_and_wait(
            *database, [](Transaction&) { return base::Result<void>(); }, purge_terms));
    }
    EXPECT_TRUE(made.get());
}

TEST_F(Backup, OneThatIsStoppedIsNotReadToItsEnd) {
    std::atomic<bool> is_over{false};
    EXPECT_EQ(hash_file(database_.file(), is_over), hash_file(database_.file()));
    is_over = true;
    EXPECT_FALSE(hash_file(database_.file(), is_over));
    const auto written = write_backup({.target = target(),
                                       .files = files(),
                                       .database_bytes = 1,
                                       .version = "1",
                                       .now = clock_.now(),
                                       .write_database =
                                           [&](const std::filesystem::path& file) {
                                               auto& database = dynamic_cast<SqliteDatabase&>(*database_);
                                               return database.back_up(file, [](const auto&) { return true; });
                                           },
                                       .is_over = is_over});
    ASSERT_FALSE(written);
    EXPECT_EQ(written.error().kind, base::ErrorKind::Unavailable);
    EXPECT_FALSE(std::filesystem::exists(target()));
}

TEST_F(Backup, OneThatIsStoppedLeavesNothing) {
    insert(20'000, 20'000);
    { Backups(dependencies()).start(target()).take(); }
    EXPECT_FALSE(std::filesystem::exists(target()));
    EXPECT_FALSE(std::filesystem::exists(target().string() + ".unfinished"));
    EXPECT_TRUE(dynamic_cast<SqliteDatabase&>(*database_).wipe_deleted()) << "the writer is free of it";
}

TEST_F(Backup, WhoAsksAWriterThatEndsIsRefused) {
    BackupRequests requests;
    auto waiting = requests.ask({.begin = directory_.path() / "image.db"});
    requests.close();
    EXPECT_FALSE(waiting.get());
    EXPECT_FALSE(requests.ask({}).get());
}

TEST_F(Backup, EveryChangedByteIsNoticed) {
    ASSERT_EQ(make(target()).state, BackupStanding::State::Done);
    for (const auto* const name : {"tradewind.db", "manifest.json", "manifest.sha256"}) {
        const auto file = target() / name;
        const auto bytes = std::filesystem::file_size(file);
        for (const auto place : {std::uintmax_t{0}, bytes / 3, bytes / 2, bytes - 1}) {
            spoil(file, place);
            EXPECT_FALSE(check_backup(target())) << name << " at " << place;
            spoil(file, place);
        }
    }
    EXPECT_TRUE(check_backup(target()));
    spoil(target() / "tradewind.db", 5000);
    const base::PlantedFault planted(base::Fault::TrustBackup);
    EXPECT_TRUE(check_backup(target())) << "only who looks notices";
}

TEST_F(Backup, IsRefusedWhereThereIsSomethingOrNoPlace) {
    std::filesystem::create_directory(directory_.path() / "taken");
    { const FileWriter file(directory_.path() / "file"); }
    const auto in_directory = make(directory_.path() / "taken");
    EXPECT_EQ(in_directory.state, BackupStanding::State::Done);
    EXPECT_EQ(in_directory.target.parent_path(), directory_.path() / "taken") << "it has a name of its own there";
    for (const auto& where : {directory_.path() / "file", directory_.path() / "missing" / "backup"}) {
        const auto refused = make(where);
        EXPECT_EQ(refused.state, BackupStanding::State::Failed) << where;
        EXPECT_FALSE(refused.problem.empty());
    }
    EXPECT_EQ(make({}).target.parent_path(), directory_.path() / "backups");
}

TEST_F(Backup, WhatOneLeftWhoWasKilledIsReplaced) {
    std::filesystem::create_directory(target().string() + ".unfinished");
    std::filesystem::create_directories(directory_.path() / "backups" / "tradewind-x.unfinished");
    std::ofstream(target().string() + ".unfinished/tradewind.db") << "half";
    EXPECT_FALSE(check_backup(target().string() + ".unfinished"));
    EXPECT_EQ(make(target()).state, BackupStanding::State::Done);
    EXPECT_FALSE(std::filesystem::exists(target().string() + ".unfinished"));
    EXPECT_FALSE(std::filesystem::exists(directory_.path() / "backups" / "tradewind-x.unfinished"));
}

TEST_F(Backup, ANewerSchemaOrFormatIsRefused) {
    ASSERT_EQ(make(target()).state, BackupStanding::State::Done);
    auto manifest = check_backup(target()).take();
    manifest.schema_version = 9999;
    std::ofstream(target() / "manifest.json", std::ios::trunc) << render(manifest);
    std::ofstream(target() / "manifest.sha256", std::ios::trunc) << sha256_of(render(manifest)) + "  manifest.json\n";
    const auto refused = check_backup(target());
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().kind, base::ErrorKind::Conflict);
    EXPECT_FALSE(parse_manifest(R"({"format": 2})"));
}

TEST(BackupManifestText, IsReadAsItWasWritten) {
    const BackupManifest manifest{.version = "1",
                                  .schema_version = 7,
                                  .instance_id = "i",
                                  .secret_key_fingerprint = "k",
                                  .made_at = {1'800'000'000'123},
                                  .files = {{.name = "tradewind.db", .hash = {.bytes = 5, .sha256 = "ab"}},
                                            {.name = "files/one", .hash = {.bytes = 0, .sha256 = "cd"}}},
                                  .rows = {{"a", 1}, {"b", 0}}};
    const auto text = render(manifest);
    EXPECT_EQ(render(parse_manifest(text).take()), text);
}

TEST(BackupManifestText, NoNameLeadsOutOfTheBackup) {
    for (const auto* const name :
         {"", "/etc/passwd", "../x", "files/../../x", "files/", "files/..", "files/a/b", "x"}) {
        BackupManifest manifest;
        manifest.files = {{.name = "tradewind.db", .hash = {}}, {.name = name, .hash = {}}};
        EXPECT_FALSE(parse_manifest(render(manifest))) << name;
    }
    EXPECT_FALSE(parse_manifest(render(BackupManifest()))) << "a backup has a database";
    EXPECT_FALSE(parse_manifest("[]"));
    EXPECT_FALSE(parse_manifest("{"));
}

TEST(FileIdentity, IsThatOfTheFileAndNotOfItsNameOrItsBytes) {
    const TemporaryDirectory directory;
    const auto one = directory.path() / "one";
    const auto other = directory.path() / "other";
    std::ofstream(one) << "text";
    const auto identity = identity_of(one);
    std::ofstream(one, std::ios::app) << "more";
    EXPECT_EQ(identity_of(one), identity) << "what is in it does not matter";
    std::filesystem::copy_file(one, other);
    EXPECT_NE(identity_of(other), identity);
    std::filesystem::rename(one, directory.path() / "renamed");
    EXPECT_EQ(identity_of(directory.path() / "renamed"), identity);
}

}  // namespace
}  // namespace tradewind::storage
