#pragma once

#include "storage/database/query.h"

namespace tradewind::storage {

// Two statements that often follow each other and answer nothing, and that touch nothing but what is kept beside one
// contact. Their first parameter is its id. A cluster can run them as one, with no more than 100 parameters together.
struct QueryPair {
    const Query& first;
    const Query& second;
};

}  // namespace tradewind::storage
