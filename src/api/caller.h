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
    const storage::KnownSession* session = nullptr;  // Likewise; never beside a key.
    bool is_on_machine = false;                      // Came by the control socket, and may do everything.
    std::optional<RateState> rate = {};              // What the key has left; nothing without one.

    [[nodiscard]] domain::ScopeSet scopes() const {
        if (is_on_machine) { return domain::ScopeSet::all(); }
        if (session != nullptr) { return session->person->scopes; }
        return key != nullptr ? key->scopes : domain::ScopeSet();
    }
    // Who signed in; null for everybody else.
    [[nodiscard]] const domain::Person* person() const {
        return session != nullptr ? &session->person->person : nullptr;
    }
    [[nodiscard]] bool may_export_personal_fields() const {
        const auto role = person() != nullptr ? domain::find_role(person()->role) : std::nullopt;
        return !role || domain::may_export_personal_fields(*role);
    }
    // Whose requests take turns with those of others: each key's, each person's, and together those of nobody known.
    [[nodiscard]] std::uint64_t sender() const {
        return key == nullptr && session == nullptr ? 0 : std::hash<std::string>()(actor().name);
    }
    [[nodiscard]] domain::Actor actor() const {
        if (session != nullptr) { return {"person:" + session->person->person.id.text()}; }
        return {key != nullptr ? "api-key:" + key->key.id : std::string("control-socket")};
    }
};

}  // namespace tradewind::api
