#pragma once

#include <vector>

#include "api/form_reader.h"
#include "api/import_upload.h"
#include "domain/files/import.h"

namespace tradewind::api {

// What a form that asks for an import says.
struct ImportWish {
    domain::ImportType type = domain::ImportType::Contacts;
    domain::ImportOptions options;
    std::vector<base::Problem> problems;
    bool is_file_readable = false;  // There is one, and it is known how to read it.
};

// Only the management interface may name a segment. Unknown parts are ignored.
ImportWish read_import_form(const Form& form, ImportOrigin origin);

}  // namespace tradewind::api
