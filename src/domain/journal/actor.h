#pragma once

#include <string>

namespace tradewind::domain {

// Who asks for a change, as audit rows name it: `api-key:<id>`, `person:<id>`, or `control-socket` for someone on the
// machine itself.
struct Actor {
    std::string name;
};

}  // namespace tradewind::domain
