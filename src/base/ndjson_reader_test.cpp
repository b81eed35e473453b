#include "base/ndjson_reader.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <vector>

namespace tradewind::base {
namespace {

using Lines = std::vector<std::string>;

// `offset:line-end_offset:end_line text`, or the problem in braces.
std::string described(const NdjsonLine& line) {
    const auto place = [](const FilePlace& at) { return std::to_string(at.offset) + ":" + std::to_string(at.line); };
    const auto text = line.problem.empty() ? std::string(line.text) : "{" + std::string(line.problem) + "}";
    return place(line.place) + "-" + place(line.end) + " " + text;
}

Lines read_in_pieces(std::string_view text, const std::vector<std::size_t>& pieces) {
    Lines lines;
    NdjsonReader reader([&](const NdjsonLine& line) { lines.push_back(described(line)); });
    for (const auto bytes : pieces) {
        reader.push(text.substr(0, bytes));
        text.remove_prefix(std::min(bytes, text.size()));
    }
    reader.push(text);
    reader.finish();
    return lines;
}

TEST(NdjsonReader, ReadsLinesWithTheirPlaces) {
    struct Case {
        std::string_view text;
        Lines lines;
    };
    const Case cases[] = {
        {"", {}},
        {"{}", {"0:1-2:1 {}"}},
        {"{}\n[]\n", {"0:1-3:2 {}", "3:2-6:3 []"}},
        {"{}\r\n[]", {"0:1-4:2 {}\r", "4:2-6:2 []"}},
        {"\n \t\r\n1\n\n", {"5:3-7:4 1"}},
        {"\xEF\xBB\xBF"
         "1\n2",
         {"3:1-5:2 1", "5:2-6:2 2"}},
        {"\xEF\xBB\xBF", {}},
        {"\xEF\xBB", {"0:1-2:1 \xEF\xBB"}},
        {"not json\n\xFF", {"0:1-9:2 not json", "9:2-10:2 \xFF"}},
    };
    for (const auto& one : cases) {
        for (std::size_t bytes = 0; bytes <= one.text.size(); ++bytes) {
            EXPECT_EQ(read_in_pieces(one.text, {bytes}), one.lines) << one.text << " split at " << bytes;
        }
    }
}

TEST(NdjsonReader, BoundsLinesAndReadsThoseAfterALongOne) {
    const std::string longest(NdjsonReader::line_bytes_max, 'x');
    for (const std::size_t bytes : {std::size_t{0}, std::size_t{1}, longest.size(), longest.size() + 1}) {
        Lines problems;
        NdjsonReader reader([&](const NdjsonLine& line) { problems.emplace_back(line.problem); });
        const auto text = longest + "\nx" + longest + longest + "\n1\n";
        reader.push(std::string_view(text).substr(0, bytes));
        reader.push(std::string_view(text).substr(bytes));
        reader.finish();
        EXPECT_EQ(problems, (Lines{"", "is longer than 1048576 bytes", ""})) << "split at " << bytes;
    }
}

TEST(NdjsonReader, GoesOnWhereALineBegins) {
    Lines lines;
    NdjsonReader reader([&](const NdjsonLine& line) { lines.push_back(described(line)); });
    reader.push("[1, 2");
    reader.go_on_at({.offset = 40, .line = 7});
    reader.push("3\n4");
    reader.finish();
    EXPECT_EQ(lines, (Lines{"40:7-42:8 3", "42:8-43:8 4"}));
}

RC_GTEST_PROP(NdjsonReader, ReadsTheSameHoweverTheTextIsSplit, ()) {
    const auto words = *rc::gen::container<std::vector<std::string>>(
        rc::gen::element<std::string>("{}", "\n", "\r\n", " ", "\xEF\xBB\xBF", "\xC3\xA9", "\xEF"));
    std::string text;
    for (const auto& word : words) { text += word; }
    const auto pieces = *rc::gen::container<std::vector<std::size_t>>(rc::gen::inRange<std::size_t>(0, 4));
    RC_ASSERT(read_in_pieces(text, pieces) == read_in_pieces(text, {}));
}

}  // namespace
}  // namespace tradewind::base
