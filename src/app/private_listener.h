#pragma once

#include <atomic>

#include "api/router.h"
#include "base/log.h"
#include "base/metrics.h"
#include "delivery/delivery_figures.h"
#include "engine/engine_figures.h"
#include "jobs/job_figures.h"
#include "net/http.h"
#include "net/http_server.h"
#include "storage/database/database.h"
#include "storage/files/disk_reserve.h"
#include "storage/stores/settings/definitions.h"

namespace tradewind::app {

// What the private listener tells of. Everything here outlives it.
struct PrivateListener {
    storage::Database& database;
    const storage::DefinitionsCache& definitions;
    const api::Router& network;
    const api::Router& control;
    const net::IoThreads& threads;
    const base::Counter& password_hashes;
    const jobs::JobFigures& jobs;
    const engine::EngineFigures& engine;
    const delivery::DeliveryFigures& deliveries;
    bool commits_are_durable;
    const storage::DiskReserve* disk_reserve;  // Null: the disk is not ours to watch.
    const std::atomic<bool>& is_stopping;

    // `/healthz`, `/readyz`, `/metrics` and `/version`, for whoever watches over the process.
    [[nodiscard]] net::HttpService service() const;
};

}  // namespace tradewind::app
