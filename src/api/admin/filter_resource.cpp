#include "api/admin/resources.h"

#include "api/admin/filter_reading.h"
#include "domain/fields/json_fields.h"
#include "domain/filters/describe_filter.h"
#include "domain/filters/filter_vocabulary.h"
#include "operations/segment_uses.h"

namespace tradewind::api::admin {
namespace {

constexpr std::string_view filter_vocabulary_path = "/admin/v1/filters/vocabulary";
constexpr std::string_view filter_describe_path = "/admin/v1/filters/describe";

void get_vocabulary(Call& call) {
    const auto& definitions = *call.caller.definitions;
    std::vector<domain::NamedSegment> segments;
    for (const auto& segment : definitions.segments) { segments.push_back({.id = segment.id, .name = segment.name}); }
    JsonAnswer answer{.status = 200, .body = {}};
    base::JsonWriter writer(answer.body);
    domain::write_filter_vocabulary(writer, operations::filter_names(definitions), segments);
    call.answer.json(std::move(answer));
}

std::optional<domain::Language> read_language(const base::JsonValue& body, std::vector<base::Problem>& problems) {
    const auto value = body.kind() == base::JsonKind::Object ? body.find("language") : std::nullopt;
    if (!value || value->is_null()) {
        problems.push_back({.path = "/language", .reason = "is required"});
        return std::nullopt;
    }
    if (value->kind() == base::JsonKind::String && value->string() == "en") { return domain::Language::English; }
    if (value->kind() == base::JsonKind::String && value->string() == "es") { return domain::Language::Spanish; }
    problems.push_back({.path = "/language", .reason = "must be en or es"});
    return std::nullopt;
}

base::Result<JsonAnswer> describe(std::string_view body, const storage::Definitions& definitions) {
    const auto document = TRY(domain::read_object(body));
    std::vector<base::Problem> problems;
    const auto filter = read_filter_member(document.root(), definitions, problems);
    const auto language = read_language(document.root(), problems);
    if (!problems.empty()) { return base::invalid(std::move(problems)); }
    JsonAnswer answer{.status = 200, .body = {}};
    base::JsonWriter writer(answer.body);
    writer.begin_object();
    writer.key("text");
    writer.string(domain::describe_filter(*filter, operations::filter_names(definitions), *language));
    writer.end_object();
    return answer;
}

void describe_filter(Call& call) {
    auto described = describe(call.request.body, *call.caller.definitions);
    if (!described) { return call.answer.refuse(described.error()); }
    call.answer.json(std::move(described).take());
}

}  // namespace

std::vector<Route> filter_routes() {
    using domain::Scope;
    return {
        Route(net::Method::Get, filter_vocabulary_path, Managed{Scope::SegmentRead}, BodyKind::Ignored, get_vocabulary),
        Route(net::Method::Post, filter_describe_path, Managed{Scope::SegmentRead}, BodyKind::Json, describe_filter),
    };
}

}  // namespace tradewind::api::admin
