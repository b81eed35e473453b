#include "app/background_work.h"

#include <utility>
#include <vector>

#include "delivery/outbox_pump.h"
#include "engine/engine.h"
#include "jobs/export_job.h"
#include "jobs/import_job.h"
#include "jobs/sample_data_job.h"
#include "jobs/score_job.h"
#include "operations/workflow_names.h"

namespace tradewind::app {
namespace {

// What this process is asked for wakes it. Looking is for what another process was asked for, or left.
constexpr BackgroundWork::Pace import_pace{
    .name = "imports", .interval = std::chrono::seconds(1), .sleeper = storage::Sleeper::Imports};
constexpr BackgroundWork::Pace export_pace{
    .name = "exports", .interval = std::chrono::seconds(1), .sleeper = storage::Sleeper::Exports};
// How soon it is noticed that they are due.
constexpr BackgroundWork::Pace score_pace{
    .name = "scores", .interval = std::chrono::seconds(1), .begins_at_once = true, .sleeper = storage::Sleeper::Scores};

// It goes on where a process that was killed left it.
constexpr BackgroundWork::Pace sample_data_pace{.name = "sample data",
                                                .interval = std::chrono::seconds(10),
                                                .begins_at_once = true,
                                                .sleeper = storage::Sleeper::SampleData};

// Times come by themselves, and on PostgreSQL changes that other processes made.
constexpr BackgroundWork::Pace engine_pace{.name = "engine",
                                           .interval = std::chrono::milliseconds(500),
                                           .begins_at_once = true,
                                           .sleeper = storage::Sleeper::Engine};

// Repetitions come by their time, and on PostgreSQL deliveries that other processes made.
constexpr BackgroundWork::Pace delivery_pace{.name = "deliveries",
                                             .interval = std::chrono::milliseconds(500),
                                             .begins_at_once = true,
                                             .sleeper = storage::Sleeper::Outbox};

class DeliveryJob final : public jobs::LeasedJob {
  public:
    explicit DeliveryJob(delivery::OutboxPump::Dependencies dependencies) : pump_(std::move(dependencies)) {}
    void run() override { pump_.run(); }
    void stop() override { pump_.stop(); }

  private:
    delivery::OutboxPump pump_;
};

class EngineJob final : public jobs::LeasedJob {
  public:
    explicit EngineJob(const engine::Engine::Dependencies& dependencies) : engine_(dependencies) {}
    // When nobody calls run() any more.
    ~EngineJob() override { engine_.release(); }
    EngineJob(const EngineJob&) = delete;
    EngineJob& operator=(const EngineJob&) = delete;
    void run() override { engine_.run(); }
    void stop() override { engine_.stop(); }

  private:
    engine::Engine engine_;
};

std::vector<jobs::Chore> only_chore(jobs::LeasedJob& job, const BackgroundWork::Pace& pace,
                                    const storage::Database& database) {
    std::vector<jobs::Chore> chores;
    chores.push_back({.name = pace.name,
                      .interval = pace.interval,
                      .run = while_undamaged(database, [&job] { job.run(); }),
                      .begins_at_once = pace.begins_at_once});
    return chores;
}

}  // namespace

BackgroundWork::BackgroundWork(std::unique_ptr<jobs::LeasedJob> job, const Pace& pace, Installation& installation,
                               base::Log& log)
    : database_(installation.services().database),
      sleeper_(pace.sleeper),
      job_(std::move(job)),
      thread_(only_chore(*job_, pace, database_), installation.clock(), log) {
    database_.on_wake(sleeper_, [this] { thread_.hurry(); });
}

BackgroundWork::~BackgroundWork() {
    database_.on_wake(sleeper_, nullptr);
    job_->stop();
}

std::function<void()> while_undamaged(const storage::Database& database, std::function<void()> run) {
    return [&database, run = std::move(run)] {
        if (!database.damage()) { run(); }
    };
}

std::unique_ptr<BackgroundWork> take_in_imports(Installation& installation, base::Log& log) {
    const auto services = installation.services();
    jobs::ImportJob::Dependencies dependencies{
        .database = services.database,
        .sources = services.sources,
        .definitions = installation.definitions(),
        .files = services.files,
        .secret_key = services.secret_key,
        .log = log,
        .figures = installation.job_figures(),
        .holder = installation.new_holder(),
    };
    return std::make_unique<BackgroundWork>(std::make_unique<jobs::ImportJob>(std::move(dependencies)), import_pace,
                                            installation, log);
}

std::unique_ptr<BackgroundWork> make_exports(Installation& installation, base::Log& log) {
    const auto services = installation.services();
    jobs::ExportDependencies dependencies{
        .database = services.database,
        .sources = services.sources,
        .definitions = installation.definitions(),
        .files = services.files,
        .log = log,
        .figures = installation.job_figures(),
        .holder = installation.new_holder(),
    };
    return std::make_unique<BackgroundWork>(std::make_unique<jobs::ExportJob>(std::move(dependencies)), export_pace,
                                            installation, log);
}

std::unique_ptr<BackgroundWork> run_engine(Installation& installation, base::Log& log) {
    const auto services = installation.services();
    const engine::Engine::Dependencies dependencies{
        .database = services.database,
        .sources = services.sources,
        .definitions = installation.definitions(),
        .log = log,
        .figures = installation.engine_figures(),
        .holder = installation.new_holder(),
        .process = {installation.node()},
        .sharing =
            installation.is_shared() ? engine::BucketLeases::Sharing::Shared : engine::BucketLeases::Sharing::Alone,
        .split_salt = operations::split_salt(services.secret_key),
    };
    return std::make_unique<BackgroundWork>(std::make_unique<EngineJob>(dependencies), engine_pace, installation, log);
}

std::unique_ptr<BackgroundWork> send_deliveries(Installation& installation, domain::CallWeb call_web, base::Log& log) {
    const auto services = installation.services();
    using delivery::OutboxPump;
    OutboxPump::Dependencies dependencies{
        .database = services.database,
        .sources = services.sources,
        .definitions = installation.definitions(),
        .secret_key = services.secret_key,
        .log = log,
        .figures = installation.delivery_figures(),
        .call_web = std::move(call_web),
        .holder = installation.new_holder(),
        .sharing = installation.is_shared() ? OutboxPump::Sharing::Shared : OutboxPump::Sharing::Alone,
    };
    return std::make_unique<BackgroundWork>(std::make_unique<DeliveryJob>(std::move(dependencies)), delivery_pace,
                                            installation, log);
}

std::unique_ptr<BackgroundWork> make_scores(Installation& installation, base::Log& log) {
    const auto services = installation.services();
    jobs::ScoreJob::Dependencies dependencies{
        .database = services.database,
        .sources = services.sources,
        .definitions = installation.definitions(),
        .log = log,
        .figures = installation.job_figures(),
        .holder = installation.new_holder(),
    };
    return std::make_unique<BackgroundWork>(std::make_unique<jobs::ScoreJob>(std::move(dependencies)), score_pace,
                                            installation, log);
}

std::unique_ptr<BackgroundWork> keep_sample_data(Installation& installation, base::Log& log) {
    const auto services = installation.services();
    jobs::SampleDataJob::Dependencies dependencies{
        .database = services.database,
        .sources = services.sources,
        .definitions = installation.definitions(),
        .secret_key = services.secret_key,
        .log = log,
        .node = installation.node(),
        .holder = installation.new_holder(),
    };
    return std::make_unique<BackgroundWork>(std::make_unique<jobs::SampleDataJob>(std::move(dependencies)),
                                            sample_data_pace, installation, log);
}

}  // namespace tradewind::app
