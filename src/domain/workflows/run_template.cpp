#include "domain/workflows/run_template.h"

namespace tradewind::domain {

base::Result<std::string> render_in_run(const std::string& source, const NodeVisit& /*visit*/) {
    return source;
}

void check_template(NodeReader& /*reader*/, std::string_view /*below*/, const std::string& /*source*/) {}

}  // namespace tradewind::domain
