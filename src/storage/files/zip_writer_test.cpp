#include "storage/files/zip_writer.h"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <fstream>
#include <iterator>

#include "base/fault.h"
#include "storage/files/part_file.h"
#include "storage/testing/test_directory.h"

namespace tradewind::storage {
namespace {

class FilesTest : public testing::Test {
  protected:
    std::filesystem::path make(const std::string& name, std::string_view text) {
        auto file = PartFile::create(folder.path() / name);
        EXPECT_TRUE(file.append(text));
        return file.path();
    }
    static std::string read(const std::filesystem::path& path) {
        std::ifstream in(path, std::ios::binary);
        return {std::istreambuf_iterator<char>(in), {}};
    }

    TemporaryDirectory folder;
    const base::Instant dated = base::Instant::parse("2026-02-02T09:05:07.741Z").value();
};

using ZipWriter = FilesTest;

TEST_F(ZipWriter, WritesTheSameBytesEveryTimeInThePlaceOfWhatIsThere) {
    const auto one = make("one", std::string(200'000, 'x'));
    const auto two = make("two", "");
    const auto zip = folder.path() / "out.zip";
    const std::vector<ZipEntry> entries{{.name = "a.csv", .path = one}, {.name = "b.csv", .path = two}};
    int asked = 0;
    EXPECT_TRUE(write_zip(zip, entries, dated, [&] { return ++asked > 0; }).value());
    EXPECT_GT(asked, 1);
    const auto first = read(zip);
    EXPECT_TRUE(first.starts_with("PK"));
    EXPECT_TRUE(write_zip(zip, entries, dated, [] { return true; }).value());
    EXPECT_EQ(read(zip), first);
    EXPECT_TRUE(write_zip(zip, entries, {dated.milliseconds + 60'000}, [] { return true; }).value());
    EXPECT_NE(read(zip), first);
    struct stat found;
    ASSERT_EQ(::stat(zip.c_str(), &found), 0);
    EXPECT_EQ(found.st_mode & 0777U, 0600U);
}

TEST_F(ZipWriter, StopsWhenItIsToldAndRefusesWhatIsGone) {
    const auto one = make("one", std::string(200'000, 'x'));
    const auto zip = folder.path() / "out.zip";
    EXPECT_FALSE(write_zip(zip, {{.name = "a", .path = one}}, dated, [] { return false; }).value());
    EXPECT_EQ(write_zip(zip, {{.name = "a", .path = folder.path() / "gone"}}, dated, [] { return true; }).error().kind,
              base::ErrorKind::NotFound);
}

TEST_F(ZipWriter, SaysThatTheDiskIsFull) {
    // A device cannot be cut.
    const base::PlantedFault planted(base::Fault::KeepTail);
    EXPECT_EQ(PartFile::resume("/dev/full", 0)->append("x").error().kind, base::ErrorKind::StorageFull);
}

using PartFileTest = FilesTest;

TEST_F(PartFileTest, GoesOnBehindItsFirstBytes) {
    const auto path = make("part", "0123456789");
    {
        auto file = PartFile::resume(path, 4).value();
        EXPECT_EQ(file.bytes(), 4);
        EXPECT_TRUE(file.append("ab"));
        file.sync();
        EXPECT_EQ(file.bytes(), 6);
    }
    EXPECT_EQ(read(path), "0123ab");
    EXPECT_FALSE(PartFile::resume(path, 7)) << "it has less";
    EXPECT_FALSE(PartFile::resume(folder.path() / "gone", 0));
    const base::PlantedFault planted(base::Fault::KeepTail);
    EXPECT_TRUE(PartFile::resume(path, 1)->append("!"));
    EXPECT_EQ(read(path), "0123ab!");
}

TEST_F(PartFileTest, CanBeginAsACopy) {
    const auto path = make("part", "0123456789");
    const auto copied = folder.path() / "copy";
    EXPECT_TRUE(PartFile::copy(path, copied, 3)->append("x"));
    EXPECT_EQ(read(copied), "012x");
    EXPECT_EQ(read(path), "0123456789");
    EXPECT_FALSE(PartFile::copy(path, copied, 11));
    EXPECT_FALSE(PartFile::copy(folder.path() / "gone", copied, 0));
}

}  // namespace
}  // namespace tradewind::storage
