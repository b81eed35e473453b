#pragma once

#include <array>
#include <cstddef>
#include <initializer_list>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/id.h"
#include "base/json_writer.h"
#include "domain/fields/contact_field.h"
#include "domain/fields/field_table.h"
#include "domain/filters/filter.h"
#include "domain/filters/filter_names.h"
#include "domain/shop/product_details.h"

namespace tradewind::domain {

// The words of filters, each listed once: whoever reads, writes or tells of filters looks here.

inline constexpr std::size_t filter_text_characters_max = product_text_characters_max;  // Of one text to compare with.

// In the order of ValueKind.
inline constexpr std::array<std::string_view, 11> value_kind_words{
    "text", "identifier", "email", "phone", "integer", "decimal", "date", "boolean", "radio", "checkbox", "texts",
};
static_assert(value_kind_words.size() == static_cast<std::size_t>(ValueKind::Texts) + 1);

constexpr std::string_view word_of(ValueKind kind) {
    return value_kind_words[static_cast<std::size_t>(kind)];
}

// Some kinds of values.
class ValueKinds {
  public:
    constexpr ValueKinds(std::initializer_list<ValueKind> kinds) {
        for (const auto kind : kinds) { bits_ |= bit(kind); }
    }
    [[nodiscard]] constexpr bool have(ValueKind kind) const { return (bits_ & bit(kind)) != 0; }

  private:
    static constexpr unsigned bit(ValueKind kind) { return 1U << static_cast<unsigned>(kind); }

    unsigned bits_ = 0;
};

// Which members stand beside `is`.
enum class OperandShape { None, Value, Values, FromTo, Period };

std::span<const std::string_view> members_of(OperandShape shape);

// What can be asked of values of some kinds.
struct OperatorRule {
    FilterOperator is;
    std::string_view word;
    OperandShape operand;
    bool fits_missing;  // Whether a value that is not there fits.
    ValueKinds kinds;
};

const OperatorRule& rule_of(FilterOperator is);
std::string_view word_of(FilterOperator is);
std::vector<FilterOperator> operators_of(ValueKind kind);
// Null when the kind has no such operator.
const OperatorRule* find_operator(ValueKind kind, std::string_view word);

// Of a field of contacts, or of an event type.
ValueKind value_kind_of(const ContactField& field);

// What `where` can ask of a purchase or of an item in it.
struct PurchaseProperty {
    std::string_view name;
    WhereTest::On on;
    ValueKind kind;
    std::span<const std::string_view> words = {};  // All that there can be; empty: anything.
};

// The member of `where` that names a property on this.
std::string_view word_of(WhereTest::On on);
std::span<const PurchaseProperty> purchase_properties();
// Null when there is none.
const PurchaseProperty* find_purchase_property(WhereTest::On on, std::string_view name);

// What an activity of a kind is about, as far as tests can ask for it.
enum class ActivitySubject { None, Workflow, CouponSet };

ActivitySubject named_subject_of(ActivityKind kind);
// The member that names it; empty for None.
std::string_view member_of(ActivitySubject subject);

// Each in the order of its enum.
inline constexpr std::array<std::string_view, 3> history_words{"purchases", "event", "activity"};
inline constexpr std::array<std::string_view, 3> bound_of_words{"count", "amount", "units"};
inline constexpr std::array<std::string_view, 3> bound_is_words{"atLeast", "atMost", "equals"};

constexpr std::string_view word_of(HistoryTest::Of of) {
    return history_words[static_cast<std::size_t>(of)];
}
constexpr std::string_view word_of(Bound::Of of) {
    return bound_of_words[static_cast<std::size_t>(of)];
}
constexpr std::string_view word_of(Bound::Is is) {
    return bound_is_words[static_cast<std::size_t>(is)];
}

// How much can be asked of what happened: the words of all that can be counted of it.
std::span<const std::string_view> measures_of(HistoryTest::Of of);

// A segment that tests can name.
struct NamedSegment {
    base::Id id;
    std::string name;
};

// All of it with what the store has, as one object, for whoever builds forms of it.
void write_filter_vocabulary(base::JsonWriter& writer, const FilterNames& names,
                             const std::vector<NamedSegment>& segments);

}  // namespace tradewind::domain
