#include "app/serve.h"

#include <pthread.h>
#include <sched.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <csignal>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <system_error>

#include "api/live_desk.h"
#include "api/router.h"
#include "api/routes.h"
#include "app/background_work.h"
#include "app/bus_error.h"
#include "app/chores.h"
#include "app/first_key.h"
#include "app/first_person.h"
#include "app/metrics_text.h"
#include "app/own_addresses.h"
#include "app/private_listener.h"
#include "app/supervisor.h"
#include "base/fault.h"
#include "delivery/http_caller.h"
#include "delivery/outbound_guard.h"
#include "net/http_server.h"
#include "net/tls.h"

namespace tradewind::app {
namespace {

// For requests in flight on all listeners together. A stop takes 30 seconds at most; the rest of them is for the jobs
// and the database.
constexpr std::chrono::milliseconds drain_longest{25'000};
// How soon a page that waits is told of a change.
constexpr std::chrono::milliseconds live_interval{500};

// Signals are taken by the main thread alone, by waiting for them; threads made later inherit the mask. SIGHUP says
// that a terminal is gone, which is left to end the process, or else that there may be something to be read again.
sigset_t block_signals(const Config& config) {
    sigset_t signals;
    sigemptyset(&signals);
    sigaddset(&signals, SIGINT);
    sigaddset(&signals, SIGTERM);
    if (!config.tls.key.empty() || isatty(STDERR_FILENO) == 0) { sigaddset(&signals, SIGHUP); }
    pthread_sigmask(SIG_BLOCK, &signals, nullptr);
    return signals;
}

std::size_t usable_cores() {
    cpu_set_t cores;
    CPU_ZERO(&cores);
    if (sched_getaffinity(0, sizeof(cores), &cores) != 0) { return 1; }
    return static_cast<std::size_t>(CPU_COUNT(&cores));
}

// Who serves, and where.
struct Listeners {
    net::HttpService network;
    net::HttpService control;
    net::HttpService watchers;
    std::atomic<bool>& is_stopping;
    std::chrono::milliseconds drain_longest;
    net::TlsIdentity* tls;  // Of the network alone. Null: plain HTTP.
    delivery::OutboundGuard& guard;
    api::LiveDesk& live;
};

// Somebody else may have the usual address; only one that was asked for must be had.
std::unique_ptr<net::HttpServer> open_private_listener(const Config& config, net::IoThreads& threads,
                                                       const net::HttpService& service, base::Log& log) {
    const net::TcpAddress usual{.host = "127.0.0.1", .port = 9464};
    const auto wanted = config.private_listen.value_or(usual);
    try {
        auto server = std::make_unique<net::HttpServer>(threads, wanted, config.limits, service, log);
        log.info("telling of health and metrics",
                 {{"address", address_text({.host = wanted.host, .port = server->port()})}});
        return server;
    } catch (const std::system_error& taken) {
        if (config.private_listen) { throw; }
        log.warning("nobody is told of health and metrics", {{"cause", taken.what()}});
        return nullptr;
    }
}

// The signal that says to stop.
int wait_for_stop(const sigset_t& signals, net::TlsIdentity* tls, base::Log& log) {
    while (true) {
        int signal = 0;
        sigwait(&signals, &signal);
        if (signal != SIGHUP) { return signal; }
        if (tls == nullptr) { continue; }
        const auto reloaded = tls->reload();
        if (reloaded) {
            log.info("read the certificate again");
        } else {
            log.error("the certificate stays what it was", {{"cause", reloaded.error().detail}});
        }
    }
}

// Both listeners are gone when this returns.
void serve_until_signal(const Config& config, Installation& installation, net::IoThreads& threads,
                        const Listeners& listeners, const sigset_t& signals, base::Log& log) {
    // Commands open a PostgreSQL database themselves, and the directory may be shared by servers.
    std::optional<net::HttpServer> control;
    if (!config.database) {
        control.emplace(threads, storage::DataDirectory::control_socket(config.data), config.limits, listeners.control,
                        log);
    }
    const auto watchers = open_private_listener(config, threads, listeners.watchers, log);
    net::HttpServer network(threads, config.listen, config.limits, listeners.network, log, listeners.tls);

    add_own_addresses(listeners.guard, {.host = config.listen.host, .port = network.port()});
    if (watchers && config.private_listen) {
        add_own_addresses(listeners.guard, {.host = config.private_listen->host, .port = watchers->port()});
    }

    const auto address = address_text({.host = config.listen.host, .port = network.port()});
    const auto url = (listeners.tls == nullptr ? "http://" : "https://") + address;
    installation.public_address.set(config.public_address.empty() ? url : config.public_address);
    make_first_key(installation, url, log);
    greet_first_person(installation, log);
    log.info("listening", {{"address", address}});
    tell_supervisor("READY=1");

    const int signal = wait_for_stop(signals, listeners.tls, log);
    // Ctrl-C is a person who waits; SIGTERM a supervisor that needs time to send requests elsewhere.
    const auto linger = signal == SIGINT ? std::chrono::milliseconds(0) : config.drain;
    listeners.is_stopping = true;
    listeners.live.close();
    tell_supervisor("STOPPING=1");
    log.info("stopping", {{"signal", signal == SIGINT ? "SIGINT" : "SIGTERM"}});
    const auto end = installation.clock().steady_now() + listeners.drain_longest;
    const auto left = [&] {
        const auto rest = std::chrono::floor<std::chrono::milliseconds>(end - installation.clock().steady_now());
        return std::max(rest, std::chrono::milliseconds(0));
    };
    network.drain(linger, left());
    if (control) { control->drain(std::chrono::milliseconds(0), left()); }
    if (watchers) { watchers->drain(std::chrono::milliseconds(0), left()); }
}

}  // namespace

base::Result<void> serve(const Config& config, base::Log& log) {
    const auto signals = block_signals(config);
    std::unique_ptr<net::TlsIdentity> tls;
    if (!config.tls.key.empty()) { tls = TRY(net::TlsIdentity::load(config.tls)); }
    TRY(storage::DataDirectory::check_access(config.data));
    const auto installation = TRY(Installation::open(config, log));
    TRY(installation->refuse_moved());
    if (config.test_clock != installation->has_test_clock()) {
        return base::bad_request(config.test_clock ? "This store was made without --test-clock: its clock is that of "
                                                     "the machine."
                                                   : "This store was made with --test-clock: start it with that.");
    }
    if (!installation->commits_are_durable()) {
        log.warning("the database server may lose acknowledged writes: its fsync or synchronous_commit is off");
    }
    if (const auto& hold = installation->definitions().current()->hold) {
        log.warning("on hold: nothing is done to the outside world until `tradewind confirm-live`",
                    {{"since", hold->since.text()}, {"because", hold->because}});
    }
    using Reach = delivery::OutboundGuard::Reach;
    delivery::OutboundGuard guard(config.test_clock         ? Reach::Loopback
                                  : config.private_webhooks ? Reach::Private
                                                            : Reach::Public);
    delivery::HttpCaller web_caller(guard, installation->clock());
    const domain::CallWeb call_web = [&web_caller](domain::WebCall call, domain::CallDone done) {
        web_caller.start(std::move(call), std::move(done));
    };
    auto services = installation->services();
    services.call_web = &call_web;
    api::LiveDesk live(services.database, installation->clock());
    services.live = &live;
    std::function<std::string()> metrics;
    auto operating = installation->operating();
    operating.metrics = &metrics;
    if (!config.database) { mark_damage_at_bus_error(storage::DamageMark(installation->directory().database_file())); }
    if (const auto damage = services.database.damage()) {
        log.error(
            "something in the database cannot be read; nothing is written until `tradewind check` finds nothing, or "
            "a backup is restored",
            {{"where", *damage}});
    }
    api::Router network_router(api::Origin::Network, api::all_routes(services, operating),
                               installation->authentication(), installation->rate_limit(), installation->clock(),
                               installation->ids(), log);
    api::Router control_router(api::Origin::ControlSocket, api::control_routes(services, operating),
                               installation->authentication(), installation->rate_limit(), installation->clock(),
                               installation->ids(), log);
    net::IoThreads threads(config.threads == 0 ? usable_cores() : config.threads);
    std::optional<jobs::ChoreThread> chores(std::in_place, chores_of(*installation, config, log), installation->clock(),
                                            log);
    const jobs::Chore look{.name = "live", .interval = live_interval, .run = [&live] { live.look(); }};
    std::optional<jobs::ChoreThread> looks(std::in_place, std::vector{look}, installation->clock(), log);
    auto imports = take_in_imports(*installation, log);
    auto exports = make_exports(*installation, log);
    auto scores = make_scores(*installation, log);
    auto sample_data = keep_sample_data(*installation, log);
    auto engine = run_engine(*installation, log);
    auto deliveries = send_deliveries(*installation, call_web, log);
    std::atomic<bool> is_stopping = false;
    const bool is_cut_short = base::is_planted(base::Fault::CutShort);
    const PrivateListener private_door{.database = services.database,
                                       .definitions = installation->definitions(),
                                       .network = network_router,
                                       .control = control_router,
                                       .threads = threads,
                                       .password_hashes = installation->sign_in().hashing.count(),
                                       .jobs = installation->job_figures(),
                                       .engine = installation->engine_figures(),
                                       .deliveries = installation->delivery_figures(),
                                       .commits_are_durable = installation->commits_are_durable(),
                                       .disk_reserve = installation->disk_reserve(),
                                       .is_stopping = is_stopping};
    metrics = [&private_door] { return metrics_text(private_door); };
    serve_until_signal(config, *installation, threads,
                       {.network = network_router.service(),
                        .control = control_router.service(),
                        .watchers = private_door.service(),
                        .is_stopping = is_stopping,
                        .drain_longest = is_cut_short ? std::chrono::milliseconds(0) : drain_longest,
                        .tls = tls.get(),
                        .guard = guard,
                        .live = live},
                       signals, log);
    imports.reset();
    exports.reset();
    scores.reset();
    sample_data.reset();
    engine.reset();
    deliveries.reset();
    chores.reset();
    looks.reset();
    // While the threads are still there: the writer hands them its last answers.
    installation->close_database();
    log.info("stopped");
    return {};
}

}  // namespace tradewind::app
