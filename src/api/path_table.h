#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "api/route.h"
#include "base/result.h"

namespace tradewind::api {

// The operations of one path, such as `/admin/v1/api-keys/{id}`.
struct PathEntry {
    std::vector<std::string_view> segments;  // A parameter is an empty segment.
    bool takes_rest = false;                 // The path ends in `**`, which is not in `segments`: more must follow.
    std::vector<const Route*> routes;

    // The route of a method; HEAD is served by GET. Null when the path does not have it.
    [[nodiscard]] const Route* find(net::Method method) const;
    // `GET, HEAD, OPTIONS`.
    [[nodiscard]] std::string allow() const;
};

// Finds the operations of a path. A trailing slash is ignored on both sides; literal segments win over parameters.
class PathTable {
  public:
    // The routes must outlive the table.
    explicit PathTable(const std::vector<Route>& routes);

    // Null when no route has this path. The path is as sent, percent-encoded.
    [[nodiscard]] const PathEntry* find(std::string_view path) const;

    // The parameters of a path that matched `entry`, decoded. `%2F` stays inside its segment.
    static base::Result<std::vector<std::string>> parameters(const PathEntry& entry, std::string_view path);

  private:
    std::vector<PathEntry> entries_;
};

}  // namespace tradewind::api
