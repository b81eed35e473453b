#pragma once

#include <gtest/gtest.h>

#include <array>
#include <future>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "api/public_address.h"
#include "api/router.h"
#include "api/services.h"
#include "base/sources.h"
#include "operations/api_key_operations.h"
#include "operations/store_operations.h"
#include "storage/files/files_directory.h"
#include "storage/stores/settings/definitions.h"
#include "storage/testing/test_database.h"
#include "storage/testing/test_directory.h"

namespace tradewind::api {

// A request that a test makes, without a socket.
struct Asked {
    net::Method method;
    std::string target;
    std::string key = {};  // `<id>:<secret>`, or nothing.
    std::string body = {};
    std::string content_type = "application/json";
    std::vector<net::Header> headers = {};
    std::optional<std::uint64_t> declared_length = {};
};

// A router over a real database with a store in it.
class ApiTest : public testing::Test {
  protected:
    ApiTest() {
        base::start_crypto();
        const auto made =
            storage::write_and_wait(*database, [this](storage::Transaction& transaction) -> base::Result<void> {
                operations::create_store(transaction, sources);
                return {};
            });
        EXPECT_TRUE(made);
        definitions = std::make_unique<storage::DefinitionsCache>(storage::DefinitionsCache::load(*database).take());
        authentication = std::make_unique<Authentication>(*database, *definitions, secret_key, public_address, clock);
    }

    void serve(std::vector<Route> routes) {
        router = std::make_unique<Router>(origin, std::move(routes), *authentication, rate_limit, clock, ids, log);
    }

    std::string make_key(std::vector<std::string> scopes, std::optional<base::Instant> expires_at = {}) {
        domain::ApiKey wanted;
        wanted.name = "test";
        wanted.scopes = std::move(scopes);
        wanted.expires_at = expires_at;
        const auto created = storage::write_and_wait(*database, [&](storage::Transaction& transaction) {
            return operations::create_api_key(transaction, sources, secret_key, {"test"}, wanted);
        });
        return created.value().key.id + ":" + created.value().secret.reveal();
    }

    Services make_services() {
        return {.database = *database,
                .sources = sources,
                .secret_key = secret_key,
                .public_address = public_address,
                .files = files,
                .worker = executor,
                .import_bytes_max = 1'000'000};
    }

    net::HttpResponse ask(const Asked& asked) {
        const auto authorization = "apiKey " + asked.key;
        net::RequestHead head;
        head.method = asked.method;
        head.target = asked.target;
        head.path = std::string_view(asked.target).substr(0, asked.target.find('?'));
        if (head.path.size() < asked.target.size()) {
            head.query = std::string_view(asked.target).substr(head.path.size() + 1);
        }
        head.headers = asked.headers;
        if (!asked.key.empty()) { head.headers.push_back({.name = "Authorization", .value = authorization}); }
        if (!asked.content_type.empty()) {
            head.headers.push_back({.name = "Content-Type", .value = asked.content_type});
        }
        head.content_length = asked.declared_length.value_or(asked.body.size());

        auto admission = router->service().admit(head);
        if (auto* refused = std::get_if<net::HttpResponse>(&admission)) { return std::move(*refused); }
        std::promise<net::HttpResponse> promise;
        const net::HttpRequest request{
            .head = head, .body = asked.body, .body_file = nullptr, .remote_address = {}, .executor = executor};
        std::get<net::Accepted>(admission).handle(
            request, [&promise](net::HttpResponse response) { promise.set_value(std::move(response)); });
        return promise.get_future().get();
    }

    base::SystemClock clock;
    base::SystemRandom random;
    base::IdSource ids{clock, 0};
    base::Sources sources{.clock = clock, .random = random, .ids = ids};
    base::Log log{base::LogFormat::JsonLines, base::LogLevel::Error};
    base::InlineExecutor executor;
    PublicAddress public_address;
    storage::TemporaryDirectory folder;
    storage::FilesDirectory files{folder.path()};
    const std::array<std::byte, base::SecretKey::size> key_bytes{};
    const base::SecretKey secret_key{key_bytes};
    std::unique_ptr<storage::DefinitionsCache> definitions;
    std::unique_ptr<Authentication> authentication;
    RateLimit rate_limit{clock, 0};
    Origin origin = Origin::Network;
    std::unique_ptr<Router> router;
    // Goes first: its threads call what stands above until they are joined.
    storage::TestDatabase database;
};

}  // namespace tradewind::api
