#pragma once

#include <cstddef>
#include <string_view>

#include "base/error.h"
#include "base/json_writer.h"
#include "net/http.h"

namespace tradewind::api {

// Whoever sends much that is wrong is told so many problems, and in `moreValidationErrors` how many more there were, so
// that an answer is not many times as large as what it answers.
inline constexpr std::size_t problems_told_max = 100;

// A conflict with what the request itself says of the state, in its header If-Match, has a problem at this path: 412.
inline constexpr std::string_view if_match_path = "/If-Match";

// A refusal as the contract shapes it: HttpError, or with `validationErrors` for Invalid.
void write_error(base::JsonWriter& writer, const base::Error& error);
net::HttpResponse error_response(const base::Error& error);

// The same for a status that has no ErrorKind because it is about HTTP alone: 405, 408, 431, ...
net::HttpResponse http_error_response(int status, std::string_view detail);

}  // namespace tradewind::api
