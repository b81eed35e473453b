#pragma once

#include <cstdint>
#include <initializer_list>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/json.h"
#include "domain/fields/field_table.h"
#include "domain/filters/filter_names.h"
#include "domain/segments/segment.h"
#include "domain/workflows/definition.h"
#include "domain/workflows/incident.h"

namespace tradewind::domain {

// What the names in a definition stand for, as of one moment.
struct WorkflowNames {
    // Nothing when there is no such segment.
    using KindOfSegment = std::function<std::optional<SegmentKind>(base::Id)>;

    FilterNames filters;
    KindOfSegment segment_kind;
};

// Reads the parameters of one object of a definition: a node, its settings, a trigger in a wait-for. Whatever is wrong
// becomes an incident, and the rest is read all the same.
class NodeReader {
  public:
    NodeReader(const base::JsonValue& object, const WorkflowNames& names, std::string node, std::string path,
               std::vector<Incident>& incidents)
        : object_(object), names_(names), node_(std::move(node)), path_(std::move(path)), incidents_(incidents) {}

    [[nodiscard]] const WorkflowNames& names() const { return names_; }
    [[nodiscard]] const base::JsonValue& object() const { return object_; }
    [[nodiscard]] const std::string& path() const { return path_; }
    // For an object within this one.
    [[nodiscard]] NodeReader inside(const base::JsonValue& object, std::string_view below) const {
        return {object, names_, node_, path_ + std::string(below), incidents_};
    }

    // Each reads the member of this name, nothing when it is not there or null.
    std::optional<base::JsonValue> member(std::string_view name, Presence presence = Presence::Optional);
    std::optional<std::string> text(std::string_view name, Presence presence = Presence::Optional);
    // One of these words; its place among them.
    std::optional<std::size_t> word(std::string_view name, std::span<const std::string_view> words,
                                    Presence presence = Presence::Optional);
    bool boolean(std::string_view name, bool otherwise);
    std::optional<std::int64_t> integer(std::string_view name, const Bounds& bounds);
    std::optional<base::Instant> instant(std::string_view name);
    std::optional<ClockTime> clock_time(std::string_view name);
    std::optional<Period> period(std::string_view name, Presence presence = Presence::Optional);
    std::optional<Filter> filter(std::string_view name, Presence presence = Presence::Optional);
    std::optional<base::Id> id(std::string_view name, const FilterNames::NameOf& name_of,
                               Presence presence = Presence::Optional);
    // A segment; `kind`: only one of this kind will do.
    std::optional<base::Id> segment(std::string_view name, Presence presence, std::optional<SegmentKind> kind = {});
    const ContactField* field(std::string_view name, Presence presence);
    // The path of a value that fits no less than it must; null when it is none.
    std::optional<TestedValue> value_at(std::string_view name, std::string& out);

    // Tells every member of the object that is none of these.
    void refuse_others(std::span<const std::string_view> known);
    void refuse_others(std::initializer_list<std::string_view> known) {
        refuse_others(std::span(known.begin(), known.size()));
    }

    void add(std::string_view below, std::string_view code, std::string words);
    void add(const std::vector<base::Problem>& problems);

  private:
    const base::JsonValue object_;
    const WorkflowNames& names_;
    const std::string node_;
    const std::string path_;
    std::vector<Incident>& incidents_;
};

inline constexpr std::array<std::string_view, 7> weekday_words{"sunday",   "monday", "tuesday", "wednesday",
                                                               "thursday", "friday", "saturday"};

}  // namespace tradewind::domain
