#include "storage/files/durable_file.h"

#include <gtest/gtest.h>

#include <fstream>
#include <iterator>
#include <system_error>

#include "storage/testing/test_database.h"

namespace tradewind::storage {
namespace {

std::string content_of(const std::filesystem::path& file) {
    std::ifstream stream(file, std::ios::binary);
    return {std::istreambuf_iterator<char>(stream), {}};
}

TEST(DurableFile, WritesAFileThatOnlyItsOwnerCanReadAndLeavesNothingBeside) {
    const TemporaryDirectory directory;
    const auto file = directory.path() / "secret";
    const std::string bytes("\0\xFF\n", 3);
    write_private_file(file, bytes);
    EXPECT_EQ(content_of(file), bytes);
    using std::filesystem::perms;
    EXPECT_EQ(std::filesystem::status(file).permissions(), perms::owner_read | perms::owner_write);
    EXPECT_EQ(std::distance(std::filesystem::directory_iterator(directory.path()), {}), 1);
}

TEST(DurableFile, ReplacesWhatIsThereAndWhatAnInterruptedWriteLeft) {
    const TemporaryDirectory directory;
    const auto file = directory.path() / "secret";
    std::ofstream(file) << "old";
    const auto unfinished = file.string() + ".unfinished";
    std::ofstream(unfinished) << "a longer text that nobody finished";
    std::filesystem::permissions(unfinished, std::filesystem::perms::all);
    write_private_file(file, "new");
    EXPECT_EQ(content_of(file), "new");
    EXPECT_FALSE(std::filesystem::exists(unfinished));
    using std::filesystem::perms;
    EXPECT_EQ(std::filesystem::status(file).permissions(), perms::owner_read | perms::owner_write);
}

TEST(DurableFile, SaysWhichFileCannotBeWritten) {
    const TemporaryDirectory directory;
    const auto file = directory.path() / "missing" / "secret";
    try {
        write_private_file(file, "x");
        FAIL() << "there is no such directory";
    } catch (const std::system_error& error) {
        EXPECT_EQ(error.code(), std::errc::no_such_file_or_directory);
        EXPECT_NE(std::string(error.what()).find(file.string()), std::string::npos);
    }
    EXPECT_THROW(sync_directory(directory.path() / "missing"), std::system_error);
}

}  // namespace
}  // namespace tradewind::storage
