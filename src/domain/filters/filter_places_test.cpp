#include "domain/filters/filter_places.h"

#include <gtest/gtest.h>

#include "domain/filters/parse_filter.h"
#include "domain/filters/sample_filter_names.h"

namespace tradewind::domain::filter_places_test {

Filter parsed(const SampleFilterNames& store, const std::string& json) {
    const auto document = base::JsonDocument::parse(SampleFilterNames::with_ids(json)).take();
    return parse_filter(document.root(), store.names(), "").take();
}

TEST(FilterPlaces, EverySegmentIsTiedToWhereItIsNamed) {
    const SampleFilterNames store;
    const auto filter = parsed(store, R"({"all": [{"field": "_points", "is": "isSet"}, {"segment": "$segment"},
                                          {"not": {"any": [{"segment": "$segment"}]}}]})");
    const auto found = named_segments(filter, "/filter");
    ASSERT_EQ(found.size(), 2U);
    EXPECT_EQ(found[0].path, "/filter/all/1/segment");
    EXPECT_EQ(found[1].path, "/filter/all/2/not/any/0/segment");
    EXPECT_EQ(found[1].segment, SampleFilterNames::segment);
}

TEST(FilterPlaces, AnOptionThatItsFieldLostIsTiedToItsPlaceAmongTheValues) {
    const SampleFilterNames store;
    const auto filter = parsed(store, R"({"any": [{"field": "size", "is": "in", "values": ["s"]},
                                          {"field": "colours", "is": "hasAny", "values": ["red", "green", "blue"]},
                                          {"field": "hobby", "is": "in", "values": ["chess"]}]})");
    EXPECT_TRUE(removed_options(filter, store.names().fields, "/filter").empty());
    auto fields = SampleFilterNames::custom_fields();
    fields[8].options = {{"green", "Green"}};
    const SampleFilterNames later(fields);
    EXPECT_EQ(removed_options(filter, later.names().fields, "/filter"),
              (std::vector<std::string>{"/filter/any/1/values/0", "/filter/any/1/values/2"}));
}

}  // namespace tradewind::domain::filter_places_test
