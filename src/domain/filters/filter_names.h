#pragma once

#include <functional>
#include <optional>
#include <string>

#include "base/id.h"
#include "domain/events/custom_event_list.h"
#include "domain/fields/contact_field_list.h"

namespace tradewind::domain {

// How the JSON of a filter names custom fields: by the ids of this moment, for clients; or by `f` and their numbers,
// which never change, to be kept.
enum class FilterForm { Shown, Stored };

// What the names in filters stand for, as of one moment. What it refers to must outlive it.
struct FilterNames {
    // Nothing when there is none of this id.
    using NameOf = std::function<std::optional<std::string>(base::Id)>;

    const ContactFieldList& fields;
    const CustomEventList& events;
    NameOf segment_name;
    NameOf coupon_set_name;
    NameOf workflow_name;
};

}  // namespace tradewind::domain
