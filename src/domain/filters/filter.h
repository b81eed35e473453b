#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "base/decimal.h"
#include "base/id.h"
#include "base/instant.h"
#include "domain/fields/field_value.h"
#include "domain/filters/period.h"
#include "domain/journal/activity.h"

namespace tradewind::domain {

// The one language in which segments, triggers, conditions and searches say whom they mean. A filter is a tree of
// tests; everything in it was looked up: it names fields by number, event types, segments and coupon sets by id.

inline constexpr std::size_t filter_levels_max = 8;  // A lone test is level 1; `where` adds none.
inline constexpr std::size_t filter_tests_max = 200;
inline constexpr std::size_t filter_values_max = 500;            // Of one `values`.
inline constexpr std::size_t filter_where_max = 20;              // Of one `where`.
inline constexpr std::int64_t filter_history_rows_max = 10'000;  // Read of one contact in one evaluation.

// What kind of value is tested, and so which operators there are and how texts are compared.
enum class ValueKind {
    Text,        // With case and accents folded.
    Identifier,  // Byte for byte.
    Email,       // By its key.
    Phone,       // In the form in which values are kept.
    Integer,
    Decimal,
    Date,
    Boolean,
    Radio,
    Checkbox,
    Texts,  // A list of texts, such as the categories of a product: positive operators ask for any of them.
};

enum class FilterOperator {
    IsSet,
    IsNotSet,
    Equals,
    NotEquals,
    In,
    NotIn,
    Contains,
    StartsWith,
    EndsWith,
    AtLeast,
    AtMost,
    Between,
    Before,
    After,
    InLast,
    NotInLast,
    InNext,
    AnniversaryInNext,
    IsTrue,
    IsFalse,
    HasAny,
    HasAll,
    HasNone,
};

// A date that a test compares with. As `to`, a bare day is its end in the zone of the store.
struct DateOperand {
    base::Instant at;  // Of a bare day: midnight UTC.
    bool is_day = false;

    friend bool operator==(const DateOperand&, const DateOperand&) = default;
};

// What is asked of one value. Which members mean something follows from the operator and the kind.
struct ValueTest {
    ValueKind kind = ValueKind::Text;
    FilterOperator is = FilterOperator::IsSet;
    std::vector<std::string> texts = {};  // `value` or `values` of texts and options, as they are shown.
    std::vector<std::string> keys = {};   // The same as they are compared.
    // Numbers: `value` in `from`; or `from` and `to`. Integers are exact up to 2^53.
    std::variant<std::int64_t, base::Decimal> from = std::int64_t{0};
    std::variant<std::int64_t, base::Decimal> to = std::int64_t{0};
    // Dates: `value` in `date_from`; or both.
    DateOperand date_from = {};
    DateOperand date_to = {};
    Period period = {};

    friend bool operator==(const ValueTest&, const ValueTest&) = default;
};

// On a field of the contact.
struct FieldTest {
    std::string field;        // As in Change::fields: the id of a system field, `f12` for a custom one.
    std::int64_t number = 0;  // Of a custom field.
    ValueTest test = {};

    friend bool operator==(const FieldTest&, const FieldTest&) = default;
};

// On a value of what happened: an item of a purchase, the purchase itself, an event.
struct WhereTest {
    enum class On { Item, Purchase, Event };

    On on = On::Item;
    std::string name;  // `productId`, `name`, `brand`, `category`, `tag`; `sourceType`, `sourceName`, `paymentMethod`;
                       // the id of a field of the event type.
    ValueTest test = {};

    friend bool operator==(const WhereTest&, const WhereTest&) = default;
};

// Which part of time counts. Neither: everything up to now.
struct Within {
    std::optional<Period> last = {};
    std::optional<DateOperand> from = {};
    std::optional<DateOperand> to = {};
    // In workflows: only what was journalled since the run began (`start`) or last reached the node of this id.
    std::optional<std::string> since = {};

    [[nodiscard]] bool is_everything() const { return !last && !from && !to && !since; }
    friend bool operator==(const Within&, const Within&) = default;
};

// How much of it there must be. Counts and units are whole numbers.
struct Bound {
    enum class Of { Count, Amount, Units };
    enum class Is { AtLeast, AtMost, Equals };

    Of of = Of::Count;
    Is is = Is::AtLeast;
    base::Decimal amount = {};
    std::int64_t number = 1;

    friend bool operator==(const Bound&, const Bound&) = default;
};

// On what happened: purchases, custom events of a type, activities of a kind. Without a bound in the JSON: at least
// one.
struct HistoryTest {
    enum class Of { Purchases, Event, Activity };

    Of of = Of::Purchases;
    ActivityKind kind = ActivityKind::Purchase;  // Of an activity.
    base::Id subject = {};              // The event type; of an activity the workflow or coupon set, 0 for any.
    std::vector<WhereTest> where = {};  // All must hold; those on items for the same item.
    Within within = {};
    Bound bound = {};
    bool has_bound = false;  // Whether the JSON says it.

    friend bool operator==(const HistoryTest&, const HistoryTest&) = default;
};

struct SegmentTest {
    base::Id segment;

    friend bool operator==(const SegmentTest&, const SegmentTest&) = default;
};

// In workflows: on a value that the trigger or an earlier node left, such as `nodes.cart.total`.
struct PathTest {
    std::string path;
    ValueTest test = {};

    friend bool operator==(const PathTest&, const PathTest&) = default;
};

using FilterTest = std::variant<FieldTest, HistoryTest, SegmentTest, PathTest>;

struct Filter {
    enum class Kind { All, Any, Not, Test };

    Kind kind = Kind::Test;
    std::vector<Filter> parts = {};  // Of all and any: at least one; of not: one.
    FilterTest test = FieldTest{};   // Of a test.

    friend bool operator==(const Filter&, const Filter&) = default;
};

}  // namespace tradewind::domain
