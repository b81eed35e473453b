#include "storage/transfer/transfer_table.h"

#include <gtest/gtest.h>

#include "storage/database/transaction.h"

namespace tradewind::storage {
namespace {

const TransferTable table{
    .name = "t",
    .columns = {{"a", TransferKind::Integer}, {"b", TransferKind::Text}, {"j", TransferKind::Json}},
    .key = {1, 0}};

TransferSum sum_of(const std::vector<TransferRow>& rows) {
    TransferHash hash(table);
    for (const auto& row : rows) { hash.add(row); }
    return hash.sum();
}

TEST(TransferTable, AsksForItsRowsInTheOrderOfItsKey) {
    EXPECT_EQ(table.slice_sql(false, 5), R"(SELECT "a", "b", "j" FROM "t" ORDER BY "b", "a" LIMIT 5)");
    EXPECT_EQ(table.slice_sql(true, 5),
              R"(SELECT "a", "b", "j" FROM "t" WHERE ("b", "a") > ($1, $2) ORDER BY "b", "a" LIMIT 5)");
    EXPECT_EQ(table.key_of({"1", "x", "{}"}), (TransferRow{"x", "1"}));
}

TEST(TransferHash, IsTheSameForTheSameJsonHoweverItIsWritten) {
    for (const auto& [one, other] : std::vector<std::pair<std::string, std::string>>{
             {R"({"b":1,"aa":[true,null]})", R"({ "aa": [true, null], "b": 1 })"},
             {"1.50", "1.5"},
             {"1e2", "100"},
             {"-0", "0"},
             {"0.001", "1e-3"},
             {R"("é")", R"("\u00e9")"}}) {
        EXPECT_EQ(canonical_json(one), canonical_json(other)) << one;
        EXPECT_EQ(sum_of({{"1", "x", one}}), sum_of({{"1", "x", other}})) << one;
    }
}

TEST(TransferHash, IsAnotherForWhateverDiffers) {
    const TransferRow row{"1", "x", R"({"a":1})"};
    for (const auto& other : std::vector<TransferRow>{{"2", "x", R"({"a":1})"},
                                                      {"1", "X", R"({"a":1})"},
                                                      {"1", std::nullopt, R"({"a":1})"},
                                                      {"1", "", R"({"a":1})"},
                                                      {"1", "x", R"({"a":2})"},
                                                      {"1", "x", R"({"a":"1"})"},
                                                      {"1", "x", R"({"a":1,"b":null})"},
                                                      {"1", "x", R"([1])"},
                                                      {"1", "x", std::nullopt}}) {
        EXPECT_NE(sum_of({row}), sum_of({other}));
    }
    EXPECT_NE(sum_of({row}), sum_of({row, row}));
    EXPECT_NE(sum_of({row}), sum_of({}));
    EXPECT_NE(sum_of({{"1", "23", "1"}}), sum_of({{"12", "3", "1"}})) << "where a value ends counts";
    EXPECT_THROW(sum_of({{"1", "x", "{"}}), DatabaseBroken);
}

}  // namespace
}  // namespace tradewind::storage
