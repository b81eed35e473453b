#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "api/route.h"
#include "api/services.h"
#include "domain/files/import.h"

namespace tradewind::api {

inline constexpr std::array<std::string_view, 2> purchase_file_types{"text/csv", "application/x-ndjson"};

// Both look the uploaded file through, keep it and queue its import: 201, or why not. They hand the work on.

// A file of past purchases, as the body.
void answer_purchase_upload(const Services& services, Call& call);

// Who asks for an import.
enum class ImportOrigin { Api, App };
// A form with a file of contacts, products or coupons in it.
void answer_import_upload(const Services& services, Call& call, ImportOrigin origin);

// What such a form brings, for whoever only wants to know.
struct UploadedFile {
    domain::ImportType type;
    domain::ImportOptions options;
    std::vector<std::string> header;
    std::int64_t total;                       // Of records.
    std::vector<domain::ImportRecord> first;  // As many as were wanted, or all there are.
};
// Calls `then` on a thread of its own, unless the form is refused as that of an import would be. The file is gone then.
void read_uploaded_file(const Services& services, Call& call, std::size_t first_max,
                        std::function<void(UploadedFile file, Answer answer)> then);

}  // namespace tradewind::api
