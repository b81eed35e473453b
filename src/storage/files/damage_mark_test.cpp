#include "storage/files/damage_mark.h"

#include <gtest/gtest.h>

#include <atomic>
#include <fstream>
#include <thread>

#include "storage/testing/test_directory.h"

namespace tradewind::storage {
namespace {

TEST(DamageMark, StaysUntilItIsRemoved) {
    const TemporaryDirectory directory;
    const auto file = directory.path() / "tradewind.db";
    std::ofstream(file) << "x";
    EXPECT_EQ(DamageMark(file).read(), std::nullopt);
    ASSERT_TRUE(DamageMark(file).set("contacts"));
    EXPECT_EQ(DamageMark(file).read(), "contacts");
    ASSERT_TRUE(DamageMark(file).set("contacts, activities"));
    EXPECT_EQ(DamageMark(file).read(), "contacts, activities");
    DamageMark(file).remove();
    EXPECT_EQ(DamageMark(file).read(), std::nullopt);
    DamageMark(file).remove();
}

TEST(DamageMark, IsThereWhileItIsWrittenAnew) {
    const TemporaryDirectory directory;
    const auto file = directory.path() / "tradewind.db";
    std::ofstream(file) << "x";
    ASSERT_TRUE(DamageMark(file).set("contacts"));
    std::atomic<bool> is_over{false};
    std::thread writer([&] {
        for (int number = 0; number < 200; ++number) {
            EXPECT_TRUE(DamageMark(file).set(number % 2 == 0 ? "an unknown table" : "contacts"));
        }
        is_over = true;
    });
    const DamageMark mark(file);
    int missed = 0;
    while (!is_over) { missed += mark.read() ? 0 : 1; }
    writer.join();
    EXPECT_EQ(missed, 0);
}

TEST(DamageMark, MeansNothingForAnotherFileInThePlaceOfTheDamagedOne) {
    const TemporaryDirectory directory;
    const auto file = directory.path() / "tradewind.db";
    std::ofstream(file) << "x";
    ASSERT_TRUE(DamageMark(file).set("contacts"));
    std::ofstream(directory.path() / "restored.db") << "x";
    std::filesystem::rename(directory.path() / "restored.db", file);
    EXPECT_EQ(DamageMark(file).read(), std::nullopt);
}

}  // namespace
}  // namespace tradewind::storage
