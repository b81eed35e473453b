#include "base/csv_writer.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <vector>

#include "base/csv_reader.h"

namespace tradewind::base {
namespace {

TEST(CsvWriter, QuotesEveryCellAndEndsEveryLine) {
    std::string out;
    CsvWriter writer(out, ';', FormulaGuard::On);
    writer.cell("id");
    writer.cell("");
    writer.text_cell("say \"hi\"");
    writer.end_row();
    writer.text_cell("two\nlines; one cell");
    writer.end_row();
    EXPECT_EQ(out, "\"id\";\"\";\"say \"\"hi\"\"\"\n\"two\nlines; one cell\"\n");
}

TEST(CsvWriter, GuardsOnlyTextsThatLookLikeFormulas) {
    for (const std::string text : {"=1+1", "+1", "-1", "@cmd", "\tx", "\rx", "\nx", "\n", "'=1", "''@"}) {
        std::string guarded;
        CsvWriter with_guard(guarded, ',', FormulaGuard::On);
        with_guard.text_cell(text);
        with_guard.cell(text);
        EXPECT_EQ(guarded, "\"'" + text + "\",\"" + text + "\"");
        std::string plain;
        CsvWriter without_guard(plain, ',', FormulaGuard::Off);
        without_guard.text_cell(text);
        EXPECT_EQ(plain, "\"" + text + "\"");
        EXPECT_EQ(without_formula_guard("'" + text), text);
    }
    for (const std::string text : {"", "a=1", " =1", "'", "''", "'a=", "1-1", "a\n=1"}) {
        std::string out;
        CsvWriter writer(out, ',', FormulaGuard::On);
        writer.text_cell(text);
        EXPECT_EQ(out, "\"" + text + "\"");
        EXPECT_EQ(without_formula_guard(text), text);
    }
}

RC_GTEST_PROP(CsvWriter, WritesWhatTheReaderReads, (const std::vector<std::vector<std::string>>& given)) {
    // Rows of valid UTF-8: the reader refuses others.
    std::vector<std::vector<std::string>> rows;
    for (const auto& row : given) {
        if (row.empty()) { continue; }
        auto& cells = rows.emplace_back();
        for (const auto& cell : row) {
            auto& text = cells.emplace_back();
            for (const char byte : cell) {
                if (const auto code = static_cast<unsigned char>(byte); code > 0 && code < 0x80) { text += byte; }
            }
        }
    }
    std::string out;
    CsvWriter writer(out, ';', FormulaGuard::Off);
    for (const auto& row : rows) {
        for (const auto& cell : row) { writer.text_cell(cell); }
        writer.end_row();
    }
    std::vector<std::vector<std::string>> read;
    CsvReader reader(';', [&](CsvRow& row) { read.push_back(row.cells); });
    reader.push(out);
    reader.finish();
    RC_ASSERT(read == rows);
}

}  // namespace
}  // namespace tradewind::base
