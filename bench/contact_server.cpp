// The service with one more route, PATCH /bench/contacts/{email}: a write as heavy as a real contact's, through the
// real server, router, keys and database. Started on an empty folder, it prints a key once it listens.
//
//   contact_server FOLDER EXISTING   with so many contacts to begin with, on a free port of 127.0.0.1

#include <fmt/format.h>

#include <algorithm>
#include <csignal>
#include <cstdio>
#include <string>
#include <thread>
#include <vector>

#include "api/database_answer.h"
#include "api/router.h"
#include "api/routes.h"
#include "app/installation.h"
#include "base/log.h"
#include "base/random.h"
#include "contact_change.h"
#include "contact_shape.h"
#include "net/http_server.h"

namespace tradewind::bench {
namespace {

constexpr std::uint32_t contacts_per_slice = 1000;

void patch_contact(const api::Surroundings& surroundings, api::Call& call) {
    auto change = read_contact_change(call.parameters[0], call.request.body);
    if (!change) { return call.answer.refuse(change.error()); }
    api::answer_write(surroundings, call,
                      [&outside = surroundings.outside, change = std::move(change).take()](
                          storage::Transaction& transaction) { return change_contact(transaction, outside, change); });
}

base::Result<void> make_slice(storage::Transaction& transaction, base::Outside& outside,
                              const std::vector<ContactValues>& values, std::uint32_t first, std::uint32_t last) {
    for (auto number = first; number < last; ++number) {
        const auto change = TRY(read_contact_change(email_of(number), values[number % values.size()].body));
        TRY(change_contact(transaction, outside, change));
    }
    return {};
}

base::Result<void> make_contacts(const api::Surroundings& surroundings, std::uint32_t count) {
    auto done =
        storage::write_and_wait(surroundings.database, [](storage::Transaction& transaction) -> base::Result<void> {
            create_schema(transaction);
            return {};
        });
    const auto values = make_values();
    for (std::uint32_t first = 0; done && first < count; first += contacts_per_slice) {
        const auto last = std::min(count, first + contacts_per_slice);
        done = storage::write_and_wait(surroundings.database, [&](storage::Transaction& transaction) {
            return make_slice(transaction, surroundings.outside, values, first, last);
        });
    }
    return done;
}

base::Result<void> serve(const std::string& folder, std::uint32_t existing, base::Log& log) {
    sigset_t stop_signals;
    sigemptyset(&stop_signals);
    sigaddset(&stop_signals, SIGINT);
    pthread_sigmask(SIG_BLOCK, &stop_signals, nullptr);

    app::Config config;
    config.data = folder;
    config.listen.port = 0;
    config.requests_per_minute = 1'000'000'000;  // Counted as always, and never reached.
    const auto installation = TRY(app::Installation::open(config, app::PlantedFault::None, log));
    const auto surroundings = installation->surroundings();
    TRY(make_contacts(surroundings, existing));

    auto routes = api::all_routes(surroundings);
    routes.emplace_back(net::Method::Patch, "/bench/contacts/{email}", domain::Scope::ContactWrite, api::BodyKind::Json,
                        [surroundings](api::Call& call) { patch_contact(surroundings, call); });
    api::Router router(api::Door::Network, std::move(routes), installation->authentication(),
                       installation->rate_limit(), installation->ids(), log);
    net::IoThreads threads(std::thread::hardware_concurrency());
    net::HttpServer server(threads, config.listen, config.limits, router.service(), log);

    const auto key = installation->make_first_admin_key();
    if (!key) { return base::conflict("The folder must be empty."); }
    fmt::print(R"({{"port": {}, "key": "{}"}})"
               "\n",
               server.port(), key->reveal());
    std::fflush(stdout);
    int signal = 0;
    sigwait(&stop_signals, &signal);
    return {};
}

int main_of(const std::vector<std::string>& arguments) {
    if (arguments.size() != 2) {
        fmt::print(stderr, "contact_server FOLDER EXISTING\n");
        return 2;
    }
    base::start_crypto();
    base::Log log(base::LogFormat::JsonLines, base::LogLevel::Info);
    const auto done = serve(arguments[0], static_cast<std::uint32_t>(std::stoul(arguments[1])), log);
    if (done) { return 0; }
    fmt::print(stderr, "contact_server: {}\n", done.error().detail);
    return 1;
}

}  // namespace
}  // namespace tradewind::bench

int main(int argc, char** argv) {
    try {
        return tradewind::bench::main_of({argv + 1, argv + argc});
    } catch (const std::exception& broken) {
        fmt::print(stderr, "contact_server: {}\n", broken.what());
        return 2;
    }
}
