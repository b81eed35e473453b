#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "base/result.h"
#include "domain/events/custom_event_list.h"
#include "domain/fields/contact_field_list.h"
#include "domain/reports/report.h"
#include "domain/reports/report_calendar.h"
#include "domain/reports/report_vocabulary.h"

namespace tradewind::domain {

// A report whose words were looked up: everything in it exists and goes together.
struct ReportPlan {
    struct Grouping {
        ReportGrouping by;
        std::string field = {};  // Of a contact: its name in a moment. Of an event: its id.
    };
    struct Metric {
        ReportMetric tells;
        std::string field = {};  // Of an event: its id.
    };
    struct Sort {
        std::size_t column;
        bool descending;
    };

    ReportCategory category;
    std::vector<Grouping> groupings = {};
    std::vector<Metric> metrics = {};
    std::vector<std::string> columns = {};  // The ids of the groupings, then those of the metrics.
    std::optional<Sort> sort = {};
    ReportFilters filters = {};                                          // Those on fields name them as Grouping does.
    std::string event_type = {};                                         // The id in the filters, as text; empty: any.
    std::unordered_map<std::string, std::string> event_type_names = {};  // By ids as text; for EventType alone.

    // Whether the states of the contact at the time are looked at.
    [[nodiscard]] bool needs_moment() const;
    // Whether it is looked at when the contact first bought.
    [[nodiscard]] bool needs_first_purchase() const;
    [[nodiscard]] bool needs_segments() const { return groups_by(ReportGrouping::Segment); }
    // Whether all groupings are of time. Without any they are, too.
    [[nodiscard]] bool is_by_time_alone() const;
    // Whether it tells no more than how many there are and what they cost, by time alone: then the database can count.
    [[nodiscard]] bool is_count_by_time() const;
    // Whether those who were there before count, too.
    [[nodiscard]] bool has_level() const { return tells(ReportMetric::NumberOfContacts); }
    [[nodiscard]] bool groups_by(ReportGrouping by) const;
    [[nodiscard]] bool tells(ReportMetric metric) const;
    // Of those that its groupings tell apart.
    [[nodiscard]] ReportUnit smallest_unit() const;
};

// All problems at once, by pointers into the report: after those that whoever read it found, `told`, what is wrong with
// the rest of it.
base::Result<ReportPlan> plan_report(const Report& report, const ContactFieldList& contact_fields,
                                     const CustomEventList& custom_events, std::vector<base::Problem> told = {});

}  // namespace tradewind::domain
