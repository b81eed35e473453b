#include "domain/files/purchase_file.h"

#include <gtest/gtest.h>

#include "base/json.h"
#include "domain/shop/purchase.h"

namespace tradewind::domain::purchase_file_test {
namespace {

constexpr std::string_view header =
    "purchaseId,contactEmail,totalPrice,totalQuantity,productId,quantity,price,categories,remark\n";

using Records = std::vector<std::string>;

// `line-end_line json`, or the problem in braces.
std::string described(const ImportRecord& record) {
    const auto what = record.problem.empty() ? record.json : "{" + record.problem + "}";
    return std::to_string(record.place.line) + "-" + std::to_string(record.end.line) + " " + what;
}

struct Reading {
    Records records;
    std::string problem;

    bool operator==(const Reading&) const = default;
};

Reading read_split(std::string_view text, std::size_t first_bytes, const ImportOptions& options) {
    Reading reading;
    PurchaseFileReader reader(options,
                              [&](const ImportRecord& record) { reading.records.push_back(described(record)); });
    reader.push(text.substr(0, first_bytes));
    reader.push(text.substr(first_bytes));
    reader.finish();
    const auto judged = reader.judge();
    if (!judged) { reading.problem = judged.error().problems.front().path + judged.error().problems.front().reason; }
    return reading;
}

Reading read(std::string_view text, const ImportOptions& options = {}) {
    auto at_once = read_split(text, text.size(), options);
    for (std::size_t bytes = 0; bytes < text.size(); ++bytes) {
        EXPECT_EQ(read_split(text, bytes, options), at_once) << "split at " << bytes;
    }
    return at_once;
}

Records rows(std::string_view lines) {
    const auto reading = read(std::string(header) + std::string(lines));
    EXPECT_EQ(reading.problem, "");
    return reading.records;
}

TEST(PurchaseFile, MakesAPurchaseOfRowsThatFollowEachOther) {
    EXPECT_EQ(rows("P-1,ada@example.org,30,3,A,1,10,,x\n"
                   "P-1,ada@example.org,30,3,B,2,20,cups|mugs,y\n"
                   "P-2,grace@example.org,-5,1,A,1,-5,a||,\n"),
              (Records{R"(2-4 {"purchaseId":"P-1","contactEmail":"ada@example.org","totalPrice":30,"totalQuantity":3,)"
                       R"("products":[{"productId":"A","quantity":1,"price":10},)"
                       R"({"productId":"B","quantity":2,"price":20,"categories":["cups","mugs"]}]})",
                       R"(4-5 {"purchaseId":"P-2","contactEmail":"grace@example.org","totalPrice":-5,)"
                       R"("totalQuantity":1,"products":[{"productId":"A","quantity":1,"price":-5,)"
                       R"("categories":["a","",""]}]})"}));
}

TEST(PurchaseFile, LeavesEmptyCellsOutAndTakesAPurchaseFromAnyOfItsRows) {
    EXPECT_EQ(rows("P-1,,,3,A,1,,,\nP-1,ada@example.org,30,,B,2,20,,\n"),
              (Records{R"(2-4 {"purchaseId":"P-1","contactEmail":"ada@example.org","totalPrice":30,"totalQuantity":3,)"
                       R"("products":[{"productId":"A","quantity":1},{"productId":"B","quantity":2,"price":20}]})"}));
}

TEST(PurchaseFile, GivesNumbersThatAreNoneToTheRulesOfPurchases) {
    const auto records = rows("P-1,ada@example.org,\"1,5\",0x3,A,NaN,1e400,,\n");
    ASSERT_EQ(records.size(), 1U);
    const auto document = base::JsonDocument::parse(std::string_view(records.front()).substr(4)).take();
    std::vector<base::Problem> problems;
    read_purchase(document.root(), problems);
    const auto reason = import_error_reason(base::invalid(problems));
    for (const auto* name : {"totalPrice ", "totalQuantity ", "products/0/quantity ", "products/0/price "}) {
        EXPECT_NE(reason.find(name), std::string::npos) << reason;
    }
}

TEST(PurchaseFile, RefusesAPurchaseWhoseRowsDisagree) {
    EXPECT_EQ(rows("P-1,ada@example.org,30,3,A,1,10,,\nP-1,ada@example.org,31,3,B,2,20,,\nP-1,,,,C,1,1,,\n"),
              (Records{"2-5 {totalPrice is not the same in all rows of the purchase}"}));
}

TEST(PurchaseFile, TellsRowsThatCannotBeReadByThemselves) {
    EXPECT_EQ(
        rows("short,row\n,ada@example.org,1,1,A,1,1,,\nP-1,a@b.c,1,1,A,1,1,,\n\"x\"y,,,,,,,,\nP-2,a@b.c,1,1,A,1,1,,\n"),
        (Records{"2-3 {has 2 cells where the header has 9}", "3-4 {purchaseId is required}",
                 R"(4-5 {"purchaseId":"P-1","contactEmail":"a@b.c","totalPrice":1,"totalQuantity":1,)"
                 R"("products":[{"productId":"A","quantity":1,"price":1}]})",
                 "5-6 {has something behind a closing quote}",
                 R"(6-7 {"purchaseId":"P-2","contactEmail":"a@b.c","totalPrice":1,"totalQuantity":1,)"
                 R"("products":[{"productId":"A","quantity":1,"price":1}]})"}));
}

TEST(PurchaseFile, NoPurchaseLosesAnItemToARowInItsMidstThatCannotBeRead) {
    EXPECT_EQ(rows("P-1,a@b.c,1,1,A,1,1,,\nbroken\nP-1,a@b.c,1,1,B,1,1,,\n"),
              (Records{"2-5 {line 3: has 1 cells where the header has 9}"}));
}

TEST(PurchaseFile, HoldsBackNoMoreRowsThanItMay) {
    std::string lines = "P-1,a@b.c,1,1,A,1,1,,\n";
    for (std::size_t row = 0; row < PurchaseFileReader::held_rows_max + 5; ++row) { lines += "x\n"; }
    Records records;
    PurchaseFileReader reader({}, [&](const ImportRecord& record) { records.push_back(described(record)); });
    reader.push(std::string(header) + lines);
    EXPECT_EQ(records.size(), 1 + PurchaseFileReader::held_rows_max + 5);
}

TEST(PurchaseFile, BoundsAPurchase) {
    const auto item = "P-1,a@b.c,1,1," + std::string(10'000, 'x') + ",1,1,,\n";
    Records records;
    PurchaseFileReader reader({}, [&](const ImportRecord& record) {
        EXPECT_EQ(record.cells.size(), 9U);
        records.push_back(described(record));
    });
    reader.push(header);
    for (int count = 0; count < 200; ++count) { reader.push(item); }
    reader.finish();
    EXPECT_EQ(records, (Records{"2-202 {is a purchase of more than 1048576 bytes}"}));
}

TEST(PurchaseFile, DoesNotRepeatLongRowsInReports) {
    std::size_t cells = 1;
    PurchaseFileReader reader({}, [&](const ImportRecord& record) { cells = record.cells.size(); });
    reader.push(std::string(header) + std::string(told_row_bytes_max + 1, 'x') + "\n");
    EXPECT_EQ(cells, 0U);
}

TEST(PurchaseFile, JudgesTheHeader) {
    struct Case {
        std::string_view text;
        std::string_view problem;
    };
    const Case cases[] = {
        {"", "/filehas no header"},
        {"\n\n", "/filehas no header"},
        {"\"a\"b\n", "/filehas a header that has something behind a closing quote"},
        {"purchaseId,contactEmail,totalPrice,totalQuantity,productId,quantity\n", "/filehas no column price"},
        {"contactEmail,totalPrice,totalQuantity,productId,quantity,price\nx\n", "/filehas no column purchaseId"},
        {"purchaseId,totalPrice,totalQuantity,productId,quantity,price",
         "/filehas neither a column contactEmail nor a column contactExternalId"},
        {"purchaseId,contactExternalId,totalPrice,totalQuantity,productId,quantity,price", ""},
        {"purchaseId,contactEmail,totalPrice,totalQuantity,productId,quantity,price,a,b,a\n",
         "/filehas the column a twice"},
        {"purchaseId,contactEmail,totalPrice,totalQuantity,productId,quantity,price,,\n", ""},
    };
    for (const auto& one : cases) { EXPECT_EQ(read(one.text), (Reading{{}, std::string(one.problem)})) << one.text; }
}

TEST(PurchaseFile, TakesLinesOfJsonAsTheyAre) {
    const ImportOptions options{.format = FileFormat::Ndjson};
    EXPECT_EQ(read("{\"purchaseId\":\"P-1\"}\n\nnot json\n", options),
              (Reading{{R"(1-2 {"purchaseId":"P-1"})", "3-4 not json"}, ""}));
}

TEST(PurchaseFile, GoesOnAtAnyRecord) {
    const auto text =
        std::string(header) +
        "P-1,a@b.c,1,1,A,1,1,,\nP-1,,,,B,1,1,,\n\nbroken\nP-2,a@b.c,1,1,\"A\nB\",1,1,,\nP-3,a@b.c,1,1,A,1,1,,";
    std::vector<ImportRecord> all;
    PurchaseFileReader first({}, [&](const ImportRecord& record) { all.push_back(record); });
    first.push(text);
    first.finish();
    ASSERT_EQ(all.size(), 4U);
    for (std::size_t index = 0; index < all.size(); ++index) {
        Records rest;
        PurchaseFileReader reader({}, [&](const ImportRecord& record) { rest.push_back(described(record)); });
        reader.push(header);
        ASSERT_TRUE(reader.is_past_header());
        // Where the one before it ends, as a checkpoint has it.
        const auto place = index == 0 ? all[0].place : all[index - 1].end;
        reader.go_on_at(place);
        reader.push(std::string_view(text).substr(place.offset));
        reader.finish();
        Records expected;
        for (std::size_t later = index; later < all.size(); ++later) { expected.push_back(described(all[later])); }
        EXPECT_EQ(rest, expected);
    }
}

TEST(Import, IsRenderedWithWhatIsKnown) {
    Import import;
    import.id = {7};
    import.total = 3;
    std::string json;
    base::JsonWriter writer(json);
    write_import(writer, import, {});
    EXPECT_EQ(json, R"({"id":")" + import.id.text() +
                        R"(","total":3,"success":0,"errors":0,"origin":"api","createdAt":"1970-01-01T00:00:00.000Z",)"
                        R"("type":"purchases","status":"queued","options":{"format":"csv","delimiter":","}})");
}

TEST(Import, KeepsItsOptions) {
    for (const ImportOptions options :
         {ImportOptions{.format = FileFormat::Csv, .delimiter = ';'}, ImportOptions{.format = FileFormat::Ndjson}}) {
        EXPECT_EQ(read_import_options(render_import_options(ImportType::Purchases, options)), options);
    }
    EXPECT_EQ(read_import_options(R"({"format":"xml"})"), std::nullopt);
    EXPECT_EQ(read_import_options("[]"), std::nullopt);
}

TEST(Import, ReportsInLinesOfCsv) {
    EXPECT_EQ(render_report_header({"a", "b\"c"}), "\"line\",\"reason\",\"a\",\"b\"\"c\"\n");
    EXPECT_EQ(render_report_row({.line = 12, .reason = "is \"odd\"", .cells = {"x", ""}}),
              "\"12\",\"is \"\"odd\"\"\",\"x\",\"\"\n");
}

TEST(Import, TellsReasonsInOneLine) {
    EXPECT_EQ(import_error_reason(base::coded("E0101", "Nobody.")), "E0101: Nobody.");
    EXPECT_EQ(import_error_reason(base::bad_request("Not JSON.")), "Not JSON.");
    std::vector<base::Problem> problems(12, {.path = "/a/0/b", .reason = "is required"});
    const auto reason = import_error_reason(base::invalid(problems));
    EXPECT_TRUE(reason.starts_with("a/0/b is required; a/0/b is required; ")) << reason;
    EXPECT_TRUE(reason.ends_with("is required; and 2 more")) << reason;
}

}  // namespace
}  // namespace tradewind::domain::purchase_file_test
