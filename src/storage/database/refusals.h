#pragma once

#include <string>

#include "base/error.h"

namespace tradewind::storage {

// What the person is told when our own code failed; the cause is in the log.
base::Error internal_refusal();
// The same, where the reason is want of memory.
base::Error memory_refusal();
base::Error disk_full_refusal(std::string cause);
base::Error files_full_refusal();
base::Error damage_refusal(std::string cause);

}  // namespace tradewind::storage
