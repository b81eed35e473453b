#include "storage/files/disk_reserve.h"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <fstream>

#include "storage/testing/test_directory.h"

namespace tradewind::storage {
namespace {

constexpr std::uint64_t reserve_bytes = 1024 * 1024;
constexpr std::uint64_t plenty = 100 * reserve_bytes;

class DiskReserveTest : public testing::Test {
  protected:
    std::unique_ptr<DiskReserve> open(std::uint64_t bytes = reserve_bytes) {
        return std::make_unique<DiskReserve>(
            DiskReserve::Options{.file = file(), .bytes = bytes, .free_bytes = [this] { return free_bytes; }}, log_);
    }
    [[nodiscard]] std::filesystem::path file() const { return directory_.path() / "reserve"; }
    // Those that belong to it on the disk; 0 when there is no file.
    [[nodiscard]] std::uint64_t bytes_held() const {
        struct stat found {};
        return ::stat(file().c_str(), &found) == 0 ? static_cast<std::uint64_t>(found.st_blocks) * 512 : 0;
    }

    std::uint64_t free_bytes = plenty;

  private:
    TemporaryDirectory directory_;
    base::Log log_{base::LogFormat::Text, base::LogLevel::Error};
};

TEST_F(DiskReserveTest, HoldsRealBlocks) {
    const auto reserve = open();
    EXPECT_FALSE(reserve->is_given_up());
    EXPECT_EQ(std::filesystem::file_size(file()), reserve_bytes);
    EXPECT_GE(bytes_held(), reserve_bytes);
}

TEST_F(DiskReserveTest, IsGivenUpOnceAndTakenBackWhenTwiceItsSizeIsFree) {
    const auto reserve = open();
    reserve->give_up("a test");
    reserve->give_up("a test again");
    EXPECT_TRUE(reserve->is_given_up());
    EXPECT_FALSE(std::filesystem::exists(file()));

    free_bytes = 2 * reserve_bytes - 1;
    reserve->take_back_if_there_is_room();
    EXPECT_TRUE(reserve->is_given_up());
    EXPECT_FALSE(std::filesystem::exists(file()));

    free_bytes = 2 * reserve_bytes;
    reserve->take_back_if_there_is_room();
    EXPECT_FALSE(reserve->is_given_up());
    EXPECT_GE(bytes_held(), reserve_bytes);
    reserve->take_back_if_there_is_room();
    EXPECT_FALSE(reserve->is_given_up());
}

TEST_F(DiskReserveTest, IsGivenUpFromTheStartWhereThereIsNoRoomForIt) {
    free_bytes = 2 * reserve_bytes - 1;
    const auto reserve = open();
    EXPECT_TRUE(reserve->is_given_up());
    EXPECT_FALSE(std::filesystem::exists(file()));
}

TEST_F(DiskReserveTest, SurvivesTheProcessWhetherHeldOrGivenUp) {
    open();
    free_bytes = DiskReserve::start_bytes_min;
    EXPECT_FALSE(open()->is_given_up()) << "it is there, and there is room to start";
    open()->give_up("a test");
    EXPECT_TRUE(open()->is_given_up()) << "a start is no room";
    free_bytes = plenty;
    EXPECT_FALSE(open()->is_given_up());
}

TEST_F(DiskReserveTest, IsGivenUpAtAStartThatFindsHardlyAnyRoom) {
    open();
    free_bytes = DiskReserve::start_bytes_min - 1;
    EXPECT_TRUE(open()->is_given_up());
    EXPECT_FALSE(std::filesystem::exists(file()));
}

TEST_F(DiskReserveTest, IsMadeAnewWhenItsSizeChangedOrHasNoBlocks) {
    open();
    const auto larger = 2 * reserve_bytes;
    EXPECT_FALSE(open(larger)->is_given_up());
    EXPECT_GE(bytes_held(), larger);

    std::filesystem::remove(file());
    std::ofstream(file()) << "x";
    std::filesystem::resize_file(file(), reserve_bytes);
    ASSERT_LT(bytes_held(), reserve_bytes);
    EXPECT_FALSE(open()->is_given_up());
    EXPECT_GE(bytes_held(), reserve_bytes);
}

TEST_F(DiskReserveTest, IsNeverGivenUpWhereThereIsNone) {
    open();
    const auto none = open(0);
    EXPECT_FALSE(std::filesystem::exists(file())) << "that of before is gone";
    none->give_up("a test");
    EXPECT_FALSE(none->is_given_up());
    none->take_back_if_there_is_room();
    EXPECT_FALSE(std::filesystem::exists(file()));
}

TEST_F(DiskReserveTest, AsksTheFileSystemWhatIsFree) {
    EXPECT_GT(DiskReserve::free_bytes_beside(file()), 0U);
    EXPECT_THROW(DiskReserve::free_bytes_beside(file() / "not" / "there"), std::system_error);
}

}  // namespace
}  // namespace tradewind::storage
