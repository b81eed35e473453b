#include "domain/filters/filter_topics.h"

#include <algorithm>
#include <utility>

#include "domain/filters/filter_vocabulary.h"

namespace tradewind::domain {
namespace {

// Every test of the filter, in its order.
template <class Visit>
void for_each_test(const Filter& filter, const Visit& visit) {
    if (filter.kind == Filter::Kind::Test) { return visit(filter.test); }
    for (const auto& part : filter.parts) { for_each_test(part, visit); }
}

class FilterTopics {
  public:
    // Everything about a new contact is new, also what it has not done.
    FilterTopics() { add_activity(ActivityKind::ContactCreated, {}); }

    void add(const FieldTest& test) { add({.kind = ChangeTopic::Kind::Field, .name = test.field}); }

    // What a node left stays as it is.
    static void add(const PathTest&) {}

    void add(const SegmentTest& test) {
        add_activity(ActivityKind::ContactEnteredSegment, test.segment);
        add_activity(ActivityKind::ContactExitedSegment, test.segment);
    }

    void add(const HistoryTest& test) {
        switch (test.of) {
            case HistoryTest::Of::Purchases:
                return add({.kind = ChangeTopic::Kind::Purchases});
            case HistoryTest::Of::Event:
                return add_activity(ActivityKind::CustomEvent, test.subject);
            case HistoryTest::Of::Activity:
                add_activity(test.kind, test.subject);
                // The activity of a purchase goes with it, and nothing else tells of that.
                if (test.kind == ActivityKind::Purchase) { add({.kind = ChangeTopic::Kind::Purchases}); }
                return;
        }
    }

    std::vector<ChangeTopic> take() && { return std::move(topics_); }

  private:
    void add(ChangeTopic topic) {
        if (std::ranges::find(topics_, topic) == topics_.end()) { topics_.push_back(std::move(topic)); }
    }
    void add_activity(ActivityKind kind, base::Id subject) {
        add({.kind = ChangeTopic::Kind::Activity, .name = std::string(word_of(kind)), .subject = subject});
    }

    std::vector<ChangeTopic> topics_;
};

bool counts_days(const Period& period) {
    return period.months != 0 || period.days != 0;
}

bool needs_calendar(const ValueTest& test) {
    switch (rule_of(test.is).operand) {
        case OperandShape::None:
        case OperandShape::Value:
        case OperandShape::Values:
            return false;
        case OperandShape::FromTo:
            return test.kind == ValueKind::Date && test.date_to.is_day;
        case OperandShape::Period:
            return test.is == FilterOperator::AnniversaryInNext || counts_days(test.period);
    }
    return false;
}

bool needs_calendar(const FieldTest& test) {
    return needs_calendar(test.test);
}

bool needs_calendar(const HistoryTest& test) {
    const auto& within = test.within;
    return (within.last && counts_days(*within.last)) || (within.to && within.to->is_day) ||
           std::ranges::any_of(test.where, [](const WhereTest& where) { return needs_calendar(where.test); });
}

bool needs_calendar(const PathTest& test) {
    return needs_calendar(test.test);
}

bool needs_calendar(const SegmentTest&) {
    return false;
}

void add_uses(const FieldTest& test, FilterUses& uses) {
    if (test.number == 0) { return; }
    uses.fields.insert(test.number);
    if (test.test.kind == ValueKind::Radio || test.test.kind == ValueKind::Checkbox) {
        if (!test.test.texts.empty()) {
            uses.options[test.number].insert(test.test.texts.begin(), test.test.texts.end());
        }
    }
}

void add_uses(const HistoryTest& test, FilterUses& uses) {
    switch (test.of) {
        case HistoryTest::Of::Purchases:
            return;
        case HistoryTest::Of::Event:
            uses.event_types.insert(test.subject);
            return;
        case HistoryTest::Of::Activity:
            if (test.subject.number == 0) { return; }
            switch (named_subject_of(test.kind)) {
                case ActivitySubject::None:
                    return;
                case ActivitySubject::Workflow:
                    uses.workflows.insert(test.subject);
                    return;
                case ActivitySubject::CouponSet:
                    uses.coupon_sets.insert(test.subject);
                    return;
            }
    }
}

void add_uses(const PathTest&, FilterUses&) {}

void add_uses(const SegmentTest& test, FilterUses& uses) {
    uses.segments.insert(test.segment);
}

}  // namespace

std::vector<ChangeTopic> depends_on(const Filter& filter) {
    FilterTopics topics;
    for_each_test(filter, [&](const FilterTest& test) { std::visit([&](const auto& one) { topics.add(one); }, test); });
    return std::move(topics).take();
}

bool depends_on_calendar(const Filter& filter) {
    bool depends = false;
    for_each_test(filter, [&](const FilterTest& test) {
        depends = depends || std::visit([](const auto& one) { return needs_calendar(one); }, test);
    });
    return depends;
}

FilterUses uses_of(const Filter& filter) {
    FilterUses uses;
    for_each_test(filter,
                  [&](const FilterTest& test) { std::visit([&](const auto& one) { add_uses(one, uses); }, test); });
    return uses;
}

}  // namespace tradewind::domain
