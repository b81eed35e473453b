#include "api/list_links.h"

#include <gtest/gtest.h>

namespace tradewind::api {
namespace {

base::Result<domain::PageRequest> page_of(std::string_view query) {
    return read_page_request(QueryString::parse(query).value());
}

std::string list_of(std::string_view query, const domain::Page<std::string>& page) {
    const auto parsed = QueryString::parse(query).value();
    const auto request = read_page_request(parsed).value();
    return render_list(
        ListPlace{.address = "http://x/list/", .query = parsed, .request = request}, page,
        [](const std::string& id) { return RowPlace{.created_at = {7}, .id = id}; },
        [](base::JsonWriter& writer, const std::string& id) { writer.string(id); });
}

TEST(PageRequest, HasDefaultsAndTakesValuesWithinBounds) {
    EXPECT_EQ(page_of("").value().page, 1);
    EXPECT_EQ(page_of("").value().size, 20);
    EXPECT_EQ(page_of("page=100&pageSize=100&other=x").value().page, 100);
    EXPECT_EQ(page_of("page=10000&pageSize=1").value().page, 10'000);
}

TEST(PageRequest, GoesByTheSizesOfItsList) {
    const PageSizes sizes{.when_not_told = 200, .largest = 200};
    const auto size_of = [&](std::string_view query) {
        return read_page_request(QueryString::parse(query).value(), CursorId::AnyText, sizes);
    };
    EXPECT_EQ(size_of("").value().size, 200);
    EXPECT_EQ(size_of("pageSize=200").value().size, 200);
    EXPECT_EQ(size_of("pageSize=201").error().problems,
              (std::vector<base::Problem>{{"/pageSize", "must be a whole number from 1 to 200"}}));
}

TEST(PageRequest, RefusesBadValuesAllAtOnce) {
    for (const std::string_view query : {"page=0", "page=-1", "page=x", "page=", "page=1.0",
                                         "page=99999999999999999999", "page=501", "page=101&pageSize=100"}) {
        const auto refused = page_of(query);
        ASSERT_FALSE(refused) << query;
        EXPECT_EQ(refused.error().problems.front().path, "/page") << query;
    }
    for (const std::string_view query : {"pageSize=0", "pageSize=101", "pageSize=x"}) {
        EXPECT_EQ(page_of(query).error().problems.front().path, "/pageSize") << query;
    }
    for (const std::string_view query :
         {"cursor=", "cursor=x", "cursor=o.1", "cursor=o.1.", "cursor=o.x.y", "cursor=q.1.y"}) {
        EXPECT_EQ(page_of(query).error().problems.front().path, "/cursor") << query;
    }
    EXPECT_EQ(page_of("page=0&pageSize=0&cursor=0").error().problems.size(), 3U);
}

TEST(PageRequest, ACursorFreesThePageFromCounting) {
    const auto request = page_of("page=5000000&cursor=o.12.abc").value();
    EXPECT_EQ(request.page, 5'000'000);
    EXPECT_EQ(request.cursor->direction, domain::Direction::Older);
    EXPECT_EQ(request.cursor->created_at.milliseconds, 12);
    EXPECT_EQ(request.cursor->id, "abc");
}

TEST(ListLinks, KeepTheOtherParametersAndCarryACursor) {
    EXPECT_EQ(
        list_of("pageSize=2&q=a%26b+c", {.items = {"b", "a"}, .has_older = true, .has_newer = false}),
        R"({"links":{"next":"http://x/list/?page=2&pageSize=2&cursor=o.7.a&q=a%26b%20c","prev":null},"results":["b","a"]})");
    EXPECT_EQ(list_of("page=3&pageSize=2", {.items = {"b", "a"}, .has_older = false, .has_newer = true}),
              R"({"links":{"prev":"http://x/list/?page=2&pageSize=2&cursor=n.7.b"},"results":["b","a"]})");
}

TEST(ListLinks, OfAnEmptyPagePointBackWithoutACursor) {
    EXPECT_EQ(list_of("page=9", {.items = {}, .has_older = false, .has_newer = true}),
              R"({"links":{"prev":"http://x/list/?page=8&pageSize=20"},"results":[]})");
    EXPECT_EQ(list_of("", {}), R"({"links":{"prev":null},"results":[]})");
}

}  // namespace
}  // namespace tradewind::api
