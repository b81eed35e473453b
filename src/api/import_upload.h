#pragma once

#include <array>
#include <string>
#include <string_view>

#include "api/route.h"
#include "api/surroundings.h"
#include "domain/import.h"

namespace tradewind::api {

inline constexpr std::array<std::string_view, 2> import_content_types{"text/csv", "application/x-ndjson"};

// Looks the uploaded file through, keeps it and queues its import: 201, or why not. Hands the work on.
void answer_upload(const Surroundings& surroundings, Call& call, domain::ImportType type);

std::string render_import(const domain::Import& import);

}  // namespace tradewind::api
