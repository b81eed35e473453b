#include "domain/workflows/nodes/node_reader.h"

#include <algorithm>

#include "base/json_pointer.h"
#include "base/text.h"
#include "domain/fields/json_fields.h"
#include "domain/fields/unknown_id.h"
#include "domain/filters/operand_reader.h"
#include "domain/filters/parse_filter.h"

namespace tradewind::domain {
namespace {

// Of `T`, or of an error of one problem.
template <class T>
std::optional<T> read_member(NodeReader& reader, std::string_view name, const base::JsonValue& value,
                             const Bounds& bounds) {
    std::vector<base::Problem> problems;
    T read{};
    const std::string path = reader.path() + "/" + std::string(name);
    json_fields::read_value(value, {.bounds = bounds, .rule = nullptr, .path = path, .problems = problems}, read);
    reader.add(problems);
    return problems.empty() ? std::optional(std::move(read)) : std::nullopt;
}

std::optional<int> two_digits(std::string_view text) {
    if (text.size() != 2 || !base::is_digit(text[0]) || !base::is_digit(text[1])) { return std::nullopt; }
    return (text[0] - '0') * 10 + (text[1] - '0');
}

// `09:30`; `24:00` is the end of the day.
std::optional<ClockTime> parse_clock_time(std::string_view text) {
    constexpr std::size_t length = std::string_view("09:30").size();
    if (text.size() != length || text[2] != ':') { return std::nullopt; }
    const auto hour = two_digits(text.substr(0, 2));
    const auto minute = two_digits(text.substr(3));
    if (!hour || !minute || *minute > 59 || *hour > 24 || (*hour == 24 && *minute > 0)) { return std::nullopt; }
    return ClockTime{.hour = *hour, .minute = *minute};
}

}  // namespace

std::optional<base::JsonValue> NodeReader::member(std::string_view name, Presence presence) {
    auto value = sent_member(object_, name);
    if (!value && presence == Presence::Required) {
        add("/" + std::string(name), incident_codes::required, "is required");
    }
    return value;
}

std::optional<std::string> NodeReader::text(std::string_view name, Presence presence) {
    const auto value = member(name, presence);
    constexpr Bounds bounds{.characters_min = 1};
    return value ? read_member<std::string>(*this, name, *value, bounds) : std::nullopt;
}

std::optional<std::size_t> NodeReader::word(std::string_view name, std::span<const std::string_view> words,
                                            Presence presence) {
    const auto value = member(name, presence);
    if (!value) { return std::nullopt; }
    const auto found =
        value->kind() == base::JsonKind::String ? std::ranges::find(words, value->string()) : words.end();
    if (found != words.end()) { return static_cast<std::size_t>(found - words.begin()); }
    add("/" + std::string(name), incident_codes::invalid, "must be " + joined_words(words, " or "));
    return std::nullopt;
}

bool NodeReader::boolean(std::string_view name, bool otherwise) {
    const auto value = member(name);
    return value ? read_member<bool>(*this, name, *value, {}).value_or(otherwise) : otherwise;
}

std::optional<std::int64_t> NodeReader::integer(std::string_view name, const Bounds& bounds) {
    const auto value = member(name);
    return value ? read_member<std::int64_t>(*this, name, *value, bounds) : std::nullopt;
}

std::optional<base::Instant> NodeReader::instant(std::string_view name) {
    const auto value = member(name);
    return value ? read_member<base::Instant>(*this, name, *value, {}) : std::nullopt;
}

std::optional<ClockTime> NodeReader::clock_time(std::string_view name) {
    const auto sent = text(name);
    if (!sent) { return std::nullopt; }
    const auto time = parse_clock_time(*sent);
    if (!time) { add("/" + std::string(name), incident_codes::invalid, "must be a time such as 09:30"); }
    return time;
}

std::optional<Period> NodeReader::period(std::string_view name, Presence presence) {
    const auto sent = text(name, presence);
    if (!sent) { return std::nullopt; }
    auto period = Period::parse(*sent);
    if (period) { return period.value(); }
    add("/" + std::string(name), incident_codes::invalid, period.error().problems.front().reason);
    return std::nullopt;
}

std::optional<Filter> NodeReader::filter(std::string_view name, Presence presence) {
    const auto value = member(name, presence);
    if (!value) { return std::nullopt; }
    auto filter = parse_filter(*value, names_.filters, path_ + "/" + std::string(name));
    if (filter) { return std::move(filter).take(); }
    add(filter.error().problems);
    return std::nullopt;
}

std::optional<base::Id> NodeReader::id(std::string_view name, const FilterNames::NameOf& name_of, Presence presence) {
    const auto value = member(name, presence);
    const auto id = value ? read_member<base::Id>(*this, name, *value, {}) : std::nullopt;
    if (!id || name_of(*id)) { return id; }
    add("/" + std::string(name), incident_codes::unknown, std::string(unknown_id_reason));
    return std::nullopt;
}

std::optional<base::Id> NodeReader::segment(std::string_view name, Presence presence, std::optional<SegmentKind> kind) {
    const auto segment = id(name, names_.filters.segment_name, presence);
    if (!segment || !kind || names_.segment_kind(*segment) == kind) { return segment; }
    add("/" + std::string(name), incident_codes::invalid, "must be a static segment");
    return std::nullopt;
}

const ContactField* NodeReader::field(std::string_view name, Presence presence) {
    const auto sent = text(name, presence);
    if (!sent) { return nullptr; }
    const auto* const field = names_.filters.fields.find(*sent);
    if (field == nullptr) { add("/" + std::string(name), incident_codes::unknown, std::string(unknown_id_reason)); }
    return field;
}

std::optional<TestedValue> NodeReader::value_at(std::string_view name, std::string& out) {
    const auto sent = text(name, Presence::Required);
    if (!sent) { return std::nullopt; }
    auto tested = names_.filters.scope->value_at(*sent);
    if (!tested) {
        add("/" + std::string(name), incident_codes::unknown, "is no value that the trigger or an earlier node leaves");
    }
    out = *sent;
    return tested;
}

void NodeReader::refuse_others(std::span<const std::string_view> known) {
    for (const auto member : object_.members()) {
        if (std::ranges::find(known, member.key) != known.end()) { continue; }
        add(base::pointer_to_member(member.key), incident_codes::unknown, "is not known here");
    }
}

void NodeReader::add(std::string_view below, std::string_view code, std::string words) {
    incidents_.push_back(
        {.node = node_, .path = path_ + std::string(below), .code = std::string(code), .words = std::move(words)});
}

void NodeReader::add(const std::vector<base::Problem>& problems) {
    for (const auto& problem : problems) {
        const auto code = problem.reason == unknown_id_reason ? incident_codes::unknown
                          : problem.reason == "is required"   ? incident_codes::required
                                                              : incident_codes::invalid;
        incidents_.push_back({.node = node_, .path = problem.path, .code = std::string(code), .words = problem.reason});
    }
}

}  // namespace tradewind::domain
