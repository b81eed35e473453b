#include "jobs/field_scrub_job.h"

#include <gtest/gtest.h>

#include "operations/contact_field_operations.h"
#include "operations/contact_operations.h"
#include "operations/operation_test.h"
#include "operations/store_operations.h"
#include "storage/stores/contacts/activity_store.h"
#include "storage/stores/contacts/contact_field_store.h"
#include "storage/stores/contacts/contact_store.h"
#include "storage/stores/contacts/erasure_store.h"

namespace tradewind::jobs {
namespace {

class FieldScrubJobTest : public operations::OperationTest {
  protected:
    FieldScrubJobTest() {
        in_transaction([this](auto& transaction) { return operations::create_store(transaction, sources); });
        for (const std::string_view id : {"colour", "size"}) {
            domain::ContactField wanted;
            wanted.id = id;
            wanted.name = id;
            wanted.type = domain::FieldType::Radio;
            wanted.options = {{"a", "A"}, {"b", "B"}};
            const auto made = in_transaction(
                [&](auto& transaction) { return operations::create_contact_field(transaction, sources, wanted); });
            EXPECT_TRUE(made);
        }
        for (int number = 0; number < contacts; ++number) {
            change("c" + std::to_string(number), number % 2 == 0 ? R"({"colour": "a", "size": "b"})" : "{}");
        }
    }
    void change(const std::string& external_id, std::string_view json) {
        const auto definitions = storage::DefinitionsCache::load(*database).take().current();
        const domain::ContactKey key = domain::ExternalId::parse(external_id).take();
        const auto document = base::JsonDocument::parse(json).take();
        const auto patch =
            domain::read_contact_patch(document.root(), definitions->contact_fields, key, domain::OtherKey::MaySet)
                .take();
        ids_.push_back(in_transaction([&](auto& transaction) {
                           return operations::change_contact(transaction, sources, *definitions, key, patch);
                       })
                           .take()
                           .id);
    }
    void delete_colour() {
        const auto deleted = in_transaction(
            [this](auto& transaction) { return operations::delete_contact_field(transaction, sources, "colour"); });
        EXPECT_TRUE(deleted);
    }
    // Everything that is kept about all contacts, with the values of fields by number.
    std::string everything() {
        std::string text;
        for (const auto id : ids_) {
            in_transaction([&](auto& transaction) {
                const auto contact = storage::find_contact(transaction, id).value();
                for (const auto& value : contact.custom) {
                    text += "f" + std::to_string(value.number) + value.json + " ";
                }
                const auto activities = storage::list_activities(transaction, id, {});
                for (const auto& activity : activities.items) { text += activity.data + activity.moment + " "; }
                return true;
            });
        }
        return text;
    }
    [[nodiscard]] base::Id some_contact() const { return ids_.front(); }
    std::size_t deleted_fields() {
        return in_transaction([](auto& transaction) { return storage::deleted_contact_fields(transaction).size(); });
    }
    bool has_erasures() {
        return in_transaction(
            [this](auto& transaction) { return storage::first_erasure_to_do(transaction, clock.now()).has_value(); });
    }

    static constexpr int contacts = 7;

  private:
    std::vector<base::Id> ids_;
};

TEST_F(FieldScrubJobTest, TakesTheValuesOfADeletedFieldAwayAndNoOthers) {
    FieldScrubJob job(*database, sources);
    delete_colour();
    EXPECT_NE(everything().find("f1"), std::string::npos);
    job.run();
    EXPECT_NE(everything().find("f1"), std::string::npos) << "a change may still be under way that knows the field";
    EXPECT_EQ(deleted_fields(), 1U);

    clock.advance(FieldScrubJob::settle_time + std::chrono::milliseconds(1));
    job.run();
    EXPECT_EQ(everything().find("f1"), std::string::npos);
    EXPECT_NE(everything().find(R"(f2"b")"), std::string::npos);
    EXPECT_EQ(deleted_fields(), 0U);
    EXPECT_TRUE(has_erasures()) << "the files are to be wiped too";
    job.run();
}

TEST_F(FieldScrubJobTest, LeavesAnEventAloneWhoseFieldIsCalledLikeANumber) {
    FieldScrubJob job(*database, sources);
    const auto contact = some_contact();
    in_transaction([&](auto& transaction) {
        storage::insert_activity(transaction, {.id = sources.ids.next(),
                                               .contact = contact,
                                               .kind = domain::ActivityKind::CustomEvent,
                                               .at = clock.now(),
                                               .data = R"({"values":{"f1":"kept"}})",
                                               .moment = R"({"f1":"gone"})"});
        return true;
    });
    delete_colour();
    clock.advance(FieldScrubJob::settle_time + std::chrono::milliseconds(1));
    job.run();
    EXPECT_NE(everything().find("kept"), std::string::npos);
    EXPECT_EQ(everything().find("gone"), std::string::npos);
}

TEST_F(FieldScrubJobTest, LeavesFieldsAloneThatLive) {
    clock.advance(FieldScrubJob::settle_time * 2);
    const auto before = everything();
    FieldScrubJob(*database, sources).run();
    EXPECT_EQ(everything(), before);
    EXPECT_FALSE(has_erasures());
}

}  // namespace
}  // namespace tradewind::jobs
