#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "base/instant.h"
#include "base/json.h"
#include "base/result.h"
#include "base/time_zone.h"
#include "base/wide_sum.h"
#include "domain/reports/report_calendar.h"
#include "domain/reports/report_group.h"
#include "domain/reports/report_plan.h"
#include "domain/reports/report_table.h"

namespace tradewind::domain {

inline constexpr std::size_t report_groups_max = 100'000;
// About as much memory one report takes, for its groups and for what it must tell apart to count it.
inline constexpr std::size_t report_bytes_max = std::size_t{64} * 1024 * 1024;

// One thing that a report may count, as it is kept. What its category does not have, or the plan does not need, is
// empty.
struct ReportRecord {
    std::int64_t id;
    base::Instant at;
    std::optional<std::int64_t> contact = {};
    std::optional<base::Instant> first_bought_at = {};  // When the contact did.
    bool is_first_purchase = false;                     // Of the contact.
    std::int64_t amount = 0;                            // In ten-thousandths.
    std::int64_t units = 0;
    std::optional<std::string_view> source_type = {};
    std::optional<std::string_view> source_name = {};
    std::optional<std::string_view> payment_method = {};
    std::string_view kind = {};
    std::string_view data = {};    // JSON, as is what follows.
    std::string_view moment = {};  // Empty: nobody knows.
    std::string_view items = {};
    std::string_view segments = {};  // The names of those that the contact is in. Empty: of none.
};

// What a report tells of the records it was shown, in any order, each once. Those of one purchase, activity or contact
// are one record. Folds over parts of the records can be put together.
class ReportFold {
  public:
    // Contacts may also be from before the range, and from after it, where they count for the level.
    ReportFold(std::shared_ptr<const ReportPlan> plan, const base::TimeZone& zone, ReportRange range);

    void add(const ReportRecord& record);
    // So many records of one day, or hour if that matters, by a plan that is_count_by_time().
    void add_counted(base::Instant at, std::int64_t count, const base::WideSum& amount);

    void merge(const ReportFold& other);

    // Invalid when there are more groups, or more to remember, than a report may have. Nothing is added any more then.
    [[nodiscard]] base::Result<void> check_size() const;

    // By the order that the report wants, else by the groups; nothing comes last. Without groupings it is one row. By
    // time alone there is one for each combination that occurs in the range, which take their time to be made.
    [[nodiscard]] ReportTable table();

  private:
    // What one record, or one line of it, adds to every group that it is in.
    struct Share {
        const ReportRecord& record;
        std::int64_t amount;
        std::int64_t units;
        std::optional<base::JsonValue> item = {};
        std::optional<base::JsonValue> moment = {};  // Of somebody who was not erased.
        std::optional<base::JsonValue> segments = {};
        std::optional<base::JsonValue> values = {};  // Of an event.
        std::string_view event_type = {};
    };

    using Texts = std::vector<std::string>;

    [[nodiscard]] bool is_full() const { return groups_.size() > report_groups_max || bytes_ > report_bytes_max; }
    [[nodiscard]] bool fits(const ReportRecord& record) const;
    [[nodiscard]] bool fits_item(const base::JsonValue& item) const;
    void add_items(const Share& purchase);
    void add_share(const Share& share);
    // Whether it is of the range; if not, it is counted apart.
    bool is_within(base::Instant at, std::int64_t count);
    [[nodiscard]] Texts values_of(const ReportPlan::Grouping& grouping, const Share& share);
    void spread(std::size_t next, std::string& key, const Share& share);
    ReportGroup& group(const std::string& key);
    void count(ReportGroup& group, const Share& share);
    void note_fields(ReportGroup& group, const base::JsonValue& values);
    [[nodiscard]] Texts cohort_values_of(ReportGrouping by, const ReportRecord& record) const;
    void append_time(std::string& key, base::Instant at);
    // Makes the rows of a plan by time alone: one for each combination that occurs in the range, in its order.
    void add_empty_rows();
    // How many contacts there were by the end of each span, if that is told. Without groupings it is all there are.
    [[nodiscard]] std::unordered_map<const ReportGroup*, std::int64_t> levels() const;

    std::shared_ptr<const ReportPlan> plan_;
    base::TimeZone zone_;
    ReportRange range_;
    ReportCalendar calendar_;
    bool counts_contacts_ = false;
    bool counts_first_time_buyers_ = false;
    std::size_t field_metrics_ = 0;
    std::unordered_map<std::string, ReportGroup> groups_;  // By their keys.
    std::size_t bytes_ = 0;
    std::int64_t before_ = 0;  // Contacts from before the range.
    std::int64_t after_ = 0;
};

}  // namespace tradewind::domain
