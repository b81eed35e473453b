#pragma once

#include <array>
#include <string_view>

#include "api/route.h"
#include "api/services.h"

namespace tradewind::api {

inline constexpr std::array<std::string_view, 2> purchase_file_types{"text/csv", "application/x-ndjson"};

// Both look the uploaded file through, keep it and queue its import: 201, or why not. They hand the work on.

// A file of past purchases, as the body.
void answer_purchase_upload(const Services& services, Call& call);

// Who asks for an import.
enum class ImportOrigin { Api, App };
// A form with a file of contacts, products or coupons in it.
void answer_import_upload(const Services& services, Call& call, ImportOrigin origin);

}  // namespace tradewind::api
