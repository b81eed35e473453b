#pragma once

#include <iterator>
#include <vector>

#include "net/http_head_cases_fields.h"
#include "net/http_head_cases_framing.h"
#include "net/http_head_cases_request_line.h"

namespace tradewind::net {

inline std::vector<HeadCase> all_head_cases() {
    std::vector<HeadCase> all;
    all.insert(all.end(), std::begin(request_line_cases), std::end(request_line_cases));
    all.insert(all.end(), std::begin(field_cases), std::end(field_cases));
    all.insert(all.end(), std::begin(framing_cases), std::end(framing_cases));
    return all;
}

}  // namespace tradewind::net
