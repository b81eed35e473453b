#pragma once

#include "app/config.h"
#include "base/result.h"

namespace tradewind::app {

// Gives room back that the SQLite database of a stopped service does not need any more, by writing it anew, and prints
// how much. Refused: a directory that another process uses, too little room for a copy.
base::Result<void> compact(const Config& config);

}  // namespace tradewind::app
