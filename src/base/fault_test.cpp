#include "base/fault.h"

#include <gtest/gtest.h>

namespace tradewind::base {
namespace {

TEST(Fault, IsPlantedAloneAndTakenBack) {
    EXPECT_FALSE(is_planted(Fault::KeepTail));
    {
        const PlantedFault planted(Fault::KeepTail);
        EXPECT_TRUE(is_planted(Fault::KeepTail));
        EXPECT_FALSE(is_planted(Fault::TrustDisk));
    }
    EXPECT_FALSE(is_planted(Fault::KeepTail));
}

TEST(Fault, IsFoundByItsWord) {
    EXPECT_EQ(find_fault("answer-before-commit"), Fault::AnswerBeforeCommit);
    EXPECT_EQ(find_fault("copy-texts"), Fault::CopyTexts);
    EXPECT_EQ(find_fault("TrustDisk"), std::nullopt);
    EXPECT_EQ(find_fault(""), std::nullopt);
}

}  // namespace
}  // namespace tradewind::base
