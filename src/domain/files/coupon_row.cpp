#include "domain/files/coupon_row.h"

#include "domain/files/row_file.h"

namespace tradewind::domain {

std::string check_coupon_header(const std::vector<std::string>& names) {
    if (auto problem = repeated_column(names); !problem.empty()) { return problem; }
    return has_column(names, coupon_code_column) ? std::string() : "has no column code";
}

}  // namespace tradewind::domain
