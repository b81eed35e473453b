#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "api/rate_limit.h"
#include "domain/journal/actor.h"
#include "storage/stores/settings/definitions.h"

namespace tradewind::api {

// Who asks, and the definitions as of that moment.
struct Caller {
    std::shared_ptr<const storage::Definitions> definitions;
    const storage::KnownKey* key = nullptr;  // In `definitions`; null on the control socket and on public routes.
    std::optional<RateState> rate = {};      // What the key has left; nothing without one.

    // Whose requests take turns with those of others: each key's, and together those without one.
    [[nodiscard]] std::uint64_t sender() const { return key != nullptr ? std::hash<std::string>()(key->key.id) : 0; }
    [[nodiscard]] domain::Actor actor() const {
        return {key != nullptr ? "api-key:" + key->key.id : std::string("control-socket")};
    }
};

}  // namespace tradewind::api
