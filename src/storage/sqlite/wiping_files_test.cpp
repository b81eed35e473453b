#include "storage/sqlite/wiping_files.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

namespace tradewind::storage {
namespace {

using Bytes = std::vector<unsigned char>;

constexpr std::size_t test_page_bytes = 4096;

// A page with this directory at its beginning, or behind the header of the file, and a mark everywhere else.
Bytes page_with(const Bytes& directory, std::size_t size = test_page_bytes, std::size_t place = 0) {
    Bytes page(size, 'x');
    std::copy(directory.begin(), directory.end(), page.begin() + static_cast<std::ptrdiff_t>(place));
    return page;
}

std::string unused_in(const Bytes& page, bool is_first = false) {
    const auto unused = unused_bytes_of_page(page, is_first);
    return unused ? std::to_string(unused->begin) + " to " + std::to_string(unused->end) : "nothing";
}

// The directory of a page: its kind, the first free block, how many cells, where they begin, fragments; for inner pages
// the last child; the cell pointers.
struct PageCase {
    const char* name;
    Bytes directory;
    const char* unused;
};

TEST(WipingFiles, FindTheBytesBetweenTheDirectoryOfAPageAndItsRows) {
    const PageCase cases[] = {
        {"a leaf of a table", {13, 0, 0, 0, 2, 0x0f, 0x00, 0, 0x0f, 0x80, 0x0f, 0x00}, "12 to 3840"},
        {"a leaf of an index", {10, 0, 0, 0, 1, 0x0f, 0x00, 0, 0x0f, 0x00}, "10 to 3840"},
        {"an inner page of a table", {5, 0, 0, 0, 1, 0x0f, 0xf0, 0, 0, 0, 0, 9, 0x0f, 0xf0}, "14 to 4080"},
        {"an inner page of an index", {2, 0, 0, 0, 1, 0x0f, 0xf0, 0, 0, 0, 0, 9, 0x0f, 0xf0}, "14 to 4080"},
        {"without a row", {13, 0, 0, 0, 0, 0x10, 0x00, 0}, "8 to 4096"},
        {"without a gap", {13, 0, 0, 0, 1, 0x00, 0x0a, 0, 0x0f, 0x00}, "10 to 10"},
        {"with a free block", {13, 0x0f, 0x80, 0, 1, 0x0f, 0x00, 3, 0x0f, 0x00}, "10 to 3840"},
        {"the rest of a long row, or a free page", {0, 0, 0, 7, 1, 0x0f, 0x00, 0, 0x0f, 0x00}, "nothing"},
        {"the rest of a long row of the largest database", {1, 0xff, 0xff, 0xff, 0x0f, 0x00}, "nothing"},
        {"of another kind", {3, 0, 0, 0, 0, 0x10, 0x00, 0}, "nothing"},
        {"more cells than fit before them", {13, 0, 0, 0, 1, 0x00, 0x09, 0, 0x0f, 0x00}, "nothing"},
        {"cells that begin behind the page", {13, 0, 0, 0, 0, 0x10, 0x01, 0}, "nothing"},
        {"cells that begin as on the largest page", {13, 0, 0, 0, 0, 0, 0, 0}, "nothing"},
        {"a cell before all cells", {13, 0, 0, 0, 2, 0x0f, 0x00, 0, 0x0f, 0x80, 0x0e, 0xff}, "nothing"},
        {"a cell behind the page", {13, 0, 0, 0, 1, 0x0f, 0x00, 0, 0x10, 0x00}, "nothing"},
        {"a free block before all cells", {13, 0x0e, 0xff, 0, 1, 0x0f, 0x00, 0, 0x0f, 0x00}, "nothing"},
        {"a free block behind the page", {13, 0x10, 0x00, 0, 1, 0x0f, 0x00, 0, 0x0f, 0x00}, "nothing"},
    };
    for (const auto& one : cases) { EXPECT_EQ(unused_in(page_with(one.directory)), one.unused) << one.name; }
}

TEST(WipingFiles, KnowTheFirstPageAndPagesOfEverySize) {
    const Bytes leaf{13, 0, 0, 0, 1, 0x01, 0xf0, 0, 0x01, 0xf0};
    EXPECT_EQ(unused_in(page_with(leaf, test_page_bytes, 100), true), "110 to 496");
    EXPECT_EQ(unused_in(page_with(leaf), true), "nothing") << "there stands the header of the file";
    EXPECT_EQ(unused_in(page_with(leaf, 512)), "10 to 496");
    EXPECT_EQ(unused_in(page_with({13, 0, 0, 0, 0, 0, 0, 0}, 65536)), "8 to 65536");
    EXPECT_EQ(unused_in(page_with(leaf, 1000)), "nothing") << "no page has this size";
    EXPECT_EQ(unused_in(page_with(leaf, 256)), "nothing");
    EXPECT_EQ(unused_in(page_with(leaf, 131072)), "nothing");
}

TEST(WipingFiles, NeverTakeTheNumberOfAPageForAPageWithRows) {
    for (const std::int64_t number : {std::int64_t{0}, std::int64_t{1}, std::int64_t{1} << 24, database_pages_max}) {
        EXPECT_LT(number >> 24, 2) << number;
    }
    EXPECT_EQ((database_pages_max + 1) >> 24, 2) << "the next one begins like an inner page of an index";
}

}  // namespace
}  // namespace tradewind::storage
