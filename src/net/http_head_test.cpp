#include "net/http_head.h"

#include <gtest/gtest.h>

#include <set>
#include <string>

#include "net/http_head_cases.h"

namespace tradewind::net {
namespace {

bool is_accepted(const std::variant<RequestHead, HeadRefusal>& outcome) {
    return std::holds_alternative<RequestHead>(outcome);
}

std::string with_line(std::string_view line) {
    return std::string("GET / HTTP/1.1\r\nHost: x\r\n").append(line).append("\r\n\r\n");
}

TEST(HttpHead, ReadsEveryCaseAsTheTableSays) {
    for (const auto& one : all_head_cases()) {
        SCOPED_TRACE(one.name);
        EXPECT_EQ(describe(read_head(one.bytes.view)), one.expected.view);
    }
}

TEST(HttpHead, FindsTheEndOfEveryCaseAtItsLastByteAndNotBefore) {
    for (const auto& one : all_head_cases()) {
        SCOPED_TRACE(one.name);
        std::size_t searched = 0;
        for (std::size_t count = 0; count < one.bytes.view.size(); ++count) {
            const std::size_t before = searched;
            EXPECT_FALSE(find_head_end(one.bytes.view.substr(0, count), searched)) << count;
            EXPECT_LE(before, searched);
            EXPECT_LE(searched, count);
        }
        EXPECT_EQ(find_head_end(one.bytes.view, searched), one.bytes.view.size());
        std::size_t from_the_start = 0;
        EXPECT_EQ(find_head_end(one.bytes.view, from_the_start), one.bytes.view.size());
    }
}

TEST(HttpHead, LeavesWhatFollowsTheHeadAlone) {
    for (const auto& one : all_head_cases()) {
        for (const std::string_view next : {"a", "\r\n", "\n", "GET / HTTP/1.1\r\nHost: x\r\n\r\n"}) {
            SCOPED_TRACE(std::string(one.name).append(" before ").append(next));
            std::size_t searched = 0;
            EXPECT_EQ(find_head_end(std::string(one.bytes.view).append(next), searched), one.bytes.view.size());
        }
    }
}

TEST(HttpHead, TheTableNamesEachCaseOnceInWordsThatNeedNoEscaping) {
    std::set<std::string_view> names;
    for (const auto& one : all_head_cases()) {
        EXPECT_TRUE(names.insert(one.name).second) << one.name;
        EXPECT_EQ(one.name.find_first_not_of("abcdefghijklmnopqrstuvwxyz_0123456789"), std::string_view::npos);
        EXPECT_EQ(one.unlike_nginx.find_first_of("\"\\\n"), std::string_view::npos);
    }
}

TEST(HttpHead, ExplainsEveryRefusalInASentence) {
    for (const auto& one : all_head_cases()) {
        const auto outcome = read_head(one.bytes.view);
        if (const auto* refusal = std::get_if<HeadRefusal>(&outcome)) {
            EXPECT_GE(refusal->detail.size(), 20U) << one.name;
            EXPECT_TRUE(refusal->detail.ends_with('.')) << one.name;
        }
    }
}

TEST(HttpHead, PointsIntoTheGivenBytesOnly) {
    const auto inside = [](std::string_view part, std::string_view whole) {
        return part.empty() ||
               (part.data() >= whole.data() && part.data() + part.size() <= whole.data() + whole.size());
    };
    for (const auto& one : all_head_cases()) {
        const auto outcome = read_head(one.bytes.view);
        const auto* head = std::get_if<RequestHead>(&outcome);
        if (head == nullptr) continue;
        SCOPED_TRACE(one.name);
        EXPECT_TRUE(inside(head->target, one.bytes.view));
        EXPECT_TRUE(inside(head->path, one.bytes.view));
        EXPECT_TRUE(inside(head->query, one.bytes.view));
        for (const auto& header : head->headers) {
            EXPECT_TRUE(inside(header.name, one.bytes.view));
            EXPECT_TRUE(inside(header.value, one.bytes.view));
        }
    }
}

TEST(HttpHead, KeepsTheTargetAsSent) {
    const std::string bytes = "GET http://example.org/a%40b?c=%20 HTTP/1.1\r\nHost: x\r\n\r\n";
    EXPECT_EQ(std::get<RequestHead>(read_head(bytes)).target, "http://example.org/a%40b?c=%20");
}

// The values are read eight bytes at a time: every byte is tried at every place of the eight and in the rest.
TEST(HttpHead, TakesEveryByteInAValueButControlCharacters) {
    for (int byte = 0; byte < 256; ++byte) {
        for (std::size_t place = 0; place < 20; ++place) {
            std::string value = "0123456789abcdefghij";
            value[place] = static_cast<char>(byte);
            const bool allowed = byte == '\t' || (byte >= 0x20 && byte != 0x7f);
            EXPECT_EQ(is_accepted(read_head(with_line("A: " + value))), allowed) << byte << " at " << place;
        }
    }
}

TEST(HttpHead, TakesTwoNeighbouringBytesAsEachAlone) {
    for (int first = 0; first < 256; ++first) {
        for (int second = 0; second < 256; ++second) {
            const auto allowed = [](int byte) { return byte == '\t' || (byte >= 0x20 && byte != 0x7f); };
            std::string value = "01234567";
            value[3] = static_cast<char>(first);
            value[4] = static_cast<char>(second);
            // CR LF splits the line in two, the second being one without a colon.
            const bool expected = (allowed(first) && allowed(second)) || (first == '\r' && second == '\n');
            EXPECT_EQ(is_accepted(read_head(with_line("A: " + value))), expected) << first << " " << second;
        }
    }
}

TEST(HttpHead, TakesEveryByteInATargetButBlanksControlCharactersAndTheFragment) {
    for (int byte = 0; byte < 256; ++byte) {
        const std::string bytes =
            std::string("GET /a").append(1, static_cast<char>(byte)).append("b HTTP/1.1\r\nHost: x\r\n\r\n");
        const bool allowed = byte > 0x20 && byte != 0x7f && byte != '#';
        EXPECT_EQ(is_accepted(read_head(bytes)), allowed) << byte;
    }
}

TEST(HttpHead, TakesTokensAsNamesAndDropsTheRest) {
    const std::string_view token_marks = "!#$%&'*+-.^_`|~";
    for (int byte = 1; byte < 256; ++byte) {
        if (byte == '\r' || byte == '\n' || byte == ':') continue;
        const char character = static_cast<char>(byte);
        const bool is_token =
            (byte < 0x80 && std::isalnum(byte) != 0) || token_marks.find(character) != token_marks.npos;
        const auto outcome = read_head(with_line(std::string("a").append(1, character).append("b: c")));
        ASSERT_TRUE(is_accepted(outcome)) << byte;
        EXPECT_EQ(std::get<RequestHead>(outcome).headers.size(), is_token ? 2U : 1U) << byte;
    }
}

TEST(HttpHead, AcceptsSoManyLinesAndNoMore) {
    for (const std::string_view line : {"A: b\r\n", "dropped\r\n"}) {
        std::string bytes = "GET / HTTP/1.1\r\nHost: x\r\n";
        for (std::size_t lines = 1; lines < header_lines_max; ++lines) bytes.append(line);
        EXPECT_TRUE(is_accepted(read_head(bytes + "\r\n"))) << line;
        EXPECT_EQ(describe(read_head(bytes.append(line) + "\r\n")), "431") << line;
    }
}

TEST(HttpHead, RefusesBytesThatAreNotOneWholeHead) {
    const std::string_view whole = "GET / HTTP/1.1\r\nHost: x\r\nA: b\r\nrubbish\r\n\r\n";
    ASSERT_TRUE(is_accepted(read_head(whole)));
    for (std::size_t count = 0; count < whole.size(); ++count) {
        EXPECT_EQ(describe(read_head(whole.substr(0, count))), "400") << count;
    }
    EXPECT_EQ(describe(read_head(std::string(whole) + "A")), "400");
    EXPECT_EQ(describe(read_head(std::string(whole) + std::string(whole))), "400");
    EXPECT_EQ(describe(read_head({})), "400");
    EXPECT_EQ(describe(read_head("GET / HTTP/1.1\r\nHost: x\r\n\nA: b\r\n\r\n")), "400");
    std::string empty_lines;
    for (std::size_t lines = 0; lines <= leading_empty_lines_max; ++lines) empty_lines += "\r\n";
    EXPECT_EQ(describe(read_head(empty_lines + std::string(whole))), "400");
}

struct DetailCase {
    std::string_view bytes;
    std::string_view words;
};

TEST(HttpHead, SaysWhatIsWrong) {
    const DetailCase cases[] = {
        {"GET / HTTP/1.1\nHost: x\r\n\r\n", "CR LF"},
        {"GET /a#b HTTP/1.1\r\nHost: x\r\n\r\n", "fragment"},
        {"GET a HTTP/1.1\r\nHost: x\r\n\r\n", "target must be a path"},
        {"GET /  HTTP/1.1\r\nHost: x\r\n\r\n", "one space"},
        {"CONNECT a:1 HTTP/1.1\r\nHost: x\r\n\r\n", "CONNECT"},
        {"GET / HTTP/2.0\r\nHost: x\r\n\r\n", "HTTP/1.1"},
        {"GET / HTTP/1.1\r\n\r\n", "no Host"},
        {"GET / HTTP/1.1\r\nHost: x\r\nHost: x\r\n\r\n", "two Host"},
        {"GET / HTTP/1.1\r\nHost: x y\r\n\r\n", "host name"},
        {"GET / HTTP/1.1\r\nHost: x\r\nA: b\rc\r\n\r\n", "CR, LF or NUL"},
        {"GET / HTTP/1.1\r\nHost: x\r\nA: b\nB: c\r\n\r\n", "CR, LF or NUL"},
        {"GET / HTTP/1.1\r\nHost: x\r\nA: b\001c\r\n\r\n", "control characters"},
        {"GET / HTTP/1.1\r\nHost: x\r\nA: b\r\n c\r\n\r\n", "start with a space"},
        {"GET / HTTP/1.1\r\nHost: x\r\nHost : x\r\n\r\n", "colon"},
        {"GET / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 1\r\n\r\n", "two Content-Length"},
        {"GET / HTTP/1.1\r\nHost: x\r\nContent-Length: a\r\n\r\n", "decimal number"},
        {"GET / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n", "exclude"},
        {"GET / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: gzip\r\n\r\n", "the one word chunked"},
        {"GET / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n\r\n",
         "two Transfer-Encoding"},
        {"GET / HTTP/1.0\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n", "HTTP/1.0"},
        {"GET / HTTP/1.1\r\nHost: x\r\nExpect: tea\r\n\r\n", "100-continue"},
    };
    for (const auto& one : cases) {
        SCOPED_TRACE(one.bytes);
        const auto outcome = read_head(one.bytes);
        ASSERT_FALSE(is_accepted(outcome));
        EXPECT_NE(std::get<HeadRefusal>(outcome).detail.find(one.words), std::string_view::npos)
            << std::get<HeadRefusal>(outcome).detail;
    }
}

TEST(HttpHead, DoesNotSearchTheSameBytesTwice) {
    std::string bytes = "GET / HTTP/1.1\r\nA: ";
    std::size_t searched = 0;
    for (int round = 0; round < 100; ++round) {
        bytes.append(100, 'x');
        EXPECT_FALSE(find_head_end(bytes, searched));
        EXPECT_EQ(searched, bytes.size());
    }
    bytes += "\r\n\r";
    EXPECT_FALSE(find_head_end(bytes, searched));
    EXPECT_EQ(searched, bytes.size() - 2);
    bytes += "\n";
    EXPECT_EQ(find_head_end(bytes, searched), bytes.size());
    searched = bytes.size();
    EXPECT_FALSE(find_head_end(bytes, searched)) << "looked at bytes that were said to hold no end";
}

}  // namespace
}  // namespace tradewind::net
