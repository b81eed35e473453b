#include "operations/segment_uses.h"

#include <gtest/gtest.h>

#include "domain/filters/filter_topics.h"
#include "domain/filters/parse_filter.h"
#include "domain/filters/write_filter.h"
#include "operations/coupon_set_operations.h"
#include "operations/operation_test.h"
#include "operations/segment_operations.h"
#include "operations/store_operations.h"
#include "operations/workflow_operations.h"

namespace tradewind::operations::segment_uses_test {

class SegmentUses : public OperationTest {
  protected:
    SegmentUses() {
        in_transaction([this](auto& transaction) { return create_store(transaction, sources); });
        cache = std::make_unique<storage::DefinitionsCache>(storage::DefinitionsCache::load(*database).take());
    }

    domain::Filter parsed(const std::string& json) {
        const auto definitions = cache->current();
        const auto document = base::JsonDocument::parse(json).take();
        return domain::parse_filter(document.root(), filter_names(*definitions), "/filter").take();
    }
    SegmentFilter filter(const std::string& json) {
        const auto definitions = cache->current();
        const auto read = parsed(json);
        return {.stored = domain::filter_json(read, filter_names(*definitions), domain::FilterForm::Stored),
                .topics = domain::depends_on(read)};
    }
    base::Id make(const std::string& name, const std::string& json) {
        domain::Segment wanted;
        wanted.name = name;
        wanted.kind = domain::SegmentKind::Dynamic;
        const auto with = filter(json);
        return in_transaction(
                   [&](auto& transaction) { return create_segment(transaction, sources, actor, wanted, with).take(); })
            .id;
    }
    void change(base::Id id, const std::string& json) {
        const auto with = filter(json);
        in_transaction(
            [&](auto& transaction) { return change_segment(transaction, sources, actor, id, {}, with).take(); });
    }
    Users users(base::Id id, const std::shared_ptr<const storage::Definitions>& known) {
        return in_transaction([&](auto& transaction) { return users_of(transaction, known, id); });
    }
    std::vector<std::string> circle_paths(base::Id segment, const std::string& json) {
        std::vector<std::string> paths;
        for (const auto& problem : circles(*cache->current(), segment, parsed(json), "/filter")) {
            paths.push_back(problem.path);
        }
        return paths;
    }

    const domain::Actor actor{"test"};
    std::unique_ptr<storage::DefinitionsCache> cache;
};

constexpr const char* nobody = R"({"field": "_name", "is": "isNotSet"})";

std::string names_segment(base::Id id) {
    return R"({"segment": ")" + id.text() + R"("})";
}

TEST_F(SegmentUses, WhoBeganToUseItSinceTheDefinitionsWereReadIsFound) {
    const auto inner = make("Inner", nobody);
    const auto old = cache->current();
    EXPECT_TRUE(users(inner, old).empty());
    const auto outer = make("Outer", names_segment(inner));
    EXPECT_EQ(users(inner, old), Users{"segment \"Outer\""});
    EXPECT_EQ(users(inner, cache->current()), Users{"segment \"Outer\""});
    change(outer, nobody);
    EXPECT_TRUE(users(inner, cache->current()).empty());
}

TEST_F(SegmentUses, ATextThatLooksLikeAnIdNamesNothing) {
    const auto inner = make("Inner", nobody);
    make("Outer", R"({"field": "_name", "is": "equals", "value": ")" + inner.text() + R"("})");
    EXPECT_TRUE(users(inner, cache->current()).empty());
}

TEST_F(SegmentUses, ACircleIsToldAtEverySegmentThatClosesIt) {
    const auto first = make("First", nobody);
    const auto second = make("Second", names_segment(first));
    const auto third = make("Third", names_segment(second));
    const auto apart = make("Apart", nobody);
    EXPECT_EQ(circle_paths(first, names_segment(first)), std::vector<std::string>{"/filter/segment"});
    EXPECT_EQ(circle_paths(first, R"({"all": [)" + names_segment(third) + "," + names_segment(apart) + R"(,{"not": )" +
                                      names_segment(second) + "}]}"),
              (std::vector<std::string>{"/filter/all/0/segment", "/filter/all/2/not/segment"}));
    EXPECT_TRUE(circle_paths(third, names_segment(first)).empty());
    EXPECT_TRUE(circle_paths(apart, names_segment(third)).empty());
}

TEST_F(SegmentUses, CouponSetsAndWorkflowsHaveTheNamesThatTheyHaveNow) {
    domain::NewCouponSet wanted;
    wanted.set.name = "Welcome";
    const auto set = in_transaction(
        [&](auto& transaction) { return create_coupon_set(transaction, sources, actor, wanted).take(); });
    const auto name_of = [&] { return filter_names(*cache->current()).coupon_set_name(set.id); };
    EXPECT_EQ(name_of(), "Welcome");
    domain::Patch<domain::CouponSet> patch;
    patch.values.name = "Hello";
    patch.present[domain::index_of(domain::coupon_set_fields, "name")] = true;
    in_transaction(
        [&](auto& transaction) { return change_coupon_set(transaction, sources, actor, set.id, patch).take(); });
    EXPECT_EQ(name_of(), "Hello");
    in_transaction([&](auto& transaction) { return delete_coupon_set(transaction, sources, actor, set.id).ok(); });
    EXPECT_EQ(name_of(), std::nullopt);
    EXPECT_EQ(filter_names(*cache->current()).workflow_name(set.id), std::nullopt);
}

}  // namespace tradewind::operations::segment_uses_test
