#include "net/http.h"

#include <gtest/gtest.h>
#include <stdlib.h>

#include <filesystem>
#include <fstream>
#include <string>

namespace tradewind::net {
namespace {

TEST(RequestHead, FindsTheFirstHeaderOfANameInAnyCase) {
    RequestHead head;
    head.headers = {{"Host", "x"}, {"X-Tag", "one"}, {"x-tag", "two"}, {"Empty", ""}};
    EXPECT_EQ(head.header("x-TAG"), "one");
    EXPECT_EQ(head.header("HOST"), "x");
    EXPECT_EQ(head.header("empty"), "");
    EXPECT_EQ(head.header("X-Ta"), std::nullopt);
    EXPECT_EQ(head.header("X-Tags"), std::nullopt);
    EXPECT_EQ(head.header(""), std::nullopt);
}

TEST(RequestHead, HasABodyWhenItsFramingSaysSo) {
    RequestHead head;
    EXPECT_FALSE(head.has_body());
    head.content_length = 0;
    EXPECT_FALSE(head.has_body());
    head.content_length = 1;
    EXPECT_TRUE(head.has_body());
    head.content_length.reset();
    head.chunked = true;
    EXPECT_TRUE(head.has_body());
}

TEST(HttpResponse, WritesHeaderLines) {
    HttpResponse response;
    response.add_header("Content-Type", "text/plain");
    response.add_header("X-Empty", "");
    EXPECT_EQ(response.header_lines, "Content-Type: text/plain\r\nX-Empty: \r\n");
}

TEST(HttpResponse, LetsNoValueStartALineOfItsOwn) {
    using namespace std::string_view_literals;
    HttpResponse response;
    response.add_header("X-A\r\nX-B"sv, "1\r\nX-C: 2\n\0"sv);
    EXPECT_EQ(response.header_lines, "X-AX-B: 1X-C: 2\r\n");
}

class FileResponse : public testing::Test {
  protected:
    FileResponse() {
        std::string name = testing::TempDir() + "tradewind-http-test-XXXXXX";
        if (::mkdtemp(name.data()) == nullptr) throw std::runtime_error("no temporary folder");
        folder_ = name;
    }
    ~FileResponse() override { std::filesystem::remove_all(folder_); }

    [[nodiscard]] std::filesystem::path file_of(std::string_view content) const {
        std::ofstream(folder_ / "file", std::ios::binary) << content;
        return folder_ / "file";
    }

    std::filesystem::path folder_;
};

TEST_F(FileResponse, IsTheWholeFileWithoutARange) {
    const auto path = file_of("0123456789");
    const auto response = file_response(path, "text/csv", std::nullopt).value();
    EXPECT_EQ(response.status, 200);
    EXPECT_EQ(response.header_lines, "Content-Type: text/csv\r\nAccept-Ranges: bytes\r\n");
    EXPECT_EQ(response.body, "");
    EXPECT_EQ(response.file.value().path, path);
    EXPECT_EQ(response.file.value().offset, 0U);
    EXPECT_EQ(response.file.value().length, 10U);
}

struct RangeCase {
    std::string_view range;
    std::string_view content_range;
    std::uint64_t offset;
    std::uint64_t length;
};

TEST_F(FileResponse, IsThePartThatOneRangeNames) {
    const auto path = file_of("0123456789");
    const RangeCase cases[] = {
        {"bytes=0-0", "bytes 0-0/10", 0, 1},
        {"bytes=0-4", "bytes 0-4/10", 0, 5},
        {"bytes=3-4", "bytes 3-4/10", 3, 2},
        {"bytes=9-9", "bytes 9-9/10", 9, 1},
        {"bytes=0-9", "bytes 0-9/10", 0, 10},
        {"bytes=5-10", "bytes 5-9/10", 5, 5},
        {"bytes=5-99999999999999999999999", "bytes 5-9/10", 5, 5},
        {"bytes=5-18446744073709551615", "bytes 5-9/10", 5, 5},
        {"bytes=5-", "bytes 5-9/10", 5, 5},
        {"bytes=0-", "bytes 0-9/10", 0, 10},
        {"bytes=-1", "bytes 9-9/10", 9, 1},
        {"bytes=-10", "bytes 0-9/10", 0, 10},
        {"bytes=-11", "bytes 0-9/10", 0, 10},
        {"bytes=-99999999999999999999999", "bytes 0-9/10", 0, 10},
        {"bytes=003-004", "bytes 3-4/10", 3, 2},
        {"BYTES=3-4", "bytes 3-4/10", 3, 2},
    };
    for (const auto& one : cases) {
        SCOPED_TRACE(one.range);
        const auto response = file_response(path, "text/csv", one.range).value();
        EXPECT_EQ(response.status, 206);
        EXPECT_EQ(response.header_lines, "Content-Type: text/csv\r\nAccept-Ranges: bytes\r\nContent-Range: " +
                                             std::string(one.content_range) + "\r\n");
        EXPECT_EQ(response.file.value().offset, one.offset);
        EXPECT_EQ(response.file.value().length, one.length);
    }
}

TEST_F(FileResponse, IsTheWholeFileForARangeItDoesNotUnderstand) {
    const auto path = file_of("0123456789");
    for (const std::string_view range :
         {"",          "bytes",         "bytes=",     "bytes=-",    "bytes=a-b",  "bytes=1",
          "bytes=4-3", "bytes=1-2,4-5", "bytes=1-2,", "bytes=0-a",  "bytes=a-0",  "bytes=1-2-3",
          "bytes=--1", "bytes= 1-2",    "bytes=1 -2", "bytes =1-2", "bytes=+1-2", "bytes=0x1-2",
          "lines=1-2", "=1-2",          "1-2",        "-5",         "bytes=-1a"}) {
        SCOPED_TRACE(range);
        const auto response = file_response(path, "text/csv", range).value();
        EXPECT_EQ(response.status, 200);
        EXPECT_EQ(response.header_lines, "Content-Type: text/csv\r\nAccept-Ranges: bytes\r\n");
        EXPECT_EQ(response.file.value().offset, 0U);
        EXPECT_EQ(response.file.value().length, 10U);
    }
}

TEST_F(FileResponse, RefusesARangeOutsideTheFile) {
    const auto path = file_of("0123456789");
    for (const std::string_view range :
         {"bytes=10-", "bytes=10-20", "bytes=100000000000000000000-", "bytes=99999999999999999999999-",
          "bytes=18446744073709551615-18446744073709551615", "bytes=-0"}) {
        SCOPED_TRACE(range);
        const auto response = file_response(path, "text/csv", range).value();
        EXPECT_EQ(response.status, 416);
        EXPECT_EQ(response.header_lines, "Content-Range: bytes */10\r\n");
        EXPECT_FALSE(response.file.has_value());
    }
}

TEST_F(FileResponse, KnowsAnEmptyFile) {
    const auto path = file_of("");
    EXPECT_EQ(file_response(path, "text/csv", std::nullopt).value().file.value().length, 0U);
    EXPECT_EQ(file_response(path, "text/csv", "bytes=0-").value().status, 416);
    EXPECT_EQ(file_response(path, "text/csv", "bytes=-5").value().status, 200);
    EXPECT_EQ(file_response(path, "text/csv", "bytes=-0").value().header_lines, "Content-Range: bytes */0\r\n");
}

TEST_F(FileResponse, IsNothingWhereThereIsNoRegularFile) {
    EXPECT_FALSE(file_response(folder_ / "missing", "text/csv", std::nullopt));
    EXPECT_FALSE(file_response(folder_, "text/csv", std::nullopt));
    EXPECT_FALSE(file_response(file_of("x") / "below", "text/csv", std::nullopt));
    EXPECT_FALSE(file_response("/dev/null", "text/csv", std::nullopt));
    EXPECT_FALSE(file_response(folder_ / std::string(300, 'x'), "text/csv", std::nullopt));
}

}  // namespace
}  // namespace tradewind::net
