#pragma once

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "domain/fields/field_parse.h"
#include "domain/workflows/nodes/node_reader.h"

namespace tradewind::domain {

// Reads a list of objects with a `port` each, such as `cases` and `shares`. `read_one` reads the rest of one.
template <class ReadOne>
void read_ports(NodeReader& reader, std::string_view name, const Bounds& bounds, std::vector<std::string>& ports,
                const ReadOne& read_one) {
    const auto list = reader.member(name, Presence::Required);
    const auto path = "/" + std::string(name);
    if (!list) { return; }
    if (list->kind() != base::JsonKind::Array) { return reader.add(path, incident_codes::invalid, "must be an array"); }
    if (const auto checked = check_item_count(list->size(), bounds); !checked) {
        reader.add(path, incident_codes::limit, checked.error().problems.front().reason);
    }
    std::size_t index = 0;
    for (const auto element : list->elements()) {
        const auto place = path + "/" + std::to_string(index++);
        if (element.kind() != base::JsonKind::Object) {
            reader.add(place, incident_codes::invalid, "must be an object");
            continue;
        }
        auto one = reader.inside(element, place);
        auto port = one.text("port", Presence::Required).value_or("");
        if (!port.empty() && std::ranges::find(ports, port) != ports.end()) {
            one.add("/port", incident_codes::invalid, "is repeated");
        }
        ports.push_back(std::move(port));
        read_one(one);
    }
}

}  // namespace tradewind::domain
