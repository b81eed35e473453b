#include "domain/workflows/read_simulation.h"

#include <gtest/gtest.h>

#include "domain/workflows/sample_workflow.h"

namespace tradewind::domain::read_simulation_test {
namespace {

using Lines = std::vector<std::string>;

class ReadSimulationTest : public WorkflowTest {
  protected:
    static constexpr base::Id ada{77};

    base::Result<SimulationRequest> request(const std::string& json) {
        parsed_.push_back(document(json));
        return read_simulation(parsed_.back().root(),
                               {.names = names_.filters,
                                .find_contact =
                                    [](base::Id id) {
                                        if (id != ada) { return std::optional<SimulatedContact>(); }
                                        SimulatedContact found;
                                        found.facts.person.id = ada;
                                        found.facts.person.email = "ada@example.org";
                                        return std::optional(found);
                                    },
                                .find_product =
                                    [](std::string_view id) {
                                        if (id != "mug") { return std::optional<Product>(); }
                                        Product mug;
                                        mug.id = {5};
                                        mug.product_id = "mug";
                                        mug.name = "Mug";
                                        mug.brand = "Clay";
                                        return std::optional(mug);
                                    }},
                               now);
    }
    SimulationRequest good(const std::string& json) {
        auto read = request(json);
        EXPECT_TRUE(read.ok()) << json;
        return std::move(read).take();
    }
    Lines wrong(const std::string& json) {
        const auto read = request(json);
        Lines lines;
        if (read.ok()) { return {"nothing"}; }
        for (const auto& problem : read.error().problems) { lines.push_back(problem.path + " " + problem.reason); }
        return lines;
    }
    // What is wrong with one thing that happens to a made-up contact.
    Lines wrong_happening(const std::string& json) { return wrong(R"({"contact": {}, "happens": [)" + json + "]}"); }

    const base::Instant now = moment("2022-03-01T09:00:00Z");

  private:
    const WorkflowNames names_ = store.names();
    std::vector<base::JsonDocument> parsed_;
};

TEST_F(ReadSimulationTest, ReadsSomebodyAndWhatHappens) {
    const auto read = good(R"({"contactId": ")" + ada.text() + R"(", "happens": [
        {"at": "2022-03-02T10:00:00Z", "event": "cart-updated", "fields": {"total": 60}},
        {"at": "2022-03-01T10:00:00Z", "event": "$eventType"},
        {"at": "2022-03-03", "patch": {"_name": "Ada", "_email": "ada@example.org"}},
        {"at": "2022-03-03", "purchase": {"purchaseId": "1", "totalPrice": 5, "totalQuantity": 1,
         "contactEmail": "whoever@example.org",
         "products": [{"productId": "mug", "quantity": 1, "price": 5, "brand": "Stone"}]}}]})");
    EXPECT_EQ(read.contact->facts.person.email, "ada@example.org");
    EXPECT_EQ(read.from, now);
    ASSERT_EQ(read.happens.size(), 4U);
    EXPECT_EQ(std::get<SimulatedEvent>(read.happens[0].what).values, R"({"total":60})");
    EXPECT_EQ(std::get<SimulatedEvent>(read.happens[1].what).values, "{}");
    EXPECT_EQ(std::get<ContactPatch>(read.happens[2].what).entries.size(), 1U);
    const auto& bought = std::get<Purchase>(read.happens[3].what);
    ASSERT_EQ(bought.items.size(), 1U);
    EXPECT_EQ(bought.items[0].name, "Mug");
    EXPECT_EQ(bought.items[0].brand, "Stone");
}

TEST_F(ReadSimulationTest, MakesUpAContact) {
    const auto read =
        good(R"({"contact": {"_email": "new@example.org", "_externalId": "7", "_points": 3, "size": "l"}})");
    const auto& person = read.contact->facts.person;
    EXPECT_EQ(person.email, "new@example.org");
    EXPECT_EQ(person.external_id, "7");
    EXPECT_EQ(person.points, 3);
    EXPECT_EQ(person.custom.size(), 1U);
    EXPECT_EQ(person.created_at, now);
    EXPECT_EQ(good(R"({"contact": {"_externalId": "7"}})").contact->facts.person.external_id, "7");
    EXPECT_EQ(good(R"({"contact": {"_email": null, "_externalId": "7"}})").contact->facts.person.email, std::nullopt);
    EXPECT_EQ(good(R"({"contact": {}, "happens": [{"at": "2022-03-02", "patch": {"_email": "n@example.org"}}]})")
                  .happens.size(),
              1U);
}

TEST_F(ReadSimulationTest, BeginsNowOrWithTheFirstThatHappensOrWhenItIsSaid) {
    const std::string early = R"("happens": [{"at": "2022-02-01", "event": "cart-updated"}])";
    EXPECT_EQ(good(R"({"contact": {}, )" + early + "}").from, moment("2022-02-01"));
    EXPECT_EQ(good(R"({"contact": {}, "happens": [], "from": "2030-01-01"})").from, moment("2030-01-01"));
    EXPECT_EQ(wrong(R"({"contact": {}, "from": "2022-02-02", )" + early + "}"),
              Lines{"/happens/0/at must not be before from"});
    EXPECT_EQ(wrong(R"({"contact": {}, "from": "1969-12-31"})"), Lines{"/from must be in the years 1970 to 8999"});
    EXPECT_EQ(wrong(R"({"contact": {}, "from": "9000-01-01"})"), Lines{"/from must be in the years 1970 to 8999"});
    EXPECT_EQ(good(R"({"contact": {}, "from": "8999-12-31"})").from, moment("8999-12-31"));
}

TEST_F(ReadSimulationTest, NobodyIsNothing) {
    EXPECT_FALSE(good(R"({"contactId": ")" + base::Id{78}.text() + R"("})").contact);
}

TEST_F(ReadSimulationTest, TellsAllThatIsWrong) {
    EXPECT_EQ(wrong("{}"), Lines{"/contactId is required, or contact"});
    EXPECT_EQ(wrong("[]"), Lines{"/contactId is required, or contact"});
    EXPECT_EQ(wrong(R"({"contactId": "x", "contact": 1, "happens": 1, "from": "soon"})").size(), 5U);
    EXPECT_EQ(wrong(R"({"contact": {"_email": "x", "_rfm": "1", "weight": 1}})"),
              (Lines{"/contact/_email must be an e-mail address", "/contact/_rfm is read-only",
                     "/contact/weight is not a field"}));
    EXPECT_EQ(wrong_happening("1"), Lines{"/happens/0 must be an object"});
    EXPECT_EQ(wrong_happening("{}"),
              (Lines{"/happens/0/at is required", "/happens/0 must have one of event, purchase and patch"}));
    EXPECT_EQ(wrong_happening(R"({"at": "2022-03-01", "event": "cart-updated", "patch": {}})"),
              Lines{"/happens/0/patch goes not with event"});
    EXPECT_EQ(wrong_happening(R"({"at": "2022-03-01", "event": 1, "fields": []})"),
              (Lines{"/happens/0/fields must be an object", "/happens/0/event must be a string"}));
    EXPECT_EQ(wrong_happening(R"({"at": "2022-03-01", "event": "nothing"})"), Lines{"/happens/0/event does not exist"});
    EXPECT_EQ(wrong_happening(R"({"at": "2022-03-01", "event": "$sendType"})"),
              Lines{"/happens/0/event must be a type that is received"});
    EXPECT_EQ(wrong_happening(R"({"at": "2022-03-01", "event": "cart-updated", "fields": {"total": "x", "y": 1}})"),
              (Lines{"/happens/0/fields/total must be a number", "/happens/0/fields/y is not a field"}));
    EXPECT_EQ(wrong_happening(R"({"at": "2022-03-01", "patch": {"_points": 1.5}})"),
              Lines{"/happens/0/patch/_points must be an integer"});
    EXPECT_EQ(wrong_happening(R"({"at": "2022-03-01", "patch": 1})"), Lines{"/happens/0/patch must be an object"});
    EXPECT_EQ(wrong_happening(R"({"at": "2022-03-01", "purchase": {}})"),
              (Lines{"/happens/0/purchase/purchaseId is required", "/happens/0/purchase/totalPrice is required",
                     "/happens/0/purchase/totalQuantity is required", "/happens/0/purchase/products is required"}));
    EXPECT_EQ(wrong_happening(R"({"at": "2022-03-01", "purchase": {"purchaseId": "1", "totalPrice": 5,
                  "totalQuantity": 1, "products": [{"productId": "cup", "quantity": 1, "price": 5}]}})"),
              Lines{"/happens/0/purchase/products/0/productId does not exist"});
}

TEST_F(ReadSimulationTest, HasLimits) {
    std::string many;
    for (std::size_t count = 0; count <= simulation_happenings_max; ++count) {
        many += std::string(count == 0 ? "" : ", ") + R"({"at": "2022-03-01", "event": "cart-updated"})";
    }
    EXPECT_EQ(wrong_happening(many), Lines{"/happens must have at most 100 items"});
    EXPECT_EQ(good(R"({"contact": {}, "happens": [)" + many.substr(0, many.rfind(", {")) + "]}").happens.size(), 100U);
    std::string items;
    for (std::size_t count = 0; count < purchase_items_max; ++count) {
        items += std::string(count == 0 ? "" : ", ") + R"({"productId": "mug", "quantity": 1, "price": 1})";
    }
    const auto purchase = R"({"at": "2022-03-01", "purchase": {"purchaseId": "1", "totalPrice": 5, "totalQuantity": 1,
                             "products": [)" +
                          items + "]}}";
    EXPECT_EQ(good(R"({"contact": {}, "happens": [)" + purchase + "]}").happens.size(), 1U);
    EXPECT_EQ(wrong_happening(purchase + ", " + purchase),
              Lines{"/happens/1/purchase/products must be at most 1000 items with those of other purchases"});
}

TEST_F(ReadSimulationTest, IsWrittenAsClientsReadIt) {
    Simulation simulation;
    simulation.steps.push_back({.at = now, .what = SimulatedStep::What::KeptOut, .reason = "paused"});
    simulation.steps.push_back({.at = now,
                                .what = SimulatedStep::What::Arrives,
                                .run = 1,
                                .node = "w",
                                .port = "next",
                                .value = "x",
                                .until = now});
    std::string json;
    base::JsonWriter writer(json);
    write_simulation(writer, simulation);
    EXPECT_EQ(json, R"({"steps":[{"at":"2022-03-01T09:00:00.000Z","what":"keptOut","reason":"paused"},)"
                    R"({"at":"2022-03-01T09:00:00.000Z","what":"arrives","run":1,"node":"w","port":"next","value":"x",)"
                    R"("until":"2022-03-01T09:00:00.000Z"}],"isCut":false})");
}

}  // namespace
}  // namespace tradewind::domain::read_simulation_test
