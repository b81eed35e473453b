#pragma once

#include <memory>
#include <optional>

#include "api/rate_limit.h"
#include "domain/actor.h"
#include "storage/definitions.h"

namespace tradewind::api {

// Who asks, and the definitions as of that moment.
struct Caller {
    std::shared_ptr<const storage::Definitions> definitions;
    const storage::KnownKey* key = nullptr;  // In `definitions`; null on the control socket and on public routes.
    std::optional<RateState> rate = {};      // What the key has left; nothing without one.

    [[nodiscard]] domain::Actor actor() const {
        return {key != nullptr ? "api-key:" + key->key.id : std::string("control-socket")};
    }
};

}  // namespace tradewind::api
