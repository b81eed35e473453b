#include "net/chunked_reader.h"

#include <gtest/gtest.h>

#include <optional>
#include <string>

namespace tradewind::net {
namespace {

using Status = ChunkedReader::Status;

struct Reading {
    Status status = Status::NeedsMore;
    std::string body;
    std::string left;  // After Done.

    bool operator==(const Reading&) const = default;
};

std::ostream& operator<<(std::ostream& out, const Reading& reading) {
    return out << "status " << static_cast<int>(reading.status) << ", body '" << reading.body << "', left '"
               << reading.left << "'";
}

Reading read_in_pieces(std::string_view bytes, std::size_t piece_bytes) {
    ChunkedReader reader;
    Reading reading;
    while (!bytes.empty()) {
        auto piece = bytes.substr(0, piece_bytes);
        bytes.remove_prefix(piece.size());
        auto step = reader.next(piece);
        for (; step.status == Status::Data; step = reader.next(piece)) reading.body.append(step.data);
        reading.status = step.status;
        if (step.status == Status::Broken) return reading;
        if (step.status == Status::Done) {
            reading.left.append(piece).append(bytes);
            return reading;
        }
        EXPECT_TRUE(piece.empty());
    }
    return reading;
}

// However it is split.
Reading read(std::string_view bytes) {
    auto at_once = read_in_pieces(bytes, bytes.size() + 1);
    for (std::size_t piece_bytes = 1; piece_bytes <= bytes.size() && piece_bytes <= 20; ++piece_bytes) {
        EXPECT_EQ(read_in_pieces(bytes, piece_bytes), at_once) << "in pieces of " << piece_bytes;
    }
    return at_once;
}

struct Whole {
    std::string_view bytes;
    std::string_view body;
    std::string_view left = {};
};

TEST(ChunkedReader, TakesTheFramingOff) {
    const Whole cases[] = {
        {"0\r\n\r\n", ""},
        {"5\r\nhello\r\n0\r\n\r\n", "hello"},
        {"5\r\nhello\r\n6\r\n world\r\n0\r\n\r\n", "hello world"},
        {"1\r\na\r\n1\r\nb\r\n1\r\nc\r\n0\r\n\r\n", "abc"},
        {"a\r\n0123456789\r\n0\r\n\r\n", "0123456789"},
        {"A\r\n0123456789\r\n0\r\n\r\n", "0123456789"},
        {"0005\r\nhello\r\n000\r\n\r\n", "hello"},
        {"000000000000000000000000000000005\r\nhello\r\n0\r\n\r\n", "hello"},
        {"10\r\n0123456789abcdef\r\n0\r\n\r\n", "0123456789abcdef"},
        {"7\r\n\r\n0\r\n\r\n\r\n0\r\n\r\n", "\r\n0\r\n\r\n"},
        {"5\r\nhello\r\n0\r\n\r\nGET / HTTP/1.1\r\n", "hello", "GET / HTTP/1.1\r\n"},
        {"0\r\n\r\n\r\n", "", "\r\n"},
    };
    for (const auto& one : cases) {
        SCOPED_TRACE(one.bytes);
        EXPECT_EQ(read(one.bytes), (Reading{Status::Done, std::string(one.body), std::string(one.left)}));
    }
}

TEST(ChunkedReader, GivesBytesOfAnyKindThrough) {
    std::string data;
    for (int byte = 0; byte < 256; ++byte) data.push_back(static_cast<char>(byte));
    EXPECT_EQ(read("100\r\n" + data + "\r\n0\r\n\r\n"), (Reading{Status::Done, data, ""}));
}

TEST(ChunkedReader, ThrowsExtensionsAndTrailersAway) {
    for (const std::string_view bytes : {
             "5;a\r\nhello\r\n0\r\n\r\n",
             "5;a=b\r\nhello\r\n0;c\r\n\r\n",
             "5;\r\nhello\r\n0\r\n\r\n",
             "5 ; a = \"b;c\"\r\nhello\r\n0\r\n\r\n",
             "5\t;a\r\nhello\r\n0\r\n\r\n",
             "5;a=\303\251\r\nhello\r\n0\r\n\r\n",
             "5\r\nhello\r\n0\r\nA: b\r\n\r\n",
             "5\r\nhello\r\n0\r\nA: b\r\nContent-Length: 7\r\nno colon\r\n\r\n",
         }) {
        SCOPED_TRACE(bytes);
        EXPECT_EQ(read(bytes), (Reading{Status::Done, "hello", ""}));
    }
}

TEST(ChunkedReader, RefusesWrongFraming) {
    using namespace std::string_view_literals;
    for (const std::string_view bytes : {
             "\r\n"sv,
             "\n"sv,
             "g\r\n"sv,
             "-1\r\n"sv,
             "+1\r\n"sv,
             "0x5\r\n"sv,
             " 5\r\n"sv,
             "5 \r\n"sv,
             "5 5\r\n"sv,
             "5 a\r\n"sv,
             "5,5\r\n"sv,
             ";a\r\n"sv,
             "5\n"sv,
             "5\r\r\n"sv,
             "5\rh"sv,
             "5;a\n"sv,
             "5;a\rb"sv,
             "5;a\0"sv,
             "5\0"sv,
             "5\r\nhello0\r\n\r\n"sv,
             "5\r\nhello\n0\r\n\r\n"sv,
             "5\r\nhello\rx"sv,
             "5\r\nhello\r\n\r\n0\r\n\r\n"sv,
             "0\r\n\n"sv,
             "0\r\n\rx"sv,
             "0\r\nA: b\n"sv,
             "0\r\nA: b\rc"sv,
             "0\r\nA: b\0"sv,
             "8000000000000000\r\n"sv,
             "ffffffffffffffff\r\n"sv,
             "10000000000000005\r\n"sv,
         }) {
        SCOPED_TRACE(bytes);
        EXPECT_EQ(read(bytes).status, Status::Broken);
    }
}

TEST(ChunkedReader, WaitsForTheRest) {
    const std::string_view whole = "5;a=b\r\nhello\r\n0\r\nA: b\r\n\r\n";
    for (std::size_t count = 0; count < whole.size(); ++count) {
        EXPECT_EQ(read(whole.substr(0, count)).status, Status::NeedsMore) << count;
    }
}

TEST(ChunkedReader, CountsTo63Bits) {
    ChunkedReader reader;
    std::string_view input = "7fffffffffffffff\r\nhello";
    const auto step = reader.next(input);
    EXPECT_EQ(step.status, Status::Data);
    EXPECT_EQ(step.data, "hello");
    EXPECT_EQ(reader.next(input).status, Status::NeedsMore);
}

TEST(ChunkedReader, PointsIntoTheInput) {
    ChunkedReader reader;
    const std::string bytes = "5\r\nhello\r\n";
    std::string_view input = bytes;
    EXPECT_EQ(reader.next(input).data.data(), bytes.data() + 3);
}

TEST(ChunkedReader, LimitsASizeLine) {
    const auto line = [](std::size_t bytes) { return "1;" + std::string(bytes - 2, 'e') + "\r\na\r\n0\r\n\r\n"; };
    EXPECT_EQ(read(line(ChunkedReader::size_line_bytes_max)).status, Status::Done);
    EXPECT_EQ(read(line(ChunkedReader::size_line_bytes_max + 1)).status, Status::Broken);
    EXPECT_EQ(read(std::string(ChunkedReader::size_line_bytes_max + 1, '0')).status, Status::Broken);
}

TEST(ChunkedReader, LimitsTrailers) {
    const auto trailers = [](std::size_t bytes) {
        // Each line counts with its CR; the empty line at the end with one more.
        return "0\r\n" + std::string(bytes / 2 - 1, 'a') + "\r\n" + std::string(bytes - bytes / 2 - 2, 'b') +
               "\r\n\r\n";
    };
    EXPECT_EQ(read_in_pieces(trailers(ChunkedReader::trailer_bytes_max), 1000).status, Status::Done);
    EXPECT_EQ(read_in_pieces(trailers(ChunkedReader::trailer_bytes_max + 1), 1000).status, Status::Broken);
}

// How many chunks of one byte are read until it gives up, or nothing when it does not.
std::optional<std::size_t> chunks_until_broken(std::string_view size_line) {
    constexpr std::size_t chunks_max = 100'000;
    ChunkedReader reader;
    const std::string chunk = std::string(size_line) + "\r\na\r\n";
    for (std::size_t chunks = 0; chunks < chunks_max; ++chunks) {
        std::string_view input = chunk;
        while (!input.empty()) {
            if (reader.next(input).status == Status::Broken) return chunks;
        }
    }
    return std::nullopt;
}

TEST(ChunkedReader, LimitsWhatExtensionsWasteInAll) {
    EXPECT_EQ(chunks_until_broken("1"), std::nullopt);
    EXPECT_EQ(chunks_until_broken("1;0123456789abcd"), std::nullopt);
    EXPECT_EQ(chunks_until_broken("1;0123456789abcde"), std::nullopt);
    EXPECT_EQ(chunks_until_broken("1;0123456789abcdef"), ChunkedReader::wasted_bytes_max);
    EXPECT_EQ(chunks_until_broken("1;" + std::string(1039, 'e')), ChunkedReader::wasted_bytes_max / 1024);
}

}  // namespace
}  // namespace tradewind::net
