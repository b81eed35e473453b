#pragma once

#include <cstddef>
#include <string_view>

#include "base/instant.h"
#include "domain/messages/liquid/render.h"
#include "domain/messages/liquid/value_text.h"

namespace tradewind::domain::liquid {

// A width in a format, as in `%10d`, is at most this.
inline constexpr std::size_t date_width_max = 64;

// Writes a moment as `strftime` does, by the clock of the store's zone and in its language.
void write_date(BoundedText& out, base::Instant instant, std::string_view format, const RenderSettings& settings);

}  // namespace tradewind::domain::liquid
