#include "jobs/report_export_source.h"

#include <array>

#include "base/json.h"
#include "base/time_zone.h"
#include "domain/reports/report.h"

namespace tradewind::jobs {
namespace {

constexpr std::array<std::string_view, 1> report_file_endings{".csv"};

// The place behind the one slice that has rows.
constexpr std::string_view all_written = "all";

// What people typed, as against times, numbers, ids and words of ours.
bool is_typed(domain::ReportGrouping by) {
    using domain::ReportGrouping;
    switch (by) {
        case ReportGrouping::EventType:
        case ReportGrouping::EventField:
        case ReportGrouping::ProductName:
        case ReportGrouping::ProductBrand:
        case ReportGrouping::ProductCategory:
        case ReportGrouping::SourceName:
        case ReportGrouping::PaymentMethod:
        case ReportGrouping::ContactField:
        case ReportGrouping::Segment:
            return true;
        case ReportGrouping::Year:
        case ReportGrouping::Month:
        case ReportGrouping::Day:
        case ReportGrouping::Hour:
        case ReportGrouping::DayOfWeek:
        case ReportGrouping::Date:
        case ReportGrouping::YearMonth:
        case ReportGrouping::WeekStart:
        case ReportGrouping::CohortYear:
        case ReportGrouping::CohortMonth:
        case ReportGrouping::LifeMonth:
        case ReportGrouping::ActivityKind:
        case ReportGrouping::Product:
        case ReportGrouping::PurchaseOrigin:
        case ReportGrouping::PurchaseChannel:
            return false;
    }
    return false;
}

base::Result<domain::ReportPlan> plan_of(const domain::ExportReport& kept, const storage::Definitions& definitions) {
    const auto document = TRY(base::JsonDocument::parse(kept.definition));
    const auto report = TRY(domain::read_report_definition(document.root()));
    return domain::plan_report(report, definitions.contact_fields, definitions.custom_events);
}

domain::ReportRange range_of(const domain::ExportFilters& filters, const base::TimeZone& zone) {
    const auto last_day = base::parse_local_day(*filters.last_day).take();
    return {.from = zone.start_of(base::parse_local_day(*filters.first_day).take()),
            .until = zone.start_of(last_day + std::chrono::days(1))};
}

}  // namespace

ReportExportSource::ReportExportSource(const ExportReading& reading, const domain::Export& wanted)
    : reading_(reading), wanted_(wanted), style_(domain::cell_style(wanted)) {
    auto plan = plan_of(*wanted.plan.report, *reading.definitions.current());
    if (!plan) { return; }
    plan_ = std::make_shared<const domain::ReportPlan>(std::move(plan).take());
    run_.emplace(plan_, style_.zone, range_of(wanted.filters, style_.zone));
}

std::span<const std::string_view> ReportExportSource::endings() const {
    return report_file_endings;
}

ExportSlice ReportExportSource::header() const {
    ExportSlice slice;
    if (!plan_) { return slice; }
    domain::CsvCells cells(slice.texts[0], style_);
    for (const auto& column : plan_->columns) { cells.plain(column); }
    cells.end_row();
    return slice;
}

base::Result<ExportCount> ReportExportSource::count(const std::string& place) {
    TRY(go_on());
    if (!run_->is_done()) { return ExportCount{.rows = 0, .place = place, .is_last = false}; }
    return ExportCount{.rows = static_cast<std::int64_t>(run_->table().rows.size()), .place = place, .is_last = true};
}

base::Result<ExportSlice> ReportExportSource::next(const std::string& place) {
    ExportSlice slice;
    slice.place = place;
    slice.is_last = place == all_written;
    if (slice.is_last) { return slice; }
    if (!run_ || !run_->is_done()) {
        TRY(go_on());
        return slice;
    }
    const auto table = run_->table();
    domain::CsvCells cells(slice.texts[0], style_);
    for (const auto& row : table.rows) { write_row(cells, row); }
    slice.rows = static_cast<std::int64_t>(table.rows.size());
    slice.place = all_written;
    return slice;
}

base::Result<void> ReportExportSource::go_on() {
    if (!run_) { return base::invalid("", "the report names what is no longer there"); }
    if (run_->is_done()) { return {}; }
    const auto slice = TRY(storage::read_and_wait(reading_.database, run_->next_slice()));
    return run_->take(slice);
}

void ReportExportSource::write_row(domain::CsvCells& cells, const domain::ReportRow& row) const {
    for (std::size_t index = 0; index < row.groups.size(); ++index) {
        const auto& group = row.groups[index];
        is_typed(plan_->groupings[index].by) ? cells.maybe_text(group) : cells.maybe_plain(group);
    }
    for (const auto& number : row.numbers) { cells.plain(number.cell()); }
    cells.end_row();
}

}  // namespace tradewind::jobs
