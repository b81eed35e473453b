#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "api/file_resource.h"
#include "api/route.h"
#include "api/services.h"
#include "domain/files/import.h"
#include "domain/lists/list_page.h"

namespace tradewind::api {

// As clients read it, with a fresh link to the report on what was refused of it.
std::string render_import(const Services& services, const domain::Import& import);

// What the resources for imports have in common, for those of one family.
void answer_import_list(const Services& services, Call& call, domain::ImportFamily family, std::string_view path);
void answer_import(const Services& services, Call& call, domain::ImportFamily family);
void answer_import_cancellation(const Services& services, Call& call, domain::ImportFamily family);
// The actor is somebody in the management interface.
void answer_import_deletion(const Services& services, Call& call, domain::ImportFamily family,
                            std::optional<domain::Actor> actor);
// What was refused of it, as CSV; 404 when nothing was.
void answer_import_errors(const Services& services, Call& call, domain::ImportFamily family);

// The same by a link that needs no key.
LinkedFile linked_import_report(const Services& services);

}  // namespace tradewind::api
