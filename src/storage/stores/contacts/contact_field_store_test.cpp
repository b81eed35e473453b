#include "storage/stores/contacts/contact_field_store.h"

#include <gtest/gtest.h>

#include <optional>
#include <utility>

#include "storage/database/database.h"
#include "storage/stores/settings/definitions.h"
#include "storage/stores/settings/store_store.h"
#include "storage/testing/test_database.h"

namespace tradewind::storage {
namespace {

class ContactFieldStore : public testing::TestWithParam<TestEngine> {
  protected:
    template <class Work>
    auto in_transaction(Work work) {
        using Value = std::invoke_result_t<Work&, Transaction&>;
        std::optional<Value> value;
        const auto done = write_and_wait(*database, [&](Transaction& transaction) -> base::Result<void> {
            value.emplace(work(transaction));
            return {};
        });
        EXPECT_TRUE(done);
        return std::move(*value);
    }
    std::int64_t insert(const domain::ContactField& field) {
        return in_transaction([&](Transaction& transaction) {
            transaction.touch_definitions();
            return insert_contact_field(transaction, field);
        });
    }
    bool remove(std::string_view id, base::Instant when) {
        return in_transaction([&](Transaction& transaction) {
            transaction.touch_definitions();
            return delete_contact_field(transaction, id, when);
        });
    }
    std::optional<domain::ContactField> find(std::string_view id) {
        return in_transaction([&](Transaction& transaction) { return find_contact_field(transaction, id); });
    }
    std::vector<std::int64_t> numbers() {
        return in_transaction([](Transaction& transaction) { return contact_field_numbers(transaction); });
    }
    std::optional<domain::ContactField> find(std::int64_t number) {
        return in_transaction([&](Transaction& transaction) { return find_contact_field(transaction, number); });
    }
    std::vector<DeletedContactField> deleted() {
        return in_transaction([](Transaction& transaction) { return deleted_contact_fields(transaction); });
    }
    void make_store(std::string country_code) {
        in_transaction([&](Transaction& transaction) {
            domain::Store store;
            store.default_country_code = country_code;
            insert_store(transaction, store);
            return true;
        });
    }
    void forget(std::int64_t number) {
        in_transaction([&](Transaction& transaction) {
            forget_contact_field(transaction, number);
            return true;
        });
    }

    TestDatabase database{GetParam()};
};

INSTANTIATE_TEST_SUITE_P(On, ContactFieldStore, testing::Values(TestEngine::Sqlite, TestEngine::Postgres),
                         [](const auto& engine) { return std::string(name_of(engine.param)); });

domain::ContactField field_of(std::string id, domain::FieldType type = domain::FieldType::Text) {
    domain::ContactField field;
    field.id = std::move(id);
    field.name = "Naïve \"name\"";
    field.type = type;
    field.created_at = {1'700'000'000'123};
    return field;
}

TEST_P(ContactFieldStore, KeepsEveryPropertyOfEveryType) {
    using domain::FieldType;
    using domain::FieldValue;
    std::vector<domain::ContactField> fields;
    fields.push_back(field_of("tags[]"));
    fields.push_back(field_of("email", FieldType::Email));

    auto text = field_of("text");
    text.required = true;
    text.default_value = FieldValue("a\"\\ñ\n😀");
    text.max_length = 5000;
    fields.push_back(text);

    auto phone = field_of("phone", FieldType::Phone);
    phone.default_country_code = "34";
    fields.push_back(phone);

    auto integer = field_of("integer", FieldType::Integer);
    integer.required = true;
    integer.default_value = FieldValue(std::int64_t{9'007'199'254'740'991});
    integer.min_value = base::Decimal{-30'000};
    fields.push_back(integer);

    auto decimal = field_of("decimal", FieldType::Decimal);
    decimal.required = true;
    decimal.default_value = FieldValue(base::Decimal{999'999'999'999'999'999});
    decimal.min_value = base::Decimal{-999'999'999'999'999'999};
    decimal.max_value = base::Decimal{999'999'999'999'999'999};
    fields.push_back(decimal);

    auto date = field_of("date", FieldType::Date);
    date.required = true;
    date.default_value = FieldValue(base::Instant{-4'861'900'800'000});
    date.min_date = base::Instant{-62'135'596'800'000};
    date.max_date = base::Instant{253'402'300'799'999};
    fields.push_back(date);

    auto radio = field_of("radio", FieldType::Radio);
    radio.required = true;
    radio.options = {{"b", "Bé"}, {"a", "A"}};
    radio.default_value = FieldValue("b");
    fields.push_back(radio);

    auto checkbox = field_of("checkbox", FieldType::Checkbox);
    checkbox.required = true;
    checkbox.options = {{"b", "B"}, {"a", "A"}};
    checkbox.default_value = FieldValue(std::vector<std::string>{"a", "b"});
    fields.push_back(checkbox);

    auto boolean = field_of("boolean", FieldType::Boolean);
    boolean.required = true;
    boolean.default_value = FieldValue(false);
    fields.push_back(boolean);

    for (auto& field : fields) {
        field.number = insert(field);
        EXPECT_EQ(find(field.id), field) << field.id;
        EXPECT_EQ(find(field.number), field) << field.id;
    }
}

TEST_P(ContactFieldStore, ListsNewestFirstAndTiesById) {
    auto old = field_of("z");
    old.created_at = {1};
    const auto b = insert(field_of("b"));
    const auto a = insert(field_of("a"));
    const auto z = insert(old);
    const auto capital = insert(field_of("B"));
    EXPECT_EQ(numbers(), (std::vector<std::int64_t>{b, a, capital, z}));
}

TEST_P(ContactFieldStore, ADeletedFieldIsHiddenAndItsIdFreeButItsNumberIsNot) {
    const auto first = insert(field_of("a"));
    const auto other = insert(field_of("b"));
    EXPECT_TRUE(remove("a", {5}));
    EXPECT_FALSE(remove("a", {6})) << "it is gone already";
    EXPECT_FALSE(remove("c", {6}));
    EXPECT_FALSE(find("a"));
    EXPECT_TRUE(find(first)) << "by its number it is still there";
    EXPECT_EQ(numbers(), std::vector<std::int64_t>{other});
    EXPECT_EQ(in_transaction([](Transaction& transaction) { return count_contact_fields(transaction); }), 1);

    const auto second = insert(field_of("a"));
    EXPECT_EQ(find("a")->number, second);
    EXPECT_TRUE(remove("a", {7}));
    const auto gone = deleted();
    ASSERT_EQ(gone.size(), 2U);
    EXPECT_EQ(gone[0].number, first);
    EXPECT_EQ(gone[0].deleted_at, base::Instant{5});
    EXPECT_EQ(gone[1].number, second);

    forget(first);
    forget(second);
    forget(other);
    EXPECT_TRUE(deleted().empty());
    EXPECT_FALSE(find(first));
    EXPECT_TRUE(find("b")) << "a field that lives is not forgotten";
    const auto third = insert(field_of("a"));
    EXPECT_LT(first, other);
    EXPECT_LT(other, second);
    EXPECT_LT(second, third) << "also after the row is gone";
}

TEST_P(ContactFieldStore, TellsOfTheHundredThatWereDeletedFirst) {
    in_transaction([](Transaction& transaction) {
        for (std::int64_t count = 0; count < 101; ++count) {
            insert_contact_field(transaction, field_of("a"));
            delete_contact_field(transaction, "a", {200 - count});
        }
        return true;
    });
    const auto gone = deleted();
    ASSERT_EQ(gone.size(), 100U);
    EXPECT_EQ(gone.front().deleted_at, base::Instant{100});
    EXPECT_EQ(gone.back().deleted_at, base::Instant{199});
}

TEST_P(ContactFieldStore, TheDefinitionsLoadAsManyAndAsLargeFieldsAsThereMayBe) {
    make_store("34");
    std::string longest_label;
    for (std::size_t count = 0; count < domain::field_name_characters_max; ++count) { longest_label += "😀"; }
    auto field = field_of("f", domain::FieldType::Radio);
    for (std::size_t count = 0; count < domain::field_options_max; ++count) {
        field.options.push_back({.id = "option" + std::to_string(count), .label = longest_label});
    }
    in_transaction([&](Transaction& transaction) {
        for (std::size_t count = 0; count < domain::custom_fields_max; ++count) {
            field.id = "f" + std::to_string(count);
            insert_contact_field(transaction, field);
        }
        return true;
    });
    const auto definitions = DefinitionsCache::load(*database).take();
    EXPECT_EQ(definitions.current()->contact_fields.custom().size(), domain::custom_fields_max);
    EXPECT_EQ(definitions.current()->contact_fields.find("f0")->options, field.options);
}

TEST_P(ContactFieldStore, TheDefinitionsHoldTheFieldsAndFollowEveryChange) {
    make_store("44");
    const auto definitions = DefinitionsCache::load(*database).take();
    EXPECT_EQ(definitions.current()->contact_fields.find("_mobilePhone")->default_country_code, "44");
    EXPECT_EQ(definitions.current()->contact_fields.find("a"), nullptr);

    const auto number = insert(field_of("a"));
    auto newer = field_of("b");
    newer.created_at = {1'800'000'000'000};
    insert(newer);
    const auto current = definitions.current();
    ASSERT_EQ(current->contact_fields.custom().size(), 2U);
    EXPECT_EQ(current->contact_fields.custom()[0].id, "b");
    ASSERT_NE(current->contact_fields.find("a"), nullptr);
    EXPECT_EQ(current->contact_fields.find("a")->number, number);

    in_transaction([](Transaction& transaction) {
        auto store = find_store(transaction).value();
        store.default_country_code = "1";
        update_store(transaction, store);
        transaction.touch_definitions();
        return true;
    });
    EXPECT_EQ(definitions.current()->contact_fields.find("_mobilePhone")->default_country_code, "1");
    EXPECT_EQ(definitions.current()->contact_fields.find("a")->number, number);

    remove("a", {5});
    EXPECT_EQ(definitions.current()->contact_fields.find("a"), nullptr);
    EXPECT_NE(definitions.current()->contact_fields.find("b"), nullptr);
    EXPECT_NE(current->contact_fields.find("a"), nullptr) << "a snapshot does not change";
}

}  // namespace
}  // namespace tradewind::storage
