#include "storage/database/identifier_key.h"

#include <gtest/gtest.h>

#include <set>

#include "base/text.h"

namespace tradewind::storage {
namespace {

TEST(IdentifierKey, IsTheIdentifierUnlessThatIsLong) {
    EXPECT_EQ(identifier_key("mug/ñ 1"), "mug/ñ 1");
    EXPECT_EQ(identifier_key(std::string(200, 'a')), std::string(200, 'a'));
    EXPECT_EQ(identifier_key(std::string(201, 'a')).size(), 200U + 64U);
}

TEST(IdentifierKey, TellsLongIdentifiersApart) {
    const std::string beginning(300, 'a');
    std::set<std::string> keys;
    for (const auto& identifier : {beginning, beginning + "a", beginning + "b", identifier_key(beginning),
                                   identifier_key(beginning + "a"), std::string(200, 'a')}) {
        EXPECT_TRUE(keys.insert(identifier_key(identifier)).second);
    }
}

TEST(IdentifierKey, IsValidUtf8AndFitsIntoAnIndex) {
    for (std::size_t shift = 0; shift < 4; ++shift) {
        std::string identifier(shift, 'x');
        for (int count = 0; count < 10'000; ++count) { identifier += "\U0001F30A"; }
        const auto key = identifier_key(identifier);
        EXPECT_TRUE(base::is_valid_utf8(key));
        EXPECT_LE(key.size(), 264U);
        EXPECT_GT(key.size(), 200U);
    }
}

}  // namespace
}  // namespace tradewind::storage
