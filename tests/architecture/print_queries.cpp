// Prints every SQL statement of the program as it was compiled, for tests that are not in C++: a JSON object on each
// line with its name, the file it stands in, and its words for each engine that knows it.

#include <fmt/format.h>

#include <string>
#include <string_view>

#include "base/json_writer.h"
#include "storage/testing/test_queries.h"

int main() {
    using tradewind::storage::QueryEngines;
    for (const auto& [file, engines, query] : tradewind::storage::all_queries) {
        std::string line;
        tradewind::base::JsonWriter writer(line);
        const auto write = [&writer](std::string_view name, std::string_view text) {
            writer.key(name);
            writer.string(text);
        };
        writer.begin_object();
        write("name", query.name);
        write("file", file);
        if (engines != QueryEngines::Postgres) { write("sqlite", query.sql); }
        if (engines != QueryEngines::Sqlite) { write("postgres", query.postgres.empty() ? query.sql : query.postgres); }
        if (!query.cluster.empty()) { write("cluster", query.cluster); }
        writer.end_object();
        fmt::print("{}\n", line);
    }
}
