#include "domain/fields/contact_field_list.h"

#include <gtest/gtest.h>

#include "domain/fields/kinds/field_kind.h"

namespace tradewind::domain {
namespace {

ContactField custom_field(std::string id) {
    ContactField field;
    field.id = std::move(id);
    field.name = "A field";
    return field;
}

TEST(ContactFieldList, HoldsOurFieldsInTheirOrderAndThenTheOthersAsGiven) {
    const ContactFieldList list({custom_field("b"), custom_field("a")}, "34");
    const auto& ours = system_contact_fields();
    ASSERT_EQ(list.all().size(), ours.size() + 2);
    for (std::size_t place = 0; place < ours.size(); ++place) { EXPECT_EQ(list.all()[place].id, ours[place].id); }
    ASSERT_EQ(list.custom().size(), 2U);
    EXPECT_EQ(list.custom()[0].id, "b");
    EXPECT_EQ(list.custom()[1].id, "a");
    EXPECT_TRUE(ContactFieldList().custom().empty());
}

TEST(ContactFieldList, FindsByIdByteForByte) {
    const ContactFieldList list({custom_field("tags[]"), custom_field("a")}, "34");
    for (const auto& field : list.all()) { EXPECT_EQ(list.find(field.id), &field); }
    EXPECT_EQ(list.find("A"), nullptr);
    EXPECT_EQ(list.find(""), nullptr);
    EXPECT_EQ(list.find("id"), nullptr);
}

TEST(ContactFieldList, GivesOurPhoneTheCallingCodeOfTheStoreAndLeavesOthersTheirs) {
    auto work_phone = custom_field("work");
    work_phone.type = FieldType::Phone;
    work_phone.default_country_code = "1";
    const ContactFieldList list({work_phone}, "34");
    EXPECT_EQ(list.find("_mobilePhone")->default_country_code, "34");
    EXPECT_EQ(list.find("work")->default_country_code, "1");
}

TEST(SystemContactFields, AreNeitherCustomNorRequiredAndHaveAPropertyOnlyWhereItFits) {
    for (const auto& field : system_contact_fields()) {
        const auto& traits = kind_of(field.type).traits;
        EXPECT_TRUE(field.id.starts_with('_')) << field.id;
        EXPECT_FALSE(field.name.empty()) << field.id;
        EXPECT_FALSE(field.custom) << field.id;
        EXPECT_FALSE(field.required) << field.id;
        EXPECT_EQ(field.number, 0) << field.id;
        EXPECT_EQ(field.options.empty(), !traits.needs_options) << field.id;
        EXPECT_TRUE(!field.max_length || traits.takes_max_length) << field.id;
    }
}

}  // namespace
}  // namespace tradewind::domain
