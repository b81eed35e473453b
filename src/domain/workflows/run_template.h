#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "base/result.h"
#include "domain/messages/liquid/template.h"
#include "domain/workflows/nodes/node_kind.h"

namespace tradewind::domain {

inline constexpr std::size_t run_template_bytes_max = std::size_t{64} * 1024;  // Of what it renders to,
inline constexpr std::size_t run_template_steps_max = 10'000;                  // in so many steps: some milliseconds.

// A template of a node, at a place below the node. What is wrong with it becomes incidents: its language, and names
// that nothing leaves.
std::optional<Template> read_template(NodeReader& reader, std::string_view below, std::string_view source);

// Whether it is a template only by its place, and writes what stands there.
bool is_plain_text(std::string_view source);

// Rendered with what the run knows: `contact`, `store`, `event` and `nodes`. The Error tells where it went wrong, or
// which bound it passed.
base::Result<std::string> render_in_run(const Template& source, const NodeVisit& visit);

}  // namespace tradewind::domain
