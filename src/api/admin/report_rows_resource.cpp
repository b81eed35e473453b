#include "api/admin/resources.h"

#include <algorithm>
#include <atomic>
#include <charconv>
#include <chrono>
#include <memory>
#include <utility>

#include "api/path_id.h"
#include "base/time_zone.h"
#include "domain/reports/report_plan.h"
#include "operations/report_operations.h"
#include "storage/stores/reports/report_run.h"
#include "storage/stores/reports/report_store.h"

namespace tradewind::api::admin {
namespace {

constexpr std::string_view rows_path = "/admin/v1/reports/{id}/rows";

constexpr std::int64_t rows_default = 1'000;
constexpr std::int64_t rows_max = 10'000;
// Reports that are made at the same time; each may take domain::report_bytes_max.
constexpr int runs_max = 8;

// What a request asks for.
struct Wanted {
    base::LocalDay first_day;
    base::LocalDay last_day;
    std::int64_t rows = rows_default;
    std::vector<base::Problem> problems = {};  // They are told with those of the report itself.
};

base::LocalDay read_day(const QueryString& query, std::string_view name, std::vector<base::Problem>& problems) {
    const auto path = "/" + std::string(name);
    const auto text = query.find(name);
    if (!text) {
        problems.push_back({.path = path, .reason = "is required"});
        return {};
    }
    const auto day = base::parse_local_day(*text);
    if (!day) {
        problems.push_back({.path = path, .reason = day.error().problems.front().reason});
        return {};
    }
    return day.value();
}

Wanted read_wanted(const QueryString& query) {
    Wanted wanted{};
    auto& problems = wanted.problems;
    wanted.first_day = read_day(query, "fromDate", problems);
    wanted.last_day = read_day(query, "toDate", problems);
    if (problems.empty() && wanted.last_day < wanted.first_day) {
        problems.push_back({.path = "/toDate", .reason = "must not be before fromDate"});
    }
    if (problems.empty() && wanted.last_day - wanted.first_day >= std::chrono::days(domain::report_days_max)) {
        problems.push_back(
            {.path = "/toDate",
             .reason = "must be less than " + std::to_string(domain::report_days_max) + " days after fromDate"});
    }
    if (const auto limit = query.find("limit")) {
        const auto [end, error] = std::from_chars(limit->data(), limit->data() + limit->size(), wanted.rows);
        const bool is_number = error == std::errc() && end == limit->data() + limit->size();
        if (!is_number || wanted.rows < 1 || wanted.rows > rows_max) {
            problems.push_back({.path = "/limit", .reason = "must be a number from 1 to " + std::to_string(rows_max)});
        }
    }
    return wanted;
}

// What is said when there is no such report.
base::Error no_report_for(const Wanted& wanted) {
    return wanted.problems.empty() ? operations::unknown_report() : base::invalid(wanted.problems);
}

void write_row(base::JsonWriter& writer, const domain::ReportTable& table, const domain::ReportRow& row) {
    writer.begin_array();
    for (std::size_t index = 0; index < row.groups.size(); ++index) {
        const auto& group = row.groups[index];
        if (!group) {
            writer.null();
        } else if (domain::is_number(table.groupings[index].by)) {
            writer.raw(*group);
        } else {
            writer.string(*group);
        }
    }
    for (const auto& number : row.numbers) { writer.raw(number.json()); }
    writer.end_array();
}

std::string render_rows(const domain::ReportTable& table, const Wanted& wanted, std::string_view time_zone) {
    std::string json;
    base::JsonWriter writer(json);
    writer.begin_object();
    writer.key("fromDate");
    writer.string(base::local_day_text(wanted.first_day));
    writer.key("toDate");
    writer.string(base::local_day_text(wanted.last_day));
    writer.key("timezone");
    writer.string(time_zone);
    writer.key("columns");
    writer.begin_array();
    for (const auto& column : table.columns) { writer.string(column); }
    writer.end_array();
    writer.key("rows");
    writer.begin_array();
    const auto shown = std::min(table.rows.size(), static_cast<std::size_t>(wanted.rows));
    for (std::size_t index = 0; index < shown; ++index) { write_row(writer, table, table.rows[index]); }
    writer.end_array();
    writer.key("totalRows");
    writer.integer(static_cast<std::int64_t>(table.rows.size()));
    writer.end_object();
    return json;
}

// One of the reports that are made at this moment.
class Turn {
  public:
    explicit Turn(std::shared_ptr<std::atomic<int>> taken)
        : taken_(std::move(taken)), is_given_(++*taken_ <= runs_max) {}
    ~Turn() { --*taken_; }
    Turn(const Turn&) = delete;
    Turn& operator=(const Turn&) = delete;

    [[nodiscard]] bool is_given() const { return is_given_; }

  private:
    std::shared_ptr<std::atomic<int>> taken_;
    const bool is_given_;
};

// The rows of one report while they are counted, by one read after the other.
class ReportRows {
  public:
    ReportRows(const Services& services, std::unique_ptr<Turn> turn, Wanted wanted, Call& call)
        : services_(services),
          turn_(std::move(turn)),
          wanted_(std::move(wanted)),
          definitions_(call.caller.definitions),
          answer_(std::move(call.answer)) {}

    static void start(std::unique_ptr<ReportRows> self, base::Id id) {
        auto& executor = self->answer_.executor();
        auto& database = self->services_.database;
        database.read(
            storage::ReadCost::Point, executor,
            [id](storage::Transaction& transaction) -> base::Result<std::optional<domain::Report>> {
                return storage::find_report(transaction, id);
            },
            [self = std::move(self)](base::Result<std::optional<domain::Report>> report) mutable {
                if (!report) { return self->answer_.refuse(report.error()); }
                if (!report.value()) { return self->answer_.refuse(no_report_for(self->wanted_)); }
                const auto planned = self->plan(*report.value());
                if (!planned) { return self->answer_.refuse(planned.error()); }
                go_on(std::move(self));
            });
    }

  private:
    base::Result<void> plan(const domain::Report& report) {
        auto planned = TRY(
            domain::plan_report(report, definitions_->contact_fields, definitions_->custom_events, wanted_.problems));
        const auto zone = base::TimeZone::load(definitions_->store.timezone);
        if (!zone) { return base::conflict("This machine no longer knows the time zone of the store."); }
        const domain::ReportRange range{.from = zone.value().start_of(wanted_.first_day),
                                        .until = zone.value().start_of(wanted_.last_day + std::chrono::days(1))};
        run_ = std::make_unique<storage::ReportRun>(std::make_shared<const domain::ReportPlan>(std::move(planned)),
                                                    zone.value(), range);
        return {};
    }

    static void go_on(std::unique_ptr<ReportRows> self) {
        if (self->run_->is_done()) { return finish(std::move(self)); }
        auto& executor = self->answer_.executor();
        auto& database = self->services_.database;
        auto read = self->run_->next_slice();
        database.read(storage::ReadCost::Walk, executor, std::move(read),
                      [self = std::move(self)](base::Result<storage::ReportRun::Slice> slice) mutable {
                          if (!slice) { return self->answer_.refuse(slice.error()); }
                          const auto taken = self->run_->take(slice.value());
                          if (!taken) { return self->answer_.refuse(taken.error()); }
                          go_on(std::move(self));
                      });
    }

    // Many rows take a while to sort and to write.
    static void finish(std::unique_ptr<ReportRows> self) {
        auto& worker = self->services_.worker;
        worker.post([self = std::move(self)] {
            self->answer_.json(
                {.status = 200,
                 .body = render_rows(self->run_->table(), self->wanted_, self->definitions_->store.timezone)});
        });
    }

    const Services services_;
    const std::unique_ptr<Turn> turn_;
    const Wanted wanted_;
    const std::shared_ptr<const storage::Definitions> definitions_;
    Answer answer_;
    std::unique_ptr<storage::ReportRun> run_;
};

void get_rows(const Services& services, const std::shared_ptr<std::atomic<int>>& turns, Call& call) {
    const auto id = base::Id::parse(call.parameters[0]);
    if (!id) { return call.answer.refuse(id.error()); }
    auto wanted = read_wanted(call.query);
    if (!id.value()) { return call.answer.refuse(no_report_for(wanted)); }
    auto turn = std::make_unique<Turn>(turns);
    if (!turn->is_given()) {
        return call.answer.refuse(base::unavailable(base::Outcome::None, "too many reports are made at once"));
    }
    ReportRows::start(std::make_unique<ReportRows>(services, std::move(turn), std::move(wanted), call), *id.value());
}

}  // namespace

std::vector<Route> report_rows_routes(const Services& services) {
    return {
        Route(
            net::Method::Get, rows_path, Managed{domain::Scope::ReportRead}, BodyKind::Ignored,
            [services, turns = std::make_shared<std::atomic<int>>(0)](Call& call) { get_rows(services, turns, call); }),
    };
}

}  // namespace tradewind::api::admin
