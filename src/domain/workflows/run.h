#pragma once

#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "base/decimal.h"
#include "base/id.h"
#include "base/instant.h"
#include "domain/workflows/definition.h"

namespace tradewind::domain {

inline constexpr std::int64_t run_steps_max = 10'000;          // In all.
inline constexpr std::int64_t run_steps_unwaited_max = 1'000;  // Without waiting in between.
inline constexpr std::size_t run_values_bytes_max = 4'096;
inline constexpr std::size_t step_value_bytes_max = 40;

// Drafts that somebody tries out are kept as versions below zero.
inline constexpr std::int64_t open_trials_max = 20;  // Of a workflow.
constexpr bool is_trial(std::int64_t version) {
    return version < 0;
}
// In a trial nobody waits longer.
inline constexpr std::chrono::milliseconds trial_wait_max{5'000};

enum class RunState { Running, Waiting, Ended };
enum class RunOutcome { Converted, Finished, Exited, Stopped, Restarted, Failed };

// Each in the order of its enum.
inline constexpr std::array<std::string_view, 3> run_state_words{"running", "waiting", "ended"};
inline constexpr std::array<std::string_view, 6> run_outcome_words{"converted", "finished",  "exited",
                                                                   "stopped",   "restarted", "failed"};

constexpr std::string_view word_of(RunState state) {
    return run_state_words[static_cast<std::size_t>(state)];
}
constexpr std::string_view word_of(RunOutcome outcome) {
    return run_outcome_words[static_cast<std::size_t>(outcome)];
}

// Why a run left a node as it did, or stays there.
enum class StepReason {
    None,
    Limit,           // The node acted as often as it may.
    TooLate,         // Its time was longer ago than `lateness`.
    NoDate,          // The date to wait for is not set.
    NoAnswerYet,     // A call was not answered in time.
    CallFailed,      // A call was refused for good.
    TemplateFailed,  // A template could not be rendered.
    Misfit,          // The value does not fit the field.
    Empty,           // No coupon is left.
    Paused,          // The workflow is paused, and the node would act.
    Window,          // It acts only in certain hours.
    Goal,
    ExitWhen,
    TooManySteps,
};

inline constexpr std::array<std::string_view, 14> step_reason_words{
    "",      "limit",  "too late", "no date", "no answer yet", "call failed",   "template failed", "does not fit",
    "empty", "paused", "window",   "goal",    "exit",          "too many steps"};
static_assert(step_reason_words.size() == static_cast<std::size_t>(StepReason::TooManySteps) + 1);

constexpr std::string_view word_of(StepReason reason) {
    return step_reason_words[static_cast<std::size_t>(reason)];
}

// What a node left for later ones: a reference to what happened, or a value of its own as JSON.
struct LeftValues {
    base::Id activity = {};
    base::Instant at = {};  // Of the activity.
    std::string json = {};

    friend bool operator==(const LeftValues&, const LeftValues&) = default;
};

struct NodeVisits {
    std::int64_t count = 0;
    std::int64_t number = 0;  // The journal's, when it was last reached.

    friend bool operator==(const NodeVisits&, const NodeVisits&) = default;
};

// One contact on its way through one version of a workflow.
struct Run {
    base::Id id = {};
    base::Id workflow = {};
    std::int64_t version = 0;
    base::Id contact = {};
    std::string key = {};
    std::int64_t entry = 1;  // The how manieth of the contact in the workflow.
    std::int64_t depth = 0;  // Of what started it.
    RunState state = RunState::Running;
    std::optional<RunOutcome> outcome = {};
    base::Instant started_at = {};
    std::int64_t started_number = 0;  // The journal's.
    std::optional<base::Instant> ended_at = {};
    std::size_t node = 0;             // Where it is.
    bool has_arrived = false;         // Whether it waits in the node, and not before it.
    base::Instant arrived_at = {};    // At the node,
    std::int64_t arrived_number = 0;  // with the journal's number then.
    base::Instant due_at = {};        // For when the step was meant that it takes.
    std::optional<base::Instant> waits_until = {};
    StepReason waits_for = StepReason::None;  // Paused or Window; else the node itself.
    std::int64_t steps = 0;
    std::int64_t records = 0;  // So many StepRecords were written.
    std::map<std::size_t, NodeVisits> visits = {};
    std::optional<std::size_t> trigger = {};       // The node that started it.
    std::map<std::size_t, LeftValues> left = {};   // By node.
    std::optional<std::string> given = {};         // Values of a run that was started by hand: a JSON object.
    std::optional<std::string> test_address = {};  // Of a trial: whom it calls in place of everybody.

    friend bool operator==(const Run&, const Run&) = default;
};

// That a run came to a node, left it, or both.
struct StepRecord {
    std::size_t node = 0;
    std::int64_t visit = 0;
    base::Instant at = {};
    bool arrives = false;
    std::optional<std::size_t> port = {};  // By which it left.
    bool is_skipped = false;
    bool is_failed = false;
    StepReason reason = StepReason::None;
    std::string value = {};  // At most step_value_bytes_max.

    friend bool operator==(const StepRecord&, const StepRecord&) = default;
};

// What a node does to the world. Written once for a run, a node and a visit.
struct SetFieldEffect {
    FieldName field;
    std::string json = {};                  // Null clears.
    std::optional<base::Decimal> add = {};  // In place of a value.

    friend bool operator==(const SetFieldEffect&, const SetFieldEffect&) = default;
};
struct SegmentEffect {
    base::Id segment;
    bool adds = true;

    friend bool operator==(const SegmentEffect&, const SegmentEffect&) = default;
};
struct CouponEffect {
    base::Id set;

    friend bool operator==(const CouponEffect&, const CouponEffect&) = default;
};
struct CallEffect {
    base::Id type;
    std::string fields = {};  // The JSON object that is sent.

    friend bool operator==(const CallEffect&, const CallEffect&) = default;
};

struct Effect {
    std::size_t node = 0;
    std::int64_t visit = 0;
    std::variant<SetFieldEffect, SegmentEffect, CouponEffect, CallEffect> what = SegmentEffect{};

    friend bool operator==(const Effect&, const Effect&) = default;
};

}  // namespace tradewind::domain
