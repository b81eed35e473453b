#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "domain/filters/evaluate.h"
#include "domain/filters/filter_facts.h"
#include "domain/filters/filter_names.h"
#include "domain/settings/store.h"
#include "domain/workflows/definition.h"
#include "domain/workflows/happening.h"
#include "domain/workflows/run.h"

namespace tradewind::domain {

// How often a node acted, over all versions.
struct NodeUse {
    std::int64_t for_contact = 0;
    std::int64_t in_all = 0;
    std::optional<base::Instant> last_for_contact = {};
};

// What a decision can ask for about one contact, read only when it does.
class RunFacts : public FilterFacts {
  public:
    // What happened and a run refers to; nothing when it is gone.
    [[nodiscard]] virtual std::optional<Happening> happening(const LeftValues& left) = 0;
    // What was journalled after this number and can be what the trigger waits for, the oldest first.
    [[nodiscard]] virtual std::vector<Happening> happenings_since(std::int64_t number, const TriggerNode& trigger) = 0;
    // Whether the set has a code to give away.
    [[nodiscard]] virtual bool has_coupon(base::Id set) = 0;
    // The code that the contact has from the set.
    [[nodiscard]] virtual std::optional<std::string> coupon_of_contact(base::Id set) = 0;
    [[nodiscard]] virtual NodeUse use_of(const Node& node) = 0;
};

// The answer to a call, as far as the run needs it.
struct CallAnswer {
    std::size_t node = 0;
    std::int64_t visit = 0;
    bool is_sent = false;
};

// Why a run is looked at.
struct Wake {
    std::int64_t number = 0;               // The journal's newest, or that of what happened.
    const Happening* happening = nullptr;  // A change of the contact.
    std::optional<CallAnswer> answer = {};
};

// What holds for the run besides its definition.
struct RunSituation {
    const Definition& definition;
    const FilterNames& names;
    const Store& store;
    std::string_view salt = {};  // For splits; see operations::split_salt().
    bool is_paused = false;
    base::Id workflow = {};
};

struct Decision {
    Run run = {};  // As it is from now on.
    std::vector<StepRecord> steps = {};
    std::vector<Effect> effects = {};
    // It goes on at once: the next node reads what these effects change.
    bool goes_on = false;
};

// Where a run is after it was looked at, and what it did on the way. Pure: the same facts at the same moment have the
// same answer. Nothing that it returns has happened yet.
Decision decide(const RunSituation& situation, Run run, RunFacts& facts, const Wake& wake, const EvaluationTime& time);

// What stands at a path such as `event.total`, `nodes.<id>.code` or `contact._points`, as JSON; null for nothing.
std::string run_value(const RunSituation& situation, const Run& run, RunFacts& facts, std::string_view path);

// All that a node left: a JSON object, or null.
std::string left_values(const RunSituation& situation, const Run& run, RunFacts& facts, std::size_t node);

}  // namespace tradewind::domain
