#include "domain/files/row_file.h"

#include <gtest/gtest.h>

#include "domain/files/contact_row.h"
#include "domain/files/product_row.h"

namespace tradewind::domain::row_file_test {
namespace {

using Records = std::vector<std::string>;

struct Reading {
    Records records;
    std::string problem;

    bool operator==(const Reading&) const = default;
};

// `line cell|cell`, or the problem in braces.
std::string described(const ImportRecord& record) {
    std::string text = std::to_string(record.place.line) + " ";
    if (!record.problem.empty()) { return text + "{" + record.problem + "}"; }
    for (const auto& cell : record.cells) { text += cell + "|"; }
    return text;
}

Reading read_in_pieces(std::string_view text, std::size_t piece_bytes, char delimiter) {
    Reading reading;
    const auto reader =
        make_import_reader(ImportType::Contacts, {.delimiter = delimiter},
                           [&](const ImportRecord& record) { reading.records.push_back(described(record)); });
    while (!text.empty()) {
        reader->push(text.substr(0, piece_bytes));
        text.remove_prefix(std::min(piece_bytes, text.size()));
    }
    reader->finish();
    const auto judged = reader->judge();
    if (!judged) {
        reading.problem = judged.error().problems.front().path + " " + judged.error().problems.front().reason;
    }
    return reading;
}

Reading read(std::string_view text, char delimiter = ',') {
    auto whole = read_in_pieces(text, text.size() + 1, delimiter);
    for (const std::size_t bytes : {1U, 2U, 3U, 7U}) {
        EXPECT_EQ(read_in_pieces(text, bytes, delimiter), whole) << "in pieces of " << bytes;
    }
    return whole;
}

TEST(RowFile, ReadsTheRowsBehindItsHeader) {
    EXPECT_EQ(read("\xef\xbb\xbf_email,_name\r\na@b.com,\"A\nda\"\r\n\r\nc@d.com,\n").records,
              (Records{"2 a@b.com|A\nda|", "5 c@d.com||"}));
    EXPECT_EQ(read("_email;_name\na,b;c\n", ';').records, (Records{"2 a,b|c|"}));
}

TEST(RowFile, TellsOfRowsThatAreBroken) {
    EXPECT_EQ(read("_email,_name\na\na,b,c\n\"x\"y,z\n\xff,b\nd,e\n\"open,f\n").records,
              (Records{"2 {has 1 cells where the header has 2}", "3 {has 3 cells where the header has 2}",
                       "4 {has something behind a closing quote}", "5 {is not UTF-8}", "6 d|e|",
                       "7 {has a quote that is not closed}"}));
}

TEST(RowFile, JudgesItsHeader) {
    EXPECT_EQ(read("").problem, "/file has no header");
    EXPECT_EQ(read("_name\nx\n").problem, "/file has neither a column _email nor a column _externalId");
    EXPECT_EQ(read("_email;_name\nx;y\n").problem,
              "/file has neither a column _email nor a column _externalId; its cells seem to be separated by ;");
    EXPECT_EQ(read("_email,a,a\nx,y,z\n").problem, "/file has the column a twice");
    EXPECT_EQ(read("_email,,\nx,y,z\n").problem, "");
    EXPECT_EQ(read("\xff\n").problem, "/file has a header that is not UTF-8");
    EXPECT_TRUE(read("_name\nx\n").records.empty());
}

TEST(RowFile, KnowsAFileThatIsNoCsv) {
    for (const auto* const rest : {"", "\n", "_email\na\n", "\xff\n"}) {
        EXPECT_EQ(read(std::string("PK\x03\x04") + rest).problem,
                  "/file is a ZIP file or a workbook, not CSV; unpack it, or save it as CSV");
    }
    EXPECT_EQ(read("_email,PK\x03\x04\nx,y\n").problem, "");
}

TEST(RowFile, TakesTheHeaderOfAnExportOfContacts) {
    EXPECT_EQ(read("\"Contact ID\",\"Email\",\"Surname\",\"Surname\"\n1,a@b.com,x,y\n").records,
              (Records{"2 1|a@b.com|x|y|"}));
    EXPECT_EQ(read("line,reason,Contact ID,Email\n2,is bad,1,a@b.com\n").problem, "");
    EXPECT_EQ(read("Contact ID,Email,Email,Email\n1,a,b,c\n").problem, "/file has the column Email twice");
    for (const auto* const other :
         {"Contact ID,External ID\n", "Email,Contact ID\n", "Email\n", "contact id,email\n"}) {
        EXPECT_EQ(read(other).problem, "/file has neither a column _email nor a column _externalId");
    }
    EXPECT_EQ(read("Contact ID,Email,_email\n1,a,b\n").problem, "") << "they are ids";
}

TEST(RowFile, GoesOnAtAnyRow) {
    std::vector<ImportRecord> records;
    const auto take = [&](ImportRecord record) { records.push_back(std::move(record)); };
    const std::string text = "_email,_name\na,b\n\"c\n\",d\ne,f\n";
    auto reader = make_import_reader(ImportType::Contacts, {}, take);
    reader->push(text);
    reader->finish();
    ASSERT_EQ(records.size(), 3U);
    const auto second = records[1].place;
    records.clear();
    reader = make_import_reader(ImportType::Contacts, {}, take);
    reader->push(text.substr(0, 14));
    ASSERT_TRUE(reader->is_past_header());
    records.clear();
    reader->go_on_at(second);
    reader->push(std::string_view(text).substr(second.offset));
    reader->finish();
    ASSERT_EQ(records.size(), 2U);
    EXPECT_EQ(described(records[0]), "3 c\n|d|");
    EXPECT_EQ(described(records[1]), "5 e|f|");
}

// A line as long as anybody likes is one broken row, of which nothing is kept.
TEST(RowFile, KeepsNothingOfALineWithoutEnd) {
    std::size_t records = 0;
    const auto reader = make_import_reader(ImportType::Contacts, {}, [&](const ImportRecord& record) {
        ++records;
        EXPECT_EQ(record.problem, "has a cell of more than 1048576 bytes");
        EXPECT_TRUE(record.cells.empty());
    });
    reader->push("_email\n");
    const std::string piece(64 * 1024, 'x');
    for (int count = 0; count < 1'600; ++count) { reader->push(piece); }  // 100 MB
    reader->push("\n");
    reader->finish();
    EXPECT_EQ(records, 1U);
}

TEST(ContactRow, ReadsKeysAndFieldsAndLeavesBlankCellsOut) {
    const ContactFieldList fields;
    const auto columns = contact_columns({"_email", "_externalId", "_name", "_points", "_createdAt", "x"}, fields);
    EXPECT_EQ(columns.fields[4], nullptr);
    EXPECT_EQ(columns.fields[5], nullptr);
    const auto row = read_contact_row({" A@b.com ", "7", "'=1", " ", "x", "y"}, columns).take();
    EXPECT_EQ(row.email->text(), "A@b.com");
    EXPECT_EQ(row.external_id->text(), "7");
    ASSERT_EQ(row.patch.entries.size(), 1U);
    EXPECT_EQ(row.patch.entries[0].field->id, "_name");
    EXPECT_EQ(std::get<std::string>(*row.patch.entries[0].value), "=1");
}

TEST(ContactRow, TakesTheGuardOffAddressesToo) {
    const ContactFieldList fields;
    const auto columns = contact_columns({"_email", "_externalId"}, fields);
    EXPECT_EQ(read_contact_row({"'+ada@b.com", "'=7"}, columns).value().email->text(), "+ada@b.com");
    EXPECT_EQ(read_contact_row({"'+ada@b.com", "'=7"}, columns).value().external_id->text(), "'=7")
        << "who says that an export made it?";
    const auto exported = contact_columns({"Contact ID", "Email", "External ID"}, fields);
    EXPECT_EQ(read_contact_row({"1", "", "'=7"}, exported).value().external_id->text(), "=7");
    EXPECT_EQ(read_contact_row({"1", "", "''=7"}, exported).value().external_id->text(), "'=7");
    EXPECT_EQ(read_contact_row({"1", "", "'7"}, exported).value().external_id->text(), "'7");
}

TEST(ContactRow, ReadsARowOfAnExportWithNames) {
    const auto field = [](std::int64_t number, std::string id, std::string name) {
        ContactField made;
        made.number = number;
        made.id = std::move(id);
        made.name = std::move(name);
        made.type = FieldType::Text;
        made.custom = true;
        return made;
    };
    const ContactFieldList fields({field(1, "a", "Size"), field(2, "Size", "Colour"), field(3, "c", "Twice"),
                                   field(4, "d", "Twice"), field(5, "e", "First name"), field(6, "f", "=1"),
                                   field(7, "g", "Created At"), field(8, "h", "_email"), field(9, "i", "Twice (c)")},
                                  "34");
    const std::vector<std::string> header{"Contact ID",     "Email",         "External ID",     "First name",
                                          "Size",           "Colour",        "Twice (c)",       "Twice (d)",
                                          "First name (e)", "'=1",           "Created At",      "Created At (g)",
                                          "_email (h)",     "Twice (c) (i)", "Last update date"};
    EXPECT_EQ(check_contact_header(header), "");
    const auto columns = contact_columns(header, fields);
    std::vector<std::string> ids;
    for (const auto* const each : columns.fields) { ids.push_back(each != nullptr ? each->id : "-"); }
    EXPECT_EQ(ids, (std::vector<std::string>{"-", "_email", "_externalId", "_name", "a", "Size", "c", "d", "e", "f",
                                             "-", "g", "h", "i", "-"}));
    auto with_ids = header;
    with_ids.back() = "Updated At";
    EXPECT_EQ(contact_columns(with_ids, fields).fields[4]->id, "Size") << "there the columns are named by ids";
    EXPECT_EQ(contact_columns(with_ids, fields).fields[5], nullptr);
    EXPECT_EQ(contact_columns({"Contact ID", "Email", "Twice", "Last update date"}, fields).fields[2], nullptr)
        << "two have this name by now";
    EXPECT_EQ(contact_columns({"Contact ID", "Email", "Size (a)", "Last update date"}, fields).fields[2]->id, "a")
        << "another had this name, too";
}

TEST(ContactRow, ReadsARowOfAnExport) {
    const ContactFieldList fields;
    const auto columns =
        contact_columns({"Contact ID", "Email", "External ID", "Birthdate", "Total purchases"}, fields);
    EXPECT_EQ(columns.fields[0], nullptr);
    EXPECT_EQ(columns.fields[4], nullptr);
    for (const auto* const born :
         {"1815-12-10T00:00:00.000Z", "12/10/1815", "December 10, 1815", "December 10, 1815 12:00 AM"}) {
        const auto row = read_contact_row({"1", "a@b.com", "7", born, "3"}, columns).take();
        EXPECT_EQ(row.email->text(), "a@b.com");
        EXPECT_EQ(row.external_id->text(), "7");
        ASSERT_EQ(row.patch.entries.size(), 1U);
        EXPECT_EQ(std::get<base::Instant>(*row.patch.entries[0].value).text(), "1815-12-10T00:00:00.000Z");
    }
    const auto by_ids = contact_columns({"_email", "_birthdate"}, fields);
    EXPECT_FALSE(read_contact_row({"a@b.com", "12/10/1815"}, by_ids))
        << "which of the two is the month is anybody's guess";
}

TEST(ContactRow, TellsEverythingThatIsWrong) {
    const ContactFieldList fields;
    const auto columns = contact_columns({"_email", "_points", "_emailStatus"}, fields);
    EXPECT_EQ(import_error_reason(read_contact_row({"x", "1.5", "gone"}, columns).error()),
              "_email must be an e-mail address; _points must be an integer; _emailStatus must be the id of one of the "
              "options");
    EXPECT_EQ(import_error_reason(read_contact_row({"", "1", ""}, columns).error()),
              "_email or _externalId is required");
}

TEST(ProductRow, ReadsCellsByTheirKind) {
    const ProductColumns columns({"productId", "name", "unitPrice", "tags", "isBlacklisted", "brand", "id"});
    const auto row = columns.read({"p", "'=Mug", "1e1", "a|b", "1", " ", "x"});
    EXPECT_TRUE(row.problems.empty());
    EXPECT_EQ(row.product_id, "p");
    EXPECT_EQ(row.patch.values.name, "=Mug");
    EXPECT_EQ(row.patch.values.unit_price.text(), "10");
    EXPECT_EQ(row.patch.values.tags, (std::vector<std::string>{"a", "b"}));
    EXPECT_TRUE(row.patch.values.is_blacklisted);
    EXPECT_EQ(row.patch.present.count(), 4U);
    EXPECT_EQ(columns.read({"p", "x", "many", "", "maybe", "", ""}).problems.size(), 2U);
}

TEST(ProductRow, FillsOnlyWhatIsEmpty) {
    const ProductColumns columns({"productId", "name", "brand", "tags", "priority"});
    const auto row = columns.read({"p", "new", "new", "new", "5"});
    Product product;
    product.name = "old";
    product.brand = "";
    const auto rest = only_empty(row.patch, product);
    EXPECT_EQ(rest.present.count(), 2U);
    EXPECT_TRUE(rest.present[index_of(product_fields, "brand")]);
    EXPECT_TRUE(rest.present[index_of(product_fields, "tags")]);
}

}  // namespace
}  // namespace tradewind::domain::row_file_test
