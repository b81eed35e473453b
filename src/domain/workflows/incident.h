#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "base/json_writer.h"
#include "base/result.h"

namespace tradewind::domain {

inline constexpr std::size_t incidents_max = 200;  // Of one definition; whoever mends these is told the next.

// Something that keeps a definition from being published, or that stopped a run.
struct Incident {
    std::string node;  // Its id; empty when it is about no node.
    std::string path;  // A JSON Pointer into the definition, as in problems.
    std::string code;  // One of incident_codes.
    std::string words;

    friend bool operator==(const Incident&, const Incident&) = default;
};

// What programs know incidents by. Once said, they never change.
namespace incident_codes {

inline constexpr std::string_view format = "format";            // The definition is of an older format.
inline constexpr std::string_view required = "required";        // Something must be said.
inline constexpr std::string_view invalid = "invalid";          // What is said makes no sense.
inline constexpr std::string_view unknown = "unknown";          // What it names does not exist.
inline constexpr std::string_view later = "later";              // The kind is known and cannot run yet.
inline constexpr std::string_view graph = "graph";              // Nodes are connected as they cannot be.
inline constexpr std::string_view unreachable = "unreachable";  // No way leads there.
inline constexpr std::string_view loop = "loop";                // It could go round without waiting.
inline constexpr std::string_view limit = "limit";              // More than there may be.

}  // namespace incident_codes

// What is said to whoever wants something that only a definition without incidents can do.
std::vector<base::Problem> problems_of(const std::vector<Incident>& incidents);

// An array of them, as clients read it.
void write_incidents(base::JsonWriter& writer, const std::vector<Incident>& incidents);

}  // namespace tradewind::domain
