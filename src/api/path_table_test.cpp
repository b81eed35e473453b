#include "api/path_table.h"

#include <gtest/gtest.h>

namespace tradewind::api {
namespace {

Route route(net::Method method, std::string_view path) {
    return Route(method, path, Public{}, BodyKind::Ignored, [](Call&) {});
}

const std::vector<Route>& contact_routes() {
    static const std::vector<Route> routes{
        route(net::Method::Get, "/store/"),
        route(net::Method::Get, "/contacts/{email}"),
        route(net::Method::Delete, "/contacts/{email}"),
        route(net::Method::Get, "/contacts/email/{email}"),
        route(net::Method::Post, "/exports/"),
        route(net::Method::Get, "/exports/{id}"),
        route(net::Method::Post, "/exports/type/data-explorer"),
        route(net::Method::Get, "/custom-integrations/{id}/custom-event-types/{eventTypeId}"),
        route(net::Method::Get, "/hooks/latest"),
        route(net::Method::Get, "/hooks/{token}"),
    };
    return routes;
}

std::string_view path_of(const PathEntry* entry) {
    return entry == nullptr ? "none" : entry->routes.front()->path();
}

TEST(PathTable, FindsAPathWithAndWithoutItsTrailingSlash) {
    const PathTable table(contact_routes());
    const std::vector<std::pair<std::string_view, std::string_view>> cases{
        {"/store/", "/store/"},
        {"/store", "/store/"},
        {"/contacts/a@b.com", "/contacts/{email}"},
        {"/contacts/a@b.com/", "/contacts/{email}"},
        {"/contacts/email/a@b.com", "/contacts/email/{email}"},
        {"/contacts/email", "/contacts/{email}"},
        {"/exports", "/exports/"},
        {"/exports/type/data-explorer/", "/exports/type/data-explorer"},
        {"/custom-integrations/1/custom-event-types/2", "/custom-integrations/{id}/custom-event-types/{eventTypeId}"},
        {"/hooks/latest", "/hooks/latest"},
        {"/hooks/other", "/hooks/{token}"},
        {"/", "none"},
        {"", "none"},
        {"*", "none"},
        {"/Store", "none"},
        {"/store//", "none"},
        {"//store", "none"},
        {"/contacts//", "none"},
        {"/contacts/email/a/b", "none"},
        {"/a/b/c/d/e/f/g/h/i/j/k", "none"},
    };
    for (const auto& [path, found] : cases) { EXPECT_EQ(path_of(table.find(path)), found) << path; }
}

TEST(PathTable, TakesWhateverFollowsAndWhatIsNamedBeforeIt) {
    const std::vector<Route> routes{route(net::Method::Get, "/"), route(net::Method::Get, "/console"),
                                    route(net::Method::Get, "/console/**"), route(net::Method::Get, "/console/known")};
    const PathTable table(routes);
    const std::vector<std::pair<std::string_view, std::string_view>> cases{
        {"/", "/"},
        {"/console", "/console"},
        {"/console/", "/console"},
        {"/console/contacts", "/console/**"},
        {"/console/known", "/console/known"},
        {"/console/known/more", "/console/**"},
        {"/console/a/b/c/d/e/f/g/h/i/j/k", "/console/**"},
        {"/consoles", "none"},
        {"/other/console/x", "none"},
    };
    for (const auto& [path, found] : cases) { EXPECT_EQ(path_of(table.find(path)), found) << path; }
    EXPECT_TRUE(PathTable::parameters(*table.find("/console/a%zz/b"), "/console/a%zz/b").value().empty());
}

TEST(PathTable, AllowsTheMethodsOfAPathWithHeadAndOptions) {
    const PathTable table(contact_routes());
    EXPECT_EQ(table.find("/contacts/x")->allow(), "GET, HEAD, DELETE, OPTIONS");
    EXPECT_EQ(table.find("/exports")->allow(), "POST, OPTIONS");
    EXPECT_EQ(table.find("/contacts/x")->find(net::Method::Head), table.find("/contacts/x")->find(net::Method::Get));
    EXPECT_EQ(table.find("/exports")->find(net::Method::Head), nullptr);
}

TEST(PathTable, DecodesParametersOnceAndKeepsAnEncodedSlashInside) {
    const PathTable table(contact_routes());
    const auto decode = [&](std::string_view path) { return PathTable::parameters(*table.find(path), path); };
    EXPECT_EQ(decode("/contacts/a%40b.com").value(), std::vector<std::string>{"a@b.com"});
    EXPECT_EQ(decode("/contacts/a+b%2Fc%2525").value(), std::vector<std::string>{"a+b/c%25"});
    EXPECT_EQ(decode("/custom-integrations/1/custom-event-types/2/").value(), (std::vector<std::string>{"1", "2"}));
    EXPECT_TRUE(decode("/store").value().empty());
    for (const std::string_view bad :
         {"/contacts/%", "/contacts/%4", "/contacts/%zz", "/contacts/%00", "/contacts/%ff"}) {
        EXPECT_EQ(decode(bad).error().kind, base::ErrorKind::BadRequest) << bad;
    }
}

TEST(PathTable, RefusesTheSameOperationTwice) {
    const std::vector<Route> routes{route(net::Method::Get, "/a/{id}"), route(net::Method::Get, "/a/{name}/")};
    EXPECT_THROW(PathTable table(routes), std::logic_error);
}

}  // namespace
}  // namespace tradewind::api
