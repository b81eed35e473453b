#include "api/admin/contact_export_resource.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "api/admin/activity_resource.h"
#include "api/api_test.h"
#include "api/resources.h"
#include "base/json.h"
#include "storage/stores/contacts/activity_store.h"

namespace tradewind::api {
namespace {

class ContactExport : public ApiTest {
  protected:
    static constexpr std::int64_t activities = 2'500;

    ContactExport() {
        public_address.set("http://x");
        key = make_key({"admin", "contact:write", "contact:delete"});
    }

    void serve_with_room(std::size_t bytes_max) {
        const auto services = make_services();
        auto routes = contact_routes(services);
        for (auto& more : {admin::activity_routes(services), admin::contact_export_routes(services, bytes_max)}) {
            routes.insert(routes.end(), more.begin(), more.end());
        }
        serve(std::move(routes));
    }
    net::HttpResponse call(net::Method method, std::string target, std::string body = {}) {
        return ask({.method = method, .target = std::move(target), .key = key, .body = std::move(body)});
    }
    // A contact to whom so much happened; its id.
    std::string make_contact() {
        const auto made = call(net::Method::Patch, "/contacts/email/ada@example.org", "{}");
        const auto document = base::JsonDocument::parse(made.body).value();
        const std::string id(document.root().find("id").value().string());
        const auto contact = *base::Id::parse(id).value();
        const auto wrote =
            storage::write_and_wait(*database, [&](storage::Transaction& transaction) -> base::Result<void> {
                for (std::int64_t count = 1; count < activities; ++count) {
                    storage::insert_activity(transaction, {.id = ids.next(),
                                                           .contact = contact,
                                                           .kind = domain::ActivityKind::Login,
                                                           .at = clock.now(),
                                                           .data = R"({"number":)" + std::to_string(count) + "}"});
                }
                return {};
            });
        EXPECT_TRUE(wrote);
        return id;
    }
    static std::vector<std::string> ids_in(const base::JsonValue& list) {
        std::vector<std::string> found;
        for (const auto activity : list.elements()) { found.emplace_back(activity.find("id").value().string()); }
        return found;
    }

    std::string key;
};

TEST_F(ContactExport, HoldsEveryActivityOnceAndIsNamedAfterTheContact) {
    serve_with_room(admin::contact_export_bytes_max);
    const auto id = make_contact();
    const auto answer = call(net::Method::Get, "/admin/v1/contacts/" + id + "/export");
    ASSERT_EQ(answer.status, 200);
    EXPECT_NE(answer.header_lines.find("Content-Disposition: attachment; filename=\"contact-" + id + ".json\"\r\n"),
              std::string::npos);
    const auto document = base::JsonDocument::parse(answer.body).value();
    auto found = ids_in(document.root().find("activities").value());
    EXPECT_EQ(found.size(), static_cast<std::size_t>(activities));
    std::sort(found.begin(), found.end());
    EXPECT_EQ(std::unique(found.begin(), found.end()), found.end());
    EXPECT_FALSE(document.root().find("moreActivities"));
}

TEST_F(ContactExport, TellsWhereToFindWhatHadNoRoom) {
    serve_with_room(1);
    const auto id = make_contact();
    const auto answer = call(net::Method::Get, "/admin/v1/contacts/" + id + "/export");
    const auto document = base::JsonDocument::parse(answer.body).value();
    auto found = ids_in(document.root().find("activities").value());
    EXPECT_EQ(found.size(), 1000U) << "what one read takes";
    std::string target(document.root().find("moreActivities").value().string());
    while (!target.empty()) {
        const auto page = call(net::Method::Get, target.substr(std::string_view("http://x").size()));
        ASSERT_EQ(page.status, 200);
        const auto list = base::JsonDocument::parse(page.body).value();
        for (auto& each : ids_in(list.root().find("results").value())) { found.push_back(std::move(each)); }
        const auto next = list.root().find("links").value().find("next");
        target = next ? std::string(next->string()) : "";
    }
    EXPECT_EQ(found.size(), static_cast<std::size_t>(activities));
    std::sort(found.begin(), found.end());
    EXPECT_EQ(std::unique(found.begin(), found.end()), found.end());
}

TEST_F(ContactExport, OfNobodyIsNotFound) {
    serve_with_room(1);
    EXPECT_EQ(call(net::Method::Get, "/admin/v1/contacts/" + ids.next().text() + "/export").status, 404);
}

}  // namespace
}  // namespace tradewind::api
