#include "base/letter_case.h"

#include <gtest/gtest.h>

namespace tradewind::base {

TEST(LetterCase, IsChangedInEveryScript) {
    EXPECT_EQ(upper_case("árbol, straße, ж1"), "ÁRBOL, STRAßE, Ж1");
    EXPECT_EQ(lower_case("ÁRBOL, Ж1"), "árbol, ж1");
    EXPECT_EQ(capitalized("ñANDÚ corre"), "Ñandú corre");
    EXPECT_EQ(capitalized("1A"), "1a");
}

TEST(LetterCase, LeavesNothingAndBrokenBytesAlone) {
    EXPECT_EQ(upper_case(""), "");
    EXPECT_EQ(capitalized(""), "");
    EXPECT_EQ(upper_case("a\xff"
                         "b\xc3"),
              "A\xff"
              "B\xc3");
}

}  // namespace tradewind::base
