#include "api/path_table.h"

#include <algorithm>
#include <array>
#include <stdexcept>

#include "base/text.h"

namespace tradewind::api {
namespace {

constexpr std::size_t segments_max = 8;

struct Segments {
    std::array<std::string_view, segments_max> items;
    std::size_t count = 0;  // More than segments_max: the path is longer than any of ours.
};

Segments split(std::string_view path) {
    Segments segments;
    if (path.starts_with('/')) { path.remove_prefix(1); }
    if (path.ends_with('/')) { path.remove_suffix(1); }
    if (path.empty()) { return segments; }
    while (segments.count < segments_max) {
        const auto slash = path.find('/');
        segments.items[segments.count++] = path.substr(0, slash);
        if (slash == std::string_view::npos) { return segments; }
        path.remove_prefix(slash + 1);
    }
    segments.count = segments_max + 1;
    return segments;
}

bool matches(const PathEntry& entry, const Segments& segments) {
    const auto length = entry.segments.size();
    if (entry.takes_rest ? segments.count <= length : segments.count != length) { return false; }
    for (std::size_t index = 0; index < length; ++index) {
        const auto wanted = entry.segments[index];
        if (wanted.empty() ? segments.items[index].empty() : wanted != segments.items[index]) { return false; }
    }
    return true;
}

struct MethodName {
    net::Method method;
    std::string_view name;
};
constexpr std::array<MethodName, 4> method_names{{
    {net::Method::Get, "GET, HEAD"},
    {net::Method::Post, "POST"},
    {net::Method::Patch, "PATCH"},
    {net::Method::Delete, "DELETE"},
}};

}  // namespace

const Route* PathEntry::find(net::Method method) const {
    if (method == net::Method::Head) { method = net::Method::Get; }
    const auto place =
        std::find_if(routes.begin(), routes.end(), [=](const Route* route) { return route->method() == method; });
    return place == routes.end() ? nullptr : *place;
}

std::string PathEntry::allow() const {
    std::string allow;
    for (const auto& [method, name] : method_names) {
        if (find(method) != nullptr) { allow += std::string(name) + ", "; }
    }
    return allow + "OPTIONS";
}

PathTable::PathTable(const std::vector<Route>& routes) {
    for (const auto& route : routes) {
        const auto split_path = split(route.path());
        if (split_path.count > segments_max) { throw std::logic_error("a route has too many segments"); }
        std::vector<std::string_view> segments(split_path.items.begin(), split_path.items.begin() + split_path.count);
        for (auto& segment : segments) {
            if (segment.starts_with('{')) { segment = {}; }
        }
        const bool takes_rest = !segments.empty() && segments.back() == "**";
        if (takes_rest) { segments.pop_back(); }
        auto place = std::find_if(entries_.begin(), entries_.end(), [&](const auto& entry) {
            return entry.segments == segments && entry.takes_rest == takes_rest;
        });
        if (place == entries_.end()) {
            place = entries_.insert(place, {.segments = std::move(segments), .takes_rest = takes_rest, .routes = {}});
        }
        if (place->find(route.method()) != nullptr) { throw std::logic_error("a route is there twice"); }
        place->routes.push_back(&route);
    }
    // An entry whose literal comes first wins; parameters, being empty, sort before every literal.
    std::sort(entries_.begin(), entries_.end(),
              [](const auto& one, const auto& other) { return one.segments > other.segments; });
}

const PathEntry* PathTable::find(std::string_view path) const {
    const auto segments = split(path);
    const auto place =
        std::find_if(entries_.begin(), entries_.end(), [&](const auto& entry) { return matches(entry, segments); });
    return place == entries_.end() ? nullptr : &*place;
}

base::Result<std::vector<std::string>> PathTable::parameters(const PathEntry& entry, std::string_view path) {
    std::vector<std::string> parameters;
    const auto segments = split(path);
    for (std::size_t index = 0; index < entry.segments.size(); ++index) {
        if (!entry.segments[index].empty()) { continue; }
        auto decoded = TRY(base::percent_decode(segments.items[index], base::PlusIs::Itself));
        parameters.push_back(std::move(decoded));
    }
    return parameters;
}

}  // namespace tradewind::api
