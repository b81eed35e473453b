#pragma once

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "base/id.h"
#include "domain/events/custom_event_list.h"
#include "domain/fields/contact_field_list.h"
#include "domain/filters/filter.h"

namespace tradewind::domain {

// How the JSON of a filter names custom fields: by the ids of this moment, for clients; or by `f` and their numbers,
// which never change, to be kept.
enum class FilterForm { Shown, Stored };

// What a test is about, as far as its operands must fit it.
struct TestedValue {
    ValueKind kind = ValueKind::Text;
    const ContactField* field = nullptr;           // Of a contact or an event type; null for a property of purchases.
    std::span<const std::string_view> words = {};  // All that there can be; empty: anything.
};

// What filters can name inside a workflow.
struct WorkflowScope {
    // Nothing when no node leaves a value there.
    std::function<std::optional<TestedValue>(std::string_view path)> value_at;
    std::function<bool(std::string_view id)> has_node;
};

// What the names in filters stand for, as of one moment. What it refers to must outlive it.
struct FilterNames {
    // Nothing when there is none of this id.
    using NameOf = std::function<std::optional<std::string>(base::Id)>;

    const ContactFieldList& fields;
    const CustomEventList& events;
    NameOf segment_name;
    NameOf coupon_set_name;
    NameOf workflow_name;
    const WorkflowScope* scope = nullptr;  // Null: the filter stands in no workflow.
};

}  // namespace tradewind::domain
