#include "domain/deliveries/sample_fields.h"

#include <gtest/gtest.h>

#include "base/json.h"
#include "domain/fields/kinds/field_kind.h"

namespace tradewind::domain {
namespace {

TEST(SampleFields, AreSuchAsTheTypeTakes) {
    CustomEventType type;
    for (const auto kind : {FieldType::Text, FieldType::Email, FieldType::Phone, FieldType::Integer, FieldType::Decimal,
                            FieldType::Date, FieldType::Checkbox, FieldType::Radio, FieldType::Boolean}) {
        CustomEventField field;
        field.id = "f" + std::to_string(type.fields.size());
        field.type = kind;
        if (kind == FieldType::Checkbox || kind == FieldType::Radio) {
            field.options = {{.id = "one", .label = "One"}, {.id = "two", .label = "Two"}};
        }
        type.fields.push_back(field);
    }
    const auto document = base::JsonDocument::parse(sample_fields(type)).take();
    EXPECT_EQ(document.root().size(), type.fields.size());
    for (const auto& field : type.fields) {
        EXPECT_TRUE(kind_of(field.type).read(*document.root().find(field.id), field)) << field.id;
    }
    EXPECT_EQ(sample_fields({}), "{}");
}

}  // namespace
}  // namespace tradewind::domain
