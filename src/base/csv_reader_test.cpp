#include "base/csv_reader.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace tradewind::base {
namespace {

// A row as one text: `offset:line-end_offset:end_line [cell][cell]`, or the problem in brackets of another kind.
std::string described(const CsvRow& row) {
    const auto place = [](const FilePlace& at) { return std::to_string(at.offset) + ":" + std::to_string(at.line); };
    auto text = place(row.place) + "-" + place(row.end) + " ";
    if (!row.problem.empty()) { return text + "{" + std::string(row.problem) + "}"; }
    for (const auto& cell : row.cells) { text += "[" + cell + "]"; }
    return text;
}

using Rows = std::vector<std::string>;

Rows read_in_pieces(std::string_view text, const std::vector<std::size_t>& pieces, char delimiter = ',') {
    Rows rows;
    CsvReader reader(delimiter, [&](CsvRow& row) { rows.push_back(described(row)); });
    for (const auto bytes : pieces) {
        reader.push(text.substr(0, bytes));
        text.remove_prefix(std::min(bytes, text.size()));
    }
    reader.push(text);
    reader.finish();
    return rows;
}

// However it is split in two, and byte by byte.
Rows read(std::string_view text, char delimiter = ',') {
    auto at_once = read_in_pieces(text, {}, delimiter);
    for (std::size_t bytes = 0; bytes <= text.size(); ++bytes) {
        EXPECT_EQ(read_in_pieces(text, {bytes}, delimiter), at_once) << "split at " << bytes;
    }
    EXPECT_EQ(read_in_pieces(text, std::vector<std::size_t>(text.size(), 1), delimiter), at_once) << "byte by byte";
    return at_once;
}

struct Case {
    std::string_view text;
    Rows rows;
    char delimiter = ',';
};

TEST(CsvReader, ReadsRowsWithTheirPlaces) {
    const Case cases[] = {
        {"", {}},
        {"a", {"0:1-1:1 [a]"}},
        {"a,b\nc,d\n", {"0:1-4:2 [a][b]", "4:2-8:3 [c][d]"}},
        {"a,b\r\nc,d\r\n", {"0:1-5:2 [a][b]", "5:2-10:3 [c][d]"}},
        {"a;b,c\n", {"0:1-6:2 [a][b,c]"}, ';'},
        {"a,b\nc,d", {"0:1-4:2 [a][b]", "4:2-7:2 [c][d]"}},
        {"a,\n,b\n,", {"0:1-3:2 [a][]", "3:2-6:3 [][b]", "6:3-7:3 [][]"}},
        {" a , b \n", {"0:1-8:2 [ a ][ b ]"}},
        {"\xEF\xBB\xBF"
         "a\nb",
         {"3:1-5:2 [a]", "5:2-6:2 [b]"}},
        {"\xEF\xBB\xBF", {}},
        {"a\xEF\xBB\xBF"
         "b",
         {"0:1-5:1 [a\xEF\xBB\xBF"
          "b]"}},
        {"\xEF\xBC\x8C,b", {"0:1-5:1 [\xEF\xBC\x8C][b]"}},
        {"\xEF\xBB", {"0:1-2:1 {is not UTF-8}"}},
    };
    for (const auto& one : cases) { EXPECT_EQ(read(one.text, one.delimiter), one.rows) << one.text; }
}

TEST(CsvReader, ReadsQuotedCells) {
    const Case cases[] = {
        {R"("a","b")", {"0:1-7:1 [a][b]"}},
        {R"("a ""quoted"" word",b)", {R"(0:1-21:1 [a "quoted" word][b])"}},
        {"\"a\nb\",c\nd\n", {"0:1-8:3 [a\nb][c]", "8:3-10:4 [d]"}},
        {"\"a\r\nb\"\r\n", {"0:1-8:3 [a\r\nb]"}},
        {"\"a,b\"\n", {"0:1-6:2 [a,b]"}},
        {"\"\"\n", {"0:1-3:2 []"}},
        {"\"\"", {"0:1-2:1 []"}},
        {"\"\"\"\"", {"0:1-4:1 [\"]"}},
        {"a 5\" pipe,b\n", {"0:1-12:2 [a 5\" pipe][b]"}},
        {"\"a\"\r", {"0:1-4:1 [a]"}},
    };
    for (const auto& one : cases) { EXPECT_EQ(read(one.text), one.rows) << one.text; }
}

TEST(CsvReader, LeavesEmptyLinesOut) {
    const Case cases[] = {
        {"\n\na\n\n\nb\n\n", {"2:3-4:4 [a]", "6:6-8:7 [b]"}},
        {"\r\n\r\na\r\n\r\n", {"4:3-7:4 [a]"}},
        {"\r", {}},
        {"a\r", {"0:1-2:1 [a]"}},
        {" \n", {"0:1-2:2 [ ]"}},
        {"a\rb\n", {"0:1-4:2 [a\rb]"}},
    };
    for (const auto& one : cases) { EXPECT_EQ(read(one.text), one.rows) << one.text; }
}

TEST(CsvReader, BreaksNoRowButTheBrokenOne) {
    const Case cases[] = {
        {"a\n\"b\"x,c\nd\n", {"0:1-2:2 [a]", "2:2-9:3 {has something behind a closing quote}", "9:3-11:4 [d]"}},
        {"\"b\"x,\"c\nd\",e\nf", {"0:1-13:3 {has something behind a closing quote}", "13:3-14:3 [f]"}},
        {"\"b\"\rx\nf", {"0:1-6:2 {has something behind a closing quote}", "6:2-7:2 [f]"}},
        {"a\xFF\nb\n", {"0:1-3:2 {is not UTF-8}", "3:2-5:3 [b]"}},
        {"a\n\"b\nc\n", {"0:1-2:2 [a]", "2:2-7:4 {has a quote that is not closed}"}},
    };
    for (const auto& one : cases) { EXPECT_EQ(read(one.text), one.rows) << one.text; }
}

TEST(CsvReader, BoundsCellsAndRows) {
    const std::string cell(CsvReader::cell_bytes_max, 'x');
    const std::string half(CsvReader::row_bytes_max / 2 - 1, 'x');
    const std::string commas(CsvReader::cells_max - 1, ',');
    struct Bound {
        std::string row;
        std::string_view problem;
    };
    const Bound bounds[] = {
        {cell, ""},
        {cell + "x", "has a cell of more than 1048576 bytes"},
        {"\"" + cell + "\"", ""},
        {"\"" + cell + "\n\"", "has a cell of more than 1048576 bytes"},
        {half + "," + half + ",", ""},
        {half + "," + half + ",ab", "is longer than 2097152 bytes"},
        {cell + "x" + cell + cell, "has a cell of more than 1048576 bytes"},
        {commas, ""},
        {commas + ",", "has more than 500 cells"},
    };
    for (const auto& bound : bounds) {
        for (const std::size_t bytes : {std::size_t{0}, std::size_t{1}, bound.row.size() / 2, bound.row.size()}) {
            Rows problems;
            CsvReader reader(',', [&](CsvRow& row) { problems.emplace_back(row.problem); });
            const auto text = std::string_view(bound.row);
            reader.push(text.substr(0, bytes));
            reader.push(text.substr(bytes));
            reader.push("\nnext\n");
            EXPECT_EQ(problems, (Rows{std::string(bound.problem), ""})) << text.size() << " split at " << bytes;
        }
    }
}

TEST(CsvReader, GoesOnWhereARowBegins) {
    const std::string_view text =
        "\xEF\xBB\xBF"
        "a,b\n\"c\nd\",e\n\nf,g\n";
    std::vector<FilePlace> places;
    CsvReader first(',', [&](CsvRow& row) { places.push_back(row.place); });
    first.push(text);
    const auto all = read(text);
    ASSERT_EQ(places.size(), 3U);
    for (std::size_t index = 0; index < places.size(); ++index) {
        Rows rows;
        CsvReader reader(',', [&](CsvRow& row) { rows.push_back(described(row)); });
        reader.push("\"an open quote, and more");
        reader.go_on_at(places[index]);
        reader.push(text.substr(places[index].offset));
        reader.finish();
        EXPECT_EQ(rows, Rows(all.begin() + static_cast<std::ptrdiff_t>(index), all.end()));
    }
}

RC_GTEST_PROP(CsvReader, ReadsTheSameHoweverTheTextIsSplit, ()) {
    const auto words = *rc::gen::container<std::vector<std::string>>(rc::gen::element<std::string>(
        "a", ",", "\"", "\"\"", "\n", "\r\n", "\r", ";", "\xEF\xBB\xBF", "\xC3", "\xA9", " "));
    std::string text;
    for (const auto& word : words) { text += word; }
    const auto pieces = *rc::gen::container<std::vector<std::size_t>>(rc::gen::inRange<std::size_t>(0, 4));
    RC_ASSERT(read_in_pieces(text, pieces) == read_in_pieces(text, {}));
}

RC_GTEST_PROP(CsvReader, ReadsBackWhatIsWrittenWithEveryCellQuoted, ()) {
    using Table = std::vector<std::vector<std::string>>;
    const auto table = *rc::gen::container<Table>(rc::gen::nonEmpty(rc::gen::container<std::vector<std::string>>(
        rc::gen::container<std::string>(rc::gen::element('a', ',', '"', '\n', '\r')))));
    std::string text;
    for (const auto& row : table) {
        for (const auto& cell : row) {
            text += &cell == &row.front() ? "\"" : ",\"";
            for (const char byte : cell) { text += byte == '"' ? "\"\"" : std::string(1, byte); }
            text += '"';
        }
        text += "\r\n";
    }
    Table rows;
    CsvReader reader(',', [&](CsvRow& row) { rows.push_back(row.cells); });
    reader.push(text);
    reader.finish();
    RC_ASSERT(rows == table);
}

}  // namespace
}  // namespace tradewind::base
