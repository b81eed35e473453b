#include "domain/journal/activity_subject.h"

#include <stdexcept>

#include "base/json.h"

namespace tradewind::domain {
namespace {

std::string_view subject_member(ActivityKind kind) {
    switch (kind) {
        case ActivityKind::CustomEvent:
            return "eventTypeId";
        case ActivityKind::ContactEnteredSegment:
        case ActivityKind::ContactExitedSegment:
            return "segmentId";
        case ActivityKind::CouponAssigned:
            return "couponSetId";
        default:
            return "workflowId";
    }
}

}  // namespace

base::Id subject_of(ActivityKind kind, std::string_view data) {
    const auto document = base::JsonDocument::parse(data);
    if (!document || document.value().root().kind() != base::JsonKind::Object) {
        throw std::runtime_error("what an activity tells is damaged");
    }
    const auto member = document.value().root().find(subject_member(kind));
    if (!member || member->kind() != base::JsonKind::String) { return {}; }
    const auto id = base::Id::parse(member->string());
    return id.ok() && id.value() ? *id.value() : base::Id{};
}

}  // namespace tradewind::domain
