#include "storage/postgres/watcher.h"

#include <algorithm>
#include <utility>

namespace tradewind::storage {
namespace {

constexpr Query watcher_find_version_query{
    .name = "watcher.definitions_version",
    .sql = R"(SELECT version FROM definitions_version WHERE id = 1)",
};

constexpr PostgresTimeouts patience{.statement_time_max = std::chrono::milliseconds(1000),
                                    .silence_max = std::chrono::milliseconds(1500)};

}  // namespace

PostgresWatcher::PostgresWatcher(const PostgresShared& shared, std::function<void()> each_round)
    : shared_(shared), each_round_(std::move(each_round)), thread_([this] { watch(); }) {}

PostgresWatcher::~PostgresWatcher() {
    stop();
}

void PostgresWatcher::stop() {
    stopped_.store(true, std::memory_order_release);
    shared_.reach.watcher_wakeup.raise();
    if (thread_.joinable()) { thread_.join(); }
}

void PostgresWatcher::watch() {
    PostgresSession session(shared_, patience, PostgresAccess::Read);
    const auto interval = shared_.options.watch_interval;
    auto wait = interval;
    while (!stopped_.load(std::memory_order_acquire)) {
        const bool is_well = session.attempt([this](PostgresConnection& connection) { look(connection); });
        wait = is_well ? interval : std::min(wait == interval ? first_wait : wait * 2, interval);
        each_round_();
        shared_.reach.watcher_wakeup.wait_for(wait);
    }
    // If the server is gone, the lease ends by itself.
    static_cast<void>(session.attempt([this](PostgresConnection& connection) { shared_.lease.release(connection); }));
}

void PostgresWatcher::look(PostgresConnection& connection) {
    if (shared_.lease.is_due()) { keep_lease(connection); }
    const auto result = connection.run(watcher_find_version_query);
    shared_.definitions.catch_up(integer_in(*result, 0, 0));
}

void PostgresWatcher::keep_lease(PostgresConnection& connection) {
    if (lease_is_lost_ || shared_.lease.renew(connection)) { return; }
    lease_is_lost_ = true;
    shared_.options.on_fatal("another process holds the node number of this one");
}

}  // namespace tradewind::storage
