#include "domain/contacts/contact.h"

#include <gtest/gtest.h>

#include "domain/contacts/contact_members.h"
#include "domain/contacts/contact_patch.h"

namespace tradewind::domain {
namespace {

ContactField custom_field(std::string id, FieldType type, std::int64_t number) {
    ContactField field;
    field.id = std::move(id);
    field.name = "A field";
    field.type = type;
    field.number = number;
    if (type == FieldType::Radio || type == FieldType::Checkbox) { field.options = {{"a", "A"}, {"b", "B"}}; }
    return field;
}

ContactFieldList fields_of_a_store() {
    auto colour = custom_field("colour", FieldType::Radio, 3);
    colour.required = true;
    colour.default_value = FieldValue(std::string("a"));
    return {{custom_field("tags[]", FieldType::Checkbox, 4), colour, custom_field("note", FieldType::Text, 2),
             custom_field("size", FieldType::Integer, 1)},
            "34"};
}

class ContactPatchTest : public testing::Test {
  protected:
    base::Result<ContactPatch> read(std::string_view json, OtherKey other = OtherKey::MaySet) {
        document_ = base::JsonDocument::parse(json).take();
        return read_contact_patch(document_->root(), fields, key, other);
    }
    std::vector<base::Problem> problems(std::string_view json, OtherKey other = OtherKey::MaySet) {
        const auto refused = read(json, other);
        EXPECT_FALSE(refused.ok());
        return refused.ok() ? std::vector<base::Problem>() : refused.error().problems;
    }
    std::vector<ContactChange> put(std::string_view json) { return apply(read(json).value(), contact, fields); }
    std::string text() {
        std::string json;
        base::JsonWriter writer(json);
        write_contact(writer, contact, fields);
        return json;
    }
    bool shows(std::string_view part) { return text().find(part) != std::string::npos; }

    ContactFieldList fields = fields_of_a_store();
    ContactKey key{base::EmailAddress::parse("ada@example.org").take()};
    Contact contact;

  private:
    std::optional<base::JsonDocument> document_;
};

TEST_F(ContactPatchTest, EverySystemFieldHasAPlaceInTheOrderOfTheList) {
    const auto members = contact_members();
    ASSERT_EQ(members.size(), system_contact_fields().size());
    for (std::size_t index = 0; index < members.size(); ++index) {
        EXPECT_EQ(members[index].id, system_contact_fields()[index].id);
    }
}

TEST_F(ContactPatchTest, PutsValuesAndTellsWhatChanged) {
    const auto changes = put(R"({"_name": "Ada", "_points": 3.0, "_birthdate": "1988-12-10", "note": "x", "size": 7,
                                 "_mobilePhone": "651 23-45 67", "tags[]": ["b", "a"]})");
    ASSERT_EQ(changes.size(), 8U);
    EXPECT_EQ(changes[0].json, R"("Ada")");
    EXPECT_EQ(changes[2].json, R"("1988-12-10T00:00:00.000Z")");
    EXPECT_EQ(contact.points, 3);
    EXPECT_EQ(contact.mobile_phone, "+34651234567");
    EXPECT_EQ(contact.mobile_phone_status, "active");
    EXPECT_EQ(contact.custom, (std::vector<CustomValue>{{1, "7"}, {2, R"("x")"}, {4, R"(["b","a"])"}}));
    EXPECT_TRUE(put(R"({"_name": "Ada", "_points": 3, "note": "x", "tags[]": ["b", "a"]})").empty());
}

TEST_F(ContactPatchTest, NullClearsWhatMayBeCleared) {
    put(R"({"_name": "Ada", "_mobilePhone": "+34651234567", "_mobilePhoneStatus": "paused", "note": "x"})");
    EXPECT_EQ(put(R"({"_name": null, "_mobilePhone": null, "note": null, "_surname": null})").size(), 4U);
    EXPECT_EQ(contact.name, std::nullopt);
    EXPECT_EQ(contact.mobile_phone_status, std::nullopt);
    EXPECT_TRUE(contact.custom.empty());
    EXPECT_EQ(problems(R"({"_points": null, "_emailStatus": null, "colour": null, "_email": null})").size(), 4U);
}

TEST_F(ContactPatchTest, TheStatusOfAPhoneComesAndGoesWithItAndIsTold) {
    const auto told = [this](std::string_view json) {
        std::string text;
        for (const auto& change : put(json)) { text += change.field->id + change.json + " "; }
        return text;
    };
    EXPECT_EQ(told(R"({"_mobilePhone": "+34651234567"})"), R"(_mobilePhone"+34651234567" _mobilePhoneStatus"active" )");
    EXPECT_EQ(told(R"({"_mobilePhone": "+34651234568"})"), R"(_mobilePhone"+34651234568" )");
    EXPECT_EQ(told(R"({"_mobilePhoneStatus": "paused"})"), R"(_mobilePhoneStatus"paused" )");
    EXPECT_EQ(told(R"({"_mobilePhoneStatus": "bounced", "_mobilePhone": null})"),
              "_mobilePhonenull _mobilePhoneStatusnull ");
    EXPECT_EQ(told(R"({"_mobilePhone": null, "_mobilePhoneStatus": "bounced"})"), "");
    EXPECT_EQ(contact.mobile_phone_status, std::nullopt);
}

TEST_F(ContactPatchTest, RefusesAllAtOnceByPointer) {
    const auto found = problems(R"({"id": "x", "_totalPurchases": 1, "no/such~field": 1, "_points": "many",
                                    "tags[]": ["a", "c"], "_name": 1})");
    std::vector<std::string> paths;
    for (const auto& problem : found) { paths.push_back(problem.path); }
    EXPECT_EQ(paths, (std::vector<std::string>{"/id", "/_totalPurchases", "/no~1such~0field", "/_points", "/tags[]/1",
                                               "/_name"}));
}

TEST_F(ContactPatchTest, TheKeyOfThePathMayBeRepeatedAndTheOtherSet) {
    EXPECT_TRUE(read(R"({"_email": "ADA@example.org"})").value().entries.empty());
    EXPECT_EQ(problems(R"({"_email": "eve@example.org"})").front().path, "/_email");
    EXPECT_EQ(problems(R"({"_externalId": ""})").front().path, "/_externalId");
    EXPECT_EQ(problems(R"({"_externalId": "x"})", OtherKey::MayNotSet).front().reason, "cannot be set here");
    put(R"({"_externalId": "c1"})");
    EXPECT_EQ(contact.external_id, "c1");
    put(R"({"_externalId": null})");
    EXPECT_EQ(contact.external_id, std::nullopt);

    key = ExternalId::parse("c1").take();
    EXPECT_TRUE(read(R"({"_externalId": "c1"})").value().entries.empty());
    EXPECT_EQ(problems(R"({"_externalId": "C1"})").front().path, "/_externalId");
    put(R"({"_email": "new@example.org"})");
    EXPECT_EQ(contact.email, "new@example.org");
    EXPECT_EQ(problems(R"({"_email": "nonsense"})").front().path, "/_email");
}

TEST_F(ContactPatchTest, AReaderSeesTheDefaultOfARequiredField) {
    EXPECT_TRUE(shows(R"("colour":"a")"));
    EXPECT_TRUE(put(R"({"colour": "a"})").empty());
    put(R"({"colour": "b"})");
    EXPECT_TRUE(shows(R"("colour":"b")"));
}

TEST_F(ContactPatchTest, UnknownNumbersAreNullAndUnsetFieldsAreLeftOut) {
    EXPECT_TRUE(shows(R"("_clv":null,"_pAlive":null,"_churnRate":null,"_expectedPurchases":null)"));
    EXPECT_FALSE(shows("_name"));
    EXPECT_FALSE(shows("_recency"));
    contact.recency = 5;
    contact.clv = base::Decimal{125'000};
    EXPECT_TRUE(shows(R"("_recency":"5")"));
    EXPECT_TRUE(shows(R"("_clv":12.5)"));
}

TEST_F(ContactPatchTest, TheMomentHoldsStatesAndChoicesByNumber) {
    put(R"({"_newsletterSubscriptionStatus": "subscribed", "tags[]": ["a"], "note": "not in it"})");
    EXPECT_EQ(moment_of(contact, fields), R"({"e":"active","n":"subscribed","s":"none","f4":["a"],"f3":"a"})");
    EXPECT_EQ(state_of_moment("n"), "_newsletterSubscriptionStatus");
    EXPECT_EQ(state_of_moment("f4"), "");
    contact.mobile_phone_status = "paused";
    contact.has_push_subscriptions = true;
    contact.recency = 5;
    contact.frequency = 4;
    contact.monetary = 1;
    contact.rfm = "promising";
    EXPECT_EQ(
        moment_of(contact, ContactFieldList()),
        R"({"e":"active","n":"subscribed","s":"none","r":"promising","p":"paused","c":"5","q":"4","m":"1","h":true})");
}

TEST(Contact, EveryFieldWithAChoiceIsKeptWithAMoment) {
    for (const auto& field : system_contact_fields()) {
        const bool is_choice = field.type == FieldType::Radio || field.type == FieldType::Boolean;
        const auto key = moment_key(field);
        ASSERT_EQ(key.has_value(), is_choice) << field.id;
        if (key) { EXPECT_EQ(state_of_moment(*key), field.id); }
    }
}

TEST(Contact, AFlagThatIsNotSetTakesNoSpaceInAMoment) {
    EXPECT_EQ(moment_of(Contact(), ContactFieldList()), R"({"e":"active","n":"none","s":"none"})");
    EXPECT_EQ(unwritten_in_moment("h"), "false");
    EXPECT_EQ(unwritten_in_moment("a"), "false");
    EXPECT_EQ(unwritten_in_moment("c"), "");
    EXPECT_EQ(unwritten_in_moment("f1"), "");
}

TEST(Contact, TheAverageIsRoundedHalfAwayFromZero) {
    struct Row {
        std::int64_t total;
        std::int64_t purchases;
        std::int64_t average;
    };
    for (const auto& [total, purchases, average] : {Row{0, 0, 0}, Row{100, 3, 33}, Row{200, 3, 67}, Row{-100, 3, -33},
                                                    Row{-200, 3, -67}, Row{5, 2, 3}, Row{-5, 2, -3}, Row{7, 1, 7}}) {
        Contact contact;
        contact.total_amount = {total};
        contact.total_purchases = purchases;
        EXPECT_EQ(average_amount(contact).ten_thousandths, average) << total << "/" << purchases;
    }
}

TEST_F(ContactPatchTest, AClaimIsTheOtherKeyWhenItIsOne) {
    const auto claim = [](std::string_view json, const ContactKey& by) {
        return claimed_key(base::JsonDocument::parse(json).take().root(), by);
    };
    const ContactKey by_id{ExternalId::parse("c1").take()};
    EXPECT_EQ(std::get<ExternalId>(claim(R"({"_points": 1, "_externalId": "c2"})", key).value()).text(), "c2");
    EXPECT_EQ(std::get<base::EmailAddress>(claim(R"({"_email": "Ada@b.org"})", by_id).value()).key(), "ada@b.org");
    for (const auto* const json : {"{}", R"({"_email": "ada@example.org"})", R"({"_externalId": null})",
                                   R"({"_externalId": ""})", R"({"_externalId": 1})"}) {
        EXPECT_FALSE(claim(json, key)) << json;
    }
    for (const auto* const json : {R"({"_externalId": "c1"})", R"({"_email": null})", R"({"_email": "ada"})"}) {
        EXPECT_FALSE(claim(json, by_id)) << json;
    }
}

}  // namespace
}  // namespace tradewind::domain
