#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/id.h"

namespace tradewind::domain {

// What made a change. It is handed on to everything that follows, so that "why" can be told and circles are cut.
struct Cause {
    enum class Kind {
        Api,     // A request.
        Quiet,   // A request that asked to start nothing: a purchase with triggerPurchaseEvent=false.
        Import,  // A file.
        Build,   // A segment whose filter changed.
        Scores,  // The nightly scores.
        Run,     // A node of a workflow.
    };

    Kind kind = Kind::Api;
    base::Id run = {};       // Of a node: its run,
    std::int64_t node = 0;   // and the number of the node.
    std::int64_t depth = 0;  // 0 from outside; what a run changes has one more than what started the run.

    friend bool operator==(const Cause&, const Cause&) = default;
};

// Whether runs start and waits end by it without having asked for imports. Segments, exits and goals see every cause.
constexpr bool starts_runs(Cause::Kind kind) {
    return kind == Cause::Kind::Api || kind == Cause::Kind::Scores || kind == Cause::Kind::Run;
}

// Nothing for a request, `import`, `run 18c2… 7`: kind, run and node as one short text, without the depth.
std::optional<std::string> cause_text(const Cause& cause);
// Nothing when no cause is written so.
std::optional<Cause> parse_cause(const std::optional<std::string>& text);

}  // namespace tradewind::domain
