#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "base/json.h"
#include "base/result.h"
#include "domain/fields/contact_field.h"
#include "domain/filters/filter.h"
#include "domain/filters/filter_names.h"

namespace tradewind::domain {

// Reads the parts of tests that tests of several shapes have. Nothing that is wrong keeps the rest from being looked
// at: each function adds its problems and answers something.
class OperandReader {
  public:
    OperandReader(FilterForm form, const WorkflowScope* scope, std::vector<base::Problem>& problems)
        : form_(form), scope_(scope), problems_(problems) {}

    // Of an object: `is` and what it needs. `naming` is the member that says what is tested.
    ValueTest read_test(const base::JsonValue& object, std::string_view naming, const TestedValue& tested,
                        const std::string& path);
    Within read_within(const base::JsonValue& value, const std::string& path);

    void refuse(std::string path, std::string reason);
    // Every member that is not one of these.
    void refuse_others(const base::JsonValue& object, const std::vector<std::string_view>& known,
                       const std::string& path);

  private:
    void read_operands(const base::JsonValue& object, const TestedValue& tested, ValueTest& test,
                       const std::string& path);
    void read_value(const base::JsonValue& value, const TestedValue& tested, ValueTest& test, const std::string& path);
    void read_range(const base::JsonValue& object, ValueTest& test, const std::string& path);
    void read_values(const base::JsonValue& value, const TestedValue& tested, ValueTest& test, const std::string& path);
    void add_text(const base::JsonValue& value, const TestedValue& tested, ValueTest& test, const std::string& path);
    // What a member of the object holds; a problem when it is not there.
    std::optional<base::JsonValue> demand(const base::JsonValue& object, std::string_view name,
                                          const std::string& path);
    // Whether there was one.
    bool read_number(const base::JsonValue& value, ValueKind kind, std::variant<std::int64_t, base::Decimal>& out,
                     const std::string& path);
    std::optional<std::string> read_since(const base::JsonValue& value, const std::string& path);
    Period read_period(const base::JsonValue& value, bool may_be_zero, const std::string& path);
    std::optional<DateOperand> read_date(const base::JsonValue& value, const std::string& path);
    void check_order(const std::optional<DateOperand>& from, const std::optional<DateOperand>& to,
                     const std::string& path);

    FilterForm form_;
    const WorkflowScope* scope_;
    std::vector<base::Problem>& problems_;
};

// A member that is there and not null.
std::optional<base::JsonValue> sent_member(const base::JsonValue& object, std::string_view name);

// `a, b and c`.
std::string joined_words(std::span<const std::string_view> words, std::string_view last_joint);

inline constexpr std::string_view since_start = "start";
inline constexpr std::string_view only_in_workflows = "exists only in workflows";

}  // namespace tradewind::domain
