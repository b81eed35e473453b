#include "base/text_lines.h"

#include <gtest/gtest.h>

namespace tradewind::base {
namespace {

using Lines = std::vector<std::string_view>;

TEST(TextLines, EndAtLineFeeds) {
    EXPECT_EQ(split_lines("", 10), Lines{});
    EXPECT_EQ(split_lines("a", 10), Lines{"a"});
    EXPECT_EQ(split_lines("a\n", 10), Lines{"a"});
    EXPECT_EQ(split_lines("a\nb", 10), (Lines{"a", "b"}));
    EXPECT_EQ(split_lines("\n", 10), Lines{""});
    EXPECT_EQ(split_lines("a\n\nb\n\n", 10), (Lines{"a", "", "b", ""}));
    EXPECT_EQ(split_lines("a\r\nb\r", 10), (Lines{"a\r", "b\r"}));
}

TEST(TextLines, AreNoMoreThanAsked) {
    EXPECT_EQ(split_lines("a\nb\n", 2), (Lines{"a", "b"}));
    EXPECT_EQ(split_lines("a\nb\nc", 2), std::nullopt);
    EXPECT_EQ(split_lines("\n\n\n", 2), std::nullopt);
    EXPECT_EQ(split_lines("", 0), Lines{});
}

}  // namespace
}  // namespace tradewind::base
