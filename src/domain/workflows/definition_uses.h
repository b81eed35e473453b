#pragma once

#include <vector>

#include "domain/filters/filter_topics.h"
#include "domain/journal/change.h"
#include "domain/workflows/definition.h"

namespace tradewind::domain {

// All changes of a contact that a version waits for: its triggers and waits, its goal and its exit, each once.
std::vector<ChangeTopic> depends_on(const Definition& definition);

// What it names of what the store made.
FilterUses uses_of(const Definition& definition);

}  // namespace tradewind::domain
