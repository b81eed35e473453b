#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "api/route.h"
#include "base/id.h"
#include "base/result.h"

namespace tradewind::api {

// The service's id that is the first parameter of the path: BadRequest when it is none, NotFound when nothing can have
// it. `noun` is what it would name.
inline base::Result<base::Id> id_in_path(const Call& call, std::string_view noun) {
    const auto id = TRY(base::Id::parse(call.parameters[0]));
    if (!id) { return base::not_found("There is no " + std::string(noun) + " with this id."); }
    return *id;
}

}  // namespace tradewind::api
