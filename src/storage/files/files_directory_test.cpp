#include "storage/files/files_directory.h"

#include <gtest/gtest.h>

#include <fstream>
#include <iterator>
#include <limits>
#include <set>

#include "storage/files/file_reader.h"
#include "storage/files/file_writer.h"
#include "storage/testing/test_directory.h"

namespace tradewind::storage {
namespace {

class FilesDirectoryTest : public testing::Test {
  protected:
    UnfinishedFile make(std::string_view name, std::string_view text) {
        UnfinishedFile file(files.unfinished(name));
        FileWriter(file.path()).write(text);
        return file;
    }
    std::set<std::string> names() {
        std::set<std::string> found;
        for (const auto& entry : std::filesystem::directory_iterator(folder.path())) {
            found.insert(entry.path().filename().string());
        }
        return found;
    }
    std::string content(std::string_view name) {
        std::ifstream file(files.path_of(name));
        return {std::istreambuf_iterator<char>(file), {}};
    }
    std::size_t sweep(std::int64_t before, std::string_view wanted) {
        return files.sweep({before}, [&](std::string_view name) { return name == wanted; });
    }

    static constexpr auto always = std::numeric_limits<std::int64_t>::max();
    using Names = std::set<std::string>;

    TemporaryDirectory folder;
    FilesDirectory files{folder.path()};
};

TEST_F(FilesDirectoryTest, LeavesNothingOfWhatWasNotKept) {
    {
        const auto file = make("a", "text");
        EXPECT_EQ(names(), Names{"a.unfinished"});
        const auto permissions = std::filesystem::status(file.path()).permissions();
        EXPECT_EQ(permissions, std::filesystem::perms::owner_read | std::filesystem::perms::owner_write);
    }
    EXPECT_EQ(names(), Names{});
}

TEST_F(FilesDirectoryTest, KeepsAFileUnderItsNameAndRemovesIt) {
    files.keep(make("a", "text"), "a.import");
    EXPECT_EQ(names(), Names{"a.import"});
    EXPECT_EQ(content("a.import"), "text");
    files.keep(make("b", "other"), "a.import");
    EXPECT_EQ(content("a.import"), "other");
    files.remove("a.import");
    files.remove("a.import");
    EXPECT_EQ(names(), Names{});
}

TEST_F(FilesDirectoryTest, SweepsWhatNobodyWantsAndIsOldEnough) {
    files.keep(make("a", "text"), "a.import");
    files.keep(make("b", "text"), "b.import");
    FileWriter(files.unfinished("b.import")).write("half");
    EXPECT_EQ(sweep(0, "b.import"), 0U);
    EXPECT_EQ(sweep(always, "b.import"), 2U);
    EXPECT_EQ(names(), Names{"b.import"});
}

TEST_F(FilesDirectoryTest, ReadsFilesInPiecesAndFromAnyPlace) {
    std::string text;
    for (int line = 0; line < 50'000; ++line) { text += std::to_string(line) + "\n"; }
    files.keep(make("a", text), "a");
    auto reader = FileReader::open(files.path_of("a")).value();
    std::string read;
    for (auto piece = reader.next(); !piece.empty(); piece = reader.next()) { read += piece; }
    EXPECT_EQ(read, text);
    reader.go_to(text.size() - 3);
    EXPECT_EQ(reader.next(), text.substr(text.size() - 3));
    EXPECT_FALSE(FileReader::open(files.path_of("b")));
}

TEST_F(FilesDirectoryTest, WritesOverNothing) {
    files.keep(make("a", "text"), "a");
    EXPECT_THROW(FileWriter(files.path_of("a")), std::system_error);
}

TEST(FilesDirectory, TakesFilesUntilTheyHaveTheSizeTheyMayHave) {
    const TemporaryDirectory directory;
    const FilesDirectory files(directory.path(), nullptr, 100);
    const auto keep = [&](const std::string& name, std::size_t bytes) {
        std::ofstream(files.unfinished(name)) << std::string(bytes, 'x');
        files.keep(UnfinishedFile(files.unfinished(name)), name);
    };
    EXPECT_TRUE(files.may_take(99));
    EXPECT_FALSE(files.may_take(100));
    keep("one", 60);
    EXPECT_TRUE(files.may_take(39));
    EXPECT_FALSE(files.may_take(40));
    keep("two", 60);
    EXPECT_FALSE(files.may_take(0));
    files.remove("one");
    files.remove("one");
    EXPECT_TRUE(files.may_take(39));
    std::ofstream(directory.path() / "a.0.part") << std::string(60, 'x');
    files.remove("a.0.part");
    EXPECT_FALSE(files.may_take(40)) << "it was not counted";
    // Of another process.
    std::ofstream(directory.path() / "three") << std::string(60, 'x');
    EXPECT_EQ(files.held().bytes, 120);
    EXPECT_FALSE(files.may_take(0));
    EXPECT_TRUE(FilesDirectory(directory.path()).may_take(1'000'000)) << "no limit";
}

}  // namespace
}  // namespace tradewind::storage
