#include "base/log.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <sstream>
#include <thread>
#include <vector>

#include "base/instant.h"
#include "base/json.h"
#include "base/random.h"

namespace tradewind::base {
namespace {

using namespace std::string_literals;

template <class Action>
std::string standard_error_of(Action action) {
    testing::internal::CaptureStderr();
    action();
    return testing::internal::GetCapturedStderr();
}

std::vector<std::string> lines_of(const std::string& text) {
    std::vector<std::string> lines;
    std::istringstream in(text);
    for (std::string line; std::getline(in, line);) { lines.push_back(line); }
    return lines;
}

TEST(TextLog, WritesTimeLevelMessageAndFields) {
    const auto text = standard_error_of([] {
        Log log(LogFormat::Text, LogLevel::Info);
        log.info("listening", {{"address", "127.0.0.1:8080"}, {"threads", 2}});
    });
    ASSERT_EQ(lines_of(text).size(), 1U);
    EXPECT_TRUE(text.ends_with('\n'));
    EXPECT_TRUE(Instant::parse(text.substr(0, 24)).ok()) << text;
    EXPECT_EQ(lines_of(text)[0].substr(24), " info  listening  address=127.0.0.1:8080  threads=2");
}

TEST(TextLog, DoesNothingToTheTerminal) {
    const auto text = standard_error_of([] {
        Log log(LogFormat::Text, LogLevel::Info);
        log.warning("a\nb\x1B[31m\x7F\u009B\xFF\u00A0",
                    {{"name", "x\r\ty"s}, {"words", "two \"words\""}, {"none", ""}});
    });
    ASSERT_EQ(lines_of(text).size(), 1U);
    EXPECT_EQ(lines_of(text)[0].substr(24), R"( warning a\u000ab\u001b[31m\u007f\u009b)"
                                            "\uFFFD\u00A0"
                                            R"(  name=x\u000d\u0009y  words="two \"words\""  none="")");
}

TEST(JsonLog, WritesOneObjectALine) {
    const auto text = standard_error_of([] {
        Log log(LogFormat::JsonLines, LogLevel::Info);
        log.info("listening", {{"address", "127.0.0.1:8080"}, {"threads", 2}, {"change", -7}});
        log.error("broken \"pipe\"\n\x1B\xFF", {{"cause", std::string_view("disk\0full", 9)}});
    });
    const auto lines = lines_of(text);
    ASSERT_EQ(lines.size(), 2U);
    const auto first = JsonDocument::parse(lines[0]);
    ASSERT_TRUE(first.ok()) << lines[0];
    EXPECT_TRUE(Instant::parse(first.value().root().find("time").value().string()).ok());
    EXPECT_EQ(lines[0].substr(35),
              R"("level":"info","message":"listening","address":"127.0.0.1:8080","threads":2,"change":-7})");
    EXPECT_EQ(lines[1].substr(35), R"("level":"error","message":"broken \"pipe\"\n\u001b)"
                                   "\uFFFD"
                                   R"(","cause":"disk\u0000full"})");
}

TEST(Log, LeavesOutWhatIsBelowItsLevel) {
    const auto lines_at = [](LogLevel least) {
        return lines_of(standard_error_of([&] {
                   Log log(LogFormat::Text, least);
                   log.debug("d");
                   log.info("i");
                   log.warning("w");
                   log.error("e");
               }))
            .size();
    };
    EXPECT_EQ(lines_at(LogLevel::Debug), 4U);
    EXPECT_EQ(lines_at(LogLevel::Info), 3U);
    EXPECT_EQ(lines_at(LogLevel::Warning), 2U);
    EXPECT_EQ(lines_at(LogLevel::Error), 1U);
}

TEST(Log, NamesAPersonByHashOnly) {
    start_crypto();
    const SecretKey key(std::array<std::byte, SecretKey::size>{});
    const Personal ada(key, "ada@example.org");
    const auto text = standard_error_of([&] {
        Log log(LogFormat::JsonLines, LogLevel::Info);
        log.info("contact changed", {{"contact", ada}});
    });
    EXPECT_THAT(text, testing::HasSubstr(R"("contact":")" + ada.printable() + R"(")"));
    EXPECT_THAT(text, testing::Not(testing::HasSubstr("ada@")));
}

TEST(Log, KeepsTheLinesOfSeveralThreadsWhole) {
    const auto text = standard_error_of([] {
        Log log(LogFormat::JsonLines, LogLevel::Info);
        const auto write = [&log] {
            for (int line = 0; line < 250; ++line) { log.info("a line", {{"number", line}}); }
        };
        const std::array<std::jthread, 4> threads{std::jthread(write), std::jthread(write), std::jthread(write),
                                                  std::jthread(write)};
    });
    const auto lines = lines_of(text);
    EXPECT_EQ(lines.size(), 1000U);
    EXPECT_TRUE(std::ranges::all_of(lines, [](const std::string& line) { return JsonDocument::parse(line).ok(); }));
}

}  // namespace
}  // namespace tradewind::base
