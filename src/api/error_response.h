#pragma once

#include <string_view>

#include "base/error.h"
#include "base/json_writer.h"
#include "net/http.h"

namespace tradewind::api {

// A refusal as the contract shapes it: HttpError, or with `validationErrors` for Invalid.
void write_error(base::JsonWriter& writer, const base::Error& error);
net::HttpResponse error_response(const base::Error& error);

// The same for a status that has no ErrorKind because it is about HTTP alone: 405, 408, 431, ...
net::HttpResponse http_error_response(int status, std::string_view detail);

}  // namespace tradewind::api
