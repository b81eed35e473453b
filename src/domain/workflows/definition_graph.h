#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "domain/workflows/definition.h"
#include "domain/workflows/incident.h"

namespace tradewind::domain {

// A way from one node to another, as the definition says it.
struct DefinitionEdge {
    std::size_t from = 0;
    std::size_t to = 0;
    std::string port = {};  // Empty: the only one.
    std::string path = {};  // Where it stands.
};

// From which nodes a way leads to which.
class GraphReach {
  public:
    GraphReach() = default;
    GraphReach(std::size_t nodes, const std::vector<DefinitionEdge>& edges);

    // By one edge or more.
    [[nodiscard]] bool leads(std::size_t from, std::size_t to) const { return leads_[from][to]; }

  private:
    std::vector<std::vector<bool>> leads_;
};

// Connects the nodes and tells what cannot be: triggers anywhere but behind the start, ports that do not exist or lead
// to two nodes, nodes that no way leads to, loops without a wait.
void check_graph(Definition& definition, const std::vector<DefinitionEdge>& edges, std::vector<Incident>& incidents);

}  // namespace tradewind::domain
