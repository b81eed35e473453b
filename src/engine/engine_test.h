#pragma once

#include <gtest/gtest.h>

#include <array>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/json.h"
#include "domain/filters/evaluate.h"
#include "domain/filters/memory_facts.h"
#include "domain/filters/parse_filter.h"
#include "domain/filters/write_filter.h"
#include "domain/journal/activity_subject.h"
#include "engine/engine.h"
#include "operations/contact_operations.h"
#include "operations/custom_event_operations.h"
#include "operations/custom_event_type_operations.h"
#include "operations/custom_integration_operations.h"
#include "operations/operation_test.h"
#include "operations/product_operations.h"
#include "operations/purchase_operations.h"
#include "operations/score_operations.h"
#include "operations/segment_member_operations.h"
#include "operations/segment_operations.h"
#include "operations/segment_uses.h"
#include "operations/store_operations.h"
#include "storage/stores/contacts/activity_store.h"
#include "storage/stores/contacts/contact_store.h"
#include "storage/stores/engine/segment_member_store.h"
#include "storage/stores/engine/segment_store.h"
#include "storage/stores/engine/stored_facts.h"

namespace tradewind::engine {

// A store with an event type and some products, and an engine that works when the test wants it to.
class EngineTest : public operations::OperationTest {
  protected:
    // Filters.
    static constexpr std::string_view subscribed_filter =
        R"({"field": "_newsletterSubscriptionStatus", "is": "in", "values": ["subscribed"]})";
    static constexpr std::string_view bought_lately_filter = R"({"purchases": {"within": {"last": "P30D"}}})";

    EngineTest() {
        in_transaction([this](auto& transaction) { return operations::create_store(transaction, sources); });
        definitions = std::make_unique<storage::DefinitionsCache>(storage::DefinitionsCache::load(*database).take());
        for (const auto* const product : {"mug", "hat", "shoe"}) { make_product(product); }
        make_event_type();
    }

    std::shared_ptr<const storage::Definitions> known() const { return definitions->current(); }

    std::unique_ptr<Engine> make_engine(storage::Database& asked, const std::string& holder = "owner",
                                        BucketLeases::Sharing sharing = BucketLeases::Sharing::Alone) {
        return std::make_unique<Engine>(Engine::Dependencies{.database = asked,
                                                             .sources = sources,
                                                             .definitions = *definitions,
                                                             .log = log,
                                                             .figures = figures,
                                                             .holder = holder,
                                                             .process = {static_cast<std::int64_t>(holder.size())},
                                                             .sharing = sharing,
                                                             .split_salt = "salt"});
    }
    // Everything that is to be done now.
    void run_engine() { make_engine(*database)->run(); }

    static domain::ContactKey key(const std::string& name) {
        return base::EmailAddress::parse(name + "@example.org").take();
    }
    base::Id change(const std::string& name, std::string_view json, const domain::Cause& cause = {}) {
        return in_transaction([&](auto& transaction) {
            return change_in(transaction, *storage::definitions_in(transaction, known()), name, json, cause);
        });
    }
    base::Id change_in(storage::Transaction& transaction, const storage::Definitions& now, const std::string& name,
                       std::string_view json, const domain::Cause& cause = {}) {
        const auto document = base::JsonDocument::parse(json).take();
        const auto who = key(name);
        const auto patch =
            domain::read_contact_patch(document.root(), now.contact_fields, who, domain::OtherKey::MaySet).take();
        auto found = storage::lock_contact(transaction, who);
        auto write = operations::apply_patch(sources, now, std::move(found), who, patch);
        return operations::save_contact(transaction, sources, now, std::move(write), cause).id;
    }
    std::optional<domain::Contact> find(const std::string& name) {
        return in_transaction([&](auto& transaction) { return storage::find_contact(transaction, key(name)); });
    }
    void erase(const std::string& name) {
        in_transaction([&](auto& transaction) {
            operations::erase_contact(transaction, sources, secret_key, key(name));
            return true;
        });
    }
    base::Id buy(const std::string& name, const std::string& product, std::int64_t euros, base::Instant at,
                 const domain::Cause& cause = {}) {
        domain::NewPurchase wanted;
        auto& purchase = wanted.purchase;
        purchase.values.purchase_id = "P" + std::to_string(++purchases_made);
        purchase.values.contact_email = name + "@example.org";
        purchase.values.total_price = {euros * base::Decimal::scale};
        purchase.values.total_quantity = 1;
        purchase.values.purchased_at = at;
        purchase.present.set(domain::index_of(domain::purchase_fields, "purchaseDate"));
        auto& item = wanted.items.emplace_back();
        item.values.product_id = product;
        item.values.quantity = 1;
        item.values.price = purchase.values.total_price;
        for (const auto member : {domain::index_of(domain::purchase_item_fields, "productId"),
                                  domain::index_of(domain::purchase_item_fields, "quantity"),
                                  domain::index_of(domain::purchase_item_fields, "price")}) {
            item.present.set(member);
        }
        return in_transaction([&](auto& transaction) {
            const auto now = storage::definitions_in(transaction, known());
            return operations::create_purchase(transaction, sources, *now, wanted, cause).take().id;
        });
    }
    void take_back(base::Id purchase) {
        in_transaction([&](auto& transaction) {
            operations::delete_purchase(transaction, sources, *storage::definitions_in(transaction, known()), purchase);
            return true;
        });
    }
    void send_event(const std::string& name, std::int64_t total) {
        std::vector<domain::CustomEvent> events{
            {.type = event_type,
             .email = base::EmailAddress::parse(name + "@example.org").take(),
             .values = R"({"email":")" + name + R"(@example.org","total":)" + std::to_string(total) + "}"}};
        in_transaction([&](auto& transaction) {
            operations::record_custom_events(transaction, sources, *storage::definitions_in(transaction, known()),
                                             events, operations::UnknownContact::Refused);
            return true;
        });
    }
    void score(const std::string& name, const std::string& group) {
        in_transaction([&](auto& transaction) {
            return score_in(transaction, *storage::definitions_in(transaction, known()), name, {.group = group});
        });
    }
    bool score_in(storage::Transaction& transaction, const storage::Definitions& now, const std::string& name,
                  const domain::RfmScores& rfm) {
        const auto contact = storage::lock_contact(transaction, key(name));
        if (!contact) { return false; }
        auto scores = domain::contact_scores(*contact);
        scores.rfm = rfm;
        return operations::change_scores(transaction, sources, now, *contact, scores);
    }

    // Segments.
    operations::SegmentFilter filter_of(storage::Transaction& transaction, const std::string& json) {
        const auto now = storage::definitions_in(transaction, known());
        const auto document = base::JsonDocument::parse(json).take();
        const auto parsed = domain::parse_filter(document.root(), operations::filter_names(*now), "/filter");
        EXPECT_TRUE(parsed.ok()) << json;
        return operations::segment_filter(parsed.value(), *now);
    }
    base::Id make_segment(const std::string& json) {
        return in_transaction([&](auto& transaction) {
            domain::Segment wanted;
            wanted.name = json.empty() ? "static" : json.substr(0, 100);
            wanted.kind = json.empty() ? domain::SegmentKind::Static : domain::SegmentKind::Dynamic;
            std::optional<operations::SegmentFilter> filter;
            if (!json.empty()) { filter = filter_of(transaction, json); }
            return operations::create_segment(transaction, sources, actor, wanted, filter).take().id;
        });
    }
    void change_filter(base::Id segment, const std::string& json) {
        in_transaction([&](auto& transaction) {
            const auto filter = filter_of(transaction, json);
            return operations::change_segment(transaction, sources, actor, segment, {}, filter).ok();
        });
    }
    void put_into(base::Id segment, const std::string& name, operations::MemberMove move) {
        in_transaction([&](auto& transaction) {
            return operations::change_segment_members(transaction, sources,
                                                      *storage::definitions_in(transaction, known()), actor,
                                                      {.move = move, .segment = segment, .contacts = {key(name)}})
                .ok();
        });
    }
    bool is_in(base::Id segment, const std::string& name) {
        const auto contact = find(name);
        return in_transaction([&](auto& transaction) {
            const auto found = storage::find_segment(transaction, segment);
            return contact && found && found->member_set &&
                   storage::is_member(transaction, *found->member_set, contact->id);
        });
    }
    // What a contact was told of a segment, the first first: `+` for entering, `-` for leaving.
    std::string told(base::Id segment, const std::string& name) {
        const auto contact = find(name);
        if (!contact) { return ""; }
        const auto page = in_transaction([&](auto& transaction) {
            return storage::list_activities(transaction, contact->id, {.page = 1, .size = 10'000, .cursor = {}});
        });
        std::map<std::int64_t, char> moves;
        for (const auto& activity : page.items) {
            if (domain::subject_of(activity.kind, activity.data) != segment) { continue; }
            if (activity.kind == domain::ActivityKind::ContactEnteredSegment) { moves[activity.id.number] = '+'; }
            if (activity.kind == domain::ActivityKind::ContactExitedSegment) { moves[activity.id.number] = '-'; }
        }
        std::string all;
        for (const auto& [number, move] : moves) { all += move; }
        return all;
    }

    // Where the members of a segment are not those for whom its filter holds now, or are not so many as it says; empty:
    // nowhere.
    std::string difference() {
        const auto found = in_transaction([&](auto& transaction) {
            std::string differences;
            const auto now = storage::definitions_in(transaction, known());
            const SegmentIndex index(now, nullptr);
            const auto contacts =
                storage::contacts_after(transaction, {}, {.rows_max = 1'000, .bytes_max = std::size_t{1} << 30});
            std::map<std::int64_t, std::int64_t> members;
            for (const auto& contact : contacts) {
                storage::StoredFacts facts(transaction, contact, [&](base::Id segment) {
                    const auto set = index.member_set(segment);
                    return set && storage::is_member(transaction, *set, contact.id);
                });
                for (const auto& set : index.sets()) {
                    if (!set.is_in_force) { differences += "a set is still being built; "; }
                    const auto fresh = domain::evaluate(*set.filter, facts, now->contact_fields,
                                                        {.now = clock.now(), .zone = index.zone()});
                    const bool is_member = storage::is_member(transaction, set.set, contact.id);
                    members[set.segment.number] += is_member ? 1 : 0;
                    if (fresh.holds != is_member) {
                        differences += contact.email.value_or("") + (fresh.holds ? " lacks " : " is in ") +
                                       domain::filter_json(*set.filter, operations::filter_names(*now),
                                                           domain::FilterForm::Shown) +
                                       "; ";
                    }
                }
            }
            for (const auto& [segment, counted] : members) {
                const auto told = storage::find_segment(transaction, {segment})->members;
                if (told != counted) {
                    differences += std::to_string(counted) + " members are told as " + std::to_string(told) + "; ";
                }
            }
            return differences;
        });
        return found;
    }

    base::Log log{base::LogFormat::Text, base::LogLevel::Error};
    EngineFigures figures;
    domain::Actor actor{"test"};
    base::SecretKey secret_key{std::array<std::byte, base::SecretKey::size>{}};
    std::unique_ptr<storage::DefinitionsCache> definitions;
    base::Id event_type;
    int purchases_made = 0;

  private:
    void make_product(const std::string& product_id) {
        operations::ProductChange change{.product_id = product_id, .patch = {}};
        change.patch.values.name = product_id;
        change.patch.values.product_detail_url = "https://shop.example/" + product_id;
        for (const auto member : {domain::index_of(domain::product_fields, "name"),
                                  domain::index_of(domain::product_fields, "productDetailUrl"),
                                  domain::index_of(domain::product_fields, "unitPrice")}) {
            change.patch.present.set(member);
        }
        in_transaction([&](auto& transaction) {
            return operations::change_product(transaction, sources, *known(), change).take();
        });
    }
    void make_event_type() {
        event_type = in_transaction([&](auto& transaction) {
            domain::CustomIntegration integration;
            integration.name = "shop";
            integration.events_enabled = true;
            const auto made = operations::create_custom_integration(transaction, sources, integration).take();
            domain::NewCustomEventType wanted;
            wanted.type.name = "cart";
            wanted.type.category = domain::receive_category;
            wanted.type.receive_type = domain::receive_by_api;
            wanted.type.alias = "cart";
            domain::CustomEventField email;
            email.id = "email";
            email.name = "E-mail";
            email.type = domain::FieldType::Email;
            email.is_primary_key = true;
            domain::CustomEventField total;
            total.id = "total";
            total.name = "Total";
            total.type = domain::FieldType::Integer;
            wanted.type.fields = {email, total};
            return operations::create_custom_event_type(transaction, sources, secret_key, made.id, wanted).take().id;
        });
    }
};

}  // namespace tradewind::engine
