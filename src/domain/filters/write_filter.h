#pragma once

#include <string>

#include "base/json_writer.h"
#include "domain/filters/filter.h"
#include "domain/filters/filter_names.h"

namespace tradewind::domain {

// A filter as JSON, in one text for one filter: what is written is read again as it was.
void write_filter(base::JsonWriter& writer, const Filter& filter, const FilterNames& names, FilterForm form);
// One test of it.
void write_filter(base::JsonWriter& writer, const FilterTest& test, const FilterNames& names, FilterForm form);

std::string filter_json(const Filter& filter, const FilterNames& names, FilterForm form);

}  // namespace tradewind::domain
