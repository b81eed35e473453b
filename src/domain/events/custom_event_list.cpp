#include "domain/events/custom_event_list.h"

#include <algorithm>

namespace tradewind::domain {

CustomEventList::CustomEventList(std::vector<CustomIntegration> integrations, std::vector<Type> types)
    : integrations_(std::move(integrations)), types_(std::move(types)) {
    for (const auto& type : types_) {
        if (type->alias) { types_by_alias_.emplace(*type->alias, type.get()); }
    }
}

const CustomIntegration* CustomEventList::find_integration(base::Id id) const {
    const auto place = std::ranges::find(integrations_, id, &CustomIntegration::id);
    return place == integrations_.end() ? nullptr : &*place;
}

const CustomEventType* CustomEventList::find_type(base::Id id) const {
    const auto place = std::ranges::find(types_, id, [](const Type& type) { return type->id; });
    return place == types_.end() ? nullptr : place->get();
}

const CustomEventType* CustomEventList::find_type(std::string_view alias) const {
    const auto place = types_by_alias_.find(alias);
    return place == types_by_alias_.end() ? nullptr : place->second;
}

bool CustomEventList::lets_in(const CustomEventType& type, std::string_view receive_type) const {
    const auto* const integration = find_integration(type.integration);
    return type.receive_type == receive_type && integration != nullptr && integration->events_enabled;
}

}  // namespace tradewind::domain
