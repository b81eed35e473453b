#include "app/bus_error.h"

#include <gtest/gtest.h>
#include <sys/mman.h>
#include <unistd.h>

#include <barrier>
#include <fstream>
#include <thread>
#include <vector>

#include "app/exit_codes.h"
#include "storage/testing/test_directory.h"

namespace tradewind::app {
namespace {

constexpr int threads_that_meet_it = 4;

// Reads a page behind the end of a mapped file, which no disk can read, by several threads at once.
[[noreturn]] void meet_the_page_at_once(const std::string& file) {
    std::FILE* opened = std::fopen(file.c_str(), "r");
    auto* page = static_cast<volatile char*>(::mmap(nullptr, 4096, PROT_READ, MAP_SHARED, ::fileno(opened), 0));
    std::barrier<> together(threads_that_meet_it);
    std::vector<std::jthread> threads;
    for (int index = 0; index < threads_that_meet_it; ++index) {
        threads.emplace_back([&together, page] {
            together.arrive_and_wait();
            static_cast<void>(*page);
        });
    }
    threads.clear();
    std::_Exit(0);
}

TEST(BusError, IsMarkedOnceHoweverManyThreadsMeetIt) {
    const storage::TemporaryDirectory folder;
    const auto file = folder.path() / "tradewind.db";
    for (int round = 0; round < 50; ++round) {
        std::ofstream(file).flush();
        const storage::DamageMark mark(file);
        EXPECT_EXIT(
            {
                mark_damage_at_bus_error(mark);
                meet_the_page_at_once(file);
            },
            ::testing::ExitedWithCode(broken_exit_code), "could not be read");
        EXPECT_EQ(mark.read(), "an unknown table");
        mark.remove();
    }
}

}  // namespace
}  // namespace tradewind::app
