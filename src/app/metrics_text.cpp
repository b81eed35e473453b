#include "app/metrics_text.h"

#include <unistd.h>

#include <array>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "base/metrics.h"

namespace tradewind::app {
namespace {

struct ListenerFigures {
    std::string_view name;
    const api::Router& router;
};

using RequestFigures = std::array<ListenerFigures, 2>;

std::string_view method_word(net::Method method) {
    switch (method) {
        case net::Method::Get:
            return "GET";
        case net::Method::Post:
            return "POST";
        case net::Method::Patch:
            return "PATCH";
        case net::Method::Delete:
            return "DELETE";
        default:
            return "other";
    }
}

void write_route(base::MetricsPage& page, std::string_view client, std::string_view route, std::string_view method,
                 const api::RouteFigures& figures) {
    constexpr std::array<std::string_view, 5> classes{"1xx", "2xx", "3xx", "4xx", "5xx"};
    for (std::size_t number = 0; number < classes.size(); ++number) {
        const auto& histogram = figures.by_class[number];
        if (histogram.is_empty()) { continue; }
        page.row(histogram, {{"door", client}, {"route", route}, {"method", method}, {"status", classes[number]}});
    }
}

void write_requests(base::MetricsPage& page, const RequestFigures& listeners) {
    page.family("tradewind_http_request_duration_seconds", "histogram",
                "Time from the head of a request to its answer, by route; without a route: of those that led to none.");
    for (const auto& [name, router] : listeners) {
        for (std::size_t number = 0; number < router.routes().size(); ++number) {
            const auto& route = router.routes()[number];
            write_route(page, name, route.path(), method_word(route.method()), router.figures().routes[number]);
        }
        write_route(page, name, "", "", router.figures().unrouted);
    }
    page.family("tradewind_http_requests_active", "gauge", "Requests that are not answered yet.");
    for (const auto& [name, router] : listeners) { page.row(router.figures().active.value(), {{"door", name}}); }
    page.family("tradewind_http_requests_rejected_total", "counter",
                "Requests without a good key, over a limit of their number, or shed with 503.");
    for (const auto& [name, router] : listeners) {
        const auto& figures = router.figures();
        page.row(figures.unauthorized.value(), {{"door", name}, {"reason", "unauthorized"}});
        page.row(figures.rate_limited.value(), {{"door", name}, {"reason", "rate-limited"}});
        page.row(figures.shed.value(), {{"door", name}, {"reason", "shed"}});
    }
    page.family("tradewind_idempotency_replays_total", "counter", "Answers that were given again to the same request.");
    for (const auto& [name, router] : listeners) { page.row(router.figures().replayed.value(), {{"door", name}}); }
}

void write_database(base::MetricsPage& page, const storage::DatabaseFigures& figures) {
    page.single("tradewind_database_commit_duration_seconds", "histogram", "Time that commits took.",
                figures.commit_time);
    page.single("tradewind_database_commit_pieces", "histogram", "Pieces of work that shared a commit.",
                figures.pieces_per_commit);
    page.single("tradewind_database_checkpoint_duration_seconds", "histogram", "Time that checkpoints of SQLite took.",
                figures.checkpoint_time);
    page.single("tradewind_database_log_bytes", "gauge", "What is in use of the write-ahead log of SQLite.",
                figures.log_bytes.value());
    page.single("tradewind_database_retries_total", "counter",
                "Pieces of work that PostgreSQL undid and that were run again.", figures.retries.value());
    page.single("tradewind_database_round_trips_total", "counter",
                "How often PostgreSQL was waited for by requests and other work.", figures.round_trips.value());
    page.single("tradewind_database_connections_busy", "gauge", "Connections to PostgreSQL that are at work.",
                figures.busy_connections.value());
}

void write_jobs(base::MetricsPage& page, const jobs::JobFigures& figures) {
    page.family("tradewind_job_rows_total", "counter",
                "Rows that imports took in or refused, that exports wrote, and contacts that got other scores.");
    page.row(figures.imported_rows.value(), {{"job", "import"}});
    page.row(figures.exported_rows.value(), {{"job", "export"}});
    page.row(figures.scored_rows.value(), {{"job", "scores"}});
    constexpr std::int64_t milliseconds_per_second = 1'000;
    page.single("tradewind_scores_made_for_timestamp_seconds", "gauge",
                "The time for which contacts were last scored; 0 for never.",
                figures.scores_made_for.value() / milliseconds_per_second);
    page.single("tradewind_oldest_erasure_seconds", "gauge",
                "How long ago the first of the erasures was that left traces on the disk; 0 for none.",
                figures.oldest_erasure.value() / milliseconds_per_second);
    page.family("tradewind_held", "gauge", "What is held until its time is over; counted once a minute.");
    page.row(figures.idempotent_answers.value(), {{"what", "idempotent-answers"}});
    page.row(figures.files.value(), {{"what", "files"}});
    page.single("tradewind_held_file_bytes", "gauge", "The size of the files that are held.",
                figures.file_bytes.value());
    page.single("tradewind_held_file_bytes_max", "gauge",
                "What those files may take together, before imports and exports are refused; 0 for no limit.",
                figures.file_bytes_max.value());
}

void write_engine(base::MetricsPage& page, const engine::EngineFigures& figures) {
    page.family("tradewind_engine_looked_at_total", "counter",
                "Changes and times that the engine looked at, and filters that it evaluated for a contact.");
    page.row(figures.changes.value(), {{"what", "changes"}});
    page.row(figures.times.value(), {{"what", "times"}});
    page.row(figures.evaluations.value(), {{"what", "filters"}});
    page.single("tradewind_engine_moves_total", "counter", "Who entered or left a dynamic segment.",
                figures.moves.value());
    page.single("tradewind_engine_repeats_total", "counter",
                "Contacts that were decided on again, because something happened meanwhile.", figures.repeats.value());
    page.single("tradewind_engine_dead_letters_total", "counter",
                "Changes that were put aside, because it could not be decided what follows from them.",
                figures.dead_letters.value());
    page.single("tradewind_engine_changes_waiting", "gauge",
                "Changes that wait to be looked at; 10000 for as many or more.", figures.waiting.value());
    page.single("tradewind_engine_lag_seconds", "gauge",
                "How old the oldest change of the last batch was; 0 when none waits.",
                static_cast<double>(figures.lag.value()) / 1'000);
    page.single("tradewind_engine_buckets", "gauge", "How many of the 64 parts of all contacts this process works on.",
                figures.buckets.value());
    page.single("tradewind_engine_builds", "gauge", "Segments whose members are being found.", figures.builds.value());
}

void write_deliveries(base::MetricsPage& page, const delivery::DeliveryFigures& figures) {
    page.family("tradewind_deliveries_total", "counter",
                "Web calls by what became of them; repeated ones failed and are made again.");
    page.row(figures.done.value(), {{"outcome", "done"}});
    page.row(figures.repeated.value(), {{"outcome", "repeated"}});
    page.row(figures.dead.value(), {{"outcome", "dead"}});
    page.row(figures.skipped.value(), {{"outcome", "skipped"}});
    page.single("tradewind_deliveries_duration_seconds", "histogram", "Time from taking up a web call to its answer.",
                figures.call_time);
    page.single("tradewind_deliveries_on_their_way", "gauge", "Web calls that wait for their answer.",
                figures.on_their_way.value());
    page.single("tradewind_deliveries_breakers_open", "gauge",
                "Machines that are not called for now, because ten calls in a row failed.",
                figures.open_breakers.value());
    page.single("tradewind_deliveries_overdue_seconds", "gauge",
                "How long the first web call waits that could be made if there were room; 0 for none.",
                static_cast<double>(figures.overdue.value()) / 1'000);
}

void write_disk(base::MetricsPage& page, const storage::DiskReserve& reserve) {
    page.single("tradewind_disk_full", "gauge", "1 while only what gives room back is written.",
                std::uint64_t{reserve.is_given_up() ? 1U : 0U});
    page.single("tradewind_disk_free_bytes", "gauge", "What is free on the disk of the data directory.",
                reserve.free_bytes());
}

// A field of /proc/self/stat, counted from 1; they are told apart after the name, which may hold anything.
double stat_field(int number) {
    std::ifstream file("/proc/self/stat");
    std::string text;
    std::getline(file, text);
    constexpr int fields_before = 2;
    std::istringstream fields(text.substr(text.rfind(')') + 1));
    std::string field;
    for (int at = fields_before; at < number && fields; ++at) { fields >> field; }
    return fields ? std::stod(field) : 0;
}

std::uint64_t open_descriptors() {
    std::error_code ignored;
    std::uint64_t count = 0;
    for (std::filesystem::directory_iterator entry("/proc/self/fd", ignored), end; entry != end;
         entry.increment(ignored)) {
        ++count;
    }
    return count;
}

void write_process(base::MetricsPage& page) {
    constexpr int user_time = 14;
    constexpr int system_time = 15;
    constexpr int resident_pages = 24;
    const auto ticks = static_cast<double>(sysconf(_SC_CLK_TCK));
    page.single("process_cpu_seconds_total", "counter", "Processor time.",
                (stat_field(user_time) + stat_field(system_time)) / ticks);
    page.single("process_resident_memory_bytes", "gauge", "Memory in use, files mapped into it included.",
                stat_field(resident_pages) * static_cast<double>(sysconf(_SC_PAGESIZE)));
    page.single("process_open_fds", "gauge", "Open files and sockets.", open_descriptors());
}

}  // namespace

std::string metrics_text(const PrivateListener& client) {
    base::MetricsPage page;
    page.family("tradewind_build_info", "gauge", "What runs here; always 1.");
    page.row(std::uint64_t{1}, {{"version", TRADEWIND_VERSION}});
    write_requests(page, {{{"network", client.network}, {"control", client.control}}});
    page.single("tradewind_http_output_waiting_bytes", "gauge",
                "Bytes of answers in memory that wait for slow readers.",
                std::uint64_t{client.threads.waiting_output_bytes()});
    write_database(page, client.database.figures());
    page.single("tradewind_password_hashes_total", "counter", "Passwords that were hashed, to be kept or compared.",
                client.password_hashes.value());
    page.single("tradewind_database_damaged", "gauge",
                "1 while nothing is written, because something in the database of SQLite cannot be read.",
                std::uint64_t{client.database.damage().has_value()});
    write_jobs(page, client.jobs);
    write_engine(page, client.engine);
    write_deliveries(page, client.deliveries);
    page.single("tradewind_outside_on_hold", "gauge",
                "1 while nothing is done to the outside world, because this may not be the live copy of the data.",
                std::uint64_t{client.definitions.current()->hold.has_value()});
    if (client.disk_reserve != nullptr) { write_disk(page, *client.disk_reserve); }
    write_process(page);
    return page.text();
}

}  // namespace tradewind::app
