#pragma once

#include <atomic>
#include <chrono>
#include <memory>
#include <string>

#include "base/log.h"
#include "base/secret.h"
#include "base/sources.h"
#include "delivery/delivery_figures.h"
#include "domain/deliveries/web_call.h"
#include "storage/database/database.h"
#include "storage/stores/settings/definitions.h"

namespace tradewind::delivery {

// Sends the deliveries whose time has come, and writes what came of them: the answer, the new state and the wake-up of
// the run that waits are one transaction. A delivery whose sender was killed is sent again under the same id with the
// same bytes. run() is called again and again by one thread, from time to time and after each commit that left a
// delivery; stop() by any.
class OutboxPump {
  public:
    enum class Sharing { Alone, Shared };

    struct Dependencies {
        storage::Database& database;
        base::Sources& sources;
        const storage::DefinitionsCache& definitions;
        const base::SecretKey& secret_key;
        base::Log& log;
        DeliveryFigures& figures;
        domain::CallWeb call_web;
        std::string holder;  // The name of this process among those that share the database.
        Sharing sharing;
        // So long the end waits for answers that are on their way. What comes later is sent again by whoever comes
        // next.
        std::chrono::milliseconds end_wait_max{3'000};
    };

    // Of all machines together.
    static constexpr std::size_t calls_at_once_max = 100;
    // Longer than a call takes, with the writing of its answer.
    static constexpr std::chrono::milliseconds lease_time{60'000};

    explicit OutboxPump(Dependencies dependencies);
    ~OutboxPump();
    OutboxPump(const OutboxPump&) = delete;
    OutboxPump& operator=(const OutboxPump&) = delete;

    // Sends until nothing more is due or there is no room, the database refuses, or stop() was called.
    void run();
    // Nothing more is sent.
    void stop() { is_stopped_ = true; }

  private:
    // Shared with answers that are on their way.
    class Calls;

    base::Result<bool> send_some();

    const std::shared_ptr<Calls> calls_;
    std::atomic<bool> is_stopped_{false};
    bool was_refused_ = false;
};

}  // namespace tradewind::delivery
