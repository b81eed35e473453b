#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "base/instant.h"
#include "domain/contacts/contact_patch.h"
#include "domain/filters/memory_facts.h"
#include "domain/workflows/decide.h"
#include "domain/workflows/entry.h"

namespace tradewind::domain {

inline constexpr std::size_t simulation_happenings_max = 100;
inline constexpr std::size_t simulation_steps_max = 1'000;
inline constexpr std::int64_t simulation_rows_max = 300'000;      // Of history that tests look at, in all.
inline constexpr std::size_t simulation_value_bytes_max = 1'000;  // Of one step.
// Whatever happens, happens in these years.
inline constexpr base::Instant simulation_first_moment{0};
inline constexpr base::Instant simulation_end{221'845'392'000'000};  // 9000-01-01.

// An event of a type, as it would be sent.
struct SimulatedEvent {
    base::Id type;
    std::string values;  // A JSON object.
};

// Something that happens to the contact, as somebody makes it up.
struct SimulatedHappening {
    base::Instant at;
    std::variant<SimulatedEvent, Purchase, ContactPatch> what = SimulatedEvent{};
};

// The contact that goes through it.
struct SimulatedContact {
    MemoryFacts facts = {};
    std::map<std::int64_t, std::string> coupons = {};  // The code that it has, by set.
};

// One line of what would be.
struct SimulatedStep {
    enum class What {
        Begins,   // A run begins.
        KeptOut,  // Something happened that starts nothing here: `reason` says why.
        Arrives,  // At a node where it waits.
        Leaves,   // A node, by a port.
        Does,     // What a node does, in `value`.
        Ends,     // With an outcome in `value`.
    };

    base::Instant at;
    What what = What::Begins;
    std::size_t run = 0;  // From 1 on.
    std::string node = {};
    std::string port = {};
    std::string reason = {};
    std::string value = {};
    std::optional<base::Instant> until = {};

    friend bool operator==(const SimulatedStep&, const SimulatedStep&) = default;
};

std::string_view word_of(SimulatedStep::What what);

struct Simulation {
    std::vector<SimulatedStep> steps = {};
    bool is_cut = false;  // There would be more: of steps, of work, or after simulation_end.
};

// What the workflow would do with the contact from a moment on, while these things happen. Calls are answered at once,
// coupons are there, and nothing is written anywhere.
Simulation simulate(const RunSituation& situation, SimulatedContact contact, std::vector<SimulatedHappening> happens,
                    base::Instant from, const base::TimeZone& zone);

}  // namespace tradewind::domain
