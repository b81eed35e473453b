#pragma once

#include <memory>

#include "api/answer.h"
#include "api/services.h"
#include "domain/filters/filter.h"
#include "storage/stores/settings/definitions.h"

namespace tradewind::api::admin {

enum class Counting { Samples, Everybody };

struct CountRequest {
    domain::Filter filter;
    Counting counting = Counting::Samples;
};

// Answers for how many contacts the filter holds: an estimate by samples, or the exact number.
void answer_count(const Services& services, CountRequest request, std::shared_ptr<const storage::Definitions> known,
                  Answer answer);

}  // namespace tradewind::api::admin
