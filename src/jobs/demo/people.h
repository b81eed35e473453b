#pragma once

#include <cstdint>
#include <string>

namespace tradewind::jobs::demo {

// Who the shop's customer number `number` is, from the seed alone: nobody needs to be remembered.
std::string email_of(std::uint64_t seed, std::int64_t number);
// What the shop knows of the person at the first moment, as a merge.
std::string fields_of(std::uint64_t seed, std::int64_t number);

}  // namespace tradewind::jobs::demo
