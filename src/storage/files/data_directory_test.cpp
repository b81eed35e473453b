#include "storage/files/data_directory.h"

#include <gtest/gtest.h>

#include <fstream>
#include <future>
#include <system_error>
#include <thread>

#include "storage/files/durable_file.h"
#include "storage/testing/test_database.h"

namespace tradewind::storage {
namespace {

using std::filesystem::perms;

class DataDirectoryTest : public testing::Test {
  protected:
    DataDirectoryTest() { base::start_crypto(); }

    [[nodiscard]] std::filesystem::path path() const { return directory_.path() / "data"; }
    [[nodiscard]] std::filesystem::path key_file() const { return path() / "secret.key"; }
    auto open() { return DataDirectory::open(path(), random_); }

  private:
    TemporaryDirectory directory_;
    base::SystemRandom random_;
};

TEST_F(DataDirectoryTest, IsMadeForItsOwnerAloneWithASecretKey) {
    const auto data = open().take();
    EXPECT_EQ(std::filesystem::status(path()).permissions(), perms::owner_all);
    EXPECT_EQ(std::filesystem::file_size(key_file()), base::SecretKey::size);
    EXPECT_EQ(std::filesystem::status(key_file()).permissions(), perms::owner_read | perms::owner_write);
    EXPECT_FALSE(data.secret_key().fingerprint().empty());
}

TEST_F(DataDirectoryTest, KeepsItsKeyAcrossStarts) {
    const auto first = open().take().secret_key().fingerprint();
    const auto second = open().take().secret_key().fingerprint();
    EXPECT_EQ(first, second);
    std::filesystem::remove(key_file());
    EXPECT_NE(open().take().secret_key().fingerprint(), first) << "another directory has another key";
}

TEST_F(DataDirectoryTest, NamesItsFiles) {
    const auto data = open().take();
    EXPECT_EQ(data.database_file(), path() / "tradewind.db");
    EXPECT_EQ(data.first_admin_key_file(), path() / "first-admin-key");
    EXPECT_EQ(data.files_directory(), path() / "files");
    EXPECT_EQ(DataDirectory::control_socket(path()), path() / "control.sock");
}

TEST_F(DataDirectoryTest, IsSharedByThoseWhoShareTheirDatabase) {
    using enum DataDirectory::MissingKey;
    base::SystemRandom random;
    auto first = DataDirectory::open_shared(path());
    const auto refused = first.load_key(Refuse, random);
    ASSERT_FALSE(refused.ok());
    EXPECT_NE(refused.error().detail.find("secret.key"), std::string::npos);
    EXPECT_FALSE(std::filesystem::exists(key_file()));
    ASSERT_TRUE(first.load_key(Make, random));
    EXPECT_EQ(first.files_owner(), std::nullopt);
    first.set_files_owner("one");

    std::promise<std::string> fingerprint;
    std::thread second([&] {
        auto another = DataDirectory::open_shared(path());
        EXPECT_TRUE(another.load_key(Refuse, random));
        EXPECT_EQ(another.files_owner(), "two") << "it came in before it was let in";
        fingerprint.set_value(another.secret_key().fingerprint());
    });
    first.set_files_owner("two");
    first.let_others_in();
    EXPECT_EQ(fingerprint.get_future().get(), first.secret_key().fingerprint());
    second.join();
}

TEST_F(DataDirectoryTest, HasOneOwnerAtATime) {
    {
        const auto owner = open().take();
        const auto second = open();
        ASSERT_FALSE(second.ok());
        EXPECT_EQ(second.error().kind, base::ErrorKind::Conflict);
        EXPECT_NE(second.error().detail.find(path().string()), std::string::npos);
    }
    EXPECT_TRUE(open().ok()) << "it is free again";
}

TEST_F(DataDirectoryTest, StaysTheOwnersWhileItIsMovedAround) {
    auto owner = open();
    const auto moved = std::move(owner).take();
    EXPECT_FALSE(open().ok());
}

TEST_F(DataDirectoryTest, RefusesAKeyOfAWrongSize) {
    static_cast<void>(open().take());
    for (const std::size_t size : {std::size_t{0}, base::SecretKey::size - 1, base::SecretKey::size + 1}) {
        write_private_file(key_file(), std::string(size, 'k'));
        const auto refused = open();
        ASSERT_FALSE(refused.ok()) << size;
        EXPECT_EQ(refused.error().kind, base::ErrorKind::BadRequest);
        EXPECT_EQ(std::filesystem::file_size(key_file()), size) << "it is left as it was found";
    }
}

TEST_F(DataDirectoryTest, RefusesToBeginAnewWhereThereWasAStore) {
    for (const auto* const left : {"secret.key", "seen", "files", "erasures.log"}) {
        std::filesystem::create_directory(path());
        std::filesystem::permissions(path(), perms::owner_all);
        write_private_file(path() / left, "x");
        for (const bool is_empty : {false, true}) {
            if (is_empty) { write_private_file(path() / "tradewind.db", {}); }
            const auto refused = open();
            ASSERT_FALSE(refused.ok()) << left;
            EXPECT_EQ(refused.error().kind, base::ErrorKind::BadRequest);
            EXPECT_NE(refused.error().detail.find("it has " + std::string(left) + "."), std::string::npos);
            EXPECT_NE(refused.error().detail.find(is_empty ? "is empty" : "is missing"), std::string::npos);
        }
        std::filesystem::remove_all(path());
    }
}

TEST_F(DataDirectoryTest, IsNewUntilItsStoreIsMade) {
    EXPECT_TRUE(open().take().is_new());
    const auto data = open().take();
    EXPECT_TRUE(data.is_new()) << "the first start was cut short";
    std::ofstream(data.database_file()) << "x";
    data.note_store_made();
    EXPECT_FALSE(data.is_new());
    data.note_store_made();
}

TEST_F(DataDirectoryTest, IsClosedToOthers) {
    static_cast<void>(open().take());
    const struct {
        std::filesystem::path file;
        unsigned mode;
        std::string words;
    } cases[] = {{path(), 0777, "its mode is 0777. Mend that: chmod 700 " + path().string()},
                 {path(), 0740, "its mode is 0740. Mend that: chmod 700 " + path().string()},
                 {key_file(), 0666, "its mode is 0666. Mend that: chmod 600 " + key_file().string()},
                 {key_file(), 0604, "its mode is 0604. Mend that: chmod 600 " + key_file().string()}};
    for (const auto& [file, mode, words] : cases) {
        const auto usual = std::filesystem::status(file).permissions();
        std::filesystem::permissions(file, static_cast<perms>(mode));
        const auto refused = open();
        ASSERT_FALSE(refused.ok()) << words;
        EXPECT_NE(refused.error().detail.find(words), std::string::npos) << refused.error().detail;
        std::filesystem::permissions(file, usual);
    }
    std::filesystem::permissions(path(), static_cast<perms>(0711));
    EXPECT_TRUE(open().ok()) << "who passes through reads nothing";
}

TEST_F(DataDirectoryTest, RefusesADatabaseWhoseKeyIsGone) {
    std::ofstream(open().take().database_file()) << "x";
    std::filesystem::remove(key_file());
    const auto refused = open();
    ASSERT_FALSE(refused.ok());
    EXPECT_NE(refused.error().detail.find("secret.key is missing"), std::string::npos);
    EXPECT_FALSE(std::filesystem::exists(key_file()));
}

TEST_F(DataDirectoryTest, SaysWhyItCannotBeMade) {
    std::ofstream(path()) << "a file";
    EXPECT_THROW(static_cast<void>(open()), std::system_error);
}

}  // namespace
}  // namespace tradewind::storage
