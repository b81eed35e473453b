#include "engine/engine_test.h"

#include <functional>
#include <set>

#include "domain/contacts/contact_members.h"

namespace tradewind::engine {
namespace {

// Every fact that a filter can read, and every way in which it is altered.
class EveryFact : public EngineTest {
  protected:
    using Way = std::function<void()>;

    Way patched(std::string json) {
        return [this, json = std::move(json)] { change("ada", json); };
    }
    Way imported(std::string json) {
        return [this, json = std::move(json)] { change("ada", json, {.kind = domain::Cause::Kind::Import}); };
    }
    Way bought() {
        return [this] { purchase_ = buy("ada", "mug", 10, clock.now()); };
    }
    Way taken_back() {
        return [this] { take_back(purchase_); };
    }
    Way scored(std::function<void(domain::ContactScores&)> alter) {
        return [this, alter = std::move(alter)] {
            in_transaction([&](auto& transaction) {
                const auto contact = storage::lock_contact(transaction, key("ada")).value();
                auto scores = domain::contact_scores(contact);
                alter(scores);
                return operations::change_scores(transaction, sources, *storage::definitions_in(transaction, known()),
                                                 contact, scores);
            });
        };
    }
    static void alter_values(domain::ContactScores& scores) {
        scores.value = domain::CustomerValue{};
        scores.value->clv = {10};
        scores.value->p_alive = {20};
        scores.value->churn_rate = {30};
        scores.value->expected_purchases = {40};
    }
    // How many changes this way leaves when nobody waits for anything but the topics.
    std::int64_t left_by(const std::vector<domain::ChangeTopic>& topics, const Way& way) {
        const auto ada = find("ada")->id;
        in_transaction([&](auto& transaction) {
            storage::delete_changes_of(transaction, ada);
            storage::set_change_topics(transaction, {.kind = storage::ChangeListener::Kind::Segment, .id = {1}},
                                       topics);
            return true;
        });
        clock.advance(std::chrono::milliseconds(5));
        way();
        return queued();
    }

  private:
    base::Id purchase_;
};

TEST_F(EveryFact, ThatIsAlteredLeavesARowForWhoWaitsForIt) {
    change("ada", "{}");
    const auto rfm = [](auto member) { return [member](domain::ContactScores& scores) { scores.rfm.*member = 3; }; };
    const std::vector<std::pair<std::string, std::vector<Way>>> ways{
        {"_externalId", {patched(R"({"_externalId": "a-1"})"), imported(R"({"_externalId": "a-2"})")}},
        {"_name", {patched(R"({"_name": "Ada"})"), imported(R"({"_name": "Eve"})"), patched(R"({"_name": null})")}},
        {"_surname", {patched(R"({"_surname": "L"})"), imported(R"({"_surname": "M"})")}},
        {"_birthdate", {patched(R"({"_birthdate": "1990-01-01"})"), imported(R"({"_birthdate": "1991-01-01"})")}},
        {"_mobilePhone", {patched(R"({"_mobilePhone": "+34600000001"})"), imported(R"({"_mobilePhone": null})")}},
        {"_newsletterSubscriptionStatus",
         {patched(R"({"_newsletterSubscriptionStatus": "subscribed"})"),
          imported(R"({"_newsletterSubscriptionStatus": "unsubscribed"})")}},
        {"_smsSubscriptionStatus", {patched(R"({"_smsSubscriptionStatus": "subscribed"})")}},
        {"_points", {patched(R"({"_points": 5})"), imported(R"({"_points": 6})")}},
        {"_updatedAt", {patched(R"({"_points": 7})"), imported(R"({"_points": 8})")}},
        {"_totalPurchases", {bought(), taken_back()}},
        {"_totalPurchasesAmount", {bought(), taken_back()}},
        {"_averagePurchasesAmount", {bought(), taken_back()}},
        {"_firstPurchaseDate", {bought(), taken_back()}},
        {"_lastPurchaseDate", {bought(), taken_back()}},
        {"_recency", {scored(rfm(&domain::RfmScores::recency))}},
        {"_frequency", {scored(rfm(&domain::RfmScores::frequency))}},
        {"_monetary", {scored(rfm(&domain::RfmScores::monetary))}},
        {"_rfm", {scored([](domain::ContactScores& scores) { scores.rfm.group = "champions"; })}},
        {"_clv", {scored(alter_values)}},
        {"_pAlive", {scored([](domain::ContactScores& scores) { scores.value->p_alive = {21}; })}},
        {"_churnRate", {scored([](domain::ContactScores& scores) { scores.value->churn_rate = {31}; })}},
        {"_expectedPurchases",
         {scored([](domain::ContactScores& scores) { scores.value->expected_purchases = {41}; })}},
    };
    std::set<std::string_view> seen;
    for (const auto& [field, all] : ways) {
        seen.insert(field);
        for (std::size_t number = 0; number < all.size(); ++number) {
            EXPECT_EQ(left_by({{.kind = domain::ChangeTopic::Kind::Field, .name = field}}, all[number]), 1)
                << field << ' ' << number;
        }
    }
    // Of these nothing alters a contact that exists, so far: whatever will, belongs above.
    const std::set<std::string_view> unaltered{"_email",
                                               "_createdAt",
                                               "_isAnonymous",
                                               "_hasPushSubscriptions",
                                               "_mobilePhoneStatus",
                                               "_emailStatus",
                                               "_emailBouncedReason",
                                               "_emailLastBouncedDate",
                                               "_emailLastSoftBounceDate",
                                               "_emailSoftBounces",
                                               "_emailLastUnsubscribedDate",
                                               "_emailLastUnsubscribedIp"};
    for (const auto& member : domain::contact_members()) {
        EXPECT_TRUE(seen.contains(member.id) || unaltered.contains(member.id)) << member.id;
    }
}

TEST_F(EveryFact, OfWhatHappenedLeavesARowToo) {
    change("ada", "{}");
    using Kind = domain::ChangeTopic::Kind;
    EXPECT_EQ(left_by({{.kind = Kind::Purchases}}, bought()), 1);
    EXPECT_EQ(left_by({{.kind = Kind::Purchases}}, taken_back()), 1);
    EXPECT_EQ(left_by({{.kind = Kind::Activity, .name = "custom-event", .subject = event_type}},
                      [this] { send_event("ada", 3); }),
              1);
    const auto segment = make_segment("");
    for (const auto& [word, move] : {std::pair("contact-entered-segment", operations::MemberMove::Enter),
                                     std::pair("contact-exited-segment", operations::MemberMove::Leave)}) {
        const auto wanted = move;
        EXPECT_EQ(left_by({{.kind = Kind::Activity, .name = word, .subject = segment}},
                          [&, wanted] { put_into(segment, "ada", wanted); }),
                  1)
            << word;
    }
    EXPECT_EQ(left_by({{.kind = Kind::Activity, .name = "contact-created"}}, [this] { change("bob", "{}"); }), 1);
}

}  // namespace
}  // namespace tradewind::engine
