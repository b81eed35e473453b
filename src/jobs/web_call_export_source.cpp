#include "jobs/web_call_export_source.h"

namespace tradewind::jobs {
namespace {

constexpr std::array<std::string_view, 1> web_call_file_endings{".csv"};
constexpr std::int64_t web_calls_per_slice = 500;

void write_web_call(domain::CsvCells& cells, const domain::Delivery& call) {
    const auto id_or_nothing = [&](base::Id id) { id.number == 0 ? cells.empty() : cells.plain(id.text()); };
    cells.plain(call.id.text());
    cells.plain(call.type.text());
    id_or_nothing(call.contact);
    id_or_nothing(call.workflow);
    id_or_nothing(call.run);
    cells.text(call.node);
    cells.plain(word_of(call.state));
    cells.maybe_text(call.reason);
    cells.moment(call.id.made_at());
    cells.maybe_moment(call.ended_at);
    cells.number(std::ssize(call.attempts));
    const auto* const last = call.attempts.empty() ? nullptr : &call.attempts.back();
    last != nullptr && last->status ? cells.number(*last->status) : cells.empty();
    cells.maybe_text(last == nullptr ? std::nullopt : last->error);
    cells.end_row();
}

// The id behind which it goes on.
base::Id place_of_call(const std::string& place) {
    return {place.empty() ? 0 : std::stoll(place)};
}

}  // namespace

WebCallExportSource::WebCallExportSource(const ExportReading& reading, const domain::Export& wanted)
    : reading_(reading),
      filter_({.from = wanted.filters.from, .to = base::Instant{wanted.filters.to->milliseconds + 1}}),
      style_(domain::cell_style(wanted)) {}

std::span<const std::string_view> WebCallExportSource::endings() const {
    return web_call_file_endings;
}

ExportSlice WebCallExportSource::header() const {
    ExportSlice slice;
    domain::CsvCells cells(slice.texts[0], style_);
    for (const std::string_view name :
         {"Call ID", "Event Type ID", "Contact ID", "Workflow ID", "Run ID", "Node", "State", "Reason", "Created At",
          "Ended At", "Attempts", "Last Status", "Last Error"}) {
        cells.plain(name);
    }
    cells.end_row();
    return slice;
}

base::Result<std::vector<domain::Delivery>> WebCallExportSource::read(const std::string& place) const {
    return storage::read_and_wait(reading_.database, [&](storage::Transaction& transaction) {
        return base::Result(storage::deliveries_after(transaction, filter_, place_of_call(place), web_calls_per_slice));
    });
}

base::Result<ExportCount> WebCallExportSource::count(const std::string& place) {
    const auto calls = TRY(read(place));
    const bool is_last = std::ssize(calls) < web_calls_per_slice;
    return ExportCount{.rows = std::ssize(calls),
                       .place = calls.empty() ? place : std::to_string(calls.back().id.number),
                       .is_last = is_last};
}

base::Result<ExportSlice> WebCallExportSource::next(const std::string& place) {
    const auto calls = TRY(read(place));
    ExportSlice slice{.texts = {},
                      .rows = std::ssize(calls),
                      .place = calls.empty() ? place : std::to_string(calls.back().id.number),
                      .is_last = std::ssize(calls) < web_calls_per_slice};
    domain::CsvCells cells(slice.texts[0], style_);
    for (const auto& call : calls) { write_web_call(cells, call); }
    return slice;
}

}  // namespace tradewind::jobs
