#include "storage/stores/contacts/erasure_log.h"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <fstream>
#include <iterator>

#include "storage/testing/test_directory.h"

namespace tradewind::storage {
namespace {

class ErasureLogFile : public ::testing::Test {
  protected:
    static Erasure erasure(std::int64_t number) {
        const auto id = base::Id::first_at({1'800'000'000'000 + number});
        Erasure made{.id = id, .email_hash = {}, .external_id_hash = {}, .erased_at = id.made_at()};
        if (number % 2 == 0) { made.email_hash.emplace().fill(static_cast<std::byte>(number)); }
        if (number % 2 == 1) { made.contact_hash.emplace().fill(static_cast<std::byte>(100 + number)); }
        if (number % 3 == 0) { made.external_id_hash.emplace().fill(static_cast<std::byte>(200 + number)); }
        return made;
    }
    void append(std::initializer_list<std::int64_t> numbers) {
        std::vector<Erasure> erasures;
        for (const auto number : numbers) { erasures.push_back(erasure(number)); }
        log_.append(erasures);
    }
    void write(std::string_view text, std::ios::openmode mode = std::ios::app) {
        std::ofstream(path(), std::ios::binary | mode) << text;
    }
    [[nodiscard]] std::string text() const {
        std::ifstream file(path(), std::ios::binary);
        return {std::istreambuf_iterator<char>(file), {}};
    }
    [[nodiscard]] std::filesystem::path path() const { return directory_.path() / "erasures.log"; }

    TemporaryDirectory directory_;
    ErasureLog log_{directory_.path() / "erasures.log", "the key"};
};

TEST_F(ErasureLogFile, GivesBackWhatWasAppendedEachOnce) {
    EXPECT_TRUE(log_.read().take().empty());
    append({1, 2});
    append({2, 3, 6});
    const auto read = log_.read().take();
    ASSERT_EQ(read.size(), 4U);
    for (std::size_t place = 0; place < read.size(); ++place) {
        const auto wanted = erasure(std::array{1, 2, 3, 6}[place]);
        EXPECT_EQ(read[place].id, wanted.id);
        EXPECT_EQ(read[place].erased_at, wanted.erased_at);
        EXPECT_EQ(read[place].email_hash, wanted.email_hash);
        EXPECT_EQ(read[place].external_id_hash, wanted.external_id_hash);
        EXPECT_EQ(read[place].contact_hash, wanted.contact_hash);
    }
}

TEST_F(ErasureLogFile, IsReadableByItsOwnerAlone) {
    append({1});
    struct stat found;
    ASSERT_EQ(::stat(path().c_str(), &found), 0);
    EXPECT_EQ(found.st_mode & 0777U, 0600U);
}

TEST_F(ErasureLogFile, ALineThatWasCutShortDoesNotCountAndHarmsNoOther) {
    append({1, 2});
    const auto whole = text();
    for (std::size_t cut = whole.rfind('\n', whole.size() - 2) + 1; cut < whole.size() - 1; ++cut) {
        write(whole.substr(0, cut), std::ios::trunc);
        EXPECT_EQ(log_.read().take().size(), 1U) << cut;
        append({6});
        EXPECT_EQ(log_.read().take().size(), 2U) << cut;
    }
}

TEST_F(ErasureLogFile, AnotherKeyIsRefused) {
    append({1});
    const auto refused = ErasureLog(path(), "another key").read();
    ASSERT_FALSE(refused);
    EXPECT_NE(refused.error().detail.find("another secret key"), std::string::npos);
}

TEST_F(ErasureLogFile, ADamagedLineIsRefusedByItsNumber) {
    for (const std::string_view line :
         {"x}\n", "{}\n",
          R"({"id":"6b49d200000000000000000"})"
          "\n",
          R"({"id":"6b49d20000000000000000000","erasedAt":1})"
          "\n",
          R"({"id":"6b49d2000000000000000000","erasedAt":"2027-01-15T08:00:00Z","email":"00"})"
          "\n"}) {
        write("", std::ios::trunc);
        append({1});
        write(line);
        const auto refused = log_.read();
        ASSERT_FALSE(refused) << line;
        EXPECT_NE(refused.error().detail.find("line 3"), std::string::npos) << refused.error().detail;
    }
}

}  // namespace
}  // namespace tradewind::storage
