#include "app/config.h"

#include <gtest/gtest.h>

#include <unistd.h>

#include <fstream>

namespace tradewind::app {
namespace {

// A TOML file that goes away with the test.
class ConfigFile {
  public:
    explicit ConfigFile(std::string_view text)
        : path_(std::filesystem::path(testing::TempDir()) / (std::to_string(::getpid()) + "-tradewind.toml")) {
        std::ofstream(path_) << text;
    }
    ~ConfigFile() { std::filesystem::remove(path_); }
    ConfigFile(const ConfigFile&) = delete;
    ConfigFile& operator=(const ConfigFile&) = delete;

    [[nodiscard]] const std::filesystem::path& path() const { return path_; }

  private:
    std::filesystem::path path_;
};

base::Result<Config> from_file(std::string_view text) {
    const ConfigFile file(text);
    return load_config({.file = file.path(), .environment = {}, .flags = {}});
}

TEST(Config, HasDefaultsForOnesOwnMachine) {
    const auto config = load_config({}).value();
    EXPECT_EQ(config.data, "data");
    EXPECT_EQ(address_text(config.listen), "127.0.0.1:8080");
    EXPECT_EQ(config.limits.connections_max, 10'000U);
    EXPECT_EQ(config.limits.connections_per_address_max, 256U);
}

TEST(Config, ReadsEverySettingFromAFile) {
    const auto config = from_file(R"(
data = "/var/lib/tradewind"
listen = "[::1]:0"
public_address = "https://events.shop.example/"
threads = 3
drain_seconds = 0.5
disk_reserve_bytes = 9
[log]
level = "warning"
format = "json"
[limits]
connections = 5
connections_per_address = 4
requests_per_minute = 7
hook_requests_per_minute = 8
head_seconds = 1
idle_seconds = 2.25
body_grace_seconds = 3
[webhooks]
private_addresses = true
)")
                            .value();
    EXPECT_EQ(config.data, "/var/lib/tradewind");
    EXPECT_EQ(address_text(config.listen), "[::1]:0");
    EXPECT_EQ(config.public_address, "https://events.shop.example");
    EXPECT_EQ(config.threads, 3U);
    EXPECT_EQ(config.drain.count(), 500);
    EXPECT_EQ(config.disk_reserve_bytes, 9U);
    EXPECT_EQ(config.log_level, base::LogLevel::Warning);
    EXPECT_EQ(config.log_format, base::LogFormat::JsonLines);
    EXPECT_EQ(config.limits.connections_max, 5U);
    EXPECT_EQ(config.limits.connections_per_address_max, 4U);
    EXPECT_EQ(config.requests_per_minute, 7);
    EXPECT_EQ(config.hook_requests_per_minute, 8);
    EXPECT_TRUE(config.private_webhooks);
    EXPECT_EQ(config.limits.head_time_max.count(), 1000);
    EXPECT_EQ(config.limits.idle_time_max.count(), 2250);
    EXPECT_EQ(config.limits.body_grace.count(), 3000);
}

TEST(Config, AnEmptyFileOrTableChangesNothing) {
    EXPECT_EQ(from_file("").value().threads, 0U);
    EXPECT_EQ(from_file("# nothing\n[limits]\n[log]\n").value().threads, 0U);
}

TEST(Config, TheEnvironmentWinsOverTheFileAndFlagsOverBoth) {
    const ConfigFile file("threads = 1\ndata = \"file\"\nlisten = \"127.0.0.1:1\"\n");
    const auto config =
        load_config({.file = file.path(),
                     .environment = {{"TRADEWIND_DATA", "environment"}, {"TRADEWIND_LISTEN", "127.0.0.1:2"}},
                     .flags = {{"listen", "127.0.0.1:3"}}})
            .value();
    EXPECT_EQ(config.threads, 1U);
    EXPECT_EQ(config.data, "environment");
    EXPECT_EQ(config.listen.port, 3);
}

TEST(Config, NamesFileAndLineOfWhatIsWrong) {
    struct Case {
        std::string_view text;
        std::string_view line;
        std::string_view words;
    };
    const std::vector<Case> cases{
        {"lisen = \"127.0.0.1:80\"\n", ":1: ", "unknown key 'lisen'"},
        {"\n\n[limits]\nconnection = 5\n", ":4: ", "unknown key 'limits.connection'"},
        {"[limts]\n", ":1: ", "unknown key 'limts'"},
        {"threads = -1\n", ":1: ", "must be a whole number"},
        {"threads = \"many\"\n", ":1: ", "must be a whole number"},
        {"threads = 1.5\n", ":1: ", "must be a whole number"},
        {"data = [1]\n", ":1: ", "must be a text"},
        {"data = \"\"\n", ":1: ", "must name a directory"},
        {"listen = \"8080\"\n", ":1: ", "ADDRESS:PORT"},
        {"listen = \"localhost:8080\"\n", ":1: ", "ADDRESS:PORT"},
        {"listen = \"127.0.0.1:65536\"\n", ":1: ", "ADDRESS:PORT"},
        {"public_address = \"shop.example\"\n", ":1: ", "must be an address"},
        {"\n[log]\nlevel = \"loud\"\n", ":3: ", "must be debug"},
        {"[limits]\nhead_seconds = -1\n", ":2: ", "number of seconds"},
        {"drain_seconds = 20.1\n", ":1: ", "number of seconds from 0 to 20"},
        {"[limits]\nconnections = 0\n", ":2: ", "whole number from 1"},
        {"data = \n", ":1: ", ""},
        {"# fine\ndata = \"\xff\"\n", ":2: ", "is not UTF-8"},
        {"data = \"a\"\ndata = \"b\"\n", ":2: ", ""},
    };
    for (const auto& [text, line, words] : cases) {
        const auto refused = from_file(text);
        ASSERT_FALSE(refused) << text;
        EXPECT_NE(refused.error().detail.find("tradewind.toml"), std::string::npos) << refused.error().detail;
        EXPECT_NE(refused.error().detail.find(line), std::string::npos) << refused.error().detail;
        EXPECT_NE(refused.error().detail.find(words), std::string::npos) << refused.error().detail;
    }
}

TEST(Config, RefusesAFileThatIsNotThere) {
    for (const std::string path : {"/no/such/file.toml", "/tmp"}) {
        const auto refused = load_config({.file = path, .environment = {}, .flags = {}});
        ASSERT_FALSE(refused) << path;
        EXPECT_NE(refused.error().detail.find(path), std::string::npos);
    }
}

TEST(Config, RefusesUnknownVariablesAndBadValuesByName) {
    const auto unknown = load_config({.file = {}, .environment = {{"TRADEWIND_LISEN", "x"}}, .flags = {}});
    ASSERT_FALSE(unknown);
    EXPECT_NE(unknown.error().detail.find("TRADEWIND_LISEN"), std::string::npos);
    const auto bad_variable = load_config({.file = {}, .environment = {{"TRADEWIND_LOG_LEVEL", "x"}}, .flags = {}});
    ASSERT_FALSE(bad_variable);
    EXPECT_NE(bad_variable.error().detail.find("TRADEWIND_LOG_LEVEL must be"), std::string::npos);
    const auto bad_flag = load_config({.file = {}, .environment = {}, .flags = {{"limits.idle_seconds", "x"}}});
    ASSERT_FALSE(bad_flag);
    EXPECT_NE(bad_flag.error().detail.find("--limits-idle-seconds must be"), std::string::npos);
}

}  // namespace
}  // namespace tradewind::app
