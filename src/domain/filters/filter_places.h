#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/id.h"
#include "domain/fields/contact_field_list.h"
#include "domain/filters/filter.h"

namespace tradewind::domain {

// Where something stands in the JSON of a filter that itself stands at `path`: pointers as in problems.

// Of every test on the membership of a segment: the segment and where it is named.
struct NamedSegmentPlace {
    base::Id segment;
    std::string path;
};
std::vector<NamedSegmentPlace> named_segments(const Filter& filter, std::string_view path);

// Of every option that is compared with and that its field does not have any more.
std::vector<std::string> removed_options(const Filter& filter, const ContactFieldList& fields, std::string_view path);

}  // namespace tradewind::domain
