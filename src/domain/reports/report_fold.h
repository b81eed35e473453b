#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "base/instant.h"
#include "base/json.h"
#include "base/result.h"
#include "base/time_zone.h"
#include "base/wide_sum.h"
#include "domain/reports/report_calendar.h"
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

    // Makes the rows of a plan by time alone: one for each combination that occurs in the range, in its order.
    void add_empty_rows();
    void add(const ReportRecord& record);
    // So many records of one day, or hour if that matters, by a plan that is_count_by_time().
    void add_counted(base::Instant at, std::int64_t count, const base::WideSum& amount);

    void merge(const ReportFold& other);

    // Invalid when there are more groups, or more to remember, than a report may have. Nothing is added any more then.
    [[nodiscard]] base::Result<void> check_size() const;

    // By the order that the report wants, else by the groups; nothing comes last. Without groupings it is one row.
    [[nodiscard]] ReportTable table() const;

  private:
    // Numbers that are counted once each: appended, and now and then sorted and rid of what is there twice.
    class DistinctNumbers {
      public:
        // How many bytes it grew.
        std::size_t add(std::int64_t number);
        std::size_t add(const DistinctNumbers& other);
        [[nodiscard]] std::int64_t count() const;

      private:
        static constexpr std::size_t tidied_at_least = 64;
        std::vector<std::int64_t> numbers_;
        std::size_t tidy_at_ = tidied_at_least;
    };

    struct FieldValues {
        base::WideSum sum;
        std::unordered_set<std::string> distinct;
    };

    struct Group {
        std::int64_t count = 0;
        std::optional<std::int64_t> last_counted;  // Which record was the last to be counted.
        base::WideSum amount;
        base::WideSum units;
        DistinctNumbers contacts;
        DistinctNumbers first_time_buyers;
        std::size_t place = 0;            // Among the spans of time.
        std::vector<FieldValues> fields;  // Of each metric that is about one, in their order.
    };

    // What one record, or one line of it, adds to every group that it is in.
    struct Share {
        const ReportRecord& record;
        std::int64_t amount;
        std::int64_t units;
        std::optional<base::JsonValue> item = {};
        std::optional<base::JsonValue> moment = {};
        std::optional<base::JsonValue> segments = {};
        std::optional<base::JsonValue> values = {};  // Of an event.
        std::string_view event_type = {};
    };

    using Texts = std::vector<std::string>;
    using Place = std::pair<const std::string, Group>;

    [[nodiscard]] bool is_full() const { return groups_.size() > report_groups_max || bytes_ > report_bytes_max; }
    [[nodiscard]] bool fits(const ReportRecord& record) const;
    [[nodiscard]] bool fits_item(const base::JsonValue& item) const;
    void add_items(const Share& purchase);
    void add_share(const Share& share);
    // Whether it is of the range; if not, it is counted apart.
    bool is_within(base::Instant at, std::int64_t count);
    [[nodiscard]] Texts values_of(const ReportPlan::Grouping& grouping, const Share& share);
    void spread(std::size_t next, std::string& key, const Share& share);
    Group& group(const std::string& key);
    void count(Group& group, const Share& share);
    void note_fields(Group& group, const base::JsonValue& values);
    [[nodiscard]] Texts cohort_values_of(ReportGrouping by, const ReportRecord& record) const;
    static void append_value(std::string& key, ReportGrouping by, std::string_view text);
    void append_time(std::string& key, base::Instant at);
    [[nodiscard]] std::vector<std::optional<std::string>> groups_of(const std::string& key) const;
    [[nodiscard]] std::unordered_map<const Group*, std::int64_t> levels() const;
    [[nodiscard]] ReportRow row_of(const std::string& key, const Group& group, std::int64_t level) const;

    std::shared_ptr<const ReportPlan> plan_;
    base::TimeZone zone_;
    ReportRange range_;
    ReportCalendar calendar_;
    bool counts_contacts_ = false;
    bool counts_first_time_buyers_ = false;
    std::size_t field_metrics_ = 0;
    std::unordered_map<std::string, Group> groups_;  // By their values, written so that keys sort as rows do.
    std::size_t bytes_ = 0;
    std::int64_t before_ = 0;  // Contacts from before the range.
    std::int64_t after_ = 0;
};

}  // namespace tradewind::domain
