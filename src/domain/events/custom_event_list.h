#pragma once

#include <memory>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "base/id.h"
#include "domain/events/custom_event_type.h"
#include "domain/events/custom_integration.h"

namespace tradewind::domain {

// The integrations and event types that a store has, as of one moment.
class CustomEventList {
  public:
    using Type = std::shared_ptr<const CustomEventType>;

    CustomEventList() = default;
    // Both newest first.
    CustomEventList(std::vector<CustomIntegration> integrations, std::vector<Type> types);

    [[nodiscard]] const std::vector<CustomIntegration>& integrations() const { return integrations_; }
    [[nodiscard]] const std::vector<Type>& types() const { return types_; }

    // Null when there is none.
    [[nodiscard]] const CustomIntegration* find_integration(base::Id id) const;
    [[nodiscard]] const CustomEventType* find_type(base::Id id) const;
    [[nodiscard]] const CustomEventType* find_type(std::string_view alias) const;

    // Whether events of this type are let in this way: it receives so, and the events of its integration are on.
    [[nodiscard]] bool lets_in(const CustomEventType& type, std::string_view receive_type) const;

  private:
    std::vector<CustomIntegration> integrations_;
    std::vector<Type> types_;
    std::unordered_map<std::string_view, const CustomEventType*> types_by_alias_;  // Views into the types.
};

}  // namespace tradewind::domain
