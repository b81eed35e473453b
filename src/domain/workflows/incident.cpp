#include "domain/workflows/incident.h"

namespace tradewind::domain {

std::vector<base::Problem> problems_of(const std::vector<Incident>& incidents) {
    std::vector<base::Problem> problems;
    problems.reserve(incidents.size());
    for (const auto& incident : incidents) { problems.push_back({.path = incident.path, .reason = incident.words}); }
    return problems;
}

void write_incidents(base::JsonWriter& writer, const std::vector<Incident>& incidents) {
    writer.begin_array();
    for (const auto& incident : incidents) {
        writer.begin_object();
        if (!incident.node.empty()) {
            writer.key("node");
            writer.string(incident.node);
        }
        writer.key("path");
        writer.string(incident.path);
        writer.key("code");
        writer.string(incident.code);
        writer.key("words");
        writer.string(incident.words);
        writer.end_object();
    }
    writer.end_array();
}

}  // namespace tradewind::domain
