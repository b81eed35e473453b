#include "domain/segments/segment.h"

namespace tradewind::domain {

base::Result<std::string> check_segment_kind(std::string_view word) {
    if (word != static_segment) { return base::invalid("", "must be static"); }
    return std::string(word);
}

}  // namespace tradewind::domain
