#pragma once

#include <string>

#include "app/private_listener.h"

namespace tradewind::app {

// Everything that is counted, as a page that Prometheus reads. Labels are few and known before: never an id or an
// address of anybody.
std::string metrics_text(const PrivateListener& client);

}  // namespace tradewind::app
