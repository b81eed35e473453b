#include "storage/stores/engine/filter_condition.h"

#include <algorithm>
#include <type_traits>
#include <utility>

#include "domain/contacts/contact_members.h"
#include "domain/filters/filter_vocabulary.h"
#include "domain/filters/value_tests.h"
#include "storage/stores/contacts/contact_columns.h"

namespace tradewind::storage {
namespace {

using domain::Contact;
using domain::ContactMember;
using domain::Filter;
using domain::FilterOperator;
using domain::ValueKind;
using domain::ValueTest;

// The parts that all must hold, however they are put together.
void collect_demands(const Filter& filter, std::vector<const Filter*>& demands) {
    if (filter.kind != Filter::Kind::All) { return demands.push_back(&filter); }
    for (const auto& part : filter.parts) { collect_demands(part, demands); }
}

// SQLite refuses patterns that are longer than 50,000 bytes.
constexpr std::size_t key_bytes_max = 10'000;

// Texts that both engines compare alike.
bool are_plain(const std::vector<std::string>& keys) {
    return !keys.empty() && std::none_of(keys.begin(), keys.end(), [](const std::string& key) {
        return key.empty() || key.size() > key_bytes_max || key.find('\0') != std::string::npos;
    });
}

// The text as LIKE takes it where `\` escapes.
std::string pattern_of(std::string_view text) {
    std::string pattern;
    for (const char character : text) {
        if (character == '%' || character == '_' || character == '\\') { pattern += '\\'; }
        pattern += character;
    }
    return pattern;
}

}  // namespace

// Each function says whether the whole of what it was given was written; otherwise the pieces are of no use. What it
// writes is true or false, never null.
class FilterCondition::Writer {
  public:
    Writer(std::vector<Piece>& pieces, const base::TimeZone& zone) : pieces_(pieces), zone_(zone) {}

    bool write(const Filter& filter) {
        switch (filter.kind) {
            case Filter::Kind::All:
                return write_parts(filter.parts, " AND ");
            case Filter::Kind::Any:
                return write_parts(filter.parts, " OR ");
            case Filter::Kind::Not:
                add("NOT ");
                return write(filter.parts.front());
            case Filter::Kind::Test:
                break;
        }
        const auto* const test = std::get_if<domain::FieldTest>(&filter.test);
        return test != nullptr && test->number == 0 && write_test(*test);
    }

  private:
    // Words, and values as they are.
    template <class... Some>
    void add(const Some&... some) {
        (add_one(some), ...);
    }
    void add_one(std::string_view words) { pieces_.emplace_back(Words{.sqlite = words, .postgres = words}); }
    void add_one(const char* words) { add_one(std::string_view(words)); }
    void add_one(const Words& words) { pieces_.emplace_back(words); }
    void add_one(std::int64_t number) { pieces_.emplace_back(number); }
    void add_one(const std::string& text) { pieces_.emplace_back(text); }

    bool write_parts(const std::vector<Filter>& parts, std::string_view joint) {
        add("(");
        for (const auto& part : parts) {
            if (&part != &parts.front()) { add(joint); }
            if (!write(part)) { return false; }
        }
        add(")");
        return true;
    }

    bool write_test(const domain::FieldTest& test) {
        return std::visit(
            [&](const auto& place) {
                using Place = std::decay_t<decltype(place)>;
                if constexpr (std::is_same_v<Place, ContactMember::Computed> ||
                              std::is_same_v<Place, ContactMember::Score>) {
                    return false;
                } else if constexpr (std::is_same_v<Place, ContactMember::Nullable>) {
                    return write_presence_or(test.test, place.member);
                } else {
                    return write_presence_or(test.test, place);
                }
            },
            domain::contact_member(test.field).place);
    }

    template <class Member>
    bool write_presence_or(const ValueTest& test, Member Contact::*member) {
        const auto column = contact_column_name(member);
        constexpr bool is_text =
            std::is_same_v<Member, std::string> || std::is_same_v<Member, std::optional<std::string>>;
        if (test.is == FilterOperator::IsSet) {
            add("(", column, " IS NOT NULL");
            if (is_text) { add(" AND ", column, " <> ''"); }
            add(")");
            return true;
        }
        if (test.is == FilterOperator::IsNotSet) {
            add("(", column, " IS NULL");
            if (is_text) { add(" OR ", column, " = ''"); }
            add(")");
            return true;
        }
        const bool fits_missing = domain::rule_of(test.is).fits_missing;
        add("(", column, fits_missing ? " IS NULL OR " : " IS NOT NULL AND ");
        const bool is_said = write_value_test(test, column, static_cast<const Member*>(nullptr));
        add(")");
        return is_said;
    }

    // By what the contact keeps; an optional value like one that is always there.
    template <class Value>
    bool write_value_test(const ValueTest& test, std::string_view column, const std::optional<Value>*) {
        return write_value_test(test, column, static_cast<const Value*>(nullptr));
    }
    bool write_value_test(const ValueTest& test, std::string_view column, const std::string*) {
        if (!are_plain(test.keys)) { return false; }
        switch (test.kind) {
            case ValueKind::Email:
                return write_email_test(test, column);
            case ValueKind::Identifier:
            case ValueKind::Phone:
            case ValueKind::Radio:
                return write_exact_test(test, column);
            case ValueKind::Text:
            case ValueKind::Texts:
            case ValueKind::Integer:
            case ValueKind::Decimal:
            case ValueKind::Date:
            case ValueKind::Boolean:
            case ValueKind::Checkbox:
                break;
        }
        return false;
    }
    // Texts that are compared byte for byte.
    bool write_exact_test(const ValueTest& test, std::string_view column) {
        const auto& key = test.keys.front();
        switch (test.is) {
            case FilterOperator::Contains:
                add("replace(", column, ", ", key, ", '') <> ", column);
                return true;
            case FilterOperator::StartsWith:
                add("substr(", column, ", 1, length(cast(", key, " as text))) = ", key);
                return true;
            case FilterOperator::EndsWith:
                add("substr(", column, ", length(", column, ") - length(cast(", key, " as text)) + 1) = ", key);
                return true;
            default:
                add(column);
                return write_list(test);
        }
    }
    // Both engines bring ASCII alone into lower case here: PostgreSQL by the collation of its columns. LIKE of SQLite
    // does so by itself, which costs less.
    bool write_email_test(const ValueTest& test, std::string_view column) {
        const auto pattern = pattern_of(test.keys.front());
        const auto write_like = [&](const std::string& like) {
            add(Words{.sqlite = "", .postgres = "lower("}, column, Words{.sqlite = "", .postgres = ")"}, " LIKE ", like,
                R"( ESCAPE '\')");
            return true;
        };
        switch (test.is) {
            case FilterOperator::Contains:
                return write_like("%" + pattern + "%");
            case FilterOperator::StartsWith:
                return write_like(pattern + "%");
            case FilterOperator::EndsWith:
                return write_like("%" + pattern);
            default:
                add("lower(", column, ")");
                return write_list(test);
        }
    }
    bool write_list(const ValueTest& test) {
        switch (test.is) {
            case FilterOperator::Equals:
            case FilterOperator::In:
                add(" IN (");
                break;
            case FilterOperator::NotEquals:
            case FilterOperator::NotIn:
                add(" NOT IN (");
                break;
            default:
                return false;
        }
        std::string_view joint;
        for (const auto& key : test.keys) {
            add(joint, key);
            joint = ", ";
        }
        add(")");
        return true;
    }
    bool write_value_test(const ValueTest& test, std::string_view column, const std::int64_t*) {
        const auto* const from = std::get_if<std::int64_t>(&test.from);
        const auto* const to = std::get_if<std::int64_t>(&test.to);
        return from != nullptr && to != nullptr && write_comparison(test.is, column, *from, *to);
    }
    bool write_value_test(const ValueTest& test, std::string_view column, const base::Decimal*) {
        const auto* const from = std::get_if<base::Decimal>(&test.from);
        if (from == nullptr) { return false; }
        // Without a second number it stays the whole number 0.
        const auto* const to = std::get_if<base::Decimal>(&test.to);
        if (to == nullptr && test.is == FilterOperator::Between) { return false; }
        return write_comparison(test.is, column, column_of(*from), column_of(to == nullptr ? *from : *to));
    }
    bool write_value_test(const ValueTest& test, std::string_view column, const base::Instant*) {
        if (test.kind != ValueKind::Date) { return false; }
        const auto last = domain::last_moment(test.date_to, zone_);
        return write_comparison(test.is, column, column_of(test.date_from.at), column_of(last));
    }
    bool write_value_test(const ValueTest& test, std::string_view column, const bool*) {
        if (test.is != FilterOperator::IsTrue && test.is != FilterOperator::IsFalse) { return false; }
        add(column, test.is == FilterOperator::IsTrue ? " <> 0" : " = 0");
        return true;
    }

    // Those operators of numbers and dates whose answer does not change by time.
    bool write_comparison(FilterOperator is, std::string_view column, std::int64_t from, std::int64_t to) {
        switch (is) {
            case FilterOperator::Equals:
                add(column, " = ", from);
                return true;
            case FilterOperator::NotEquals:
                add(column, " <> ", from);
                return true;
            case FilterOperator::AtLeast:
                add(column, " >= ", from);
                return true;
            case FilterOperator::AtMost:
                add(column, " <= ", from);
                return true;
            case FilterOperator::Before:
                add(column, " < ", from);
                return true;
            case FilterOperator::After:
                add(column, " > ", from);
                return true;
            case FilterOperator::Between:
                add(column, " >= ", from, " AND ", column, " <= ", to);
                return true;
            default:
                return false;
        }
    }

    std::vector<Piece>& pieces_;
    const base::TimeZone& zone_;
};

FilterCondition::FilterCondition(const Filter& filter, const base::TimeZone& zone) {
    std::vector<const Filter*> demands;
    collect_demands(filter, demands);
    Filter rest{.kind = Filter::Kind::All};
    std::size_t values = 0;
    for (const auto* const demand : demands) {
        const auto before = pieces_.size();
        pieces_.emplace_back(Words{.sqlite = " AND ", .postgres = " AND "});
        const bool is_said = Writer(pieces_, zone).write(*demand);
        const auto more = static_cast<std::size_t>(
            std::count_if(pieces_.begin() + static_cast<std::ptrdiff_t>(before), pieces_.end(),
                          [](const Piece& piece) { return !std::holds_alternative<Words>(piece); }));
        if (is_said && values + more <= values_max) {
            values += more;
        } else {
            pieces_.resize(before);
            rest.parts.push_back(*demand);
        }
    }
    if (!rest.parts.empty()) { rest_ = std::move(rest); }
}

void FilterCondition::add_to(ComposedQuery& query) const {
    for (const auto& piece : pieces_) {
        if (const auto* const words = std::get_if<Words>(&piece)) {
            query.words(words->sqlite, words->postgres);
        } else if (const auto* const number = std::get_if<std::int64_t>(&piece)) {
            query.value(*number);
        } else {
            query.value(std::get<std::string>(piece));
        }
    }
}

}  // namespace tradewind::storage
