#pragma once

#include <string>
#include <string_view>

namespace tradewind::storage {

// The text by which a look-up table keeps an identifier from outside, which may be longer than an index takes: the
// identifier itself, or the beginning of a long one and a hash of all of it. No two identifiers have the same.
std::string identifier_key(std::string_view identifier);

}  // namespace tradewind::storage
