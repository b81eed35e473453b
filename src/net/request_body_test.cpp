#include "net/request_body.h"

#include <fstream>
#include <limits>

#include "net/http_server_fixture.h"

namespace tradewind::net {
namespace {

using namespace std::chrono_literals;
using Progress = RequestBody::Progress;

constexpr RequestBody::Time begun{};

RequestHead declaring(std::uint64_t length) {
    RequestHead head;
    head.content_length = length;
    return head;
}
RequestHead chunked() {
    RequestHead head;
    head.chunked = true;
    return head;
}
Accepted in_memory(std::uint64_t bytes_max = 1000) {
    return {.body_bytes_max = bytes_max, .ignore_body = false, .body_file = {}, .handle = {}};
}

TEST(RequestBody, EndsWhereItWasSaidTo) {
    RequestBody body;
    EXPECT_EQ(body.begin(declaring(5), in_memory(), begun), Progress::NeedsMore);
    EXPECT_EQ(body.wanted(100), 5u);
    std::string_view bytes = "ab";
    EXPECT_EQ(body.take(bytes), Progress::NeedsMore);
    EXPECT_EQ(body.wanted(100), 3u);
    EXPECT_EQ(body.wanted(2), 2u);
    bytes = "cdeNEXT";
    EXPECT_EQ(body.take(bytes), Progress::Complete);
    EXPECT_EQ(body.text(), "abcde");
    EXPECT_EQ(bytes, "NEXT");
    EXPECT_EQ(body.begin(declaring(0), in_memory(), begun), Progress::Complete);
    EXPECT_EQ(body.text(), "");
}

TEST(RequestBody, TakesChunksHoweverTheyAreSplit) {
    const std::string_view wire = "3\r\nabc\r\nA;x\r\n0123456789\r\n0\r\nT: v\r\n\r\nNEXT";
    for (std::size_t split = 0; split <= wire.size(); ++split) {
        RequestBody body;
        EXPECT_EQ(body.begin(chunked(), in_memory(13), begun), Progress::NeedsMore);
        auto bytes = wire.substr(0, split);
        auto progress = body.take(bytes);
        std::string left(bytes);
        bytes = wire.substr(split);
        if (progress == Progress::NeedsMore) progress = body.take(bytes);
        left += bytes;
        EXPECT_EQ(progress, Progress::Complete) << split;
        EXPECT_EQ(body.text(), "abc0123456789") << split;
        EXPECT_EQ(left, "NEXT") << split;
    }
}

TEST(RequestBody, RefusesChunksThatAreTooMuchOrMalformed) {
    struct Case {
        std::string_view wire;
        Progress progress;
    };
    const Case cases[] = {
        {"5\r\nabcde\r\n0\r\n\r\n", Progress::Complete},
        {"5\r\n", Progress::NeedsMore},
        {"6\r", Progress::NeedsMore},
        {"6\r\n", Progress::TooLarge},
        {"6\r\nabcdef", Progress::TooLarge},
        {"3\r\nabc\r\n2\r\n", Progress::NeedsMore},
        {"3\r\nabc\r\n3\r\n", Progress::TooLarge},
        {"7fffffffffffffff\r\n", Progress::TooLarge},
        {"x", Progress::Malformed},
        {"1\r\nab", Progress::Malformed},
        {"5\nabcde", Progress::Malformed},
        {"ffffffffffffffffff\r\n", Progress::Malformed},
    };
    for (auto one : cases) {
        RequestBody body;
        EXPECT_EQ(body.begin(chunked(), in_memory(5), begun), Progress::NeedsMore);
        EXPECT_EQ(body.take(one.wire), one.progress);
    }
}

TEST(RequestBody, WritesWhatTheFilterLeaves) {
    const TestFolder folder;
    Accepted accepted = in_memory(100);
    accepted.body_file = folder / "file";
    accepted.body_filter = [](std::string_view bytes, std::string& kept) {
        for (const char byte : bytes) {
            if (byte != 'x') { kept += byte; }
        }
    };
    RequestBody body;
    EXPECT_EQ(body.begin(declaring(7), accepted, begun), Progress::NeedsMore);
    for (std::string_view bytes : {"xab", "x", "xcx"}) { body.take(bytes); }
    EXPECT_EQ(std::filesystem::file_size(folder / "file"), 3u);
}

TEST(RequestBody, KeepsItsFileOnlyWhenItIsGivenAway) {
    const TestFolder folder;
    Accepted accepted = in_memory();
    accepted.body_file = folder / "file";
    const auto receive = [&](RequestBody& body) {
        EXPECT_EQ(body.begin(declaring(3), accepted, begun), Progress::NeedsMore);
        std::string_view bytes = "abc";
        EXPECT_EQ(body.take(bytes), Progress::Complete);
        EXPECT_EQ(*body.file_path(), folder / "file");
        EXPECT_EQ(body.text(), "");
    };
    {
        RequestBody body;
        receive(body);
    }
    EXPECT_TRUE(folder.is_empty());
    {
        RequestBody body;
        receive(body);
        body.give_file_away();
    }
    EXPECT_EQ(std::filesystem::file_size(folder / "file"), 3u);
    {
        RequestBody body;
        EXPECT_EQ(body.begin(declaring(3), accepted, begun), Progress::WriteFailed) << "It exists.";
        EXPECT_EQ(body.cause(), EEXIST);
    }
    EXPECT_EQ(std::filesystem::file_size(folder / "file"), 3u) << "A file that is not ours stays.";
}

TEST(RequestBody, TellsAFullDiskFromOtherFailures) {
    EXPECT_EQ(RequestBody::failure_for(ENOSPC), Progress::StorageFull);
    EXPECT_EQ(RequestBody::failure_for(EDQUOT), Progress::StorageFull);
    EXPECT_EQ(RequestBody::failure_for(EIO), Progress::WriteFailed);
}

TEST(RequestBody, MeasuresItsPaceFromItsBeginning) {
    RequestBody body;
    EXPECT_EQ(body.begin(declaring(10'000), in_memory(10'000), begun), Progress::NeedsMore);
    std::string_view bytes = "0123456789";
    EXPECT_EQ(body.take(bytes), Progress::NeedsMore);
    EXPECT_FALSE(body.is_too_slow(begun + 10s, 10s, 100));
    EXPECT_TRUE(body.is_too_slow(begun + 10'001ms, 10s, 100));
    EXPECT_FALSE(body.is_too_slow(begun + 10s, 1s, 1));
    EXPECT_TRUE(body.is_too_slow(begun + 11s, 1s, 1));
}

}  // namespace
}  // namespace tradewind::net
