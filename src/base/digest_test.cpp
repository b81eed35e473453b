#include "base/digest.h"

#include <gtest/gtest.h>

#include "base/random.h"

namespace tradewind::base {
namespace {

KeyedHash digest_of(std::initializer_list<std::string_view> pieces) {
    start_crypto();
    Digest digest;
    for (const auto piece : pieces) { digest.add(piece); }
    return digest.finish();
}

TEST(Digest, IsThatOfTheTextHoweverItIsSplit) {
    EXPECT_EQ(digest_of({"abc", "", "def"}), digest_of({"abcdef"}));
    EXPECT_NE(digest_of({"abc"}), digest_of({"abd"}));
    EXPECT_NE(digest_of({}), digest_of({std::string_view("\0", 1)}));
}

}  // namespace
}  // namespace tradewind::base
