#include "base/multipart_reader.h"

#include <gtest/gtest.h>

#include <utility>
#include <vector>

namespace tradewind::base {
namespace {

using Parts = std::vector<std::pair<std::string, std::string>>;

struct Read {
    Parts parts;
    std::string problem;

    friend bool operator==(const Read&, const Read&) = default;
};

Read read_form(std::string_view text, std::size_t piece_size, std::string_view boundary = "x") {
    Read read;
    MultipartReader reader(boundary,
                           {.on_part = [&](std::string_view name) { read.parts.emplace_back(name, ""); },
                            .on_content = [&](std::string_view bytes) { read.parts.back().second += bytes; }});
    while (!text.empty()) {
        reader.push(text.substr(0, piece_size));
        text.remove_prefix(std::min(piece_size, text.size()));
    }
    reader.finish();
    read.problem = reader.problem();
    return read;
}

// However it is split, it is the same.
Read read_form(std::string_view text) {
    const auto whole = read_form(text, text.size() + 1);
    for (std::size_t size = 1; size <= std::min<std::size_t>(text.size(), 40); ++size) {
        EXPECT_EQ(read_form(text, size), whole) << "in pieces of " << size;
    }
    return whole;
}

std::string part(std::string_view name, std::string_view content) {
    return "--x\r\nContent-Disposition: form-data; name=\"" + std::string(name) + "\"\r\n\r\n" + std::string(content) +
           "\r\n";
}

TEST(MultipartReader, ReadsThePartsOfAForm) {
    const auto read =
        read_form(part("type", "contacts") + part("file", "_email\r\na@b.com\r\n") + part("empty", "") + "--x--\r\n");
    EXPECT_EQ(read.parts, (Parts{{"type", "contacts"}, {"file", "_email\r\na@b.com\r\n"}, {"empty", ""}}));
    EXPECT_EQ(read.problem, "");
}

TEST(MultipartReader, IgnoresWhatStandsAroundTheParts) {
    const auto read = read_form("preamble\r\n--\r\n" + part("a", "1") + "--x-- \r\nepilogue\r\n" + part("b", "2"));
    EXPECT_EQ(read.parts, (Parts{{"a", "1"}}));
    EXPECT_EQ(read.problem, "");
}

TEST(MultipartReader, TakesWhatOnlyLooksLikeABoundaryForContent) {
    const std::string content = "\r\n--\r\n--xy\r\n--x-\r\n--x \t!\r\r\n--X\n--x\r\n-";
    const auto read = read_form(part("a", content) + "--x--");
    EXPECT_EQ(read.parts, (Parts{{"a", content}}));
    const std::string padded = "\r\n--x" + std::string(MultipartReader::padding_bytes_max + 1, ' ') + "\r\n";
    EXPECT_EQ(read_form(part("a", padded) + "--x--").parts, (Parts{{"a", padded}}));
}

TEST(MultipartReader, TakesSpacesBehindABoundary) {
    const std::string padding(MultipartReader::padding_bytes_max, ' ');
    const auto read = read_form("--x" + padding + part("a", "1").substr(3) + "--x--");
    EXPECT_EQ(read.parts, (Parts{{"a", "1"}}));
}

TEST(MultipartReader, ReadsNamesAsClientsWriteThem) {
    struct Case {
        std::string_view head;
        std::string_view name;
    };
    constexpr Case cases[]{
        {"Content-Disposition: form-data; name=\"file\"; filename=\"C:\\data\\a;b.csv\"\r\nContent-Type: text/csv",
         "file"},
        {"content-disposition:form-data;filename=\"a \\\"name=x\\\" b\";NAME=type", "type"},
        {"Content-Type: text/plain\r\nCONTENT-DISPOSITION: Form-Data; name = \"a b\" ; other", "a b"},
        {"Content-Disposition: form-data; name=\"\"", ""},
    };
    for (const auto& [head, name] : cases) {
        const auto read = read_form("--x\r\n" + std::string(head) + "\r\n\r\n1\r\n--x--");
        EXPECT_EQ(read.parts, (Parts{{std::string(name), "1"}})) << head;
    }
}

TEST(MultipartReader, TellsWhatIsNoForm) {
    struct Case {
        std::string text;
        std::string_view problem;
    };
    const std::string long_head = "--x\r\nContent-Disposition: form-data; name=\"a\"\r\nX: ";
    const Case cases[]{
        {"", "ends before its last boundary"},
        {"no form", "ends before its last boundary"},
        {part("a", "1"), "ends before its last boundary"},
        {part("a", "1") + "--x", "ends before its last boundary"},
        {"--x\r\n\r\n1\r\n--x--", "has a part without a name"},
        {"--x\r\nContent-Disposition: attachment; name=\"a\"\r\n\r\n1\r\n--x--", "has a part without a name"},
        {"--x\r\nContent-Disposition: form-data; name=\"a\r\n\r\n1\r\n--x--", "has a part without a name"},
        {long_head + std::string(10'000, 'y'), "has a part whose head is longer than 8192 bytes"},
    };
    for (const auto& [text, problem] : cases) { EXPECT_EQ(read_form(text).problem, problem) << text.substr(0, 80); }
}

TEST(MultipartReader, TakesAHeadOfExactlyItsLimit) {
    const std::string head = "Content-Disposition: form-data; name=\"a\"\r\nX: ";
    for (const std::size_t extra : {0U, 1U}) {
        const std::string filler(MultipartReader::part_head_bytes_max - head.size() + extra, 'y');
        const auto read = read_form("--x\r\n" + head + filler + "\r\n\r\n1\r\n--x--");
        EXPECT_EQ(read.problem, extra == 0 ? "" : "has a part whose head is longer than 8192 bytes");
    }
}

TEST(MultipartReader, TakesSoManyPartsAndNoMore) {
    std::string form;
    for (std::size_t count = 0; count < MultipartReader::parts_max; ++count) { form += part("a", "1"); }
    EXPECT_EQ(read_form(form + "--x--").parts.size(), MultipartReader::parts_max);
    EXPECT_EQ(read_form(form + part("a", "1") + "--x--").problem, "has more than 100 parts");
}

TEST(MultipartReader, FindsTheBoundaryInTheContentType) {
    EXPECT_EQ(multipart_boundary("multipart/form-data; boundary=----WebKitFormBoundaryA1"), "----WebKitFormBoundaryA1");
    EXPECT_EQ(multipart_boundary("Multipart/Form-Data; charset=utf-8; Boundary=\"a b'(c)\""), "a b'(c)");
    EXPECT_EQ(multipart_boundary("multipart/form-data; boundary=" + std::string(70, 'a')), std::string(70, 'a'));
    for (const auto* const without : {"multipart/form-data", "multipart/form-data; boundary=",
                                      "multipart/form-data; boundary=\"\"", "multipart/form-data; boundary=\"a ",
                                      "multipart/form-data; boundary=\"a \"", "multipart/form-data; boundary=a@b"}) {
        EXPECT_EQ(multipart_boundary(without), std::nullopt) << without;
    }
    EXPECT_EQ(multipart_boundary("multipart/form-data; boundary=" + std::string(71, 'a')), std::nullopt);
}

// The content of a part may be larger than memory; what is held back is no longer than a boundary.
TEST(MultipartReader, HandsContentOnAsItComes) {
    std::size_t pushed = 0;
    std::size_t handed = 0;
    std::size_t held_most = 0;
    MultipartReader reader("x", {.on_part = [](std::string_view) {},
                                 .on_content = [&](std::string_view bytes) { handed += bytes.size(); }});
    reader.push("--x\r\nContent-Disposition: form-data; name=\"file\"\r\n\r\n");
    const std::string piece(64 * 1024, '\r');
    for (int count = 0; count < 1000; ++count) {
        reader.push(piece);
        pushed += piece.size();
        held_most = std::max(held_most, pushed - handed);
    }
    EXPECT_LE(held_most, 8U);
}

}  // namespace
}  // namespace tradewind::base
