#include "api/admin/segment_answer.h"

#include <optional>

#include "base/json.h"
#include "domain/fields/json_fields.h"
#include "domain/filters/filter_places.h"
#include "domain/filters/parse_filter.h"
#include "domain/filters/write_filter.h"
#include "operations/segment_uses.h"

namespace tradewind::api::admin {
namespace {

// A filter of a segment and the name under which it is shown.
struct ShownFilter {
    std::string_view key;
    const std::string& stored;
};

void write_build(base::JsonWriter& writer, const domain::SegmentBuild& build) {
    writer.key("build");
    writer.begin_object();
    writer.key("state");
    writer.string(domain::word_of(build.state));
    writer.key("progress");
    writer.integer(build.done);
    if (build.total) {
        writer.key("total");
        writer.integer(*build.total);
    }
    writer.end_object();
}

void write_removed_option(base::JsonWriter& writer, std::string_view path) {
    writer.begin_object();
    writer.key("code");
    writer.string("removed-option");
    writer.key("message");
    writer.string("The field does not have this option any more. Nobody can be found by it.");
    writer.key("path");
    writer.string(path);
    writer.end_object();
}

void write_kept_incidents(base::JsonWriter& writer, const std::string& kept) {
    const auto document = base::JsonDocument::parse(kept);
    if (!document || document.value().root().kind() != base::JsonKind::Array) {
        throw storage::DatabaseBroken("the incidents of a segment are damaged");
    }
    for (const auto incident : document.value().root().elements()) { base::write_json(writer, incident); }
}

}  // namespace

void write_segment(base::JsonWriter& writer, const domain::Segment& segment, const storage::Definitions& definitions,
                   const Services& services) {
    writer.begin_object();
    write_fields(writer, domain::segment_fields, segment);
    if (segment.kind == domain::SegmentKind::Dynamic) {
        const auto names = operations::filter_names(definitions);
        std::vector<ShownFilter> filters;
        if (segment.stored_filter) { filters.push_back({.key = "filter", .stored = *segment.stored_filter}); }
        if (segment.next_filter) {
            filters.push_back({.key = filters.empty() ? "filter" : "nextFilter", .stored = *segment.next_filter});
        }
        std::vector<std::string> removed;
        for (const auto& [key, stored] : filters) {
            const auto filter = domain::read_stored_filter(stored, names);
            if (!filter) { continue; }  // Whoever builds it says so in the incidents.
            writer.key(key);
            domain::write_filter(writer, filter.value(), names, domain::FilterForm::Shown);
            const auto path = "/" + std::string(key);
            for (auto& option : domain::removed_options(filter.value(), names.fields, path)) {
                removed.push_back(std::move(option));
            }
        }
        if (segment.build) { write_build(writer, *segment.build); }
        writer.key("lagSeconds");
        const auto lag = services.engine_lag != nullptr ? services.engine_lag->value() : 0;
        writer.decimal({lag * (base::Decimal::scale / 1'000)});
        writer.key("incidents");
        writer.begin_array();
        if (segment.incidents) { write_kept_incidents(writer, *segment.incidents); }
        for (const auto& path : removed) { write_removed_option(writer, path); }
        writer.end_array();
    }
    writer.end_object();
}

}  // namespace tradewind::api::admin
