#include "domain/filters/evaluate.h"

#include <algorithm>
#include <iterator>

#include "domain/filters/history_test_fit.h"
#include "domain/filters/value_tests.h"

namespace tradewind::domain {
namespace {

// Years after this one have no text: whatever changes then never does.
constexpr std::int64_t last_moment_told = 253'402'300'799'999;

bool reads_history(const Filter& filter) {
    if (filter.kind == Filter::Kind::Test) { return std::holds_alternative<HistoryTest>(filter.test); }
    return std::any_of(filter.parts.begin(), filter.parts.end(), reads_history);
}

class Evaluator {
  public:
    Evaluator(FilterFacts& facts, const ContactFieldList& fields, const EvaluationTime& time, Explain explain)
        : facts_(facts), fields_(fields), time_(time), explains_(explain == Explain::Yes) {}

    Evaluation evaluate(const Filter& filter) {
        switch (filter.kind) {
            case Filter::Kind::All:
                return combine(filter, false);
            case Filter::Kind::Any:
                return combine(filter, true);
            case Filter::Kind::Not: {
                auto inner = evaluate(filter.parts.front());
                inner.holds = !inner.holds;
                return inner;
            }
            case Filter::Kind::Test:
                return std::visit([&](const auto& test) { return test_of(filter.test, test); }, filter.test);
        }
        return {};
    }

  private:
    // One part that is `decides` makes the whole so: false for all, true for any. Such an answer stays until the last
    // of those parts has changed; the other answer until the first part changes.
    Evaluation combine(const Filter& filter, bool decides) {
        Evaluation decided{.holds = decides};
        Evaluation open{.holds = !decides};
        bool is_decided = false;
        bool is_for_ever = false;
        const auto look_at = [&](const Filter& part) {
            auto inner = evaluate(part);
            if (inner.holds != decides) {
                add_to(open, std::move(inner));
                return;
            }
            is_for_ever = is_for_ever || !inner.changes_at;
            if (!is_decided) {
                decided = std::move(inner);
            } else {
                decided.changes_at = std::max(decided.changes_at, inner.changes_at);
                take_rest(decided, std::move(inner));
            }
            is_decided = true;
        };
        for (const auto& part : filter.parts) {
            if (!is_for_ever && !reads_history(part)) { look_at(part); }
        }
        for (const auto& part : filter.parts) {
            if (!is_decided && reads_history(part)) { look_at(part); }
        }
        if (!is_decided) { return open; }
        if (is_for_ever) { decided.changes_at.reset(); }
        decided.is_cut = decided.is_cut || open.is_cut;
        return decided;
    }

    static void add_to(Evaluation& open, Evaluation inner) {
        if (inner.changes_at && (!open.changes_at || *inner.changes_at < *open.changes_at)) {
            open.changes_at = inner.changes_at;
        }
        take_rest(open, std::move(inner));
    }
    static void take_rest(Evaluation& whole, Evaluation inner) {
        whole.is_cut = whole.is_cut || inner.is_cut;
        std::move(inner.because.begin(), inner.because.end(), std::back_inserter(whole.because));
    }

    Evaluation test_of(const FilterTest& whole, const FieldTest& test) {
        const auto value = value_of(facts_.contact(), fields_, test);
        const auto fit = fit_of(test.test, value, time_);
        Evaluation evaluation{.holds = fit.holds, .changes_at = fit.changes_at};
        if (explains_) {
            std::string json;
            base::JsonWriter writer(json);
            write_value(writer, value);
            evaluation.because.push_back({.test = &whole, .value = std::move(json), .holds = fit.holds});
        }
        return evaluation;
    }
    Evaluation test_of(const FilterTest& whole, const HistoryTest& test) {
        const auto fit = fit_of(test, facts_, time_, rows_left_);
        Evaluation evaluation{.holds = fit.holds, .changes_at = fit.changes_at, .is_cut = fit.is_cut};
        if (explains_) {
            evaluation.because.push_back(
                {.test = &whole, .value = found_in_all(test, facts_, time_), .holds = fit.holds});
        }
        return evaluation;
    }
    Evaluation test_of(const FilterTest& whole, const SegmentTest& test) {
        Evaluation evaluation{.holds = facts_.is_member(test.segment)};
        if (explains_) {
            evaluation.because.push_back(
                {.test = &whole, .value = evaluation.holds ? "true" : "false", .holds = evaluation.holds});
        }
        return evaluation;
    }

    Evaluation test_of(const FilterTest& whole, const PathTest& test) {
        auto json = facts_.run_value(test.path);
        const auto document = base::JsonDocument::parse(json);
        const auto value = document.ok() ? value_of(document.value().root(), test.test.kind) : FilterValue();
        const auto fit = fit_of(test.test, value, time_);
        Evaluation evaluation{.holds = fit.holds, .changes_at = fit.changes_at};
        if (explains_) { evaluation.because.push_back({.test = &whole, .value = std::move(json), .holds = fit.holds}); }
        return evaluation;
    }

    FilterFacts& facts_;
    const ContactFieldList& fields_;
    const EvaluationTime& time_;
    const bool explains_;
    std::int64_t rows_left_ = filter_history_rows_max;
};

}  // namespace

Evaluation evaluate(const Filter& filter, FilterFacts& facts, const ContactFieldList& fields,
                    const EvaluationTime& time, Explain explain) {
    auto evaluation = Evaluator(facts, fields, time, explain).evaluate(filter);
    if (evaluation.changes_at && evaluation.changes_at->milliseconds > last_moment_told) {
        evaluation.changes_at.reset();
    }
    return evaluation;
}

}  // namespace tradewind::domain
